//! Materials, textures and lights.

use portolan_scene::glam::DVec3;
use portolan_scene::{ColourSlot, LightKind, Material, Reach, Shading, Wrap};

use crate::{Read, children, close, files};

/// One pixel: red, grey with alpha.
const RED: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const GREY_ALPHA: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

fn surface(appearance: &str) -> Read {
    children(&format!("<Shape><appearance>{appearance}</appearance><geometry><Box/></geometry></Shape>"))
}

fn material(appearance: &str) -> Material {
    surface(appearance).scene.materials[0].clone()
}

fn value(material: &Material, slot: ColourSlot) -> [f64; 4] {
    material.colour(slot).expect("a colour").value
}

#[test]
fn ma_1_a_material_is_what_vrml_says() {
    let made = material(
        r#"<Material ambientIntensity="0.5" diffuseColor="0.2 0.4 0.6 1" emissiveColor="0.1 0 0 1" specularColor="1 1 1 1" shininess="0.25"/>"#,
    );
    assert_eq!(value(&made, ColourSlot::Diffuse), [0.2, 0.4, 0.6, 1.0]);
    let [r, g, b, _] = value(&made, ColourSlot::Ambient);
    assert!((r - 0.1).abs() < 1e-12 && (g - 0.2).abs() < 1e-12 && (b - 0.3).abs() < 1e-12);
    assert_eq!(value(&made, ColourSlot::Emission), [0.1, 0.0, 0.0, 1.0]);
    // A power of 0.25 · 128 of the half vector.
    assert_eq!((made.shading, made.shininess.unwrap().0), (Shading::Blinn, 32.0));
    assert_eq!(made.transparency, None);
}

