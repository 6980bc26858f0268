//! What plays, and how things move while it does.

use std::collections::BTreeMap;

use portolan_eval::{Playing, animations, duration};
use portolan_scene::{ClipId, Scene};
use portolan_syntax::counted;

use crate::body::Bodies;
use crate::join::{join, join_by_key};
use crate::node;
use crate::optics::Optics;
use crate::places::Places;
use crate::report::Report;
use crate::side::{Near, Side};
use crate::surface::{self, Found, Pairs};
use crate::words::{label, node_at, short};
use crate::{Kind, Textures};

/// Everything that stays the same while things play.
pub(crate) struct Ready<'s, 'a> {
    pub places: &'s Places,
    pub bodies: &'s Bodies<'a>,
    pub materials: &'s Pairs,
    pub optics: Option<&'s Optics>,
    pub textures: &'s dyn Textures,
    pub near: &'s Near,
    /// Places of the first scene that are elsewhere at rest already.
    pub moved: &'s [u32],
}

/// Places and corners that are looked at, over all that plays; what goes beyond it is looked at less often, or not at all.
const MOST_LOOKS: usize = 50_000_000;

/// Compares everything that plays.
pub(crate) fn compare<'a>(a: &mut Side<'a>, b: &mut Side<'a>, ready: &Ready<'_, 'a>, report: &mut Report<'_>) {
    let all = pairs(a.scene, b.scene, report);
    let (count, mut left, mut skipped) = (all.len(), MOST_LOOKS, 0);
    let places = a.stage.placed.len() + b.stage.placed.len();
    let corners = ready.bodies.corners();
    let surfaces = report.options.surfaces && (animates(a) || animates(b));
    for (number, (own, other)) in all.into_iter().enumerate() {
        if left < places + corners {
            skipped += 1;
            continue;
        }
        let (Some(range), Some(other_range)) = (duration(a.scene, &own), duration(b.scene, &other)) else { continue };
        report.compared.clips += 1;
        let place = called(a.scene, &own);
        let is_clip = |playing: &Playing| matches!(playing, Playing::Clip(_));
        let lasts = |range: (f64, f64)| range.1 - range.0;
        let both_clips = is_clip(&own) && is_clip(&other);
        if both_clips {
            let (p, q) = (lasts(range), lasts(other_range));
            if (p - q).abs() > 1e-4 * p.abs().max(q.abs()).max(1.0) {
                report.tell(
                    Kind::Clip,
                    &*place,
                    format!("its duration differs: {} s vs {} s", short(p), short(q)),
                    Some((p - q).abs()),
                );
            } else if (range.0 - other_range.0).abs() > 1e-4 {
                let what = format!("its start differs: {} s vs {} s", short(range.0), short(other_range.0));
                report.remark(Kind::Clip, &*place, what);
            }
        }
        let (name, other_name) = (called(a.scene, &own), called(b.scene, &other));
        if name != other_name {
            report.remark(Kind::Clip, &*name, format!("its name in the second document is {other_name}"));
        }
        // What plays without a clip plays at the times of its keys; a clip begins when it is started.
        let absolute = !is_clip(&own) && !is_clip(&other);
        let (start, other_start, length) = match absolute {
            true => {
                let start = range.0.min(other_range.0);
                (start, start, range.1.max(other_range.1) - start)
            }
            false => (range.0, other_range.0, lasts(range).min(lasts(other_range))),
        };
        let mut keys = keys(a.scene, &own, start, length);
        keys.extend(self::keys(b.scene, &other, other_start, length));
        let mut times = moments(keys, length, report.options.moments);
        let looks = |times: usize| times * places + times.min(report.options.moments as usize) * corners;
        let share = left / (count - number);
        if looks(times.len()) > share {
            let step = looks(times.len()).div_ceil(share.max(1));
            times = times.into_iter().step_by(step).collect();
        }
        left = left.saturating_sub(looks(times.len()));
        let full = (times.len() / report.options.moments.max(1) as usize).max(1);
        let mut worst: BTreeMap<(Kind, String), (f64, String, bool)> = BTreeMap::new();
        for (number, time) in times.iter().enumerate() {
            a.play(&own, start + time);
            b.play(&other, other_start + time);
            report.compared.moments += 1;
            for found in moment(a, b, ready, (number % full == 0, surfaces), report) {
                let at = format!("at {} s {}", short(start + time), found.what);
                let amount = found.amount.unwrap_or(0.0);
                let known = worst.entry((found.kind, found.place)).or_insert((-1.0, String::new(), found.minor));
                if amount > known.0 {
                    *known = (amount, at, found.minor);
                }
            }
        }
        for ((kind, at), (amount, what, minor)) in worst {
            report.add(kind, format!("{at}, {place}"), what, Some(amount), minor, [None; 2]);
        }
    }
    if skipped > 0 {
        let clips = counted(skipped, "clip is", "clips are");
        report.remark(
            Kind::Clip,
            "the document",
            format!("{clips} not compared, because there is too much to compare"),
        );
    }
    a.rest();
    b.rest();
}

