//! Crafted glTF, OBJ, STL, OpenGEX, URDF files and worlds.

use super::parts::*;

/// Bytes of floats.
fn floats(count: usize, of: impl Fn(usize) -> f32) -> Vec<u8> {
    (0..count).flat_map(|k| of(k).to_le_bytes()).collect()
}

/// Their names and makers.
pub const GLTF: &[Named] = &[
    ("gltf_buffers_of_one_file", || {
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"buffers":[{}],"bufferViews":[{}],"accessors":[{}],"meshes":[{{"primitives":[{}]}}]"#,
            (0..300)
                .map(|k| format!(r#"{{"uri":"{}zeros.bin","byteLength":2000000}}"#, "./".repeat(k)))
                .collect::<Vec<_>>()
                .join(","),
            list(300, r#"{"buffer":#,"byteLength":36}"#),
            list(300, r#"{"bufferView":#,"componentType":5126,"count":3,"type":"VEC3"}"#),
            list(300, r##"{"attributes":{"POSITION":#}}"##)
        ));
        one("a.gltf", json).with("zeros.bin", vec![0; 2_000_000])
    }),
    ("gltf_accessors_of_one_view", || {
        let bytes = floats(60_000, |k| (k % 77) as f32);
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"buffers":[{{"uri":"z.bin","byteLength":240000}}],"bufferViews":[{{"buffer":0,"byteLength":240000}}],"accessors":[{}],"meshes":[{}]"#,
            list(4_000, "#"),
            list(4_000, r#"{"mesh":#}"#),
            list(4_000, r#"{"bufferView":0,"componentType":5126,"count":20000,"type":"VEC3"}"#),
            list(4_000, r#"{"primitives":[{"attributes":{"POSITION":#}}]}"#)
        ));
        one("a.gltf", json).with("z.bin", bytes)
    }),
    ("gltf_one_accessor_of_many_meshes", || {
        let bytes = floats(60_000, |k| (k % 77) as f32);
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"buffers":[{{"uri":"z.bin","byteLength":240000}}],"bufferViews":[{{"buffer":0,"byteLength":240000}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":20000,"type":"VEC3"}}],"meshes":[{}]"#,
            list(4_000, "#"),
            list(4_000, r#"{"mesh":#}"#),
            list(4_000, r#"{"primitives":[{"attributes":{"POSITION":0,"NORMAL":0}}]}"#)
        ));
        one("a.gltf", json).with("z.bin", bytes)
    }),
    ("gltf_targets_of_one_accessor", || {
        let bytes = floats(30_000, |k| (k % 77) as f32);
        let targets = list(200, r#"{"POSITION":0,"NORMAL":0}"#);
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"buffers":[{{"uri":"z.bin","byteLength":120000}}],"bufferViews":[{{"buffer":0,"byteLength":120000}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":10000,"type":"VEC3"}}],"meshes":[{{"primitives":[{}]}}]"#,
            list(50, &format!(r#"{{"attributes":{{"POSITION":0}},"targets":[{targets}]}}"#))
        ));
        one("a.gltf", json).with("z.bin", bytes)
    }),
    ("gltf_channels_of_one_sampler", || {
        let bytes = floats(20_000, |k| k as f32 / 100.0);
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"buffers":[{{"uri":"z.bin","byteLength":80000}}],"bufferViews":[{{"buffer":0,"byteLength":80000}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":5000,"type":"SCALAR","min":[0],"max":[49.99]}},{{"bufferView":0,"componentType":5126,"count":5000,"type":"VEC3"}}],"animations":[{{"samplers":[{{"input":0,"output":1}}],"channels":[{}]}}]"#,
            list(8_000, "#"),
            list(8_000, "{}"),
            list(8_000, r##"{"sampler":0,"target":{"node":#,"path":"translation"}}"##)
        ));
        one("a.gltf", json).with("z.bin", bytes)
    }),
    ("gltf_skins_of_one_mesh", || {
        let bytes = floats(60_000, |k| (k % 77) as f32);
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"skins":[{}],"buffers":[{{"uri":"z.bin","byteLength":240000}}],"bufferViews":[{{"buffer":0,"byteLength":240000}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":15000,"type":"VEC3"}},{{"bufferView":0,"componentType":5121,"count":15000,"type":"VEC4"}},{{"bufferView":0,"componentType":5126,"count":15000,"type":"VEC4"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}]"#,
            list(2_000, "#"),
            list(2_000, r#"{"mesh":0,"skin":#}"#),
            list(2_000, r#"{"joints":[0,1,2,3]}"#)
        ));
        one("a.gltf", json).with("z.bin", bytes)
    }),
    ("gltf_pictures_of_one_view", || {
        let picture = png(4000, 4000, 80);
        let size = picture.len();
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"buffers":[{{"uri":"z.bin","byteLength":{size}}},{{"uri":"{}","byteLength":36}}],"bufferViews":[{{"buffer":0,"byteLength":{size}}},{{"buffer":1,"byteLength":36}}],"accessors":[{{"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"}}],"meshes":[{}],"materials":[{}],"textures":[{}],"images":[{}]"#,
            list(150, "#"),
            list(150, r#"{"mesh":#}"#),
            data_uri("application/octet-stream", &floats(9, |k| k as f32)),
            list(150, r#"{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":0},"material":#}]}"#),
            list(150, r#"{"pbrMetallicRoughness":{"baseColorTexture":{"index":#}}}"#),
            list(150, r#"{"source":#}"#),
            list(150, r#"{"bufferView":0,"mimeType":"image/png"}"#)
        ));
        one("a.gltf", json).with("z.bin", picture)
    }),
    ("gltf_chain_of_nodes", || {
        let nodes = (0..50_000).map(|k| format!(r#"{{"children":[{}]}}"#, k + 1)).collect::<Vec<_>>().join(",");
        one("a.gltf", gltf(&format!(r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{nodes},{{}}]"#)))
    }),
    ("gltf_children_twice", || {
        let nodes = (0..60).map(|k| format!(r#"{{"children":[{0},{0}]}}"#, k + 1)).collect::<Vec<_>>().join(",");
        one("a.gltf", gltf(&format!(r#""scene":0,"scenes":[{{"nodes":[0,0,0]}}],"nodes":[{nodes},{{}}]"#)))
    }),
    ("gltf_nested_json", || {
        one("a.gltf", gltf(&format!(r#""extras":{}{}"#, "[".repeat(500_000), "]".repeat(500_000))))
    }),
    ("gltf_keys", || {
        one(
            "a.gltf",
            gltf(&format!(
                r#""extras":{{{}}},"nodes":[{{"name":"x"{}}}]"#,
                list(100_000, r#""k#":#"#),
                r#","name":"y""#.repeat(50_000)
            )),
        )
    }),
    ("gltf_counts_that_lie", || {
        let big = "9223372036854775807";
        one(
            "a.gltf",
            format!(
                r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{big}}}],"bufferViews":[{{"buffer":0,"byteOffset":{big},"byteLength":{big}}}],"accessors":[{{"bufferView":0,"byteOffset":{big},"componentType":5126,"count":{big},"type":"VEC3","sparse":{{"count":{big},"indices":{{"bufferView":0,"componentType":5125}},"values":{{"bufferView":0}}}}}},{{"componentType":5126,"count":4000000000,"type":"MAT4"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"NORMAL":1}},"indices":1}}]}}],"nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],"scene":0}}"#
            ),
        )
    }),
    ("gltf_accessors_of_nothing", || {
        // Without a view an accessor is zeros, as many as it says.
        let json = gltf(&format!(
            r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"accessors":[{}],"meshes":[{}]"#,
            list(200, "#"),
            list(200, r#"{"mesh":#}"#),
            list(200, r#"{"componentType":5126,"count":3000000,"type":"VEC3"}"#),
            list(200, r#"{"primitives":[{"attributes":{"POSITION":#}}]}"#)
        ));
        one("a.gltf", json)
    }),
    ("gltf_control_characters", || {
        let bad = r#"\u001b[31m\u009b2J\u202e\u0007\r\u007f"#;
        one(
            "a.gltf",
            gltf(&format!(
                r#""extensionsUsed":["{bad}"],"extensionsRequired":["{bad}"],"scene":0,"scenes":[{{"name":"{bad}","nodes":[0]}}],"nodes":[{{"name":"{bad}","mesh":7,"{bad}":1}}],"images":[{{"uri":"{bad}.png"}}],"buffers":[{{"uri":"{bad}","byteLength":4}}]"#
            )),
        )
    }),
    ("gltf_glb_chunks", || {
        let json = br#"{"asset":{"version":"2.0"}}     "#;
        let mut glb = b"glTF\x02\0\0\0".to_vec();
        glb.extend(u32::MAX.to_le_bytes());
        glb.extend((json.len() as u32).to_le_bytes());
        glb.extend(b"JSON");
        glb.extend(json);
        for _ in 0..20_000 {
            glb.extend(0u32.to_le_bytes());
            glb.extend(b"BIN\0");
        }
        one("a.glb", glb)
    }),
    ("gltf_findings", || {
        one(
            "a.gltf",
            gltf(&format!(
                r#""nodes":[{}],"meshes":[{}],"materials":[{}]"#,
                list(20_000, r#"{"mesh":99999,"children":[-1,"x"],"rotation":[1]}"#),
                list(5_000, r#"{"primitives":[{"attributes":{"POSITION":#}}]}"#),
                list(5_000, r#"{"normalTexture":{"index":#}}"#)
            )),
        )
    }),
    ("gltf_many_nodes", || {
        one(
            "a.gltf",
            gltf(&format!(
                r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}]"#,
                list(150_000, "#"),
                list(150_000, "{}")
            )),
        )
    }),
    ("gltf_lights", || {
        one(
            "a.gltf",
            gltf(&format!(
                r#""extensionsUsed":["KHR_lights_punctual"],"extensions":{{"KHR_lights_punctual":{{"lights":[{{"type":"point"}}]}}}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}]"#,
                list(60_000, "#"),
                list(60_000, r#"{"extensions":{"KHR_lights_punctual":{"light":0}},"translation":[#,0,0]}"#)
            )),
        )
    }),
];

/// Triangles that all commands can show.
const FACE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

/// Their names and makers.
pub const PLAIN: &[Named] = &[
    ("obj_library_again", || {
        let text: String = (0..5_000).map(|k| format!("mtllib {}a.mtl\n", "./".repeat(k % 50))).collect();
        one("a.obj", format!("{text}{FACE}usemtl m7\nf 1 2 3\n")).with("a.mtl", each(5_000, "newmtl m#\nKd 1 0 0\n"))
    }),
    ("obj_names_in_other_capitals", || {
        let name = |k: usize| (0..16).map(|bit| if k >> bit & 1 == 1 { 'A' } else { 'a' }).collect::<String>();
        let text: String = (0..20_000).map(|k| format!("o {}\nusemtl {}\nf 1 2 3\n", name(k), name(k))).collect();
        one("a.obj", format!("mtllib a.mtl\n{FACE}{text}"))
            .with("a.mtl", (0..20_000).map(|k| format!("newmtl {}\nKd 1 0 0\n", name(k))).collect::<String>())
    }),
    ("obj_groups", || one("a.obj", format!("{FACE}{}", each(50_000, "g a# b# c#\nf 1 2 3\n")))),
    ("obj_same_groups", || one("a.obj", format!("{FACE}{}", "g a\nf 1 2 3\ng b\nf 1 2 3\n".repeat(40_000)))),
    ("obj_long_names", || {
        one("a.obj", format!("{FACE}{}", format!("o {}\nf 1 2 3\n", "x".repeat(20_000)).repeat(300)))
    }),
    ("obj_polygon", || {
        let corners = 60_000;
        let points: String = (0..corners)
            .map(|k| {
                let angle = k as f64 * std::f64::consts::TAU / corners as f64;
                let far = if k % 2 == 0 { 1.0 } else { 0.3 };
                format!("v {} {} 0\n", angle.cos() * far, angle.sin() * far)
            })
            .collect();
        one("a.obj", format!("{points}f {}\n", numbers(corners, |k| (k + 1) as f64)))
    }),
    ("obj_polygons_of_the_same_points", || {
        one("a.obj", format!("{FACE}{}", format!("f {}\n", "1 2 3 ".repeat(2_000)).repeat(100)))
    }),
    ("obj_pictures_many_spellings", || {
        let materials: String = (0..300).map(|k| format!("newmtl m{k}\nmap_Kd {}a.png\n", "./".repeat(k))).collect();
        one(
            "a.obj",
            format!("mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n{}", each(300, "usemtl m#\nf 1/1 2/1 3/1\n")),
        )
        .with("a.mtl", materials)
        .with("a.png", png(3000, 3000, 70))
    }),
    ("obj_indices_far_out", || {
        one(
            "a.obj",
            format!(
                "{FACE}f 1 2 4294967296\nf -9223372036854775808 1 2\nf 99999999999999999999 1 2\nf 0 0 0\n{}",
                "f 1 2 9\n".repeat(30_000)
            ),
        )
    }),
    ("obj_materials_unknown", || {
        one("a.obj", format!("mtllib a.mtl\n{FACE}{}", each(20_000, "usemtl wrong#\nf 1 2 3\n")))
            .with("a.mtl", each(3_000, "newmtl right#\nKd 1 0 0\nKd x\nfoo\n"))
    }),
    ("obj_control_characters", || {
        one(
            "a.obj",
            format!(
                "o \u{1b}[31mx\u{9b}\u{202e}\u{7}\nmtllib \u{1b}]0;t\u{7}.mtl\nusemtl \u{1b}[1m\n\u{1b}[2J bad\n{FACE}f 1 2 3\n"
            ),
        )
    }),
    ("obj_continued_lines", || one("a.obj", format!("{FACE}f 1 2 3 {}\n", "\\\n1 2 3 ".repeat(100_000)))),
    ("obj_curves", || {
        one(
            "a.obj",
            format!(
                "{FACE}{}",
                "cstype bspline\ndeg 100000\ncurv 0 1 1 2 3\nparm u 0 1\nend\nl 1 2 3\np 1 2\n".repeat(5_000)
            ),
        )
    }),
    ("stl_lying_count", || {
        let mut stl = vec![0; 80];
        stl.extend(u32::MAX.to_le_bytes());
        stl.extend([0; 50]);
        one("a.stl", stl)
    }),
    ("stl_solids", || {
        one(
            "a.stl",
            each(
                20_000,
                "solid s#\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s#\n",
            ),
        )
    }),
    ("stl_words", || {
        one(
            "a.stl",
            format!(
                "solid {}\n{}",
                "x".repeat(100_000),
                "facet facet vertex nan inf 1e999 \u{1b}[31m\n".repeat(30_000)
            ),
        )
    }),
    ("ply_lying_count", || {
        one(
            "a.ply",
            "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nelement face 4000000000\nproperty list uint int vertex_indices\nend_header\n",
        )
    }),
    ("urdf_one_mesh_many_times", || {
        let links = each(
            2_000,
            r#"<link name="l#"><visual><geometry><mesh filename="m.stl"/></geometry></visual><collision><geometry><mesh filename="m.stl"/></geometry></collision></link>"#,
        );
        let joints = (1..2_000).map(|k| format!(r#"<joint name="j{k}" type="revolute"><parent link="l{}"/><child link="l{k}"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"#, k - 1)).collect::<String>();
        let mut stl = vec![0; 80];
        stl.extend(3_000u32.to_le_bytes());
        for k in 0..3_000 {
            stl.extend([0; 12]);
            stl.extend(floats(9, |c| ((k * 9 + c) % 101) as f32));
            stl.extend([0; 2]);
        }
        one("a.urdf", format!(r#"<robot name="r">{links}{joints}</robot>"#)).with("m.stl", stl)
    }),
    ("urdf_meshes_many_spellings", || {
        let links: String = (0..300)
            .map(|k| {
                format!(
                    r#"<link name="l{k}"><visual><geometry><mesh filename="{}m.obj"/></geometry></visual></link>"#,
                    "./".repeat(k)
                )
            })
            .collect();
        let joints = (1..300)
            .map(|k| format!(r#"<joint name="j{k}" type="fixed"><parent link="l0"/><child link="l{k}"/></joint>"#))
            .collect::<String>();
        one("a.urdf", format!(r#"<robot name="r">{links}{joints}</robot>"#))
            .with("m.obj", format!("{FACE}{}", "f 1 2 3\n".repeat(30_000)))
    }),
    ("urdf_chain", || {
        let links = each(5_000, r#"<link name="l#"/>"#);
        let joints = (1..5_000).map(|k| format!(r#"<joint name="j{k}" type="continuous"><parent link="l{}"/><child link="l{k}"/><mimic joint="j{}"/></joint>"#, k - 1, (k + 1) % 5_000)).collect::<String>();
        one("a.urdf", format!(r#"<robot name="r">{links}{joints}</robot>"#))
    }),
    ("urdf_circle", || {
        let links = each(2_000, r#"<link name="l#"/>"#);
        let joints = (0..2_000)
            .map(|k| {
                format!(
                    r#"<joint name="j{k}" type="continuous"><parent link="l{k}"/><child link="l{}"/></joint>"#,
                    (k + 1) % 2_000
                )
            })
            .collect::<String>();
        one("a.urdf", format!(r#"<robot name="r">{links}{joints}</robot>"#))
    }),
];

/// Their names and makers.
pub const OGEX: &[Named] = &[
    ("ogex_one_object_many_nodes", || {
        let points = (0..20_000).map(|k| format!("{{{}, {}, 0}}", k % 71, k % 73)).collect::<Vec<_>>().join(", ");
        let nodes = each(4_000, "GeometryNode $n# {Name {string {\"a#\"}} ObjectRef {ref {$o}}}\n");
        one(
            "a.ogex",
            format!(
                "GeometryObject $o {{Mesh (primitive = \"triangles\") {{VertexArray (attrib = \"position\") {{float[3] {{{points}}}}} IndexArray {{unsigned_int32[3] {{{{0, 1, 2}}}}}}}}}}\n{nodes}"
            ),
        )
    }),
    ("ogex_long_names", || {
        let name = "n".repeat(20_000);
        let mut text = String::new();
        (0..100).for_each(|k| text += &format!("Node $a{k} {{Name {{string {{\"{name}\"}}}}\n"));
        one("a.ogex", format!("{text}{}{}", "Node {} Wrong {} ".repeat(3_000), "}\n".repeat(100)))
    }),
    ("ogex_nesting", || one("a.ogex", "Node {".repeat(200_000) + &"}".repeat(200_000))),
    ("ogex_findings_on_one_line", || {
        one("a.ogex", "Node {Name {string {5}} Transform {float[16] {{1}}}} Wrong {} ".repeat(10_000))
    }),
    ("ogex_references", || {
        one(
            "a.ogex",
            each(20_000, "GeometryNode $n# {ObjectRef {ref {$nothing#}} MaterialRef (index = #) {ref {$nix%n#}}}\n"),
        )
    }),
    ("ogex_long_animation", || {
        one(
            "a.ogex",
            format!(
                "Metric (key = \"distance\") {{float {{1}}}}\nNode $n {{Translation %x (kind = \"x\") {{float {{0}}}} Animation (begin = 0, end = 1e12) {{Track (target = %x) {{Time {{Key {{float {{0, 1e12}}}}}} Value {{Key {{float {{0, 1}}}}}}}}}}}}\n{}",
                "Node {}\n".repeat(3_000)
            ),
        )
    }),
    ("ogex_tracks_of_many_keys", || {
        let keys = (0..20_000).map(|k| k.to_string()).collect::<Vec<_>>().join(", ");
        let tracks =
            format!("Track (target = %x) {{Time {{Key {{float {{{keys}}}}}}} Value {{Key {{float {{{keys}}}}}}}}}\n")
                .repeat(20);
        one("a.ogex", format!("Node $n {{Translation %x (kind = \"x\") {{float {{0}}}} Animation {{{tracks}}}}}\n"))
    }),
    ("ogex_morphs", || {
        let arrays: String = (0..300)
            .map(|k| {
                format!(
                    "VertexArray (attrib = \"position\", morph = {k}) {{float[3] {{{}}}}}\n",
                    "{0, 0, 0}, ".repeat(300) + "{1, 0, 0}"
                )
            })
            .collect();
        let weights = each(300, "MorphWeight %w# (index = #) {float {0.5}}\n");
        one(
            "a.ogex",
            format!(
                "GeometryNode $n {{ObjectRef {{ref {{$o}}}} {weights}}}\nGeometryObject $o {{{} Mesh (primitive = \"triangles\") {{{arrays} IndexArray {{unsigned_int32[3] {{{{0, 1, 2}}}}}}}}}}\n",
                each(300, "Morph (index = #, base = 0) {}\n")
            ),
        )
    }),
    ("ogex_pictures_many_spellings", || {
        let materials: String = (0..200)
            .map(|k| {
                format!(
                    "Material $m{k} {{Texture (attrib = \"diffuse\") {{string {{\"{}a.png\"}}}}}}\n",
                    "./".repeat(k)
                )
            })
            .collect();
        let nodes = each(200, "GeometryNode $n# {ObjectRef {ref {$o}} MaterialRef {ref {$m#}}}\n");
        one("a.ogex", format!("GeometryObject $o {{Mesh (primitive = \"triangles\") {{VertexArray (attrib = \"position\") {{float[3] {{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}}}} VertexArray (attrib = \"texcoord\") {{float[2] {{{{0, 0}}, {{1, 0}}, {{0, 1}}}}}} IndexArray {{unsigned_int32[3] {{{{0, 1, 2}}}}}}}}}}\n{materials}{nodes}")).with("a.png", png(3000, 3000, 60))
    }),
    ("ogex_control_characters", || {
        one(
            "a.ogex",
            "Node $a {Name {string {\"\\x1B[31m\\x9B\\u202E\\x07\\r\"}} \u{1b}[2J}\nWro\u{9b}ng {}\nMaterial $m {Texture (attrib = \"diffuse\") {string {\"\\x1B[1m.png\"}}}\nMetric (key = \"\\x1B\") {string {\"\\x1B\"}}\n",
        )
    }),
    ("ogex_skin", || {
        let bones = 2_000;
        let nodes = each(bones, "BoneNode $b# {Transform {float[16] {{1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1}}}}\n");
        let refs = list(bones, "$b#");
        let matrices = "{1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1}, ".repeat(bones);
        let skin = format!(
            "Skin {{Transform {{float[16] {{{{1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1}}}}}} Skeleton {{BoneRefArray {{ref {{{refs}}}}} Transform {{float[16] {{{}}}}}}} BoneCountArray {{unsigned_int16 {{3, 4000000000, 1}}}} BoneIndexArray {{unsigned_int16 {{0, 1, 99999}}}} BoneWeightArray {{float {{1, 2, 3}}}}}}",
            matrices.trim_end_matches(", ")
        );
        one(
            "a.ogex",
            format!(
                "{nodes}GeometryNode $n {{ObjectRef {{ref {{$o}}}}}}\nGeometryObject $o {{Mesh (primitive = \"triangles\") {{VertexArray (attrib = \"position\") {{float[3] {{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}}}} IndexArray {{unsigned_int32[3] {{{{0, 1, 2}}}}}} {skin}}}}}\n"
            ),
        )
    }),
    ("ogex_strings_in_pieces", || {
        one("a.ogex", format!("Node {{Name {{string {{{}}}}}}}\n", "\"abc\" ".repeat(200_000)))
    }),
    ("ogex_states", || {
        one(
            "a.ogex",
            format!("Node {{Extension (applic = \"x\") {{{}}}}}\n", "float[4]* {0{1,2,3,4}}, ".repeat(10_000)),
        )
    }),
];

/// Their names and makers.
pub const WORLDS: &[Named] = &[
    ("wrl_prototypes_of_prototypes", || {
        let mut text = "#VRML V2.0 utf8\nPROTO P0 [] { Shape { geometry Box {} } }\n".to_owned();
        (1..40).for_each(|k| {
            text += &format!("PROTO P{k} [] {{ Group {{ children [ P{0} {{}} P{0} {{}} ] }} }}\n", k - 1)
        });
        one("a.wrl", text + "P39 {}\n")
    }),
    ("wrl_uses_of_uses", || {
        let mut text = "#VRML V2.0 utf8\nDEF N0 Group { children Shape { geometry Box {} } }\n".to_owned();
        (1..40).for_each(|k| text += &format!("DEF N{k} Group {{ children [ USE N{0} USE N{0} ] }}\n", k - 1));
        one("a.wrl", text)
    }),
    ("wrl_grid", || {
        one(
            "a.wrl",
            "#VRML V2.0 utf8\nShape { geometry ElevationGrid { xDimension 2000000000 zDimension 2000000000 height [0] } }\nShape { geometry ElevationGrid { xDimension 3000 zDimension 3000 height [0 1 2] } }\n",
        )
    }),
    ("wrl_grids", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{}",
                "Shape { geometry ElevationGrid { xDimension 2000 zDimension 2000 height [0] } }\n".repeat(30)
            ),
        )
    }),
    ("wrl_extrusions", || {
        let points = numbers(3_000, |k| (k % 13) as f64);
        let spine = numbers(9_000, |k| (k % 17) as f64);
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{}",
                format!("Shape {{ geometry Extrusion {{ crossSection [{points}] spine [{spine}] }} }}\n").repeat(10)
            ),
        )
    }),
    ("wrl_inline_of_itself", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{}",
                (0..300).map(|k| format!("Inline {{ url \"{}a.wrl\" }}\n", "./".repeat(k))).collect::<String>()
            ),
        )
    }),
    ("wrl_inline_many_spellings", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{}",
                (0..300).map(|k| format!("Inline {{ url \"{}b.wrl\" }}\n", "./".repeat(k))).collect::<String>()
            ),
        )
        .with("b.wrl", format!("#VRML V2.0 utf8\n{}", "Shape { geometry Box {} }\n".repeat(5_000)))
    }),
    ("wrl_text", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{}",
                format!("Shape {{ geometry Text {{ string [{}] }} }}\n", "\"abcdefghij\" ".repeat(500)).repeat(200)
            ),
        )
    }),
    ("wrl_faces_of_the_same_points", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\nShape {{ geometry IndexedFaceSet {{ coord Coordinate {{ point [0 0 0, 1 0 0, 0 1 0] }} coordIndex [{}] }} }}\n",
                "0 1 2 0 1 2 -1 ".repeat(100_000)
            ),
        )
    }),
    ("wrl_spiral", || {
        let corners = 40_000;
        let points: Vec<String> = (0..corners)
            .map(|k| {
                let (step, far) = if k < corners / 2 { (k, 1.0) } else { (corners - 1 - k, 0.9) };
                let angle = step as f64 * 0.05;
                format!("{} {} 0", angle.cos() * (angle + 1.0) * far, angle.sin() * (angle + 1.0) * far)
            })
            .collect();
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\nShape {{ geometry IndexedFaceSet {{ convex FALSE coord Coordinate {{ point [{}] }} coordIndex [{} -1] }} }}\n",
                points.join(", "),
                numbers(corners, |k| k as f64)
            ),
        )
    }),
    ("wrl_creases", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\nShape {{ geometry IndexedFaceSet {{ creaseAngle 1 coord Coordinate {{ point [0 0 0, {}] }} coordIndex [{}] }} }}\n",
                numbers(90_000, |k| ((k * 7919) % 1009) as f64),
                (1..30_000).map(|k| format!("0 {} {} -1", k, k % 29_999 + 1)).collect::<Vec<_>>().join(" ")
            ),
        )
    }),
    ("wrl_picture_of_numbers", || {
        one("a.wrl", "#VRML V2.0 utf8\nShape { appearance Appearance { texture PixelTexture { image 60000 60000 4 0x1 } } geometry Box {} }\nShape { appearance Appearance { texture PixelTexture { image 4000000000 4000000000 4 } } geometry Box {} }\n".to_owned())
    }),
    ("wrl_pictures_of_numbers", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{}",
                "Shape { appearance Appearance { texture PixelTexture { image 4000 4000 4 0x1 } } geometry Box {} }\n"
                    .repeat(40)
            ),
        )
    }),
    ("wrl_routes_in_a_circle", || {
        let nodes = each(300, "DEF T# Transform {}\n");
        let routes: String = (0..300).map(|k| format!("ROUTE T{k}.translation_changed TO T{}.set_translation\nROUTE T{k}.translation_changed TO T{}.set_translation\n", (k + 1) % 300, (k + 7) % 300)).collect();
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{nodes}DEF C TimeSensor {{ loop TRUE cycleInterval 0.0000001 }}\nDEF I PositionInterpolator {{ key [0 1] keyValue [0 0 0 1 1 1] }}\nROUTE C.fraction_changed TO I.set_fraction\nROUTE I.value_changed TO T0.set_translation\n{routes}"
            ),
        )
    }),
    ("wrl_routes_fan_out", || {
        let nodes = each(40, "DEF T# Transform {}\n");
        let routes: String = (0..39).map(|k| format!("ROUTE T{k}.translation_changed TO T{0}.set_translation\nROUTE T{k}.scale_changed TO T{0}.set_scale\n", k + 1)).collect();
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{nodes}DEF C TimeSensor {{ loop TRUE cycleInterval 1 }}\nDEF I PositionInterpolator {{ key [0 1] keyValue [0 0 0 1 1 1] }}\nROUTE C.fraction_changed TO I.set_fraction\n{}{routes}",
                "ROUTE I.value_changed TO T0.set_translation\n".repeat(2_000)
            ),
        )
    }),
    ("wrl_script_without_end", || {
        one(
            "a.wrl",
            "#VRML V2.0 utf8\nDEF C TimeSensor { loop TRUE }\nDEF S Script { eventIn SFTime t eventOut SFFloat o url \"javascript: function initialize() { var a = []; while (true) a.push(new Array(1000)); } function t(v) { while (true) {} }\" }\nROUTE C.time TO S.t\nShape { geometry Box {} }\n",
        )
    }),
    ("wrl_scripts_that_print", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\n{}",
                each(
                    500,
                    "DEF S# Script { url \"javascript: function initialize() { for (var i = 0; i < 100000; i++) print('\u{1b}[31mabc'); }\" }\n"
                )
            ),
        )
    }),
    ("wrl_names_in_uses", || {
        let name = "d".repeat(50_000);
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\nDEF {name} Transform {{ children Shape {{ geometry Box {{}} }} }}\n{}",
                "DEF X Group { children [ ".to_owned()
                    + &format!("USE {name} ").repeat(60)
                    + "] }\n"
                    + &"Group { children USE X }\n".repeat(1_000)
            ),
        )
    }),
    ("wrl_viewpoints", || {
        one(
            "a.wrl",
            format!(
                "#VRML V2.0 utf8\nShape {{ geometry Sphere {{}} }}\n{}",
                each(
                    30_000,
                    "Viewpoint { description \"v#\" }\nPointLight { location # 0 0 }\nFog {}\nBackground {}\n"
                )
            ),
        )
    }),
    ("wrl_nesting", || {
        one("a.wrl", format!("#VRML V2.0 utf8\n{}{}", "Group { children [ ".repeat(100_000), "] }".repeat(100_000)))
    }),
    ("wrl_control_characters", || {
        one(
            "a.wrl",
            "#VRML V2.0 utf8\nDEF \u{9b}31m Transform { wrong\u{1b}[2J 5 children Shape { geometry Box {} } }\nWorldInfo { title \"\u{1b}]0;x\u{7}\" info [\"\u{202e}\"] }\nShape { appearance Appearance { texture ImageTexture { url \"\u{1b}[31m.png\" } } geometry Text { string \"\u{1b}[31m\" } }\n",
        )
    }),
    ("x3d_uses_of_uses", || {
        let mut text = "<Group DEF='N0'><Shape><Box/></Shape></Group>".to_owned();
        (1..40)
            .for_each(|k| text += &format!("<Group DEF='N{k}'><Group USE='N{0}'/><Group USE='N{0}'/></Group>", k - 1));
        one("a.x3d", format!("<X3D version='3.3' profile='Immersive'><Scene>{text}</Scene></X3D>"))
    }),
    ("x3d_findings", || {
        one(
            "a.x3d",
            format!(
                "<X3D version='3.3' profile='Immersive'><Scene>{}</Scene></X3D>",
                "<Shape wrong='1'><Bax/><Box size='1'/></Shape><ROUTE fromNode='a' toNode='b'/>".repeat(10_000)
            ),
        )
    }),
    ("x3d_lights", || {
        one(
            "a.x3d",
            format!(
                "<X3D version='3.3' profile='Immersive'><Scene><Shape><Box/></Shape>{}</Scene></X3D>",
                each(50_000, "<PointLight location='# 0 0'/>")
            ),
        )
    }),
    ("x3d_geometries", || {
        one("a.x3d", format!("<X3D version='3.3' profile='Full'><Scene>{}</Scene></X3D>", "<Shape><Sphere subdivision='100000 100000'/></Shape><Shape><Cone/></Shape><Shape><Disk2D/></Shape><Shape><NurbsPatchSurface uOrder='100' vOrder='100' uDimension='100000' vDimension='100000' uTessellation='100000' vTessellation='100000'/></Shape><Shape><GeoElevationGrid xDimension='100000' zDimension='100000'/></Shape>".repeat(300)))
    }),
    ("x3d_spheres", || {
        one(
            "a.x3d",
            format!(
                "<X3D version='3.3' profile='Immersive'><Scene>{}</Scene></X3D>",
                "<Shape><Sphere/></Shape>".repeat(20_000)
            ),
        )
    }),
    ("xwrl_shapes", || {
        one(
            "a.xwrl",
            format!(
                "<World xmlns='http://www.xvrml.net/schemas/core'><children>{}</children></World>",
                "<Shape><geometry><Sphere/></geometry></Shape><Anchor/>".repeat(10_000)
            ),
        )
    }),
    ("xwrl_inlines", || {
        one(
            "a.xwrl",
            format!(
                "<World xmlns='http://www.xvrml.net/schemas/core'><children>{}</children></World>",
                (0..200).map(|k| format!("<Inline url='{}a.xwrl'/>", "./".repeat(k))).collect::<String>()
            ),
        )
    }),
];
