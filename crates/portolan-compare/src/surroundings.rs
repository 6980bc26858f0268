//! What is around everything: background, fog, and the light that the viewer carries.

use portolan_scene::glam::DQuat;
use portolan_scene::{Background, Fog, Operation, Origin, Rings, View};

use crate::side::Side;
use crate::surface::Found;
use crate::words::short;
use crate::{Kind, Options};

/// Compares what is around the views of two scenes. What one of them has not at all matters little unless details are asked for,
/// because few formats have it.
pub(crate) fn compare(a: &Side<'_>, b: &Side<'_>, options: &Options) -> Vec<Found> {
    let mut all = Around { list: Vec::new(), tolerance: options.tolerance, details: options.details };
    let (Some(own), Some(other)) = (view(a), view(b)) else { return all.list };
    match (background(a, own), background(b, other)) {
        (Some(p), Some(q)) => all.background(p, q),
        (Some(p), None) => all.alone("background", "it is missing", p.is_plain(), [Some(p.meta.origin), None]),
        (None, Some(q)) => all.alone("background", "it is new", q.is_plain(), [None, Some(q.meta.origin)]),
        (None, None) => {}
    }
    match (fog(a, own), fog(b, other)) {
        (Some(p), Some(q)) => all.fog((a, p), (b, q)),
        (Some(p), None) => all.alone("fog", "it is missing", false, [Some(p.meta.origin), None]),
        (None, Some(q)) => all.alone("fog", "it is new", false, [None, Some(q.meta.origin)]),
        (None, None) => {}
    }
    if own.headlight != other.headlight {
        let what = if own.headlight { "it is missing" } else { "it is new" };
        // Where nothing shines, whoever shows a scene lights it from where it is seen.
        let dark = a.scene.lights.is_empty() && b.scene.lights.is_empty();
        all.alone("light of the viewer", what, dark, [None; 2]);
    }
    all.list
}

fn view<'a>(side: &Side<'a>) -> Option<&'a View> {
    side.stage.view.and_then(|view| side.scene.view(view))
}

fn background<'a>(side: &Side<'a>, view: &View) -> Option<&'a Background> {
    side.scene.background(view.background?)
}

fn fog<'a>(side: &Side<'a>, view: &View) -> Option<&'a Fog> {
    side.scene.fog(view.fog?).filter(|f| f.range > 0.0)
}

struct Around {
    list: Vec<Found>,
    tolerance: f64,
    details: bool,
}

impl Around {
    /// What only one of both has; `unseen`: nobody sees the difference.
    fn alone(&mut self, place: &str, what: &str, unseen: bool, origins: [Option<Origin>; 2]) {
        let minor = unseen || !self.details;
        let (place, what) = (place.to_owned(), what.to_owned());
        self.list.push(Found { kind: Kind::Surroundings, place, what, amount: None, minor, origins });
    }

    fn tell(&mut self, place: &str, what: String, amount: Option<f64>, origins: [Option<Origin>; 2]) {
        let place = place.to_owned();
        self.list.push(Found { kind: Kind::Surroundings, place, what, amount, minor: false, origins });
    }

    fn background(&mut self, p: &Background, q: &Background) {
        let origins = [Some(p.meta.origin), Some(q.meta.origin)];
        let [m, n] = [p, q].map(|b| DQuat::from_mat4(&Operation::Rotate(b.rotation).matrix()));
        let apart = 2.0 * libm::acos(m.dot(n).abs().min(1.0));
        if apart > self.tolerance.sqrt() {
            self.tell("background", format!("it is turned by {}°", short(apart.to_degrees())), Some(apart), origins);
        }
        for (word, own, other) in [("sky", &p.sky, &q.sky), ("ground", &p.ground, &q.ground)] {
            if let Some((angle, amount)) = apart_at(own, other).filter(|(_, amount)| *amount > self.tolerance) {
                let what = format!("the colour of its {word} differs at {angle}°");
                self.tell("background", what, Some(amount), origins);
            }
        }
        let shown = |b: &Background| b.panorama.map(|image| image.is_some());
        if shown(p) != shown(q) {
            self.tell("background", "other sides of it have pictures".to_owned(), None, origins);
        }
    }

    fn fog(&mut self, (a, p): (&Side<'_>, &Fog), (b, q): (&Side<'_>, &Fog)) {
        let origins = [Some(p.meta.origin), Some(q.meta.origin)];
        if p.kind != q.kind {
            self.tell("fog", format!("its type differs: {:?} vs {:?}", p.kind, q.kind), None, origins);
        }
        let metres = |side: &Side<'_>, fog: &Fog| fog.range * side.to_si.x_axis.length();
        let (m, n) = (metres(a, p), metres(b, q));
        if (m - n).abs() > self.tolerance * m.max(n) {
            self.tell(
                "fog",
                format!("its range differs: {} m vs {} m", short(m), short(n)),
                Some((m - n).abs()),
                origins,
            );
        }
        let amount = p.colour.iter().zip(q.colour).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        if amount > self.tolerance {
            self.tell("fog", "its colour differs".to_owned(), Some(amount), origins);
        }
    }
}

/// Where two rows of rings differ most, in degrees, and by how much.
fn apart_at(own: &Rings, other: &Rings) -> Option<(u32, f64)> {
    let colour = |rings: &Rings, angle: u32| rings.at(f64::from(angle) + 0.5).or(rings.colours.last().copied());
    let apart = |angle: u32| match (colour(own, angle), colour(other, angle)) {
        (Some(p), Some(q)) => p.iter().zip(q).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max),
        (None, None) => 0.0,
        _ => 1.0,
    };
    (0..180).step_by(9).map(|angle| (angle, apart(angle))).max_by(|p, q| p.1.total_cmp(&q.1))
}
