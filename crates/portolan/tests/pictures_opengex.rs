//! Pictures of small OpenGEX documents, one for each thing that OpenGEX has and COLLADA has not, compared as those of
//! `pictures.rs` are.

use portolan::pictures::{Kind, Moments, RgbaImage, colour, encode};
use std::path::Path;

use crate::gallery::{SIDE, compare, shot};
use portolan::{Files, Memory, OpenOptions};

/// Takes the picture of a document with these structures, seen from in front: from −2 to 2 at the origin.
#[track_caller]
fn document(name: &str, structures: &str, files: Memory) -> RgbaImage {
    let text = format!(
        r#"Metric (key = "distance") {{float {{1.0}}}}
Metric (key = "up") {{string {{"y"}}}}
CameraNode {{ObjectRef {{ref {{$camera}}}} Translation {{float[3] {{{{0, 0, 10}}}}}}}}
CameraObject $camera {{Param (attrib = "fovy") {{float {{0.39479112}}}}}}
{structures}"#
    );
    let files = files.with("main.ogex", text);
    let imported = OpenOptions::within(files.clone()).open("main.ogex").unwrap();
    assert_eq!(imported.scene().unwrap().check(), []);
    let told: Vec<&str> = imported.losses().unwrap().iter().map(|l| l.message.as_ref()).collect();
    assert!(told.is_empty(), "{told:?}");
    compare(name, &imported, &shot())
}

/// The pixel at a place from −2 to 2.
fn at(picture: &RgbaImage, x: f64, y: f64) -> [u8; 4] {
    let place = |c: f64| ((c + 2.0) / 4.0 * f64::from(SIDE)) as u32;
    picture.get_pixel(place(x), place(-y)).0
}

/// White light from the upper left.
const SUN: &str = r#"LightNode {ObjectRef {ref {$sun}} Rotation (kind = "y") {float {-0.6}} Rotation (kind = "x") {float {-0.5}}}
LightObject $sun (type = "infinite") {}
"#;

/// White light along the view.
const LAMP: &str = "LightNode {ObjectRef {ref {$lamp}}}\nLightObject $lamp (type = \"infinite\") {}\n";

/// A sphere of radius 0.9 called `$ball`: u runs around it and v from its foot to its top.
fn ball() -> String {
    let (rings, segments) = (16, 32);
    let (mut points, mut normals, mut coordinates, mut faces) =
        (String::new(), String::new(), String::new(), String::new());
    for ring in 0..=rings {
        let polar = std::f64::consts::PI * f64::from(ring) / f64::from(rings);
        for segment in 0..=segments {
            let turn = std::f64::consts::TAU * f64::from(segment) / f64::from(segments);
            let [x, y, z] = [-polar.sin() * turn.cos(), polar.cos(), polar.sin() * turn.sin()];
            points.push_str(&format!("{{{:.4}, {:.4}, {:.4}}},", 0.9 * x, 0.9 * y, 0.9 * z));
            normals.push_str(&format!("{{{x:.4}, {y:.4}, {z:.4}}},"));
            let (u, v) = (f64::from(segment) / f64::from(segments), 1.0 - f64::from(ring) / f64::from(rings));
            coordinates.push_str(&format!("{{{u:.4}, {v:.4}}},"));
            if ring < rings && segment < segments {
                let a = ring * (segments + 1) + segment;
                let (b, c, d) = (a + 1, a + segments + 1, a + segments + 2);
                faces.push_str(&format!("{{{a}, {c}, {d}}}, {{{a}, {d}, {b}}},"));
            }
        }
    }
    let array = |attrib: &str, width: u32, rows: &str| {
        format!("VertexArray (attrib = \"{attrib}\") {{float[{width}] {{{}}}}}\n", rows.trim_end_matches(','))
    };
    let faces = faces.trim_end_matches(',');
    format!(
        "GeometryObject $ball {{Mesh (primitive = \"triangles\") {{\n{}{}{}IndexArray {{uint32[3] {{{faces}}}}}\n}}}}\n",
        array("position", 3, &points),
        array("normal", 3, &normals),
        array("texcoord", 2, &coordinates)
    )
}

/// A mesh of one square from −0.9 to 0.9, coordinates from 0 to 1 in set 0 and from 0 to 3 in set 1.
fn square_mesh(properties: &str, front: &str) -> String {
    let corners = "{-0.9, -0.9, 0}, {0.9, -0.9, 0}, {0.9, 0.9, 0}, {-0.9, 0.9, 0}";
    format!(
        r#"Mesh ({properties}primitive = "quads") {{
VertexArray (attrib = "position") {{float[3] {{{corners}}}}}
VertexArray (attrib = "texcoord") {{float[2] {{{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}}}}}
VertexArray (attrib = "texcoord[1]") {{float[2] {{{{0, 0}}, {{3, 0}}, {{3, 3}}, {{0, 3}}}}}}
IndexArray (front = "{front}") {{uint32[4] {{{{0, 1, 2, 3}}}}}}
}}"#
    )
}

