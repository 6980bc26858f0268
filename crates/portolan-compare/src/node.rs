//! Where nodes are.

use std::collections::BTreeMap;

use portolan_scene::glam::{DMat4, DVec3};

use crate::{Kind, Report, Side};

/// Compares nodes that both scenes have by one name. Gives the size of the scene.
pub(crate) fn compare(a: &Side<'_>, b: &Side<'_>, when: &str, report: &mut Report<'_>) -> f64 {
    let (here, there) = (named(a), named(b));
    let far = |places: &BTreeMap<String, Option<u32>>, side: &Side<'_>| {
        let far = places.values().flatten().map(|at| side.world(*at).w_axis.truncate().length());
        far.filter(|d| d.is_finite()).fold(0.0, f64::max)
    };
    let size = far(&here, a).max(far(&there, b)).max(1e-3);
    let size = size.max(extent(a)).max(extent(b));
    for (name, at) in &here {
        // A name that several have says nothing.
        let Some(at) = at else { continue };
        let Some(other) = there.get(name) else {
            report.tell(Kind::Node, format!("node `{name}`{when}"), "it is missing", None);
            continue;
        };
        let Some(other) = other else { continue };
        let (p, q) = (a.world(*at), b.world(*other));
        let moved = (p.w_axis - q.w_axis).truncate().length();
        if moved > report.options.tolerance * size || moved.is_nan() && p.is_finite() {
            let what = format!("it is {} m away", short(moved));
            report.tell(Kind::Node, format!("node `{name}`{when}"), what, Some(moved));
            continue;
        }
        // Numbers below the node may be in other units and axes, or in the same with a node above that turns them all.
        let (own, others) = (p * a.to_si.inverse(), q * b.to_si.inverse());
        // What only holds cameras and lights may be turned for them, in another unit.
        let metre = |m: DMat4, side: &Side<'_>| m * DMat4::from_scale(DVec3::splat(side.scene.space.metres.recip()));
        let turned = linear(p, q).min(linear(own, others)).min(linear(metre(p, a), metre(q, b)));
        if turned > report.options.tolerance {
            let what = format!("it is turned or scaled otherwise by {}", short(turned));
            report.tell(Kind::Node, format!("node `{name}`{when}"), what, Some(turned));
        }
    }
    size
}

/// How much the axes differ, as a share of their length.
fn linear(p: DMat4, q: DMat4) -> f64 {
    let axes = [(p.x_axis, q.x_axis), (p.y_axis, q.y_axis), (p.z_axis, q.z_axis)];
    let length = axes.iter().map(|(a, b)| a.length().max(b.length())).fold(1e-12, f64::max);
    axes.iter().map(|(a, b)| (*a - *b).length() / length).filter(|d| d.is_finite()).fold(0.0, f64::max)
}

/// Half the size of what is drawn.
fn extent(side: &Side<'_>) -> f64 {
    let bounds = portolan_eval::bounds(side.scene, &side.stage, &side.pose, &side.overrides);
    let Some((min, max)) = bounds else { return 0.0 };
    let scale = side.scene.space.metres;
    let far = |p: DVec3| p.abs().max_element() * scale;
    [far(min), far(max)].into_iter().filter(|d| d.is_finite()).fold(0.0, f64::max)
}

/// Places of nodes by their names; `None` if several have it.
fn named(side: &Side<'_>) -> BTreeMap<String, Option<u32>> {
    let mut all = BTreeMap::new();
    for (at, place) in side.stage.placed.iter().enumerate() {
        let Some(node) = side.scene.node(place.node).filter(|n| !n.inner) else { continue };
        let Some(label) = node.meta.label() else { continue };
        all.entry(label.to_owned()).and_modify(|known| *known = None).or_insert(Some(at as u32));
    }
    all
}

/// A number with three digits.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        let digits = format!("{value:.6}");
        return digits.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{value:.2e}")
}
