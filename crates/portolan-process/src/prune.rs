//! Curves that nothing uses any more.

use portolan_scene::{CurveId, Scene};

/// Takes out curves that nothing drives with and no animation names, and numbers the others anew.
pub(crate) fn curves(scene: &mut Scene) {
    let mut used = vec![false; scene.curves.len()];
    let channels =
        scene.animations.iter().flat_map(|a| a.channels.iter().map(|c| c.curve).chain(a.curves.iter().copied()));
    for curve in channels {
        used.iter_mut().skip(curve.index()).take(1).for_each(|u| *u = true);
    }
    let mut next = 0;
    let now: Vec<Option<CurveId>> = used
        .iter()
        .map(|used| {
            used.then(|| {
                next += 1;
                CurveId(next - 1)
            })
        })
        .collect();
    let id = |old: CurveId| now.get(old.index()).copied().flatten();
    let mut place = 0;
    scene.curves.retain(|_| {
        place += 1;
        used.get(place - 1).copied().unwrap_or(true)
    });
    for animation in &mut scene.animations {
        animation.curves = animation.curves.iter().filter_map(|c| id(*c)).collect();
        animation.channels.iter_mut().for_each(|c| c.curve = id(c.curve).unwrap_or(c.curve));
    }
}