fn square() -> String {
    format!("GeometryObject $square {{{}}}\n", square_mesh("", "ccw"))
}

/// Four things at the corners of the picture, each with a material of these structures.
fn four(object: &str, materials: [&str; 4]) -> String {
    let places = ["-1, 1", "1, 1", "-1, -1", "1, -1"];
    let each = materials.iter().zip(places).enumerate().map(|(i, (material, place))| {
        format!(
            "GeometryNode {{ObjectRef {{ref {{${object}}}}} MaterialRef {{ref {{$m{i}}}}} Translation {{float[3] {{{{{place}, 0}}}}}}}}\n\
             Material $m{i} {{{material}}}\n"
        )
    });
    each.collect()
}

fn param(attrib: &str, value: f64) -> String {
    format!("Param (attrib = \"{attrib}\") {{float {{{value:?}}}}}\n")
}

fn rgb(attrib: &str, value: &str) -> String {
    format!("Color (attrib = \"{attrib}\") {{float[3] {{{{{value}}}}}}}\n")
}

fn texture(attrib: &str, rest: &str, content: &str) -> String {
    format!("Texture (attrib = \"{attrib}\"{rest}) {{string {{\"picture.png\"}} {content}}}\n")
}

fn picture(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Memory {
    let pixels = RgbaImage::from_fn(width, height, |x, y| image::Rgba(pixel(x, y)));
    Memory::new().with("picture.png", encode(&pixels, Kind::Png).unwrap())
}

/// Red, green above blue, yellow.
fn colours() -> Memory {
    let four = [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 255], [255, 255, 0, 0]];
    picture(2, 2, |x, y| four[(2 * y + x) as usize])
}

#[test]
fn an_example() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/opengex/lantern.ogex");
    let path = path.to_string_lossy();
    let files = Files::within(path.as_ref());
    let imported = OpenOptions::within(files.clone()).open(&*path).unwrap();
    let shot = shot().with(|c| {
        c.moments = Moments::At(0.25);
        c.background = colour("white").unwrap();
    });
    compare("ogex-lantern", &imported, &shot);
}

#[test]
fn metal_and_roughness() {
    let mut text = format!("{SUN}{}", ball());
    for (row, metalness) in [1.0, 0.5, 0.0].into_iter().enumerate() {
        for (column, roughness) in [0.25, 0.5, 1.0].into_iter().enumerate() {
            let place = format!("{:.4}, {:.4}, 0", -1.3 + 1.3 * column as f64, 1.3 - 1.3 * row as f64);
            let name = format!("m{row}{column}");
            text.push_str(&format!(
                "GeometryNode {{ObjectRef {{ref {{$ball}}}} MaterialRef {{ref {{${name}}}}} Translation {{float[3] {{{{{place}}}}}}}\
                 Scale {{float[3] {{{{0.7, 0.7, 0.7}}}}}}}}\nMaterial ${name} {{{}{}{}{}}}\n",
                rgb("diffuse", "0.9, 0.6, 0.2"),
                param("metalness", metalness),
                param("roughness", roughness),
                param("ior", 1.5)
            ));
        }
    }
    document("ogex-metal", &text, Memory::new());
}

#[test]
fn lacquer_and_velvet() {
    let waves = picture(16, 16, |x, _| [if x % 4 < 2 { 180 } else { 75 }, 128, 230, 255]);
    let base = rgb("diffuse", "0.5, 0.05, 0.05");
    let coat = format!("{base}{}{}", rgb("clearcoat", "1, 1, 1"), param("clearcoat_roughness", 0.3));
    let own = format!("{coat}{}", texture("clearcoat_normal", "", "Scale {float[3] {{4, 4, 1}}}"));
    let velvet = format!("{base}{}{}", rgb("sheen", "0.6, 0.7, 1"), param("sheen_roughness", 0.6));
    let shiny = format!("{base}{}{}", rgb("specular", "0.5, 0.5, 0.5"), param("specular_power", 30.0));
    let text = format!("{SUN}{}{}", ball(), four("ball", [&coat, &own, &velvet, &shiny]));
    document("ogex-layers", &text, waves);
}

