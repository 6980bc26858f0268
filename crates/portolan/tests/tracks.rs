//! What moves in a document moves alike in every format: formulas and vertices that are driven one by one become keys.

use crate::common::{drawn_points, import_with, mesh, new_document, numbers, view, words, world};
use portolan::convert::{Conversion, to};
use portolan::sample::Playing;
use portolan::scene::{ClipId, Fate, Loss};
use portolan::{File, Memory, OpenOptions};

/// A sampler of straight pieces and what it drives.
fn animation(id: &str, keys: &str, values: &str, target: &str) -> String {
    let methods = vec!["LINEAR"; keys.split(' ').count()].join(" ");
    format!(
        r##"<animation id="{id}">{}{}{}<sampler id="{id}-s"><input semantic="INPUT" source="#{id}-i"/><input semantic="OUTPUT" source="#{id}-o"/>
        <input semantic="INTERPOLATION" source="#{id}-m"/></sampler><channel source="#{id}-s" target="{target}"/></animation>"##,
        numbers(&format!("{id}-i"), 1, keys),
        numbers(&format!("{id}-o"), 1, values),
        words(&format!("{id}-m"), "Name_array", &methods),
    )
}

/// A formula of a parameter `value` in content markup.
fn formula(id: &str, math: &str) -> String {
    format!(
        r#"<formula id="{id}"><newparam sid="target"><float>0</float></newparam><newparam sid="value"><float>0</float></newparam>
        <target><param>target</param></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">{math}</math>
        </technique_common></formula>"#
    )
}

fn instance(formula: &str, reads: &str, writes: &str) -> String {
    format!(
        r##"<instance_formula url="#{formula}"><setparam ref="target"><connect_param ref="{writes}"/></setparam>
        <setparam ref="value"><connect_param ref="{reads}"/></setparam></instance_formula>"##
    )
}

const VALUE: &str = r#"<csymbol encoding="COLLADA">value</csymbol>"#;

