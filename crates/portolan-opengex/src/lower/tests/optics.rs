//! Lights and cameras.

use portolan_resources::Memory;
use portolan_scene::{AttenuationInput, Camera, Fading, Light, LightKind, Projection};

use super::{close, codes, lower, lower_beside, sound};

const DEGREES: &str = "Metric (key = \"angle\") {float {0.0174532925199432957}}";

fn light(kind: &str, content: &str) -> Light {
    sound(&format!("{DEGREES} LightObject $l (type = \"{kind}\") {{{content}}}")).lights.remove(0)
}

fn camera(content: &str) -> Camera {
    sound(&format!("{DEGREES} CameraObject $c {{{content}}}")).cameras.remove(0)
}

#[test]
fn lights_have_kinds_colours_and_measures() {
    let sun = light("infinite", "Param (attrib = \"illuminance\") {float {5000}}");
    assert_eq!((sun.kind, sun.colour, sun.intensity), (LightKind::Directional, [1.0; 3], 5000.0));
    assert!(sun.photometric && sun.casts_shadow.is_none());
    let point = light(
        "point",
        "Color (attrib = \"light\") {float[3] {{1, 0.5, 0.25}}} Param (attrib = \"intensity\") {float {3}}",
    );
    assert_eq!(
        (point.kind, point.colour, point.intensity),
        (LightKind::Point { attenuation: [1., 0., 0.] }, [1., 0.5, 0.25], 3.0)
    );
    assert_eq!(light("point", "").intensity, 1.0);
    assert_eq!(light("spot", "").kind, LightKind::Spot { attenuation: [1., 0., 0.], angle: 180.0, exponent: 0.0 });
    let dark = sound("LightObject (type = \"point\", shadow = false) {}").lights.remove(0);
    assert_eq!(dark.casts_shadow, Some(false));
    let spectrum = light(
        "point",
        "Spectrum (attrib = \"light\", min = 550, max = 560) {float {0, 0.2, 0}} Color (attrib = \"light\") {float[3] {{1, 0, 0}}}",
    );
    // X = 0.51205, Y = 1, Z = 0.00575 in sRGB, of which the luminance is 1.
    let [r, g, b] = spectrum.colour;
    assert!((0.212639 * r + 0.715169 * g + 0.072192 * b - 1.0).abs() < 1e-5);
    assert_eq!(spectrum.spectrum.unwrap().values.len(), 3);
}

#[test]
fn attenuations_of_all_kinds_and_curves_by_hand() {
    let at =
        |content: &str, distance: f64, degrees: f64| light("spot", content).attenuation(distance, degrees.to_radians());
    let atten = |head: &str, params: &str| format!("Atten ({head}) {{{params}}}");
    let range = "Param (attrib = \"begin\") {float {2}} Param (attrib = \"end\") {float {10}}";
    // (10 − 4) / 8 = 0.75; 3·0.75² − 2·0.75³ = 0.84375.
    close(&[at(&atten("curve = \"linear\"", range), 4.0, 0.0)], &[0.75]);
    close(&[at(&atten("kind = \"distance\", curve = \"smooth\"", range), 4.0, 0.0)], &[0.84375]);
    // Defaults: from 0 to 1, linear.
    close(&[at("Atten {}", 0.25, 0.0)], &[0.75]);
    // s / (l·t + c·s) + o with the defaults 1, 1, 0, 0: 1/4; and 2 / (6 + 0.5·2) + 0.1.
    close(&[at(&atten("curve = \"inverse\"", ""), 4.0, 0.0)], &[0.25]);
    let all = "Param (attrib = \"scale\") {float {2}} Param (attrib = \"offset\") {float {0.1}} Param (attrib = \"constant\") {float {0.5}}";
    close(&[at(&atten("curve = \"inverse\"", all), 6.0, 0.0)], &[2.0 / 7.0 + 0.1]);
    // s² / (q·t² + l·s·t + c·s²) + o with the defaults 1, 0, 0: 1/16; and 4 / (2·36 + 0.25·2·6 + 0.5·4) + 0.1.
    close(&[at(&atten("curve = \"inverse_square\"", ""), 4.0, 0.0)], &[1.0 / 16.0]);
    let more =
        format!("{all} Param (attrib = \"linear\") {{float {{0.25}}}} Param (attrib = \"quadratic\") {{float {{2}}}}");
    close(&[at(&atten("curve = \"inverse_square\"", &more), 6.0, 0.0)], &[4.0 / 77.0 + 0.1]);
    // Half way from 20° to 40°, squared.
    let cone = "Param (attrib = \"begin\") {float {20}} Param (attrib = \"end\") {float {40}} Param (attrib = \"power\") {float {2}}";
    let spot = atten("kind = \"angle\"", cone);
    close(&[at(&spot, 1.0, 30.0), at(&spot, 1.0, 41.0)], &[0.25, 0.0]);
    // The cosine of 60° is half way from 1 to 0; and of several functions all count.
    let cosine =
        "Atten (kind = \"cos_angle\") {Param (attrib = \"begin\") {float {1}} Param (attrib = \"end\") {float {0}}}";
    close(&[at(cosine, 1.0, 60.0)], &[0.5]);
    close(&[at(&format!("{cosine} Atten (curve = \"inverse_square\") {{}}"), 4.0, 60.0)], &[0.5 / 16.0]);
    let LightKind::Spot { angle, .. } = light("spot", &spot).kind else { panic!() };
    close(&[angle], &[80.0]);
    let Fading::Linear { begin, .. } = light("spot", &spot).attenuations[0].curve else { panic!() };
    close(&[begin], &[20.0]);
    assert_eq!(light("spot", cosine).attenuations[0].input, AttenuationInput::CosAngle);
}

