//! The order in which everything is compared.

use portolan_scene::glam::DVec3;
use portolan_scene::{Scene, ViewId};
use portolan_syntax::budget::copies;
use portolan_syntax::counted;

use crate::body::Bodies;
use crate::cast::Cast;
use crate::clip::{self, Ready};
use crate::join::{join, join_by_key};
use crate::optics::Optics;
use crate::places::Places;
use crate::report::{Difference, Report, Verdict};
use crate::side::{Near, Side};
use crate::surface::{self, Found};
use crate::textures::{ByName, Textures};
use crate::words::{label, node_at, short};
use crate::{Kind, Options, node, probe, surroundings};

/// In what two scenes differ so that it matters; nothing if they mean the same. Pictures are compared by their names.
pub fn compare(a: &Scene, b: &Scene, options: &Options) -> Vec<Difference> {
    let mut differences = verdict(a, b, options, &ByName { a, b }).differences;
    differences.retain(|d| !d.minor);
    differences
}

/// How many scenes with the same nodes are compared follows from it, as if each place took so many bytes: those of a million places, or of
/// four times as many as there are nodes.
const WORK_OF_A_PLACE: usize = 64;

/// Compares two scenes: every view of them, at rest, at moments of everything that plays, and with joints and morphs moved.
pub fn verdict(a: &Scene, b: &Scene, options: &Options, textures: &dyn Textures) -> Verdict {
    let mut report = Report::new(options);
    let views = views(a, b, &mut report);
    let several = views.len() > 1;
    let mut left = copies(a.nodes.len() + b.nodes.len(), WORK_OF_A_PLACE);
    for (number, (own, other)) in views.iter().copied().enumerate() {
        if several {
            let name = a.view(own).map_or("?", |v| label(&v.meta)).to_owned();
            report.prefix = format!("scene `{name}`, ");
        }
        let (mut one, mut two) = (Side::new(a, own), Side::new(b, other));
        let places = one.stage.placed.len() + two.stage.placed.len();
        if number > 0 && places > left {
            report.prefix.clear();
            report.compared.incomplete = true;
            let scenes = counted(views.len() - number, "scene is", "scenes are");
            let what = format!("{scenes} not compared, because there is too much to compare");
            report.remark(Kind::Scene, "the document", what);
            break;
        }
        left = left.saturating_sub(places);
        report.compared.scenes += 1;
        view(&mut one, &mut two, textures, &mut report);
        report.prefix.clear();
    }
    report.finish()
}

fn view<'a>(a: &mut Side<'a>, b: &mut Side<'a>, textures: &dyn Textures, report: &mut Report<'_>) {
    let options = report.options;
    space(a, b, report);
    let near = Near::new(a, b, options.tolerance);
    let places = Places::new(a, b, &near);
    report.compared.nodes += places.pairs().count();
    let moved = node::moved(a, b, &places, &near, options.tolerance);
    for moved in &moved {
        let origin = |side: &Side<'_>, at: u32| {
            let node = side.stage.placed.get(at as usize).and_then(|p| side.scene.node(p.node));
            node.map(|n| n.meta.origin)
        };
        let there = places.there.get(moved.at as usize).copied().flatten();
        let origins = [origin(a, moved.at), there.and_then(|at| origin(b, at))];
        report.add(Kind::Node, node_at(a, moved.at), moved.what.clone(), Some(moved.amount), false, origins);
    }
    let moved: Vec<u32> = moved.iter().map(|m| m.at).collect();
    let mut bodies = Bodies::new(a, b, &places, &near, options);
    report.compared.corners += bodies.corners();
    report.compared.incomplete |= bodies.a.incomplete || bodies.b.incomplete;
    report.compared.incomplete |= !a.stage.complete || !b.stage.complete;
    node::missing(a, b, &places, &bodies.lost(a, b), report);
    bodies.unmatched(a, b, &near, report);
    bodies.rest(a, b, &places, &near, report);
    if options.details {
        node::layers(a, b, &places, report);
    }
    if options.words {
        node::words(a, b, &places, report);
    }
    let materials = bodies.materials(a);
    report.compared.materials += materials.len();
    if options.surfaces {
        tell(surface::compare(a, b, &materials, textures, options), report);
    }
    let optics = options.optics.then(|| Optics::new(a, b, &places, options));
    if let Some(optics) = &optics {
        report.compared.optics += optics.count();
        tell(optics.alone(), report);
        tell(optics.compare(a, b, &near, options), report);
        tell(surroundings::compare(a, b, options), report);
    }
    let ready = Ready {
        places: &places,
        bodies: &bodies,
        materials: &materials,
        optics: optics.as_ref(),
        textures,
        near: &near,
        moved: &moved,
    };
    clip::compare(a, b, &ready, report);
    if options.probes {
        probe::skeletons(a, b, &places, &bodies, &near, report);
        probe::targets(a, b, &bodies, &near, report);
    }
}

