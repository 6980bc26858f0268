//! `verify` finds what was changed, and is not fooled by how things are written.

use crate::common;

use portolan::compare::Kind;
use portolan::convert::{Conversion, to};
use portolan::pictures::{Kind as Encoding, RgbaImage, encode};
use portolan::verify::Verification;
use portolan::{File, Memory, OpenOptions};

/// Everything that scenes have, once. `[id width: numbers]` is a source of numbers, `{id: words}` one of words.
pub(crate) const SCENE: &str = include_str!("verify/scene.txt");

/// A shape, a camera and a lamp, few enough to be written in other units and axes.
const SMALL: &str = include_str!("verify/small.txt");

fn picture(changed: u8) -> RgbaImage {
    let mut picture = RgbaImage::from_fn(8, 8, |x, y| [(x * 30) as u8, (y * 30) as u8, 90, 255].into());
    picture.put_pixel(5, 2, [150 + changed, 60, 90, 255].into());
    picture
}

/// A document from the short form.
pub(crate) fn document(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', '{']) {
        let (before, behind) = rest.split_at(start);
        let end = behind.find([']', '}']).unwrap();
        let (head, values) = behind[1..end].split_once(':').unwrap();
        out.push_str(before);
        match head.split_once(' ') {
            Some((id, width)) => out.push_str(&common::numbers(id, width.parse().unwrap(), values.trim())),
            None => out.push_str(&common::words(head, "Name_array", values.trim())),
        }
        rest = &behind[end + 1..];
    }
    out + rest
}

fn read(text: &str, files: Memory) -> File {
    let files = files.with("main.dae", document(text));
    let imported = OpenOptions::within(files.clone()).open("main.dae").unwrap();
    assert_eq!(imported.scene().unwrap().check(), [], "the scene is not sound");
    let lost: Vec<String> = imported.losses().unwrap().iter().map(|l| format!("{} {}", l.code.id, l.message)).collect();
    // Weights are addressed as everybody does, and repaired if they do not sum to one; comments are no part of a scene.
    let unwanted = |l: &&String| !["CNV227", "CNV204", "CNV118"].iter().any(|code| l.starts_with(code));
    assert_eq!(lost.iter().filter(unwanted).collect::<Vec<_>>(), Vec::<&String>::new());
    imported
}

fn files() -> Memory {
    Memory::new().with("a.png", encode(&picture(0), Encoding::Png).unwrap())
}

fn replaced(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "`{from}` is not in the document");
        text.replace(from, to)
    })
}

/// What is told of two documents: kinds, and words of each difference that matters or does not.
fn told(a: &File, b: &File) -> (Vec<(Kind, String)>, Vec<String>) {
    let verification = Verification::default().with(|c| c.pictures = Some((120, 90)));
    let outcome = a.verify(b, &verification).unwrap();
    let (minor, major): (Vec<_>, Vec<_>) = outcome.differences.iter().partition(|(d, _)| d.minor);
    assert_eq!(outcome.equal(), major.is_empty());
    (major.iter().map(|(d, _)| (d.kind, d.to_string())).collect(), minor.iter().map(|(d, _)| d.to_string()).collect())
}

