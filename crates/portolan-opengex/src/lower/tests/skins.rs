//! Skins and morphs: how vertices are bent.

use portolan_eval::{Deformed, LIMIT, Overrides, Stage, deform, pose};
use portolan_scene::glam::{Mat3, Vec3};
use portolan_scene::{Deformer, Morph, MorphMethod, Scene, Skin, ViewId};

use super::{codes, lower, sound};

/// The shape of the first node with one, as it is bent, and how to get to the world.
fn bent(scene: &Scene) -> (Deformed, Vec<[f32; 3]>) {
    let stage = Stage::new(scene, ViewId(0), LIMIT);
    let rest = Overrides::default();
    let posed = pose(scene, &stage, &rest);
    let at = stage.placed.iter().position(|p| !scene.nodes[p.node.index()].drawn.is_empty()).unwrap();
    let drawn = &scene.nodes[stage.placed[at].node.index()].drawn[0];
    let deformed = deform(scene, &stage, &posed, &rest, at as u32, drawn).unwrap();
    let world = posed.world(at as u32);
    let points = deformed.positions.iter().map(|p| {
        let [x, y, z] = p.map(f64::from);
        world.transform_point3([x, y, z].into()).to_array().map(|v| v as f32)
    });
    (deformed.clone(), points.collect())
}

fn near(a: &[[f32; 3]], b: &[[f32; 3]]) {
    let all = a.iter().flatten().zip(b.iter().flatten());
    assert!(a.len() == b.len() && all.clone().all(|(a, b)| (a - b).abs() < 1e-5), "{a:?} is not {b:?}");
}

fn skin(scene: &Scene) -> &Skin {
    let found = scene.controllers.iter().find_map(|c| match &c.deformer {
        Deformer::Skin(skin) => Some(skin),
        Deformer::Morph(_) => None,
    });
    found.expect("a skin")
}