fn tell(found: Vec<Found>, report: &mut Report<'_>) {
    for Found { kind, place, what, amount, minor, origins } in found {
        report.add(kind, place, what, amount, minor, origins);
    }
}

/// Views that belong together: those that are shown first, then by name, then in order. What has no counterpart is told.
fn views(a: &Scene, b: &Scene, report: &mut Report<'_>) -> Vec<(ViewId, ViewId)> {
    let all = |scene: &Scene| -> Vec<ViewId> { (0..scene.views.len() as u32).map(ViewId).collect() };
    let (mut own, mut others) = (all(a), all(b));
    let mut pairs = Vec::new();
    let known = |scene: &'_ Scene, view: &ViewId| scene.view(*view).and_then(|v| v.meta.label()).map(str::to_owned);
    let default = |scene: &Scene| scene.default_view.or((scene.views.len() == 1).then_some(ViewId(0)));
    join_by_key(&mut own, &mut others, &mut pairs, |p| known(a, p), |q| known(b, q));
    join(&mut own, &mut others, &mut pairs, |p, q| default(a) == Some(*p) && default(b) == Some(*q));
    join(&mut own, &mut others, &mut pairs, |_, _| true);
    let name = |scene: &Scene, view: ViewId| scene.view(view).map_or("?", |v| label(&v.meta)).to_owned();
    let alone = own.iter().map(|v| (a, *v, "it is missing")).chain(others.iter().map(|v| (b, *v, "it is new")));
    for (scene, view, what) in alone {
        // Formats that cannot do without a scene get one with nothing in it.
        let minor = !shows(scene, view);
        report.add(Kind::Scene, format!("scene `{}`", name(scene, view)), what.to_owned(), None, minor, [None; 2]);
    }
    if let (Some(p), Some(q)) = (default(a), default(b)) {
        if !pairs.contains(&(p, q)) {
            let what = format!("the default scene differs: `{}` vs `{}`", name(a, p), name(b, q));
            report.tell(Kind::Scene, "scenes", what, None);
        }
    } else if default(a).is_some() != default(b).is_some() {
        let word = if default(a).is_some() {
            "the second document has no default scene"
        } else {
            "only the second document has a default scene"
        };
        report.remark(Kind::Scene, "scenes", word);
    }
    pairs.sort_by_key(|(p, _)| (default(a) != Some(*p), *p));
    pairs
}

/// Is there anything in a view?
fn shows(scene: &Scene, view: ViewId) -> bool {
    let side = Side::new(scene, view);
    let mut nodes = side.stage.placed.iter().filter_map(|p| scene.node(p.node));
    nodes.any(|n| !n.cameras.is_empty() || !n.lights.is_empty()) || !Cast::new(&side, 1 << 20).is_empty()
}

/// Tells if everything is larger or lies otherwise only because of another unit or axis, and looks at the second scene with
/// those of the first from then on.
fn space(a: &mut Side<'_>, b: &mut Side<'_>, report: &mut Report<'_>) {
    let (own, other) = (&a.scene.space, &b.scene.space);
    if own.up == other.up && (own.metres / other.metres - 1.0).abs() < 1e-6 {
        return;
    }
    let Some((min, max)) = a.bounds() else { return };
    let size = (max - min).length().max(1e-12);
    let fits = |bounds: Option<(DVec3, DVec3)>| {
        bounds.is_some_and(|(p, q)| (p - min).length() + (q - max).length() < size * 1e-3)
    };
    if fits(b.bounds()) {
        return;
    }
    let as_written = b.to_si;
    b.to_si = a.to_si;
    if !fits(b.bounds()) {
        b.to_si = as_written;
        return;
    }
    if (own.metres / other.metres - 1.0).abs() >= 1e-6 {
        let what = format!(
            "the unit differs: {} m vs {} m, which scales everything by {}",
            short(own.metres),
            short(other.metres),
            short(other.metres / own.metres)
        );
        report.tell(Kind::Unit, "unit", what, Some(other.metres / own.metres));
    }
    if own.up != other.up {
        let what =
            format!("the up axis differs: {} vs {}, which rotates everything", own.up.letter(), other.up.letter());
        report.tell(Kind::Unit, "up axis", what, None);
    }
}
