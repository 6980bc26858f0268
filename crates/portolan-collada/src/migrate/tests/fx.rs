//! Effects: images, surfaces, samplers, parameters, passes.

use super::*;

fn image(content: &str) -> String {
    format!("<library_images><image id=\"i\">{content}</image></library_images>")
}

fn common(params: &str, texture: &str) -> String {
    format!(
        "<library_effects><effect id=\"e\"><profile_COMMON>{params}<technique sid=\"t\"><constant><emission><texture texture=\"{texture}\" texcoord=\"UV\"/></emission></constant></technique></profile_COMMON></effect></library_effects>"
    )
}

const FILE: &str = "<init_from>a.png</init_from>";
const NEW_FILE: &str = "<init_from><ref>a.png</ref></init_from>";

#[test]
fn surfaces_go_and_come() {
    let old = common(
        "<newparam sid=\"x-surface\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"x-sampler\"><sampler2D><source>x-surface</source><minfilter>LINEAR_MIPMAP_NEAREST</minfilter><magfilter>NEAREST</magfilter></sampler2D></newparam>",
        "x-sampler",
    );
    let new = common(
        "<newparam sid=\"x-sampler\"><sampler2D><instance_image url=\"#i\"/><minfilter>LINEAR</minfilter><magfilter>NEAREST</magfilter><mipfilter>NEAREST</mipfilter><mip_max_level>255</mip_max_level></sampler2D></newparam>",
        "x-sampler",
    );
    let (up, told) = body("1.4.1", "1.5.0", &format!("{}{old}", image(FILE)));
    // The filter of 1.4 said two things; it comes back as it was.
    let extra = kept("1.4.1", "<text at=\"minfilter\" now=\"LINEAR\">LINEAR_MIPMAP_NEAREST</text>");
    let with_extra = new.replace("</sampler2D>", &format!("{extra}</sampler2D>"));
    assert_eq!(up, format!("{}{with_extra}", image(NEW_FILE)));
    assert_eq!(told, [""; 0]);
    let (down, _) = body("1.5.0", "1.4.1", &up);
    let filters = old.replace("</magfilter>", "</magfilter><mipfilter>NEAREST</mipfilter>");
    assert_eq!(down, format!("{}{filters}", image(FILE)));
}

#[test]
fn what_a_surface_says_beyond_its_image_is_kept() {
    let old = common(
        "<newparam sid=\"s\"><surface type=\"2D\"><init_from>i</init_from><format>A8R8G8B8</format></surface></newparam><newparam sid=\"p\"><sampler2D><source>s</source><minfilter>LINEAR</minfilter><magfilter>LINEAR</magfilter><mipfilter>LINEAR</mipfilter></sampler2D></newparam>",
        "p",
    );
    assert_eq!(returns("1.4.1", "1.5.0", &format!("{}{old}", image(FILE))), [""; 0]);
}

#[test]
fn images_say_less_of_themselves() {
    let old = "<library_images><image id=\"i\" format=\"PNG\" width=\"8\"><init_from>a.png</init_from></image></library_images>";
    assert_eq!(returns("1.4.1", "1.5.0", old).len(), 2);
    let data = "<library_images><image id=\"i\" format=\"PNG\"><data>89504E47</data></image></library_images>";
    let (up, told) = body("1.4.1", "1.5.0", data);
    assert_eq!(up, image("<init_from><hex format=\"PNG\">89504E47</hex></init_from>"));
    assert_eq!(told, [""; 0]);
    assert_eq!(body("1.5.0", "1.4.1", &up).0, data);
}

#[test]
fn images_of_effects_go_to_the_library() {
    let old = "<library_effects><effect id=\"e\"><image id=\"i\"><init_from>a</init_from></image><profile_COMMON><technique sid=\"t\"><constant/></technique></profile_COMMON></effect></library_effects>";
    let expected = "<library_images><image id=\"i\"><init_from><ref>a</ref></init_from></image></library_images><library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"t\"><constant/></technique></profile_COMMON></effect></library_effects>";
    assert_eq!(body("1.4.1", "1.5.0", old), (expected.to_owned(), vec![]));
}

#[test]
fn a_texture_that_names_an_image_gets_a_sampler() {
    let (up, told) = body("1.4.1", "1.5.0", &format!("{}{}", image(FILE), common("", "i")));
    let sampler = "<newparam sid=\"i-sampler\"><sampler2D><instance_image url=\"#i\"/><mip_max_level>255</mip_max_level></sampler2D></newparam>";
    assert!(up.contains(sampler) && up.contains("texture=\"i-sampler\""), "{up}");
    assert_eq!(told, ["CNV856 Noted the texture `i` is an image; the sampler `i-sampler` was added"]);
}