/// What differs now; with `full` all corners are looked at, and with `surfaces` what may be animated of them.
fn moment<'a>(
    a: &mut Side<'a>,
    b: &mut Side<'a>,
    ready: &Ready<'_, 'a>,
    (full, surfaces): (bool, bool),
    report: &Report<'_>,
) -> Vec<Found> {
    let options = report.options;
    // What is so at rest was told.
    let known = |kind: Kind, place: &str, what: &str| report.knows(kind, place, what);
    let mut all = Vec::new();
    let mut tell = |kind: Kind, place: String, what: String, amount: f64| {
        all.push(Found { kind, place, what, amount: Some(amount), minor: false, origins: [None; 2] });
    };
    for moved in node::moved(a, b, ready.places, ready.near, options.tolerance) {
        if !ready.moved.contains(&moved.at) {
            tell(Kind::Motion, node_at(a, moved.at), moved.what, moved.amount);
        }
    }
    for (at, kind, what, amount) in ready.bodies.moment(a, b, ready.near, full, options) {
        let (kind, place) = (if kind == Kind::Shape { Kind::Motion } else { kind }, node_at(a, at));
        if !known(kind, &place, &what) {
            tell(kind, place, what, amount);
        }
    }
    let new = |found: &Found| !known(found.kind, &found.place, &found.what);
    if surfaces {
        let found = surface::compare(a, b, ready.materials, ready.textures, options);
        all.extend(found.into_iter().filter(|f| !f.minor && new(f)));
    }
    if let Some(optics) = ready.optics {
        all.extend(optics.compare(a, b, ready.near, options).into_iter().filter(new));
    }
    all
}

/// Is a surface animated?
fn animates(side: &Side<'_>) -> bool {
    use portolan_scene::Target::{Colour, Scalar, Texture, TextureStep};
    let channels = side.scene.animations.iter().flat_map(|a| &a.channels);
    channels
        .map(|c| &c.target)
        .any(|t| matches!(t, Colour { .. } | Scalar { .. } | Texture { .. } | TextureStep { .. }))
}

/// What plays in both scenes and belongs together; what has no counterpart is told.
fn pairs(a: &Scene, b: &Scene, report: &mut Report<'_>) -> Vec<(Playing, Playing)> {
    let (mut own, mut others) = (plays(a), plays(b));
    let mut pairs = Vec::new();
    let is_clip = |p: &Playing| matches!(p, Playing::Clip(_));
    let name = |scene, p: &Playing| Some((is_clip(p), called(scene, p)));
    join_by_key(&mut own, &mut others, &mut pairs, |p| name(a, p), |q| name(b, q));
    join_by_key(&mut own, &mut others, &mut pairs, |p| id(a, p), |q| id(b, q));
    if own.len() == others.len() {
        join(&mut own, &mut others, &mut pairs, |p, q| is_clip(p) && is_clip(q));
        // Formats without animations outside of clips make one of them.
        join(&mut own, &mut others, &mut pairs, |_, _| true);
    }
    for missing in &own {
        report.tell(Kind::Clip, called(a, missing), "it is missing", None);
    }
    for new in &others {
        report.tell(Kind::Clip, called(b, new), "it is new", None);
    }
    pairs
}

/// What plays in a scene: what always does if there is anything, then the clips that move something.
fn plays(scene: &Scene) -> Vec<Playing> {
    let clips = (0..scene.clips.len() as u32).map(|i| Playing::Clip(ClipId(i)));
    let moves = |playing: &Playing| {
        animations(scene, playing).iter().filter_map(|id| scene.animation(*id)).any(|a| !a.channels.is_empty())
    };
    std::iter::once(Playing::Default).chain(clips).filter(moves).collect()
}

fn called(scene: &Scene, playing: &Playing) -> String {
    match playing {
        Playing::Clip(id) => format!("clip `{}`", scene.clip(*id).map_or("?", |c| label(&c.meta))),
        _ => "animation".to_owned(),
    }
}

fn id<'s>(scene: &'s Scene, playing: &Playing) -> Option<&'s str> {
    match playing {
        Playing::Clip(id) => scene.clip(*id)?.meta.id.as_deref(),
        _ => None,
    }
}

/// Times of keys behind the start.
fn keys(scene: &Scene, playing: &Playing, start: f64, length: f64) -> Vec<f64> {
    let mut all = Vec::new();
    for animation in animations(scene, playing).iter().filter_map(|id| scene.animation(*id)) {
        for curve in animation.channels.iter().filter_map(|c| scene.curve(c.curve)) {
            all.extend(curve.keys.iter().map(|k| k - start).filter(|k| *k > 0.0 && *k < length));
            if all.len() > 1 << 20 {
                return all;
            }
        }
    }
    all
}

/// Moments between keys, where kinds of curves differ; never at keys, where steps are a matter of rounding.
fn moments(mut keys: Vec<f64>, length: f64, wanted: u32) -> Vec<f64> {
    if length.is_nan() || length <= 0.0 || !length.is_finite() {
        return vec![0.0];
    }
    keys.extend([0.0, length]);
    keys.sort_by(f64::total_cmp);
    keys.dedup_by(|a, b| (*a - *b).abs() < length * 1e-4);
    let wanted = wanted.max(1) as usize;
    let most = (wanted * 12).min(4096);
    let spans: Vec<(f64, f64)> = keys.iter().zip(keys.iter().skip(1)).map(|(a, b)| (*a, *b)).collect();
    let step = spans.len().div_ceil(most).max(1);
    let shares: &[f64] = match spans.len() {
        0..=4 => &[0.07, 0.19, 0.31, 0.5, 0.67, 0.83, 0.95],
        n if n * 3 <= most => &[0.19, 0.5, 0.83],
        _ => &[0.43],
    };
    let mut all = vec![0.0];
    all.extend(spans.iter().step_by(step).flat_map(|(a, b)| shares.iter().map(move |s| a + (b - a) * s)));
    all.push(length * (1.0 - 1e-6));
    all
}