#[test]
fn ma_2_opacity_is_alpha_times_what_transparency_leaves() {
    let made = material(r#"<Material diffuseColor="1 1 1 0.5" transparency="0.2"/>"#);
    assert!((made.transparency.unwrap().0 - 0.4).abs() < 1e-12);
}

#[test]
fn sh_1_without_a_material_everything_is_white_and_unlit() {
    let made = material("");
    assert_eq!((made.shading, value(&made, ColourSlot::Emission)), (Shading::Constant, [1.0; 4]));
}

#[test]
fn il_1_pt_1_lines_and_points_glow() {
    let line = |appearance: &str, colours: &str| {
        let read = children(&format!(
            "<Shape><appearance>{appearance}</appearance><geometry><PointSet><coord>0 0 0</coord>{colours}</PointSet></geometry></Shape>"
        ));
        let made = read.scene.materials[0].clone();
        (made.shading, value(&made, ColourSlot::Emission))
    };
    let glowing = r#"<Material diffuseColor="0 1 0 1" emissiveColor="0 0 1 1"/>"#;
    assert_eq!(line(glowing, ""), (Shading::Constant, [0.0, 0.0, 1.0, 1.0]));
    assert_eq!(line("", ""), (Shading::Constant, [1.0; 4]));
    // Colours of its own are factors of white.
    assert_eq!(line(glowing, "<color>1 0 0 1</color>"), (Shading::Constant, [1.0; 4]));
}

#[test]
fn te_2_colours_replace_and_grey_multiplies() {
    let red = material(&format!(r#"<Material diffuseColor="0 0 1 0.5"/><Texture url="{RED}"/>"#));
    assert_eq!(value(&red, ColourSlot::Diffuse), [1.0; 4]);
    assert!(red.diffuse.as_ref().unwrap().texture.is_some());
    // Its alpha is missing, so that of the material counts.
    assert_eq!(red.transparency.unwrap().0, 0.5);
    let grey = material(&format!(r#"<Material diffuseColor="0 0 1 0.5"/><Texture url="{GREY_ALPHA}"/>"#));
    assert_eq!(value(&grey, ColourSlot::Diffuse), [0.0, 0.0, 1.0, 1.0]);
    assert!(grey.transparent.as_ref().unwrap().texture.is_some() && grey.transparency.is_none());
}

#[test]
fn te_1_texture_coordinates_are_moved_turned_and_scaled_about_the_centre() {
    let made = material(&format!(
        r#"<Material/><Texture url="{RED}" repeatS="false" center="0.5 0.5" scale="2 2" rotation="1.5707963267948966" translation="0.1 0"/>"#
    ));
    let used = made.diffuse.as_ref().unwrap().texture.as_ref().unwrap();
    assert_eq!((used.sampler.wrap_s, used.sampler.wrap_t), (Wrap::Clamp, Wrap::Repeat));
    // Tc' = −C · S · R · C · T: (0.9, 0.5) → T (1, 0.5) → C (1.5, 1) → R (−1, 1.5) → S (−2, 3) → −C (−2.5, 2.5).
    let place = used.matrix().unwrap().transform_point3(DVec3::new(0.9, 0.5, 0.0));
    close(place, [-2.5, 2.5, 0.0]);
}

#[test]
fn pictures_that_are_not_there_are_told() {
    let read = surface(r#"<Material diffuseColor="1 0 0 1"/><Texture url="none.png"/>"#);
    assert_eq!(read.lost(), ["CNV925"]);
    assert_eq!(value(&read.scene.materials[0], ColourSlot::Diffuse), [1.0, 0.0, 0.0, 1.0]);
    let broken = files(
        r#"<children><Shape><appearance><Texture url="a.png"/></appearance><geometry><Box/></geometry></Shape></children>"#,
        portolan_resources::Memory::new().with("a.png", "no picture"),
    );
    assert_eq!(broken.lost(), ["CNV925"]);
    let elsewhere = files(
        r#"<children><Shape><appearance><Texture url="A.PNG"/></appearance><geometry><Box/></geometry></Shape></children>"#,
        portolan_resources::Memory::new().with("a.png", "\u{89}PNG"),
    );
    assert!(elsewhere.losses.iter().any(|l| l.code.id == "CNV926"));
    let movie = surface(r#"<Material/><Texture url="film.mpg"/>"#);
    assert_eq!(movie.lost(), ["CNV927"]);
    assert_eq!(value(&movie.scene.materials[0], ColourSlot::Diffuse), [0.8, 0.8, 0.8, 1.0]);
}

#[test]
fn li_2_a_directional_light_shines_on_its_group() {
    let read = children(
        r#"<Group><children><DirectionalLight name="L" direction="1 0 0" intensity="0.5" color="1 0.5 0 1"/></children></Group>"#,
    );
    let light = &read.scene.lights[0];
    assert_eq!((light.kind, light.reach, light.intensity), (LightKind::Directional, Reach::Group, 0.5));
    assert_eq!(light.colour, [1.0, 0.5, 0.0]);
    close(read.matrices("L")[0].transform_vector3(DVec3::NEG_Z), [1.0, 0.0, 0.0]);
}

#[test]
fn li_3_point_lights_fade_up_to_their_radius() {
    let light = |more: &str| children(&format!("<PointLight {more}/>")).scene.lights[0].clone();
    let far = light(r#"attenuation="1 0 0.25" radius="10""#);
    // 1 / max(1 + 0.25 · 4², 1) = 0.2, and nothing beyond 10.
    assert!((far.attenuation(4.0, 0.0) - 0.2).abs() < 1e-12);
    assert_eq!(far.attenuation(10.5, 0.0), 0.0);
    // Never more than 1.
    let near = light(r#"attenuation="0 0.5 0""#);
    assert_eq!((near.attenuation(1.0, 0.0), near.attenuation(4.0, 0.0)), (1.0, 0.5));
    // Radius and distances are those of the node.
    let scaled = children(
        r#"<Transform scale="2 2 2"><children><PointLight attenuation="1 0 0.25" radius="10"/></children></Transform>"#,
    );
    let scaled = &scaled.scene.lights[0];
    assert!((scaled.attenuation(8.0, 0.0) - 0.2).abs() < 1e-12 && scaled.attenuation(19.0, 0.0) > 0.0);
    assert_eq!(scaled.attenuation(21.0, 0.0), 0.0);
}

#[test]
fn li_4_spots_fade_from_the_beam_to_the_cut_off() {
    let light = |more: &str| children(&format!("<SpotLight {more}/>")).scene.lights[0].clone();
    let soft = light(r#"beamWidth="0.2" cutOffAngle="0.6""#);
    for (angle, wanted) in [(0.1, 1.0), (0.4, 0.5), (0.61, 0.0)] {
        assert!((soft.attenuation(1.0, angle) - wanted).abs() < 1e-9, "{angle}");
    }
    // A beam that is wider than the cone is full to its edge.
    let hard = light("");
    assert_eq!((hard.attenuation(1.0, 0.78), hard.attenuation(1.0, 0.79)), (1.0, 0.0));
}

#[test]
fn li_1_a_light_that_is_off_is_not_there() {
    let read = children(r#"<PointLight name="L" on="false"/>"#);
    assert!(read.scene.nodes[read.node("L").index()].hidden);
    assert!(read.scene.views[0].headlight, "nothing shines, so the viewer does");
    assert!(!children("<PointLight/>").scene.views[0].headlight);
    assert!(children("").scene.views[0].headlight);
}

#[test]
fn gp_1_colours_with_alpha_let_light_through() {
    let with = |alpha: &str| {
        let read = children(&format!(
            "<Shape><appearance><Material/></appearance><geometry><IndexedFaceSet><coord>0 0 0 1 0 0 0 1 0</coord>\
             <coordIndex>0 1 2</coordIndex><color>1 0 0 1 0 1 0 1 0 0 1 {alpha}</color></IndexedFaceSet></geometry></Shape>"
        ));
        read.scene.materials[0].vertex_alpha
    };
    assert!(with("0.25") && !with("1"));
}

#[test]
fn a_texture_with_colours_replaces_those_of_vertices() {
    let shape = format!(
        r#"<children><Shape><appearance><Texture url="{RED}"/></appearance><geometry><IndexedFaceSet coord="0 0 0, 1 0 0, 0 1 0"
        coordIndex="0 1 2 -1" color="0 1 0 1, 0 1 0 1, 0 1 0 1"/></geometry></Shape></children>"#
    );
    let read = files(&shape, portolan_resources::Memory::new());
    assert!(read.losses.iter().any(|l| l.code.id == "CNV931"), "{:?}", read.losses);
}

#[test]
fn pictures_that_are_found_elsewhere_are_noted() {
    let text = r#"<children><Shape><appearance><Texture url="textures/A.png"/></appearance><geometry><Box/></geometry></Shape></children>"#;
    let read = files(text, portolan_resources::Memory::new().with("textures/a.png", b"\x89PNG\r\n\x1a\n".to_vec()));
    assert!(read.losses.iter().any(|l| l.code.id == "CNV926"), "{:?}", read.losses);
}

#[test]
fn a_colour_index_as_high_as_it_goes_is_told() {
    let read = children(
        r#"<Shape><geometry><IndexedFaceSet coord="0 0 0, 1 0 0, 0 1 0" coordIndex="0 1 2 -1" color="1 0 0 0 1 0"
        colorIndex="0 1 2147483647"/></geometry></Shape>"#,
    );
    assert!(read.losses.iter().any(|l| l.code.id == "CNV923"), "{:?}", read.losses);
}
