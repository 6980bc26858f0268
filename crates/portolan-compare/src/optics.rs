//! Cameras and lights.

use portolan_scene::{Camera, Light, LightKind, Projection};

use crate::node::short;
use crate::{Kind, Report, Side};

/// Compares cameras and lights in the order in which they stand in the scene.
pub(crate) fn compare(a: &Side<'_>, b: &Side<'_>, report: &mut Report<'_>) {
    let (here, there) = (cameras(a), cameras(b));
    if here.len() != there.len() {
        let what = format!("there are {} and {}", here.len(), there.len());
        report.tell(Kind::Camera, "cameras", what, None);
    }
    for (own, other) in here.iter().zip(&there) {
        let label = own.meta.label().unwrap_or("?");
        for (word, p, q) in view(own, a).into_iter().zip(view(other, b)).map(|((w, p), (_, q))| (w, p, q)) {
            differ(report, Kind::Camera, &format!("camera `{label}`"), word, p, q);
        }
    }
    let (here, there) = (lights(a), lights(b));
    if here.len() != there.len() {
        let what = format!("there are {} and {}", here.len(), there.len());
        report.tell(Kind::Light, "lights", what, None);
    }
    for (own, other) in here.iter().zip(&there) {
        let place = format!("light `{}`", own.meta.label().unwrap_or("?"));
        let (p, q) = (shine(own), shine(other));
        if kind(own) != kind(other) {
            report.tell(Kind::Light, place, format!("it is {} and {}", kind(own), kind(other)), None);
            continue;
        }
        for (word, (p, q)) in ["red", "green", "blue"].into_iter().zip(p.into_iter().zip(q)) {
            differ(report, Kind::Light, &place, word, p, q);
        }
        // Nearer than that lights may be limited, and nobody stands in a lamp.
        let metres = [1.0, 3.0, 10.0];
        let angles = [0.0f64, 5.0, 17.0, 29.0, 44.0, 61.0, 89.0];
        for metre in metres {
            for angle in angles {
                let at = |light: &Light, side: &Side<'_>| {
                    light.attenuation(metre / side.scene.space.metres, angle.to_radians()).min(1.0)
                };
                differ(
                    report,
                    Kind::Light,
                    &place,
                    &format!("its share at {metre} m and {angle}°"),
                    at(own, a),
                    at(other, b),
                );
            }
        }
    }
}

fn differ(report: &mut Report<'_>, kind: Kind, place: &str, word: &str, p: f64, q: f64) {
    let off = (p - q).abs() / p.abs().max(1.0);
    if off > report.options.tolerance {
        report.tell(kind, place, format!("{word} is {} and {}", short(p), short(q)), Some(off));
    }
}

fn cameras<'a>(side: &Side<'a>) -> Vec<&'a Camera> {
    let nodes = side.stage.placed.iter().filter_map(|p| side.scene.node(p.node));
    nodes.flat_map(|n| &n.cameras).filter_map(|id| side.scene.camera(*id)).collect()
}

fn lights<'a>(side: &Side<'a>) -> Vec<&'a Light> {
    let nodes = side.stage.placed.iter().filter_map(|p| side.scene.node(p.node));
    let all = nodes.flat_map(|n| &n.lights).filter_map(|id| side.scene.light(*id));
    all.filter(|l| l.kind != LightKind::Ambient).collect()
}

/// Angles and planes of a camera; those of one without perspective are not compared.
fn view(camera: &Camera, side: &Side<'_>) -> Vec<(&'static str, f64)> {
    let (x, y) = match camera.projection {
        Projection::Perspective { .. } => camera.projection.extents(1.0),
        Projection::Orthographic { .. } => (0.0, 0.0),
    };
    let metres = side.scene.space.metres;
    vec![
        ("its horizontal angle", x),
        ("its vertical angle", y),
        ("its near plane", camera.near * metres),
        ("its far plane", camera.far * metres),
    ]
}

fn kind(light: &Light) -> &'static str {
    match light.kind {
        LightKind::Ambient => "everywhere",
        LightKind::Directional => "infinitely far",
        LightKind::Point { .. } => "a point",
        LightKind::Spot { .. } => "a spot",
    }
}

fn shine(light: &Light) -> [f64; 3] {
    light.colour.map(|c| c * light.intensity)
}