/// A change, and the kind and place of the difference that it makes.
type Planted = (&'static str, &'static [(&'static str, &'static str)], Kind, &'static str);

const PLANTED: &[Planted] = &[
    ("a moved vertex", &[("1 0 0 1 1 0 0 1 0", "1 0 0 1.01 1 0 0 1 0")], Kind::Shape, "node `Plate`"),
    ("a swapped UV set", &[(r#"input_set="1""#, r#"input_set="0""#)], Kind::Coordinates, "node `Plate`"),
    ("changed coordinates", &[("0 0 .5 0 .5 .5 0 .5", "0 0 .5 0 .5 .6 0 .5")], Kind::Coordinates, "node `Plate`"),
    ("a wrong inverse bind", &[("1 0 0 0 0 1 0 -1 0 0 1 0", "1 0 0 0.1 0 1 0 -1 0 0 1 0")], Kind::Skin, "joint `J1`"),
    ("an inverted opacity", &[(r#"opaque="A_ONE""#, r#"opaque="A_ZERO""#)], Kind::Surface, "material `glass`"),
    (
        "a lost clip",
        &[(
            r##"<animation_clip id="nod" start="0" end="2"><instance_animation url="#nodding"/></animation_clip>"##,
            "",
        )],
        Kind::Clip,
        "clip `nod`",
    ),
    ("a changed key tangent", &[("[bend-out 2: .3 0", "[bend-out 2: .3 20")], Kind::Motion, "clip `walk`"),
    ("a changed weight", &[("[weights 1: 1 .5 .5]", "[weights 1: 1 .6 .4]")], Kind::Skin, "node `Tube`"),
    (
        "swapped materials",
        &[("#paint-m", "#other"), ("#glass-m", "#paint-m"), ("#other", "#glass-m")],
        Kind::Surface,
        "node `Plate`",
    ),
    ("a light's colour", &[("<color>1 1 .5</color>", "<color>1 .5 .5</color>")], Kind::Light, "light `lamp`"),
    ("a light's attenuation", &[("<linear_attenuation>.1<", "<linear_attenuation>.2<")], Kind::Light, "light `lamp`"),
    ("a camera's field of view", &[("<yfov>40</yfov>", "<yfov>45</yfov>")], Kind::Camera, "camera `eye`"),
    ("a camera's planes", &[("<zfar>100</zfar>", "<zfar>90</zfar>")], Kind::Camera, "camera `eye`"),
    ("a turned camera", &[("<rotate>1 0 0 -10</rotate>", "<rotate>1 0 0 -12</rotate>")], Kind::Node, "node `Eye`"),
    (
        "a removed instance",
        &[(r##"<node name="Right"><translate>2 0 0</translate><instance_node url="#wheel"/></node>"##, "")],
        Kind::Node,
        "node `Right`",
    ),
    (
        "a hidden node",
        &[("<!--hidden-->", r#"<extra><technique profile="FCOLLADA"><visibility>0</visibility></technique></extra>"#)],
        Kind::Visibility,
        "node `Cart`",
    ),
    ("another texture", &[("<init_from>a.png", "<init_from>b.png")], Kind::Texture, "material `paint`"),
    ("a texture's wrap", &[("<wrap_s>WRAP", "<wrap_s>CLAMP")], Kind::Surface, "material `paint`"),
    ("flipped winding", &[("<p>0 0 1 1 2 2 3 3</p>", "<p>3 3 2 2 1 1 0 0</p>")], Kind::Winding, "node `Plate`"),
    ("a changed normal", &[("[plate-n 3: 0 0 1", "[plate-n 3: 0 .6 .8")], Kind::Normal, "node `Plate`"),
    (
        "normals the other way",
        &[("[plate-n 3: 0 0 1 0 0 1 0 0 1 0 0 1]", "[plate-n 3: 0 0 -1 0 0 -1 0 0 -1 0 0 -1]")],
        Kind::Normal,
        "node `Plate`",
    ),
    (
        "removed smooth normals",
        &[(r##"<input semantic="NORMAL" source="#tube-n"/>"##, "")],
        Kind::Normal,
        "node `Tube`",
    ),
    (
        "a moved morph target",
        &[("[smile-p 3: 0 0 0 1 0 0 .5 1.5 0]", "[smile-p 3: 0 0 0 1 0 0 .5 1.6 0]")],
        Kind::Morph,
        "node `Face`",
    ),
    ("a morph's method", &[(r#"method="NORMALIZED""#, r#"method="RELATIVE""#)], Kind::Morph, "node `Face`"),
    ("a morph's weight", &[("[face-w 1: .25 0]", "[face-w 1: .5 0]")], Kind::Morph, "node `Face`"),
    (
        "a time-shifted clip",
        &[(r#"id="walk" start="0" end="1""#, r#"id="walk" start=".25" end="1.25""#)],
        Kind::Motion,
        "clip `walk`",
    ),
    ("a time-shifted animation", &[("[cart-t 1: 0 2]", "[cart-t 1: 1 3]")], Kind::Motion, "node `Cart`, animation"),
    ("a shorter clip", &[(r#"id="nod" start="0" end="2""#, r#"id="nod" start="0" end="1""#)], Kind::Clip, "clip `nod`"),
    ("steps in place of lines", &[("{cart-i: LINEAR LINEAR}", "{cart-i: STEP STEP}")], Kind::Motion, "node `Cart`"),
    ("a changed unit", &[(r#"meter="1""#, r#"meter="0.01""#)], Kind::Unit, "unit"),
    ("a changed axis", &[("Y_UP", "Z_UP")], Kind::Unit, "up axis"),
    (
        "removed vertex colours",
        &[(r##"<input semantic="COLOR" source="#plate-c" offset="0"/>"##, "")],
        Kind::Colour,
        "node `Plate`",
    ),
    (
        "a changed second scene",
        &[("<translate>0 5 0</translate>", "<translate>0 6 0</translate>")],
        Kind::Node,
        "scene `second`, node `Alone`",
    ),
    (
        "a missing second scene",
        &[(
            r##"<visual_scene id="second"><node name="Alone"><translate>0 5 0</translate><instance_geometry url="#rim"/></node></visual_scene>"##,
            "",
        )],
        Kind::Scene,
        "scene `second`",
    ),
    (
        "another scene is shown",
        &[(r##"<instance_visual_scene url="#first"/>"##, r##"<instance_visual_scene url="#second"/>"##)],
        Kind::Scene,
        "scenes",
    ),
    ("an extra node", &[("<!--hidden-->", r##"<instance_node url="#wheel"/>"##)], Kind::Node, "node `Wheel`"),
];

#[test]
fn planted_differences_are_found() {
    let other = encode(&picture(40), Encoding::Png).unwrap();
    let right = read(SCENE, files());
    let mut wrong = Vec::new();
    for (name, changes, kind, place) in PLANTED {
        let changed = read(&replaced(SCENE, changes), files().with("b.png", other.clone()));
        let (found, _) = told(&right, &changed);
        if !found.iter().any(|(k, words)| k == kind && words.contains(place)) {
            wrong.push(format!("{name}: {found:#?}"));
        }
        // The other way round it is a difference as well.
        if told(&changed, &right).0.is_empty() {
            wrong.push(format!("{name}: not found the other way round"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), PLANTED.len(), wrong.join("\n"));
}

/// A way to write the same.
type Harmless = (&'static str, &'static [(&'static str, &'static str)]);

const HARMLESS: &[Harmless] = &[
    (
        "a matrix in place of steps",
        &[(
            "<translate>0 1 0</translate><rotate>0 0 1 90</rotate>",
            "<matrix>0 -1 0 0 1 0 0 1 0 0 1 0 0 0 0 1</matrix>",
        )],
    ),
    ("a turn the other way about the other axis", &[("<rotate>0 0 1 90</rotate>", "<rotate>0 0 -1 -90</rotate>")]),
    ("an angle beyond a full turn", &[("<rotate>0 0 1 90</rotate>", "<rotate>0 0 1 450</rotate>")]),
    ("a longer axis", &[("<rotate>0 0 1 90</rotate>", "<rotate>0 0 7 90</rotate>")]),
    (
        "a polygon cut up",
        &[
            (r#"<polylist count="1" material="p">"#, r#"<triangles count="2" material="p">"#),
            ("<vcount>4</vcount><p>0 0 1 1 2 2 3 3</p></polylist>", "<p>0 0 1 1 2 2 0 0 2 2 3 3</p></triangles>"),
        ],
    ),
    (
        "a polygon cut along the other diagonal",
        &[
            (r#"<polylist count="1" material="p">"#, r#"<triangles count="2" material="p">"#),
            ("<vcount>4</vcount><p>0 0 1 1 2 2 3 3</p></polylist>", "<p>1 1 2 2 3 3 1 1 3 3 0 0</p></triangles>"),
        ],
    ),
    ("a ring that begins elsewhere", &[("<p>0 0 1 1 2 2 3 3</p>", "<p>2 2 3 3 0 0 1 1</p>")]),
    (
        "vertices in another order",
        &[
            ("[smile-p 3: 0 0 0 1 0 0 .5 1.5 0]", "[smile-p 3: 1 0 0 .5 1.5 0 0 0 0]"),
            ("[frown-p 3: 0 0 0 1 0 0 .5 .5 0]", "[frown-p 3: 1 0 0 .5 .5 0 0 0 0]"),
            ("[face-p 3: 0 0 0 1 0 0 .5 1 0]", "[face-p 3: 1 0 0 .5 1 0 0 0 0]"),
            ("<p>0 1 2</p><!--face-->", "<p>2 0 1</p>"),
        ],
    ),
    ("triangles in another order", &[("<p>0 1 2 1 3 2 2 3 4</p>", "<p>2 3 4 0 1 2 3 2 1</p>")]),
    (
        "nodes in another order",
        &[
            (r##"<node name="Left"><translate>-2 0 0</translate><instance_node url="#wheel"/></node>"##, ""),
            (
                r##"<node name="Eye">"##,
                r##"<node name="Left"><translate>-2 0 0</translate><instance_node url="#wheel"/></node><node name="Eye">"##,
            ),
        ],
    ),
    (
        "other names",
        &[("\"Plate\"", "\"Panel\""), ("\"Cart\"", "\"Wagon\""), ("\"Tube\"", "\"Hose\""), ("\"Face\"", "\"Mask\"")],
    ),
    ("other ids", &[("rim", "felloe"), ("paint-m", "lack"), ("plate", "sheet"), ("glass-m", "scheibe")]),
    (
        "a primitive split in two",
        &[
            (r#"<triangles count="3">"#, r#"<triangles count="1">"#),
            (
                "<p>0 1 2 1 3 2 2 3 4</p></triangles>",
                r##"<p>0 1 2</p></triangles><triangles count="2"><input semantic="VERTEX" source="#tube-v" offset="0"/><p>1 3 2 2 3 4</p></triangles>"##,
            ),
        ],
    ),
    (
        "a copy in place of an instance",
        &[(
            r##"<node name="Right"><translate>2 0 0</translate><instance_node url="#wheel"/></node>"##,
            r##"<node name="Right"><translate>2 0 0</translate><node name="Wheel"><instance_geometry url="#rim"/></node></node>"##,
        )],
    ),
    (
        "a copied shape",
        &[
            (
                r##"<node name="Alone"><translate>0 5 0</translate><instance_geometry url="#rim"/>"##,
                r##"<node name="Alone"><translate>0 5 0</translate><instance_geometry url="#rim2"/>"##,
            ),
            (
                "<!--copy-->",
                r##"<geometry id="rim2"><mesh>[rim2-p 3: 0 0 0 .2 0 0 0 .2 0]<vertices id="rim2-v"><input semantic="POSITION" source="#rim2-p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#rim2-v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>"##,
            ),
        ],
    ),
    (
        "unused objects",
        &[(
            "<!--copy-->",
            r##"<geometry id="unused"><mesh>[u-p 3: 0 0 0 9 0 0 0 9 0]<vertices id="u-v"><input semantic="POSITION" source="#u-p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#u-v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>"##,
        )],
    ),
    (
        "numbers spelled otherwise",
        &[("0 0 .5 0 .5 .5 0 .5", "0.0 -0 5e-1 0e5 0.50 .5 +0 500E-3"), ("<yfov>40<", "<yfov> 4.0e1 <")],
    ),
    (
        "more keys on a straight line",
        &[
            ("[cart-t 1: 0 2]", "[cart-t 1: 0 .5 1.25 1.5 2]"),
            ("[cart-x 3: 0 0 0 4 0 2]", "[cart-x 3: 0 0 0 1 0 .5 2.5 0 1.25 3 0 1.5 4 0 2]"),
            ("{cart-i: LINEAR LINEAR}", "{cart-i: LINEAR LINEAR LINEAR LINEAR LINEAR}"),
        ],
    ),
    (
        "an animation split into channels",
        &[
            ("[cart-x 3: 0 0 0 4 0 2]", "[cart-x 1: 0 4][cart-z 1: 0 2]"),
            (
                r##"<channel source="#cart-s" target="cart/t"/>"##,
                r##"<sampler id="cart-s2"><input semantic="INPUT" source="#cart-t"/><input semantic="OUTPUT" source="#cart-z"/><input semantic="INTERPOLATION" source="#cart-i"/></sampler><channel source="#cart-s" target="cart/t.X"/><channel source="#cart-s2" target="cart/t.Z"/>"##,
            ),
        ],
    ),
    (
        "a node that does nothing",
        &[
            (r##"<node name="Eye">"##, r##"<node name="Group"><translate>0 0 0</translate><node name="Eye">"##),
            (r##"<instance_camera url="#eye"/></node>"##, r##"<instance_camera url="#eye"/></node></node>"##),
        ],
    ),
    (
        "joints in another order",
        &[
            ("{joints: J0 J1}", "{joints: J1 J0}"),
            (
                "[binds 16: 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 -1 0 0 1 0 0 0 0 1]",
                "[binds 16: 1 0 0 0 0 1 0 -1 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1]",
            ),
            ("<v>0 0 0 0 0 1 1 2 0 1 1 2 1 0</v>", "<v>1 0 1 0 1 1 0 2 1 1 0 2 0 0</v>"),
        ],
    ),
    ("weights that do not sum to one", &[("[weights 1: 1 .5 .5]", "[weights 1: 1 2 2]")]),
    (
        "weights of zero",
        &[
            ("[weights 1: 1 .5 .5]", "[weights 1: 1 .5 .5 0]"),
            ("<vcount>1 1 2 2 1</vcount><v>0 0", "<vcount>2 1 2 2 1</vcount><v>0 0 1 3"),
        ],
    ),
    ("a texture called otherwise", &[("<init_from>a.png", "<init_from>c.png")]),
    ("a texture as a JPEG", &[("<init_from>a.png", "<init_from>a.jpg")]),
    ("a texture in the document", &[("<init_from>a.png</init_from>", "<data>HEX</data>")]),
    (
        "a triangle without area",
        &[
            (r#"<triangles count="3">"#, r#"<triangles count="4">"#),
            ("<p>0 1 2 1 3 2 2 3 4</p>", "<p>0 1 2 1 3 2 2 3 4 1 1 2</p>"),
        ],
    ),
    (
        "white vertex colours",
        &[
            ("<!--rim-white-->", r##"<input semantic="COLOR" source="#rim-c"/>"##),
            ("[rim-p 3:", "[rim-c 3: 1 1 1 1 1 1 1 1 1][rim-p 3:"),
        ],
    ),
    (
        "libraries in another order",
        &[
            (
                r##"<library_lights><light id="lamp"><technique_common><point><color>1 1 .5</color><linear_attenuation>.1</linear_attenuation></point></technique_common></light></library_lights>"##,
                "",
            ),
            (
                "<library_images>",
                r##"<library_lights><light id="lamp"><technique_common><point><color>1 1 .5</color><linear_attenuation>.1</linear_attenuation></point></technique_common></light></library_lights><library_images>"##,
            ),
        ],
    ),
];

#[test]
fn harmless_rewritings_are_equal() {
    let right = read(SCENE, files());
    let png = encode(&picture(0), Encoding::Png).unwrap();
    let hex: String = png.iter().map(|b| format!("{b:02X}")).collect();
    let jpeg = encode(&picture(0), Encoding::Jpeg).unwrap();
    let mut wrong = Vec::new();
    for (name, changes) in HARMLESS {
        let files = files().with("c.png", png.clone()).with("a.jpg", jpeg.clone());
        let text = document(&replaced(SCENE, changes)).replace("HEX", &hex);
        let changed = read(&text.replace(['[', ']', '{', '}'], " "), files);
        for (found, _) in [told(&right, &changed), told(&changed, &right)] {
            if !found.is_empty() {
                wrong.push(format!("{name}: {found:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), HARMLESS.len(), wrong.join("\n"));
}

#[test]
fn units_and_axes_with_their_numbers_are_equal() {
    let right = read(SMALL, Memory::new());
    let centimetres = &[
        (r#"meter="1""#, r#"meter="0.01""#),
        ("0 0 0 1 0 0 0 2 0", "0 0 0 100 0 0 0 200 0"),
        (">1 2 3</translate>", ">100 200 300</translate>"),
        ("<znear>.1</znear><zfar>50</zfar>", "<znear>10</znear><zfar>5000</zfar>"),
        ("<linear_attenuation>.1<", "<linear_attenuation>.001<"),
        ("[x 1: 1 5]", "[x 1: 100 500]"),
    ];
    let (found, _) = told(&right, &read(&replaced(SMALL, centimetres), Memory::new()));
    assert_eq!(found, [], "centimetres");
    // (x, y, z) with Y up is (x, −z, y) with Z up. A camera looks along −Z of its node whatever is up.
    let z_up = &[
        ("Y_UP", "Z_UP"),
        ("0 0 0 1 0 0 0 2 0", "0 0 0 1 0 0 0 0 2"),
        ("[n 3: 0 0 1]", "[n 3: 0 -1 0]"),
        (">1 2 3</translate>", ">1 -3 2</translate>"),
        ("<rotate>0 1 0 90</rotate>", "<rotate>0 0 1 90</rotate>"),
        ("<!--turn-->", "<rotate>1 0 0 90</rotate>"),
    ];
    let (found, _) = told(&right, &read(&replaced(SMALL, z_up), Memory::new()));
    assert_eq!(found, [], "Z up");
}

#[test]
fn other_versions_and_formats_are_equal_up_to_their_losses() {
    let right = read(SCENE, files());
    for version in ["1.4.1", "1.5.0"] {
        let conversion = Conversion::to(&to::DAE).with(|c| {
            c.rebuild = true;
            c.version = Some(version.into());
        });
        let converted = right.convert(&conversion).unwrap();
        let written =
            converted.files.iter().fold(files(), |files, (name, bytes)| files.with(name.clone(), bytes.clone()));
        let again = OpenOptions::within(written.clone()).open("scene.dae").unwrap();
        assert_eq!(told(&right, &again), (vec![], vec![]), "{version}");
    }
    let converted = right.convert(&Conversion::to(&to::OGEX).with(|c| c.tolerance = Some(1e-6))).unwrap();
    let written = converted.files.iter().fold(files(), |files, (name, bytes)| files.with(name.clone(), bytes.clone()));
    let again = OpenOptions::within(written.clone()).open("scene.ogex").unwrap();
    let ledger = Some(portolan::verify::Ledger::of(&converted.losses));
    let verification = Verification::default().with(|c| c.ledger = ledger);
    let outcome = right.verify(&again, &verification).unwrap();
    assert!(outcome.equal(), "{:#?}", outcome.lines());
    assert!(outcome.differences.iter().any(|(_, explained)| explained.is_some()), "{:#?}", outcome.lines());
}

#[test]
fn a_morph_that_two_nodes_share_is_two_morphs_that_move_alike() {
    let twin =
        r##"</node><node name="Twin"><translate>5 0 0</translate><instance_controller url="#face-morph"/></node>"##;
    let face = r##"<instance_controller url="#face-morph"/>"##;
    let shared = replaced(SCENE, &[(&format!("{face}</node>"), &format!("{face}{twin}"))]);
    let start = shared.find(r#"<controller id="face-morph">"#).unwrap();
    let end = start + shared[start..].find("</controller>").unwrap() + "</controller>".len();
    let second = shared[start..end].replace("face-", "twin-");
    let channel = r##"<channel source="#nod-s" target="face-w(0)"/>"##;
    let apart = replaced(
        &shared,
        &[
            (&shared[start..end], &format!("{}{second}", &shared[start..end])),
            (twin, &twin.replace("face-", "twin-")),
            (channel, &format!("{channel}{}", channel.replace("face-", "twin-"))),
        ],
    );
    let (shared, moved) = (read(&shared, files()), replaced(&apart, &[("[twin-w 1: .25 0]", "[twin-w 1: .25 .5]")]));
    let (apart, moved) = (read(&apart, files()), read(&moved, files()));
    assert_eq!(told(&shared, &apart).0, []);
    assert_eq!(told(&apart, &shared).0, []);
    let (found, _) = told(&shared, &moved);
    assert!(found.iter().any(|(kind, what)| *kind == Kind::Morph && what.contains("Twin")), "{found:#?}");
}

#[test]
fn layers_and_unused_coordinates_are_of_little_importance() {
    let right = read(SCENE, files());
    let layer = read(&replaced(SCENE, &[(r#"layer="toys""#, r#"layer="tools""#)]), files());
    assert_eq!(
        told(&right, &layer),
        (vec![], vec!["scene `first`, node `Cart`: its layers differ: `toys` vs `tools`".into()])
    );
    let unused =
        read(&replaced(SCENE, &[("[plate-uv 2: 0 0 1 0 1 1 0 1]", "[plate-uv 2: 0 0 1 0 1 1 0 .5]")]), files());
    let (found, minor) = told(&right, &unused);
    assert_eq!(found, []);
    assert!(minor[0].contains("that no texture uses"), "{minor:?}");
}

/// All documents below a folder of the suite.
fn fixtures(folder: &std::path::Path, found: &mut Vec<String>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        match path.extension().and_then(|e| e.to_str()) {
            _ if path.is_dir() => fixtures(&path, found),
            Some("dae" | "ogex") => found.push(path.to_string_lossy().into_owned()),
            _ => {}
        }
    }
}

#[test]
fn every_fixture_is_equal_to_itself() {
    let mut all = Vec::new();
    fixtures(std::path::Path::new("../../tests/suite"), &mut all);
    assert!(all.len() > 200);
    let verification = Verification::default().with(|c| c.pictures = None);
    let mut wrong = Vec::new();
    for path in all {
        let files = portolan::Files::within(path.as_str());
        let read = || OpenOptions::within(files.clone()).open(&path).ok();
        let Some((a, b)) = read().zip(read()) else { continue };
        let outcome = a.verify(&b, &verification).unwrap();
        if !outcome.differences.is_empty() {
            wrong.push(format!("{path}: {:?}", outcome.lines()));
        }
        let changes = a.diff(&b, None).unwrap();
        if !changes.list.is_empty() {
            wrong.push(format!("{path}: {:?}", changes.lines()));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}