#[test]
fn coordinates_and_channels() {
    let clamped = r#", swizzle = "bar1", x_address = "clamp", y_address = "clamp""#;
    let swizzled = texture("diffuse", clamped, "");
    let turned = texture("diffuse", "", "Rotation (kind = \"z\") {float {0.7853982}} Scale {float[3] {{2, 2, 1}}}");
    let second = texture("diffuse", ", texcoord = 1", "");
    let address = r#", texcoord = 1, x_address = "border", y_address = "mirror_repeat", border = "white""#;
    let bordered = texture("diffuse", address, "Translation {float[3] {{-1, 0, 0}}}");
    let text = format!("{LAMP}{}{}", square(), four("square", [&swizzled, &turned, &second, &bordered]));
    let picture = document("ogex-texture", &text, colours());
    // The upper left texel is (255, 0, 0, 255): blue, alpha, red is (0, 255, 255). The lower right one is yellow.
    assert_eq!(at(&picture, -1.8, 1.8), [0, 255, 255, 255]);
    assert_eq!(at(&picture, -0.2, 0.2), [0, 0, 255, 255]);
    // Left and right of the picture there is the border.
    assert_eq!(at(&picture, 0.2, -1.0), [255, 255, 255, 255]);
    assert_eq!(at(&picture, 1.8, -1.0), [255, 255, 255, 255]);
}

#[test]
fn opacity_and_transparency() {
    let base = rgb("diffuse", "1, 0.8, 0.4");
    let half = format!("{base}{}", param("opacity", 0.5));
    let pictured = format!("{base}{}{}", param("opacity", 0.8), texture("opacity", r#", swizzle = "g""#, ""));
    let tinted = format!("{base}{}", rgb("transparency", "0, 0.5, 1"));
    let both = format!("{tinted}{}", param("opacity", 0.5));
    let wall = format!(
        "GeometryNode {{ObjectRef {{ref {{$square}}}} MaterialRef {{ref {{$wall}}}} Translation {{float[3] {{{{0, 0, -1}}}}}} Scale {{float[3] {{{{1.2, 1.2, 1}}}}}}}}\n\
         Material $wall {{{}}}\n",
        rgb("diffuse", "0.2, 0.2, 0.6")
    );
    let text = format!("{LAMP}{wall}{}{}", square(), four("square", [&half, &pictured, &tinted, &both]));
    let picture = document("ogex-opacity", &text, colours());
    // In front of the wall: half of each.
    assert_eq!(at(&picture, -0.5, 0.5), [153, 128, 128, 255]);
    // Red is all of the square, green half, blue all of the wall: (1, 0.8·0.5 + 0.2·0.5, 0.6).
    assert_eq!(at(&picture, -0.5, -0.5), [255, 128, 153, 255]);
    // With opacity beside it half of that: (0.6, 0.2 + 0.6·0.25, 0.6).
    assert_eq!(at(&picture, 0.5, -0.5), [153, 89, 153, 255]);
}

#[test]
fn relief_of_normals_and_heights() {
    // Red runs through a wave, blue is that of normals.
    let waves = picture(8, 8, |x, y| {
        let wave = [128, 200, 220, 200, 128, 56, 36, 56];
        [wave[x as usize], wave[y as usize], 220, 255]
    });
    let base = rgb("diffuse", "0.8, 0.8, 0.8");
    let scale = "Scale {float[3] {{4, 2, 1}}}";
    let normals = format!("{base}{}", texture("normal", "", scale));
    let heights = format!("{base}{}{}", texture("height", "", scale), param("height_scale", 1.5));
    let both = format!("{normals}{}", texture("height", r#", swizzle = "g""#, scale));
    let rough = format!(
        "{base}{}{}{}",
        param("metalness", 1.0),
        param("roughness", 1.0),
        texture("roughness", r#", swizzle = "r""#, scale)
    );
    let text = format!("{SUN}{}{}", ball(), four("ball", [&normals, &heights, &both, &rough]));
    document("ogex-relief", &text, waves);
}

/// A wall before which a light hangs at z = 1.
fn wall(light: &str) -> String {
    format!(
        "GeometryNode {{ObjectRef {{ref {{$square}}}} Scale {{float[3] {{{{3, 3, 1}}}}}}}}\n{}\
         LightNode {{ObjectRef {{ref {{$lamp}}}} Translation {{float[3] {{{{0, 0, 1}}}}}}}}\nLightObject $lamp {light}\n",
        square()
    )
}

#[test]
fn light_fades_by_functions() {
    let near = r#"(type = "point") {Param (attrib = "intensity") {float {1.0}}
        Atten (curve = "inverse_square") {Param (attrib = "scale") {float {1.0}}}}"#;
    let picture = document("ogex-light-distance", &wall(near), Memory::new());
    // Right below it nearly a whole; beside it, in the middle of a pixel, 1/d² times the cosine 1/d.
    assert!(at(&picture, 0.02, 0.02)[0] >= 254);
    let beside = 72.5 / 24.0 - 2.0;
    let square: f64 = 1.0 + beside * beside + (0.5f64 / 24.0).powi(2);
    assert_eq!(at(&picture, 1.0, 0.0)[0], (255.0 * square.powf(-1.5)).round() as u8);
    let cone = r#"(type = "spot") {
        Atten (kind = "angle", curve = "smooth") {Param (attrib = "begin") {float {0.4}} Param (attrib = "end") {float {1.0}}}
        Color (attrib = "light") {float[3] {{1, 0.9, 0.6}}}}"#;
    let picture = document("ogex-light-angle", &wall(cone), Memory::new());
    assert_eq!(at(&picture, 1.7, 0.0), [0, 0, 0, 255]);
    let cosine = r#"(type = "spot") {Atten (kind = "cos_angle", curve = "linear") {
        Param (attrib = "begin") {float {1.0}} Param (attrib = "end") {float {0.5}} Param (attrib = "power") {float {2.0}}}}"#;
    document("ogex-light-cosine", &wall(cosine), Memory::new());
    let thrown = r#"(type = "spot") {Texture (attrib = "projection", x_address = "clamp", y_address = "clamp") {string {"picture.png"}}
        Atten (kind = "angle", curve = "linear") {Param (attrib = "begin") {float {1.0}} Param (attrib = "end") {float {1.01}}}}"#;
    let picture = document("ogex-light-picture", &wall(thrown), colours());
    let [r, g, b, _] = at(&picture, -1.0, 0.8);
    assert!(r > 100 && g == 0 && b == 0, "the upper left is red: {r} {g} {b}");
}

