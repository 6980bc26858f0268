//! Files that are hard on one command, with that command.

use super::parts::*;

/// A name, the commands that the file is hard on, and its maker.
type Hard = (&'static str, &'static [&'static str], fn() -> Case);

/// All of them.
pub const CASES: &[Hard] = &[
    ("dae_counts_that_lie", &["fix --unsafe FILE -o OUT/fixed", "check FILE"], || {
        let text = scene(&triangle(), SHAPE);
        let text = text.replace("count=\"9\"", "count=\"18446744073709551615\"");
        let text = text.replace("count=\"3\"", "count=\"9223372036854775807\"");
        one("a.dae", text.replace("stride=\"3\"", "stride=\"9223372036854775807\" offset=\"18446744073709551614\""))
    }),
    ("dae_holes_within_holes", &["convert FILE OUT/o.glb --force"], || {
        let (mut positions, mut rings) = (String::new(), String::new());
        for k in 0..3_000 {
            let (r, at, ring) = (3_001 - k, 4 * k, if k == 0 { "p" } else { "h" });
            positions += &format!("{0} {0} 0 {r} {0} 0 {r} {r} 0 {0} {r} 0 ", -r);
            rings += &format!("<{ring}>{at} {} {} {}</{ring}>", at + 1, at + 2, at + 3);
        }
        let polygons = format!(
            r##"<polygons count="1"><input semantic="VERTEX" source="#gv" offset="0"/><ph>{rings}</ph></polygons>"##
        );
        one(
            "a.dae",
            scene(&format!("<library_geometries>{}</library_geometries>", mesh("g", &positions, &polygons)), SHAPE),
        )
    }),
    ("dae_many_channels_of_one_matrix", &["sample --rate 1000 --json FILE"], || {
        let times = numbers(1_000, |k| k as f64 / 10.0);
        let step = "LINEAR ".repeat(1_000);
        let sampler = [
            single("t", "float", "TIME", &times),
            single("o", "float", "X", &times),
            single("i", "Name", "INTERPOLATION", &step),
            r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>"##.to_owned(),
        ]
        .concat();
        let channels: String = (0..8_000)
            .map(|k| format!(r##"<channel source="#s0" target="n/x({})({})"/>"##, k % 4, k / 4 % 4))
            .collect();
        let node = r##"<node id="n"><matrix sid="x">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/></node>"##;
        let animations = format!("<library_animations><animation>{sampler}{channels}</animation></library_animations>");
        one("a.dae", scene(&format!("{animations}{}", triangle()), node))
    }),
    ("dae_driven_steps", &["convert FILE OUT/r.dae --rebuild --force"], || {
        let sampler = [
            single("t", "float", "TIME", "0 1"),
            single("o", "float", "X", "0 1"),
            single("i", "Name", "INTERPOLATION", "LINEAR LINEAR"),
            r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>"##.to_owned(),
        ]
        .concat();
        let steps = each(3_000, r#"<translate sid="t#">0 0 0</translate>"#);
        let channels = each(3_000, r##"<channel source="%s0" target="n/t#.X"/>"##).replace('%', "#");
        let animations = format!("<library_animations><animation>{sampler}{channels}</animation></library_animations>");
        let node = format!(r##"<node id="n">{steps}<instance_geometry url="#g"/></node>"##);
        one("a.dae", scene(&format!("{animations}{}", triangle()), &node))
    }),
    ("dae_instances_of_a_large_mesh", &["render FILE -o OUT/o.png --size 64x64 --force", "info FILE"], || {
        instances(8_000, "")
    }),
    ("dae_moving_instances_of_a_large_mesh", &["verify FILE OTHER"], || {
        let sampler = [
            single("t", "float", "TIME", "0 1"),
            single("o", "float", "X", "0 1"),
            r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/></sampler>"##.to_owned(),
        ];
        let channel = r##"<channel source="#s0" target="n7/t.X"/>"##;
        let animations =
            format!("<library_animations><animation>{}{channel}</animation></library_animations>", sampler.concat());
        instances(300, &animations).against("b.dae", instances(300, &animations).files.remove(0).1)
    }),
    ("dae_attributes_twice", &["fix --unsafe FILE -o OUT/fixed", "fix --dry-run FILE"], || {
        one("a.dae", scene(&triangle(), &format!("<node {}/>{SHAPE}", "name=\"1\" ".repeat(60_000))))
    }),
    ("dae_samplers_shared", &["diff --json FILE OTHER"], || {
        let text = |more: usize| {
            let times = numbers(3_000, |k| k as f64);
            let sampler = [
                single("t", "float", "TIME", &times),
                single("o", "float", "X", &numbers(3_000, |k| (k + more) as f64)),
                r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/></sampler>"##.to_owned(),
            ]
            .concat();
            let channels = each(3_000, r##"<channel source="%s0" target="n#/x.X"/>"##).replace('%', "#");
            let nodes = each(3_000, r##"<node id="n#"><translate sid="x">0 0 0</translate></node>"##);
            let animations =
                format!("<library_animations><animation>{sampler}{channels}</animation></library_animations>");
            scene(&format!("{animations}{}", triangle()), &(nodes + SHAPE))
        };
        one("a.dae", text(0)).against("b.dae", text(1))
    }),
    ("ogex_one_bone_many_times", &["diff --json FILE OTHER"], || {
        let bones = vec!["$b"; 20_000].join(",");
        one(
            "a.ogex",
            format!(
                r#"Metric (key = "distance") {{float {{1}}}} BoneNode $b {{}} GeometryObject $g {{ Mesh {{ VertexArray (attrib = "position") {{ float[3] {{{{0,0,0}},{{1,0,0}},{{0,1,0}}}} }} Skin {{ Skeleton {{ BoneRefArray {{ref {{{bones}}}}} }} BoneCountArray {{unsigned_int16 {{1,1,1}}}} BoneIndexArray {{unsigned_int16 {{0,1,2}}}} BoneWeightArray {{float {{1,1,1}}}} }} }} }} GeometryNode $n {{ ObjectRef {{ref {{$g}}}} }}"#
            ),
        )
    }),
    (
        "wrl_letters_again_and_again",
        &["render FILE -o OUT/o.png --size 64x64 --force", "info FILE", "verify FILE FILE"],
        || {
            let letters = "Q@g".repeat(300);
            let uses = "Transform { children USE T }\n".repeat(2_000);
            one(
                "a.wrl",
                format!("#VRML V2.0 utf8\nDEF T Shape {{ geometry Text {{ string [\"{letters}\"] }} }}\n{uses}"),
            )
        },
    ),
    (
        "wrl_sections_along_a_spine",
        &["convert FILE OUT/o.glb --force", "render FILE -o OUT/o.png --size 64x64 --force"],
        || {
            let section = (0..4_000).map(|k| format!("{} {}", (k as f64).cos(), (k as f64).sin())).collect::<Vec<_>>();
            let spine = (0..4_000).map(|k| format!("0 {k} 0")).collect::<Vec<_>>();
            let (section, spine) = (section.join(","), spine.join(","));
            let shape = format!("Shape {{ geometry Extrusion {{ crossSection [{section}] spine [{spine}] }} }}");
            one("a.wrl", format!("#VRML V2.0 utf8\n{shape}"))
        },
    ),
    ("wrl_regular_expression", &["run --until 1 --json FILE"], || {
        let script = "javascript: function initialize() { /(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'); }";
        one("a.wrl", format!("#VRML V2.0 utf8\nShape {{ geometry Box {{}} }} DEF S Script {{ url \"{script}\" }}"))
    }),
    ("wrl_script_in_one_step", &["run --until 1 --json FILE"], || {
        let script = "javascript: function initialize() { Array.prototype.reverse.call({length: 9007199254740991}); }";
        one("a.wrl", format!("#VRML V2.0 utf8\nShape {{ geometry Box {{}} }} Script {{ url \"{script}\" }}"))
    }),
    ("wrl_script_that_grows", &["run --until 1 --json FILE", "info FILE"], || {
        let script = "javascript: function initialize() { var a='xxxxxxxx'; for (var i=0;i<40;i++) a+=a; s=a; }";
        one(
            "a.wrl",
            format!("#VRML V2.0 utf8\nShape {{ geometry Box {{}} }} Script {{ eventOut SFString s url \"{script}\" }}"),
        )
    }),
    ("urdf_mimics_around", &["pose FILE", "check FILE", "convert FILE OUT/o.dae --force"], || {
        let links = each(1_001, r#"<link name="l#"><visual><geometry><box size="1 1 1"/></geometry></visual></link>"#);
        let joints: String = (0..1_000)
            .map(|k| {
                let (to, other) = (k + 1, (k + 1) % 1_000);
                format!(r#"<joint name="j{k}" type="revolute"><parent link="l{k}"/><child link="l{to}"/><limit lower="NaN" upper="-INF" effort="0" velocity="0"/><mimic joint="j{other}" multiplier="2" offset="1e300"/></joint>"#)
            })
            .collect();
        one("a.urdf", format!(r#"<robot name="r">{links}{joints}</robot>"#))
    }),
    ("gltf_many_attributes_of_one_view", &["convert FILE OUT/o.glb --force", "info FILE"], || {
        let json = format!(
            r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"buffers":[{{"uri":"{}","byteLength":120000}}],"bufferViews":[{{"buffer":0,"byteLength":120000}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":10000,"type":"VEC3"}},{{"bufferView":0,"componentType":5126,"count":10000,"type":"VEC2"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,{}}}}}]}}]"#,
            data_uri("a/b", &[0; 120_000]),
            list(3_000, r##""TEXCOORD_#":1"##)
        );
        one("a.gltf", gltf(&json))
    }),
    (
        "wrl_deep",
        &[
            "convert FILE OUT/o.dae --force",
            "convert FILE OUT/o.xwrl --force",
            "convert FILE OUT/o.x3d --force",
            "convert FILE OUT/o.wrl --rebuild --force",
            "convert FILE OUT/o.ogex --force",
        ],
        || {
            let (open, close) = ("Billboard { children ".repeat(5_000), "}".repeat(5_000));
            one("a.wrl", format!("#VRML V2.0 utf8\n{open}Shape {{ geometry Box {{}} }}{close}"))
        },
    ),
    ("wrl_clocks", &["verify FILE FILE", "diff FILE FILE", "convert FILE OUT/o.glb --force"], || {
        let clock = "DEF T# TimeSensor { loop TRUE startTime 1 }
            DEF P# PositionInterpolator { key [0 1] keyValue [0 0 0 1 1 1] }
            DEF X# Transform { children Shape { geometry Box {} } }
            ROUTE T#.fraction_changed TO P#.set_fraction
            ROUTE P#.value_changed TO X#.set_translation\n";
        one("a.wrl", format!("#VRML V2.0 utf8\n{}", each(4_000, clock)))
    }),
    ("dae_repairs_in_one_line", &["fix --dry-run FILE", "fix --unsafe FILE -o OUT/fixed"], || {
        let source = single("s", "float", "X", "0 1");
        one(
            "a.dae",
            scene(
                &format!(
                    "<library_animations>{}</library_animations>",
                    "<animation>#</animation>".replace('#', &source).repeat(20_000)
                ),
                "",
            ),
        )
    }),
    ("dae_clips_by_other_names", &["verify FILE OTHER"], || {
        clips("c#").against("b.dae", clips("d#").files.remove(0).1)
    }),
    ("gltf_scenes_of_the_same_nodes", &["verify FILE FILE"], || {
        let scenes = list(3_000, r#"{"name":"s#","nodes":[0]}"#);
        let nodes = format!(r#"{{"children":[{}]}},{}"#, list(3_001, "#").trim_start_matches("0,"), list(3_000, "{}"));
        one("a.gltf", gltf(&format!(r#""scene":0,"scenes":[{scenes}],"nodes":[{nodes}]"#)))
    }),
    ("gltf_scenes_in_another_order", &["verify FILE OTHER"], || {
        let world = |scenes: String| gltf(&format!(r#""scene":0,"scenes":[{scenes}],"nodes":[{{}}]"#));
        let named = |k: usize| format!(r#"{{"name":"s{k}","nodes":[0]}}"#);
        let back: Vec<String> = (0..20_000).rev().map(named).collect();
        one("a.gltf", world(list(20_000, r#"{"name":"s#","nodes":[0]}"#))).against("b.gltf", world(back.join(",")))
    }),
    ("ogex_arrays_of_many_sets", &["convert FILE OUT/o.ogex --rebuild --force"], || {
        let sets = each(4_000, r#"VertexArray (attrib = "texcoord[#]") {float[2] {{0,0},{1,0},{0,1}}}"#);
        one(
            "a.ogex",
            format!(
                r#"Metric (key = "distance") {{float {{1}}}} GeometryObject $g {{Mesh {{{sets} VertexArray (attrib = "position") {{float[3] {{{{0,0,0}},{{1,0,0}},{{0,1,0}}}}}}}}}} GeometryNode {{ObjectRef {{ref {{$g}}}}}}"#
            ),
        )
    }),
    ("gltf_deep_extra", &["convert FILE OUT/o.dae --force", "convert FILE OUT/o.xwrl --force"], || {
        let content = format!("{}{}", "<a>".repeat(505), "</a>".repeat(505));
        let extras = format!(r#"{{"extra": [{{"profile": "p", "content": "{content}"}}]}}"#);
        let asset = r#""asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}]"#;
        one("a.gltf", format!(r#"{{{asset}, "nodes": [{{"name": "n", "extras": {extras}}}]}}"#))
    }),
    ("dae_extras_in_one_node", &["convert FILE OUT/o.glb --force"], || {
        let extras = r#"<extra><technique profile="X"><a/></technique></extra>"#.repeat(60_000);
        one("a.dae", scene(&triangle(), &format!("{SHAPE}<node>{extras}</node>")))
    }),
    ("dae_empty_animations", &["check FILE"], || {
        let animations = "<animation/>".repeat(150_000);
        let library = format!("<library_animations><animation>{animations}</animation></library_animations>");
        one("a.dae", scene(&format!("{library}{}", triangle()), SHAPE))
    }),
    ("dae_render_steps", &["render FILE -o OUT/o.png --size 64x64 --force"], || {
        let steps =
            each(40_000, r#"<evaluate_scene><render camera_node="%n"><layer>a#</layer></render></evaluate_scene>"#);
        let steps = steps.replace('%', "#");
        one("a.dae", scene(&triangle(), &format!("{SHAPE}{steps}")))
    }),
    ("dae_findings_that_lead_back", &["check --format json FILE"], || {
        let bound = r#"<bind_joint_axis target="n/r#"><axis><param>p#</param></axis><value><float>1</float></value></bind_joint_axis>"#;
        let text = scene(&triangle(), SHAPE).replace("1.4.1", "1.5.0").replace("2005/11", "2008/03");
        let kinematics =
            format!("<instance_kinematics_scene>{}</instance_kinematics_scene></scene>", each(60_000, bound));
        one("a.dae", text.replace("</scene></COLLADA>", &format!("{kinematics}</COLLADA>")))
    }),
    ("dae_heights_become_normals", &["convert FILE OUT/o.glb --force"], || {
        let effect = r##"<effect id="e#"><profile_COMMON><newparam sid="u"><surface type="2D"><init_from>i#</init_from></surface></newparam><newparam sid="t"><sampler2D><source>u</source></sampler2D></newparam><technique sid="c"><lambert/><extra><technique profile="FCOLLADA"><bump bumptype="HEIGHTFIELD"><texture texture="t" texcoord="c"/></bump></technique></extra></technique></profile_COMMON></effect>"##;
        let libraries = format!(
            "<library_images>{}</library_images><library_effects>{}</library_effects><library_materials>{}</library_materials>{}",
            each(60, r#"<image id="i#"><init_from>p#.png</init_from></image>"#),
            each(60, effect),
            each(60, r##"<material id="m#"><instance_effect url="%e#"/></material>"##).replace('%', "#"),
            triangle().replace("<p>", r##"<input semantic="TEXCOORD" source="#gp" offset="0" set="0"/><p>"##)
        );
        let case = one("a.dae", scene(&libraries, &textured(60)));
        // Each is another one.
        (0..60).fold(case, |case, k| case.with(&format!("p{k}.png"), png(2400, 2400, k as u8)))
    }),
    ("gltf_weights_over_time", &["sample --rate 1000 --json FILE"], || {
        let (count, nodes) = (3_000, 50);
        let values = 8 + 4 * 2 * count * 3;
        let bytes = [&0f32.to_le_bytes()[..], &1f32.to_le_bytes(), &vec![0; values - 8 + 36]].concat();
        one(
            "a.gltf",
            gltf(&format!(
                r#""scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"buffers":[{{"uri":"{}","byteLength":{}}}],"bufferViews":[{{"buffer":0,"byteLength":8}},{{"buffer":0,"byteOffset":8,"byteLength":{}}},{{"buffer":0,"byteOffset":{values},"byteLength":36}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]}},{{"bufferView":1,"componentType":5126,"count":{},"type":"SCALAR"}},{{"bufferView":2,"componentType":5126,"count":3,"type":"VEC3"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":2}},"targets":[{}]}}]}}],"animations":[{{"samplers":[{{"input":0,"output":1,"interpolation":"CUBICSPLINE"}}],"channels":[{}]}}]"#,
                list(nodes, "#"),
                list(nodes, r#"{"mesh":0}"#),
                data_uri("a/b", &bytes),
                bytes.len(),
                values - 8,
                2 * count * 3,
                list(count, r#"{"POSITION":2}"#),
                list(nodes, r#"{"sampler":0,"target":{"node":#,"path":"weights"}}"#)
            )),
        )
    }),
    ("gltf_times_without_end", &["sample --rate 1000 --json FILE"], || {
        let bytes: Vec<u8> =
            [0.0, 1e38, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0].iter().flat_map(|n: &f32| n.to_le_bytes()).collect();
        one(
            "a.gltf",
            gltf(&format!(
                r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{}}],"buffers":[{{"uri":"{}","byteLength":32}}],"bufferViews":[{{"buffer":0,"byteLength":8}},{{"buffer":0,"byteOffset":8,"byteLength":24}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1e38]}},{{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}}],"animations":[{{"samplers":[{{"input":0,"output":1}}],"channels":[{{"sampler":0,"target":{{"node":0,"path":"translation"}}}}]}}]"#,
                data_uri("a/b", &bytes)
            )),
        )
    }),
];

/// Fifteen thousand clips of one animation.
fn clips(name: &str) -> Case {
    let sampler = [
        single("t", "float", "TIME", "0 1"),
        single("o", "float", "X", "0 1"),
        r##"<sampler id="s0"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/></sampler><channel source="#s0" target="n/t.X"/>"##.to_owned(),
    ];
    let clip =
        format!(r#"<animation_clip id="{name}" start="0" end="1"><instance_animation url="%a"/></animation_clip>"#);
    let clips = each(15_000, &clip).replace('%', "#");
    let libraries = format!(
        r#"<library_animations><animation id="a">{}</animation></library_animations><library_animation_clips>{clips}</library_animation_clips>{}"#,
        sampler.concat(),
        triangle()
    );
    let node = r##"<node id="n"><translate sid="t">0 0 0</translate><instance_geometry url="#g"/></node>"##;
    one("a.dae", scene(&libraries, node))
}

/// So many instances of a mesh with 10,000 faces, with libraries beside it.
fn instances(count: usize, libraries: &str) -> Case {
    let positions = numbers(30_000, |k| (k * 7_919 % 1_000) as f64 / 1_000.0);
    let corners = numbers(30_000, |k| (k * 104_729 % 10_000) as f64);
    let shape = mesh("g", &positions, &triangles("g", &corners));
    let node = r##"<node id="n#"><translate sid="t">0 0 0</translate><instance_geometry url="%g"/></node>"##;
    let nodes = each(count, node).replace('%', "#");
    one("a.dae", scene(&format!("{libraries}<library_geometries>{shape}</library_geometries>"), &nodes))
}