#[test]
fn parameters_of_techniques_go_to_their_profile() {
    let old = "<library_effects><effect id=\"e\"><profile_COMMON><newparam sid=\"a\"><float>1</float></newparam><technique sid=\"t\"><newparam sid=\"a\"><float>2</float></newparam><newparam sid=\"b\"><float>3</float></newparam><lambert><transparency><param ref=\"a\"/></transparency></lambert></technique></profile_COMMON></effect></library_effects>";
    let new = "<library_effects><effect id=\"e\"><profile_COMMON><newparam sid=\"a\"><float>1</float></newparam><newparam sid=\"a-t\"><float>2</float></newparam><newparam sid=\"b\"><float>3</float></newparam><technique sid=\"t\"><lambert><transparency><param ref=\"a-t\"/></transparency></lambert></technique></profile_COMMON></effect></library_effects>";
    let (up, told) = body("1.4.1", "1.5.0", old);
    assert_eq!(up, new);
    assert_eq!(told, ["CNV856 Noted the parameter `a` of a technique was moved to its profile as `a-t`"]);
}

#[test]
fn rows_are_vectors() {
    let old = |name: &str| {
        format!(
            "<library_effects><effect id=\"e\"><newparam sid=\"a\"><{name}>1 2 3</{name}></newparam><profile_COMMON><technique sid=\"t\"><constant/></technique></profile_COMMON></effect></library_effects>"
        )
    };
    assert_eq!(body("1.4.1", "1.5.0", &old("float1x3")), (old("float3"), vec![]));
}

#[test]
fn materials_set_samplers_in_their_way() {
    let effect = common(
        "<newparam sid=\"s\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"p\"><sampler2D><source>s</source></sampler2D></newparam>",
        "p",
    );
    let material = |inner: &str| {
        format!(
            "<library_materials><material id=\"m\"><instance_effect url=\"#e\">{inner}</instance_effect></material></library_materials>"
        )
    };
    let old = material("<setparam ref=\"s\"><surface type=\"2D\"><init_from>i</init_from></surface></setparam>");
    let (up, _) = body("1.4.1", "1.5.0", &format!("{}{effect}{old}", image(FILE)));
    assert!(up.contains("<setparam ref=\"p\"><sampler_image url=\"#i\"/></setparam>"), "{up}");
    let states = material("<setparam ref=\"p\"><sampler_states><wrap_s>CLAMP</wrap_s></sampler_states></setparam>");
    let sampler = common("<newparam sid=\"p\"><sampler2D><instance_image url=\"#i\"/></sampler2D></newparam>", "p");
    let source = format!("{}{sampler}{states}", image(NEW_FILE));
    let (down, _) = body("1.5.0", "1.4.1", &source);
    assert!(down.contains("<setparam ref=\"p\"><sampler2D><source>p-surface</source><wrap_s>CLAMP</wrap_s>"), "{down}");
    assert!(changed(&document("1.4.1", &down), "1.5.0").0.contains(&states));
}

#[test]
fn images_of_parts_become_surfaces() {
    let new = format!(
        "<library_images><image id=\"c\"><create_cube><size width=\"4\"/><mips levels=\"1\" auto_generate=\"false\"/>{}</create_cube></image></library_images>",
        ["POSITIVE_X", "NEGATIVE_X"]
            .map(|f| format!("<init_from face=\"{f}\" mip_index=\"0\"><ref>{f}.png</ref></init_from>"))
            .concat()
    );
    let effect = "<library_effects><effect id=\"e\"><newparam sid=\"p\"><samplerCUBE><instance_image url=\"#c\"/></samplerCUBE></newparam><profile_COMMON><technique sid=\"t\"><constant/></technique></profile_COMMON></effect></library_effects>";
    let (down, told) = body("1.5.0", "1.4.1", &format!("{new}{effect}"));
    assert!(down.contains("<surface type=\"CUBE\"><init_from face=\"POSITIVE_X\">POSITIVE_X</init_from><init_from face=\"NEGATIVE_X\">NEGATIVE_X</init_from><size>4 4 0</size><mip_levels>1</mip_levels><mipmap_generate>false</mipmap_generate></surface>"), "{down}");
    assert!(down.contains("<image id=\"POSITIVE_X\"><init_from>POSITIVE_X.png</init_from></image>"), "{down}");
    assert!(told.iter().any(|t| t.starts_with("CNV854 Baked")), "{told:?}");
}