#[test]
fn what_is_seen_and_from_where() {
    let node = |properties: &str, object: &str, place: &str, rest: &str| {
        format!(
            "GeometryNode ({properties}) {{ObjectRef {{ref {{${object}}}}} {rest} Translation {{float[3] {{{{{place}, 0}}}}}} Scale {{float[3] {{{{0.6, 0.6, 1}}}}}} Rotation (kind = \"y\") {{float {{{}}}}}}}\n",
            if place.ends_with("-1.3") { "3.1415927" } else { "0" }
        )
    };
    // A coarse level that is too large, a square that is seen from behind, and one whose front is clockwise.
    let coarse = square_mesh("lod = 1, ", "ccw").replace("0.9", "1.8");
    let objects = format!(
        "{}GeometryObject $hidden (visible = false) {{{}}}\nGeometryObject $clockwise {{{}}}\nGeometryObject $levels {{{}{coarse}}}\n",
        square(),
        square_mesh("", "ccw"),
        square_mesh("", "cw"),
        square_mesh("", "ccw")
    );
    let two = "MaterialRef {ref {$two}}";
    let one = "MaterialRef {ref {$one}}";
    let text = format!(
        "{LAMP}{objects}Material $two (two_sided = true) {{{}}}\nMaterial $one {{{}}}\n{}{}{}{}{}{}{}{}{}",
        rgb("diffuse", "0.2, 0.8, 0.2"),
        rgb("diffuse", "0.8, 0.2, 0.2"),
        // First row: as it is, hidden here, hidden there.
        node("", "square", "-1.3, 1.3", one),
        node("visible = false", "square", "0, 1.3", one),
        node("", "hidden", "1.3, 1.3", one),
        // Second row: shown after all, the finest level, the front the other way round.
        node("visible = true", "hidden", "-1.3, 0", one),
        node("", "levels", "0, 0", one),
        node("", "clockwise", "1.3, 0", one),
        // Third row, from behind: one side, two sides, the other one side.
        node("", "square", "-1.3, -1.3", one),
        node("", "square", "0, -1.3", two),
        node("", "clockwise", "1.3, -1.3", one)
    );
    let picture = document("ogex-seen", &text, Memory::new());
    let (red, green) = ([204, 51, 51, 255], [51, 204, 51, 255]);
    let found: Vec<_> = [1.3, 0.0, -1.3].iter().flat_map(|y| [-1.3, 0.0, 1.3].map(|x| at(&picture, x, *y))).collect();
    assert_eq!(found, [red, [0; 4], [0; 4], red, red, [0; 4], [0; 4], green, red]);
    assert_eq!(at(&picture, 0.65, 0.0), [0; 4]);
}