#[test]
fn spots_throw_pictures() {
    let text = "LightObject (type = \"spot\") {Texture (attrib = \"projection\") {string {\"a.png\"} Scale (kind = \"x\") {float {2}}}}";
    let (scene, losses) = lower_beside(text, Memory::new().with("a.png", b""));
    assert_eq!(codes(&losses), Vec::<&str>::new());
    assert_eq!(scene.lights[0].projection.as_ref().unwrap().steps.len(), 1);
}

#[test]
fn wrong_parts_of_lights_are_told() {
    for (light, code) in [
        ("LightObject {}", "CNV602"),
        ("LightObject (type = \"area\") {}", "CNV601"),
        ("LightObject (type = \"point\", shadow = 7) {}", "CNV601"),
        ("LightObject (type = \"point\") {Param (attrib = \"illuminance\") {float {1}}}", "CNV619"),
        ("LightObject (type = \"infinite\") {Param (attrib = \"intensity\") {float {1}}}", "CNV619"),
        ("LightObject (type = \"point\") {Param (attrib = \"intensity\") {float {-1}}}", "CNV618"),
        ("LightObject (type = \"point\") {Param (attrib = \"glow\") {float {1}}}", "CNV608"),
        ("LightObject (type = \"point\") {Color (attrib = \"glow\") {float[3] {{1, 1, 1}}}}", "CNV608"),
        ("LightObject (type = \"point\") {Spectrum (attrib = \"glow\", min = 1, max = 2) {float {1, 1}}}", "CNV608"),
        ("LightObject (type = \"point\") {Texture (attrib = \"glow\") {string {\"a.png\"}}}", "CNV608"),
        ("LightObject (type = \"point\") {Texture (attrib = \"projection\") {string {\"a.png\"}}}", "CNV619"),
        ("LightObject (type = \"infinite\") {Atten {}}", "CNV619"),
        ("LightObject (type = \"point\") {Atten (kind = \"time\") {}}", "CNV601"),
        ("LightObject (type = \"point\") {Atten (curve = \"cubic\") {}}", "CNV601"),
        ("LightObject (type = \"point\") {Atten {Param (attrib = \"scale\") {float {1}}}}", "CNV619"),
        ("LightObject (type = \"point\") {Atten {Param (attrib = \"power\") {float {2}}}}", "CNV619"),
        ("LightObject (type = \"point\") {Atten {Param (attrib = \"begin\") {float {1}}}}", "CNV618"),
        ("LightObject (type = \"point\") {Atten {Param (attrib = \"begin\") {}}}", "CNV602"),
        ("LightObject (type = \"point\") {Atten {Param (attrib = \"x\") {float {1}}}}", "CNV608"),
    ] {
        let (scene, losses) = lower(light);
        assert_eq!((codes(&losses), scene.lights.len()), (vec![code], 1), "{light}: {losses:?}");
    }
}

#[test]
fn cameras_have_angles_and_planes() {
    let c = camera(
        "Param (attrib = \"fov\") {float {60}} Param (attrib = \"near\") {float {0.5}} Param (attrib = \"far\") {float {50}}",
    );
    let Projection::Perspective { x: Some(x), y: None, aspect: None } = c.projection else { panic!("{c:?}") };
    close(&[x, c.near, c.far], &[60.0, 0.5, 50.0]);
    let c = camera("Param (attrib = \"fovx\") {float {60}} Param (attrib = \"fovy\") {float {30}}");
    let Projection::Perspective { x: Some(x), y: Some(y), .. } = c.projection else { panic!("{c:?}") };
    close(&[x, y], &[60.0, 30.0]);
    assert_eq!(camera("").projection, Projection::Perspective { x: None, y: None, aspect: None });
    // Planes that are not given are 0.1 m and 1 km away, in centimetres too.
    let centimetres = sound("Metric (key = \"distance\") {float {0.01}} CameraObject {}").cameras.remove(0);
    close(&[centimetres.near, centimetres.far], &[10.0, 100_000.0]);
    for (param, code) in [
        ("Param (attrib = \"fov\") {float {180}}", "CNV618"),
        ("Param (attrib = \"fovy\") {float {0}}", "CNV618"),
        ("Param (attrib = \"near\") {float {-1}}", "CNV618"),
        ("Param (attrib = \"near\") {float {5000}}", "CNV618"),
        ("Param (attrib = \"fov\") {float {10}} Param (attrib = \"fovx\") {float {10}}", "CNV606"),
        ("Param (attrib = \"tilt\") {float {10}}", "CNV608"),
        ("Param {float {10}}", "CNV602"),
        ("Param (attrib = \"fov\") {float {}}", "CNV602"),
    ] {
        let (scene, losses) = lower(&format!("{DEGREES} CameraObject {{{param}}}"));
        assert_eq!((codes(&losses), scene.cameras.len()), (vec![code], 1), "{param}");
        assert!(scene.cameras[0].near < scene.cameras[0].far);
    }
}