#[test]
fn opaque_modes_are_turned_around() {
    let effect = |opaque: &str, color: &str, factor: &str| {
        format!(
            "<library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"t\"><constant><transparent opaque=\"{opaque}\"><color>{color}</color></transparent><transparency><float>{factor}</float></transparency></constant></technique></profile_COMMON></effect></library_effects>"
        )
    };
    let (down, told) = changed(&document("1.5.0", &effect("A_ZERO", "1 1 1 0.5", "0.5")), "1.4.1");
    assert!(
        down.contains(
            "<transparent opaque=\"A_ONE\"><color>1 1 1 0.75</color></transparent><transparency><float>1</float>"
        ),
        "{down}"
    );
    assert!(told[0].starts_with("CNV859 Baked"));
    let (down, _) = changed(&document("1.5.0", &effect("RGB_ONE", "0.25 0.5 1 0.5", "1")), "1.4.1");
    assert!(down.contains("<transparent opaque=\"RGB_ZERO\"><color>0.75 0.5 0 0.5</color>"), "{down}");
    returns("1.5.0", "1.4.1", &effect("A_ZERO", "1 1 1 0.5", "0.5"));
}

#[test]
fn profiles_of_1_5_are_kept() {
    let effect = |inner: &str| format!("<library_effects><effect id=\"e\">{inner}</effect></library_effects>");
    let told = returns(
        "1.5.0",
        "1.4.1",
        &effect(
            "<profile_COMMON><technique sid=\"t\"><constant/></technique></profile_COMMON><profile_BRIDGE url=\"a.fx\"/>",
        ),
    );
    assert_eq!(told, ["CNV850 Dropped `<profile_BRIDGE>` is not part of 1.4; it is kept in an extra"]);
    let (down, told) = body("1.5.0", "1.4.1", &effect("<profile_BRIDGE url=\"a.fx\"/>"));
    assert!(
        down.contains("<profile_COMMON><technique sid=\"common\"><constant/></technique></profile_COMMON>"),
        "{down}"
    );
    assert_eq!(told.len(), 2);
}

const OLD_CG: &str = "<profile_CG><code sid=\"c\">void main() {}</code><newparam sid=\"s\"><surface type=\"2D\"><init_as_target/></surface></newparam><technique sid=\"t\"><pass><color_target>s</color_target><color_clear>0 0 0 0</color_clear><draw>GEOMETRY</draw><blend_enable value=\"true\"/><shader stage=\"VERTEX\"><compiler_target>vp40</compiler_target><compiler_options>-x</compiler_options><name source=\"c\">main</name><bind symbol=\"a\"><float>1</float></bind></shader><clear_depth value=\"1\"/><cull_face_enable value=\"true\"/></pass></technique></profile_CG>";

#[test]
fn passes_have_parts_in_1_5() {
    let effect = |inner: &str| format!("<library_effects><effect id=\"e\">{inner}</effect></library_effects>");
    let (up, _) = body("1.4.1", "1.5.0", &effect(OLD_CG));
    let pass = "<pass><states><blend_enable value=\"true\"/><cull_face_enable value=\"true\"/></states><program><shader stage=\"VERTEX\"><sources entry=\"main\"><import ref=\"c\"/></sources><compiler platform=\"PC\" target=\"vp40\" options=\"-x\"/><bind_uniform symbol=\"a\"><float>1</float></bind_uniform></shader></program><evaluate><color_target><instance_image url=\"#s-image\"/></color_target><color_clear>0 0 0 0</color_clear><depth_clear>1</depth_clear><draw>GEOMETRY</draw></evaluate></pass>";
    assert!(up.contains(pass), "{up}");
    assert!(up.contains("<image id=\"s-image\"><renderable share=\"true\"/><create_2d><size_ratio width=\"1\" height=\"1\"/><mips levels=\"1\" auto_generate=\"false\"/></create_2d></image>"), "{up}");
    // Back it comes as it was.
    assert!(body("1.5.0", "1.4.1", &up).0.contains(OLD_CG));
}

#[test]
fn clearing_with_a_parameter_is_told() {
    let old = "<library_effects><effect id=\"e\"><profile_GLSL><newparam sid=\"p\"><float4>0 0 0 1</float4></newparam><technique sid=\"t\"><pass><clear_color param=\"p\"/></pass></technique></profile_GLSL></effect></library_effects>";
    let (_, told) = body("1.4.1", "1.5.0", old);
    assert!(told.iter().any(|t| t.contains("CNV857")), "{told:?}");
}

