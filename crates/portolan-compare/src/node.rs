//! Where nodes are, and whether they are shown.

use portolan_scene::Meta;
use portolan_scene::glam::{DMat4, DVec3};

use crate::places::Places;
use crate::side::{Near, Side};
use crate::words::{node_at, short};
use crate::{Kind, report::Report};

/// A node that is not where its counterpart is.
pub(crate) struct Moved {
    pub at: u32,
    pub what: String,
    pub amount: f64,
}

/// The nodes that are not where their counterparts are, without those that only follow one above. What leads them back is
/// put into the second scene.
pub(crate) fn moved(a: &Side<'_>, b: &mut Side<'_>, places: &Places, near: &Near, tolerance: f64) -> Vec<Moved> {
    let mut all = Vec::new();
    let mut fixes: Vec<Option<DMat4>> = Vec::new();
    let (back, others_back) = (a.to_si.inverse(), b.to_si.inverse());
    for (at, placed) in (0u32..).zip(&b.stage.placed) {
        // What stands below something that was led back is led back with it.
        let inherited = placed.parent.and_then(|p| fixes.get(p as usize).copied().flatten());
        fixes.push(inherited);
        let Some(own) = places.here.get(at as usize).copied().flatten() else { continue };
        let (p, q) = (a.world(own), b.world(at));
        let q = inherited.map_or(q, |fix| fix * q);
        let off = (p.w_axis - q.w_axis).truncate().length();
        let found = if off > near.limit(p.w_axis.truncate()) || off.is_nan() {
            Some((format!("its position differs by {} m", short(off)), off))
        } else {
            // Numbers below the node may be in other units and axes, or in the same with a node above that turns them all.
            let turned = linear(p, q).min(linear(p * back, q * others_back));
            // What only holds cameras and lights may be turned for them, in another unit.
            let turned = turned.min(linear(metre(p, a), metre(q, b)));
            (turned > tolerance).then(|| (format!("rotation or scale differs by {}", short(turned)), turned))
        };
        let Some((what, amount)) = found else { continue };
        // A node that was found by where it stands is another one if it moves elsewhere.
        if !places.named.get(own as usize).copied().unwrap_or(false) {
            continue;
        }
        let fix = p * b.world(at).inverse();
        if let Some(slot) = fixes.last_mut().filter(|_| fix.is_finite()) {
            *slot = Some(fix);
        }
        all.push(Moved { at: own, what, amount });
    }
    if all.is_empty() {
        fixes.clear();
    }
    b.fixes = fixes;
    all.sort_by_key(|m| m.at);
    all
}

/// A place with its axes in metres.
fn metre(world: DMat4, side: &Side<'_>) -> DMat4 {
    world * DMat4::from_scale(DVec3::splat(side.scene.space.metres.recip()))
}

/// How much the axes differ, as a share of their length.
fn linear(p: DMat4, q: DMat4) -> f64 {
    let axes = [(p.x_axis, q.x_axis), (p.y_axis, q.y_axis), (p.z_axis, q.z_axis)];
    let length = axes.iter().map(|(a, b)| a.length().max(b.length())).fold(1e-12, f64::max);
    axes.iter().map(|(a, b)| (*a - *b).length() / length).filter(|d| d.is_finite()).fold(0.0, f64::max)
}

/// Tells nodes that only one scene has: those whose shapes are gone, too, matter.
pub(crate) fn missing(
    a: &Side<'_>,
    b: &Side<'_>,
    places: &Places,
    lost: &dyn Fn(bool, u32) -> bool,
    report: &mut Report<'_>,
) {
    let mut tell = |side: &Side<'_>, list: &[Option<u32>], first: bool, word: &str| {
        // Whatever stands below a missing node is missing with it.
        let mut gone: Vec<bool> = Vec::with_capacity(list.len());
        for (at, (placed, other)) in (0u32..).zip(side.stage.placed.iter().zip(list)) {
            let above = placed.parent.is_some_and(|p| gone.get(p as usize).copied().unwrap_or(false));
            gone.push(false);
            let Some(node) = side.scene.node(placed.node).filter(|n| !n.inner && other.is_none()) else { continue };
            let matters = lost(first, at);
            if let Some(slot) = gone.last_mut() {
                *slot = matters;
            }
            if above && matters || node.meta.label().is_none() && !matters {
                continue;
            }
            let origin = Some(node.meta.origin);
            let origins = if first { [origin, None] } else { [None, origin] };
            report.add(Kind::Node, node_at(side, at), word.to_owned(), None, !matters, origins);
        }
    };
    tell(a, &places.there, true, "it is missing");
    tell(b, &places.here, false, "it is new");
}

/// Tells layers that are not the same.
pub(crate) fn layers(a: &Side<'_>, b: &Side<'_>, places: &Places, report: &mut Report<'_>) {
    let view_uses = |side: &Side<'_>| {
        side.scene.views.iter().flat_map(|v| &v.evaluations).flat_map(|e| &e.renderings).any(|r| !r.layers.is_empty())
    };
    // Layers choose what is drawn only where a scene is drawn in steps.
    let matters = view_uses(a) || view_uses(b);
    for (at, other) in places.pairs() {
        let layers = |side: &Side<'_>, at: u32| {
            let node = side.stage.placed.get(at as usize).and_then(|p| side.scene.node(p.node));
            let mut layers: Vec<&str> = node.iter().flat_map(|n| &n.layers).map(|l| &**l).collect();
            layers.sort_unstable();
            layers.dedup();
            layers.join(" ")
        };
        let (own, others) = (layers(a, at), layers(b, other));
        if own != others {
            let what = format!("its layers differ: `{own}` vs `{others}`");
            report.add(Kind::Layer, node_at(a, at), what, None, !matters, [None; 2]);
        }
    }
}

/// Tells names and data of applications that are not the same.
pub(crate) fn words(a: &Side<'_>, b: &Side<'_>, places: &Places, report: &mut Report<'_>) {
    fn meta<'s>(side: &Side<'s>, at: u32) -> Option<&'s Meta> {
        Some(&side.scene.node(side.stage.placed.get(at as usize)?.node)?.meta)
    }
    for (at, other) in places.pairs() {
        let Some((own, others)) = meta(a, at).zip(meta(b, other)) else { continue };
        let origins = [Some(own.origin), Some(others.origin)];
        let (name, new) = (own.label().unwrap_or_default(), others.label().unwrap_or_default());
        if name != new {
            let what = format!("its name differs: `{name}` vs `{new}`");
            report.add(Kind::Name, node_at(a, at), what, None, true, origins);
        }
        let data = |meta: &Meta| {
            let extras = meta.extras.iter().map(|e| (e.label().unwrap_or_default().to_owned(), e.content.clone()));
            let kept = meta.kept().iter().map(|k| (k.name.to_string(), k.content.clone()));
            let mut all: Vec<(String, Box<str>)> = extras.chain(kept).collect();
            all.sort();
            all
        };
        let (mine, theirs) = (data(own), data(others));
        for (label, _) in mine.iter().filter(|d| !theirs.contains(d)) {
            let what = format!("data of `{label}` is missing or changed");
            report.add(Kind::Data, node_at(a, at), what, None, true, origins);
        }
        for (label, _) in theirs.iter().filter(|(label, _)| !mine.iter().any(|(known, _)| known == label)) {
            report.add(Kind::Data, node_at(a, at), format!("data of `{label}` was added"), None, true, origins);
        }
    }
}
