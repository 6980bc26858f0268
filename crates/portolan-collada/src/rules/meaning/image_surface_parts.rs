use std::borrow::Cow;

use hashbrown::HashMap;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds surfaces (before version 1.5) whose initialization does not match their type or is repeated.
    ///
    /// Only a `CUBE` surface has faces, only a `3D` one slices, and `init_cube`, `init_volume` and `init_planar` belong
    /// to the cube, the volume and the flat types.
    "SEM179" "surface-parts" Warning, spec "7-6", on ["~fx_surface", "~cg_surface", "~glsl_surface"], check
}

fn check<'a>(surface: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let kind = surface.attribute_value("type").unwrap_or_default();
    let kind = kind.trim();
    let mut filled: HashMap<[Cow<'a, str>; 3], Node<'a>> = HashMap::new();
    for init in surface.elements() {
        let wrong = match init.local_name() {
            "init_cube" => kind != "CUBE",
            "init_volume" => kind != "3D",
            "init_planar" => matches!(kind, "CUBE" | "3D"),
            _ => false,
        };
        if wrong && kind != "UNTYPED" {
            report.at(init, format!("`<{}>` cannot initialize a surface of type `{kind}`", init.local_name()));
        }
        if init.local_name() != "init_from" {
            continue;
        }
        let bound = &report.document.bound;
        let place = ["mip", "slice", "face"].map(|name| bound.given::<Cow<'_, str>>(init, name).counts());
        let [_, slice, face] = &place;
        let elsewhere = |name, value| bound.default_of(init, name).as_ref() != Some(value);
        if elsewhere("face", face) && !matches!(kind, "CUBE" | "UNTYPED") {
            report.at_attribute(init, "face", format!("a surface of type `{kind}` has no faces"));
        } else if elsewhere("slice", slice) && !matches!(kind, "3D" | "UNTYPED") {
            report.at_attribute(init, "slice", format!("a surface of type `{kind}` has no slices"));
        }
        let first = *filled.entry(place).or_insert(init);
        if first != init {
            let finding = report.finding(init, init.name_span(), "this part of the surface is initialized twice");
            report.push(finding.see(first.open_span(), "first initialized here"));
        }
    }
}