fn skinned(content: &str) -> String {
    format!(
        "Metric (key = \"angle\") {{float {{0.0174532925199432957}}}}
        BoneNode $a {{Translation {{float[3] {{{{0, 0, 5}}}}}}}}
        BoneNode $b {{Rotation (kind = \"z\") {{float {{90}}}} Scale (kind = \"x\") {{float {{2}}}}}}
        GeometryNode {{Translation {{float[3] {{{{100, 0, 0}}}}}} ObjectRef {{ref {{$o}}}}}}
        GeometryObject $o {{Mesh (primitive = \"points\") {{
            VertexArray (attrib = \"position\") {{float[3] {{{{1, 0, 0}}, {{1, 2, 0}}, {{3, 0, 0}}}}}}
            VertexArray (attrib = \"normal\") {{float[3] {{{{1, 0, 0}}, {{1, 0, 0}}, {{1, 0, 0}}}}}}
            Skin {{{content}}}}}}}"
    )
}

const ARRAYS: &str = "BoneCountArray {uint8 {1, 2, 1}} BoneIndexArray {uint8 {0, 0, 1, 1}}
    BoneWeightArray {float {1, 0.25, 0.75, 1}}";

const SKELETON: &str = "Skeleton {BoneRefArray {ref {$a, $b}}
    Transform {float[16] {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1}}}}";

#[test]
fn skinning_by_hand() {
    // T moves by (0, 1, 0). Bone a: M moves by (0, 0, 5), B by (0, 0, 1): together (0, 0, 4). Bone b: M turns by 90° and
    // before that doubles x, B moves by (1, 0, 0): (x, y, z) → (−y, 2(x − 1), z).
    let scene = sound(&skinned(&format!("Transform {{float[6] {{{{1, 0, 0, 1, 0, 1}}}}}} {SKELETON} {ARRAYS}")));
    let (deformed, points) = bent(&scene);
    // Vertex 0 with a: (1, 1, 4). Vertex 1: T gives (1, 3, 0); a (1, 3, 4), b (−3, 0, 0); a quarter and three quarters:
    // (−2, 0.75, 1). Vertex 2 with b: T gives (3, 1, 0), then (−1, 4, 0). The node's own transform does not count.
    near(&points, &[[1., 1., 4.], [-2., 0.75, 1.], [-1., 4., 0.]]);
    // Normals with the inverses: of a they stay, of b the x axis goes to y and is halved, not doubled. Mixed:
    // 0.25·(1, 0, 0) + 0.75·(0, ½, 0).
    let normals: Vec<Vec3> =
        deformed.normal_matrices.unwrap().iter().map(|m| Mat3::from_cols_array(m) * Vec3::X).collect();
    let expected = [Vec3::X, Vec3::new(0.25, 0.375, 0.), Vec3::new(0., 0.5, 0.)];
    assert!(normals.iter().zip(expected).all(|(a, b)| a.abs_diff_eq(b, 1e-6)), "{normals:?}");
    let skin = skin(&scene);
    assert_eq!((skin.counts.as_slice(), skin.influences.len(), skin.joints.len()), (&[1, 2, 1][..], 4, 2));
}

#[test]
fn wrong_skins_are_told_and_what_fits_is_kept() {
    for (content, code) in [
        (format!("{SKELETON} {ARRAYS}").replace("uint8 {1, 2, 1}", "uint8 {1, 2}"), "CNV614"),
        (format!("{SKELETON} {ARRAYS}").replace("uint8 {0, 0, 1, 1}", "uint8 {0, 0, 1, 7}"), "CNV614"),
        (format!("{SKELETON} {ARRAYS}").replace("uint8 {0, 0, 1, 1}", "uint8 {0, 0, 1}"), "CNV614"),
        (format!("{SKELETON} {ARRAYS}").replace("float {1, 0.25", "float {-1, 0.25"), "CNV614"),
        (format!("{SKELETON} {ARRAYS}").replace("float {1, 0.25", "float {0.5, 0.25"), "CNV624"),
        (format!("{SKELETON} {ARRAYS}").replace("$a, $b", "$a, $nobody"), "CNV603"),
        (format!("{SKELETON} {ARRAYS}").replace("$a, $b", "$a, null"), "CNV603"),
        (format!("{SKELETON} {ARRAYS}").replace("$a, $b", "$a"), "CNV614"),
        (format!("{SKELETON} {ARRAYS}").replace("{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1}, ", ""), "CNV614"),
        (format!("{SKELETON} {ARRAYS}").replace("{{1, 0, 0, 0, 0, 1,", "{{0, 0, 0, 0, 0, 1,"), "CNV614"),
        (format!("{SKELETON} {ARRAYS}").replace("uint8 {1, 2, 1}", "float {1, 2, 1}"), "CNV602"),
        (format!("{SKELETON} {ARRAYS}").replace("BoneIndexArray", "Other"), "CNV602"),
        (format!("{SKELETON} {ARRAYS}").replace("BoneWeightArray", "Other"), "CNV602"),
        (format!("{SKELETON} {ARRAYS}").replace("BoneRefArray", "Other"), "CNV602"),
        (ARRAYS.to_owned(), "CNV602"),
    ] {
        let (scene, losses) = lower(&skinned(&content));
        assert_eq!(codes(&losses).first(), Some(&code), "{content}: {losses:?}");
        assert_eq!(scene.nodes[2].drawn.len(), 1);
    }
}

fn morphing(node: &str, object: &str) -> String {
    format!(
        "GeometryNode {{ObjectRef {{ref {{$o}}}} {node}}}
        GeometryObject $o {{{object} Mesh (primitive = \"points\") {{
            VertexArray (attrib = \"position\") {{float[3] {{{{1, 0, 0}}}}}}
            VertexArray (attrib = \"normal\") {{float[3] {{{{0, 0, 1}}}}}}
            VertexArray (attrib = \"position\", morph = 1) {{float[3] {{{{0, 4, 0}}}}}}
            VertexArray (attrib = \"normal\", morph = 1) {{float[3] {{{{0, 1, 0}}}}}}
            VertexArray (attrib = \"position\", morph = 3) {{float[3] {{{{0, 0, 8}}}}}}}}}}"
    )
}

fn morph(scene: &Scene) -> &Morph {
    let Deformer::Morph(morph) = &scene.controllers[0].deformer else { panic!("no morph") };
    morph
}

#[test]
fn absolute_and_relative_targets_by_hand() {
    let weights =
        "MorphWeight {float {0.5}} MorphWeight (index = 1) {float {0.25}} MorphWeight (index = 3) {float {0.125}}";
    // 0.5·(1, 0, 0) + 0.25·(0, 4, 0) + 0.125·(0, 0, 8). The third target has its normal from the first.
    let scene = sound(&morphing(weights, ""));
    let (deformed, points) = bent(&scene);
    near(&points, &[[0.5, 1., 1.]]);
    assert_eq!(deformed.attributes[0].data, [0., 0.25, 0.625]);
    assert_eq!((morph(&scene).method, morph(&scene).targets.len()), (MorphMethod::Sum, 3));
    // Targets 1 and 3 relative to 0: 0.5·(1, 0, 0) + 0.25·(−1, 4, 0) + 0.125·(−1, 0, 8).
    let relative = "Morph {Name {string {\"rest\"}}} Morph (index = 1, base = 0) {} Morph (index = 3, base = 0) {Name {string {\"up\"}}}";
    let scene = sound(&morphing(weights, relative));
    near(&bent(&scene).1, &[[0.125, 1., 1.]]);
    assert_eq!(morph(&scene).bases, [None, Some(0), Some(0)]);
    assert_eq!(scene.geometries[2].meta.name.as_deref(), Some("up"));
}

#[test]
fn without_weights_the_first_target_is_the_shape() {
    let scene = sound(&morphing("", ""));
    assert_eq!(morph(&scene).weights, [1.0, 0.0, 0.0]);
    near(&bent(&scene).1, &[[1., 0., 0.]]);
    // With some, the weight of those that are not named is zero.
    let scene = sound(&morphing("MorphWeight (index = 3) {float {1}}", ""));
    assert_eq!(morph(&scene).weights, [0.0, 0.0, 1.0]);
    near(&bent(&scene).1, &[[0., 0., 8.]]);
    // Version 1.0 has all weights in one structure.
    let scene = sound(&morphing("Morph {float {0.5, 0.5}}", ""));
    near(&bent(&scene).1, &[[0.5, 2., 0.]]);
}

#[test]
fn wrong_morphs_are_told() {
    for (node, object, code) in [
        ("MorphWeight (index = 2) {float {1}}", "", "CNV615"),
        ("MorphWeight {}", "", "CNV602"),
        ("MorphWeight {float {1, 2}}", "", "CNV604"),
        ("MorphWeight (index = -1) {float {1}}", "", "CNV601"),
        ("MorphWeight {float {1}} MorphWeight (index = 0) {float {1}}", "", "CNV606"),
        ("", "Morph (index = 1, base = 9) {}", "CNV615"),
        ("", "Morph (index = 9) {}", "CNV615"),
        ("", "Morph (index = 1, base = 3) {} Morph (index = 3, base = 0) {}", "CNV615"),
        ("", "Morph (index = 1) {} Morph (index = 1) {}", "CNV606"),
        ("", "Morph (index = \"a\") {}", "CNV601"),
        ("", "Morph (base = 1.5) {}", "CNV601"),
    ] {
        let (_, losses) = lower(&morphing(node, object));
        assert_eq!(codes(&losses), [code], "{node} {object}: {losses:?}");
    }
}