#[test]
fn passes_of_1_5_are_one_run_in_1_4() {
    let new = "<library_effects><effect id=\"e\"><profile_GLSL><code sid=\"c\">x</code><technique sid=\"t\"><pass><states><blend_enable value=\"true\"/></states><program><shader stage=\"VERTEX\"><sources><import ref=\"c\"/></sources></shader><shader stage=\"FRAGMENT\"><sources><inline>y</inline></sources></shader><bind_uniform symbol=\"a\"><float>1</float></bind_uniform></program><evaluate><color_clear>0 0 0 1</color_clear></evaluate></pass></technique></profile_GLSL></effect></library_effects>";
    let (down, _) = body("1.5.0", "1.4.1", new);
    let bind = "<bind symbol=\"a\"><float>1</float></bind>";
    let pass = format!(
        "<pass><color_clear>0 0 0 1</color_clear><blend_enable value=\"true\"/><shader stage=\"VERTEXPROGRAM\"><name source=\"c\">main</name>{bind}</shader><shader stage=\"FRAGMENTPROGRAM\"><name source=\"code\">main</name>{bind}</shader></pass>"
    );
    assert!(down.contains(&pass), "{down}");
    assert!(down.contains("<code sid=\"code\">y</code>"), "{down}");
    assert_eq!(body("1.4.1", "1.5.0", &down).0, new);
}

#[test]
fn units_of_gles_become_samplers() {
    let old = format!(
        "{}<library_effects><effect id=\"e\"><profile_GLES><newparam sid=\"s\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"q\"><sampler_state><wrap_s>CLAMP</wrap_s><minfilter>LINEAR</minfilter></sampler_state></newparam><newparam sid=\"u\"><texture_unit><surface>s</surface><sampler_state>q</sampler_state><texcoord semantic=\"UV\"/></texture_unit></newparam><technique sid=\"t\"><pass><texture_pipeline><value><texenv operator=\"MODULATE\" unit=\"u\"/></value></texture_pipeline></pass></technique></profile_GLES></effect></library_effects>",
        image(FILE)
    );
    let (up, _) = body("1.4.1", "1.5.0", &old);
    let sampler = "<newparam sid=\"u\"><sampler2D><instance_image url=\"#i\"/><texcoord semantic=\"UV\"/><wrap_s>CLAMP</wrap_s><minfilter>LINEAR</minfilter></sampler2D></newparam>";
    assert!(up.contains(sampler), "{up}");
    assert!(up.contains("<states><texture_pipeline><value><texenv operator=\"MODULATE\" sampler=\"u\"/></value></texture_pipeline></states>"), "{up}");
    assert_eq!(body("1.5.0", "1.4.1", &up).0, old);
}

#[test]
fn states_that_samplers_do_not_have_are_told() {
    let new = |states: &str| {
        format!(
            "{}{}",
            image(NEW_FILE),
            common(
                &format!("<newparam sid=\"p\"><sampler2D><instance_image url=\"#i\"/>{states}</sampler2D></newparam>"),
                "p"
            )
        )
    };
    let (down, told) = body(
        "1.5.0",
        "1.4.1",
        &new("<wrap_s>MIRROR_ONCE</wrap_s><minfilter>ANISOTROPIC</minfilter><max_anisotropy>8</max_anisotropy>"),
    );
    assert!(down.contains("<wrap_s>MIRROR</wrap_s><minfilter>LINEAR</minfilter><magfilter>LINEAR</magfilter><mipfilter>LINEAR</mipfilter><mipmap_maxlevel>0</mipmap_maxlevel>"), "{down}");
    assert_eq!(told.len(), 3, "{told:?}");
}

#[test]
fn several_images_in_one_element_are_split() {
    let surface = |init: &str| {
        format!(
            "<library_effects><effect id=\"e\"><newparam sid=\"s\"><surface type=\"CUBE\">{init}<format>F</format></surface></newparam><profile_COMMON><technique sid=\"t\"><constant/></technique></profile_COMMON></effect></library_effects>"
        )
    };
    let (up, _) = body("1.4.0", "1.4.1", &surface("<init_from>a b</init_from>"));
    assert_eq!(up, surface("<init_from>a</init_from><init_from>b</init_from>"));
}