/// The document converted and read again, with what was told.
fn there_and_back(first: &File, conversion: &Conversion) -> (File, Vec<(&'static str, Fate)>) {
    let converted = first.convert(conversion).unwrap();
    let told = converted.losses.iter().map(|l: &Loss| (l.code.id, l.fate)).collect();
    let mut memory = Memory::new();
    for (name, bytes) in &converted.files {
        memory = memory.with(name.clone(), bytes.clone());
    }
    let back = OpenOptions::within(memory.clone()).open(&converted.files[0].0).unwrap();
    assert_eq!(back.scene().unwrap().check(), []);
    (back, told)
}

#[test]
fn formulas_reach_every_format_as_keys() {
    // A crank turns by 360 degrees, then its angle drives a piston: 2·sin(angle) along x, and a valve that is open (1)
    // only in the first half, half of which is how far a flap turns.
    let sine = format!(
        "<apply><times/><cn>2</cn><apply><sin/><apply><times/>{VALUE}<cn>0.017453292519943295</cn></apply></apply></apply>"
    );
    let valve = format!(
        "<piecewise><piece><cn>1</cn><apply><lt/>{VALUE}<cn>180</cn></apply></piece><otherwise><cn>0</cn></otherwise></piecewise>"
    );
    let half = format!("<apply><times/>{VALUE}<cn>0.5</cn></apply>");
    let formulas = [formula("sine", &sine), formula("opens", &valve), formula("half", &half)].concat();
    let clip = format!(
        r##"<animation_clip id="run"><instance_animation url="#turn"/>{}{}{}</animation_clip>"##,
        // The last one reads what the one before it writes, whatever their order.
        instance("half", "valve/t.Y", "flap/r.ANGLE"),
        instance("sine", "crank/r.ANGLE", "piston/t.X"),
        instance("opens", "crank/r.ANGLE", "valve/t.Y"),
    );
    let nodes = r#"<node id="crank"><rotate sid="r">0 0 1 0</rotate></node><node id="piston"><translate sid="t">0 3 0</translate></node>
        <node id="valve"><translate sid="t">0 0 0</translate></node><node id="flap"><rotate sid="r">0 1 0 0</rotate><translate>1 0 0</translate></node>"#;
    let text = new_document(&format!(
        "<library_animations>{}</library_animations><library_animation_clips>{clip}</library_animation_clips><library_formulas>{formulas}</library_formulas>{}",
        animation("turn", "0 2", "0 360", "crank/r.ANGLE"),
        view(nodes),
    ));
    let first = import_with(&text, Memory::new());
    assert_eq!(first.losses().unwrap().iter().map(|l| &*l.message).collect::<Vec<_>>(), [] as [&str; 0]);
    let playing = Playing::Clip(ClipId(0));
    // By hand: at 0.25 s the crank has turned by 45 degrees.
    let at = |imported: &File, node: &str, t: f64| world(imported, playing, node, t);
    assert!((at(&first, "piston", 0.25)[12] - 2f64.sqrt()).abs() < 1e-12);
    let matrix = Conversion::to(&to::DAE).with(|c| {
        c.single_matrix = true;
        c.rebuild = true;
    });
    for conversion in [Conversion::to(&to::GLB), Conversion::to(&to::OGEX), matrix] {
        let (back, told) = there_and_back(&first, &conversion);
        assert!(told.iter().all(|(code, fate)| *fate != Fate::Dropped || !code.starts_with("CNV")), "{told:?}");
        assert!(back.scene().unwrap().clips.iter().all(|c| c.formulas.is_empty()), "{:?}", conversion.to);
        // Not right where the valve closes, at 1 s.
        for step in [0, 1, 3, 7, 8, 13, 19, 21, 26, 33, 39, 40] {
            let t = f64::from(step) * 0.05;
            for node in ["crank", "piston", "valve", "flap"] {
                // glTF and OpenGEX name nodes as they like; all of them have one place.
                let (a, b) = (at(&first, node, t), named(&back, node, t));
                let off = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(off < 3e-4, "{:?}: {node} at {t}: {off}", conversion.to);
            }
        }
    }
}

/// The matrix of the node with this label while its one clip, or everything, plays.
fn named(imported: &File, label: &str, t: f64) -> [f64; 16] {
    let playing = if imported.scene().unwrap().clips.is_empty() { Playing::Default } else { Playing::Clip(ClipId(0)) };
    let samples = portolan::sample::sample_view(imported.scene().unwrap(), portolan::scene::ViewId(0), &playing, &[t]);
    let is_it = |n: &&portolan::sample::Track| [&n.id, &n.name].into_iter().flatten().any(|name| **name == *label);
    samples.tracks.iter().find(is_it).unwrap_or_else(|| panic!("no `{label}`")).world[0]
}

#[test]
fn a_vertex_that_is_driven_moves_in_every_format() {
    // The second vertex goes from 1 to 3 along x and back, the third one's z follows a formula.
    let clip = format!(
        r##"<animation_clip id="run"><instance_animation url="#a"/>{}</animation_clip>"##,
        instance("twice", "n/t.X", "g-p/g-p-array(8)")
    );
    let twice = formula("twice", &format!("<apply><times/><cn>2</cn>{VALUE}</apply>"));
    let text = new_document(&format!(
        "<library_geometries>{}</library_geometries><library_animations><animation id=\"a\">{}{}</animation></library_animations>\
         <library_animation_clips>{clip}</library_animation_clips><library_formulas>{twice}</library_formulas>{}",
        mesh("g", "0 0 0 1 0 0 0 1 0", "0 1 2"),
        animation("x", "0 1 2", "1 3 1", "g-p/g-p-array(3)"),
        animation("y", "0 2", "0 5", "n/t.X"),
        view(r##"<translate sid="t">0 0 0</translate><instance_geometry url="#g"/>"##),
    ));
    let first = import_with(&text, Memory::new());
    let points = |imported: &File, t: f64| {
        let playing =
            if imported.scene().unwrap().clips.is_empty() { Playing::Default } else { Playing::Clip(ClipId(0)) };
        drawn_points(imported, playing, t)
    };
    assert_eq!(points(&first, 0.5), [[1.25, 0.0, 0.0], [3.25, 0.0, 0.0], [1.25, 1.0, 2.5]]);
    for (to, code) in [(&to::GLB, "CNV333"), (&to::OGEX, "CNV734")] {
        let (back, told) = there_and_back(&first, &Conversion::to(to));
        assert!(told.contains(&(code, Fate::Baked)) && told.iter().all(|(_, fate)| *fate != Fate::Dropped), "{told:?}");
        for t in [0.0, 0.3, 0.5, 1.0, 1.7, 2.0] {
            let (a, b) = (points(&first, t), points(&back, t));
            let off = a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(a.len() == b.len() && off < 1e-4, "{to:?} at {t}: {a:?} {b:?}");
        }
    }
}
