//! What drives numbers of the scene.

use std::collections::BTreeMap;

use portolan_scene::{
    CameraField, Channel, Curve, CurveId, Frame, FreedomKind, LightField, Meta, Moved, Part, PhysicsField, Projection,
    Scene, SpringNumber, Target,
};

use super::Change;
use super::shape::{Converted, Numbers, Streams};

/// What becomes of the numbers that drive a target.
#[derive(Clone, PartialEq, Debug)]
enum Move {
    /// All of them alike.
    Alike(Moved),
    /// Each goes to its place.
    Each(Vec<Moved>),
}

/// A target in the new space.
struct Led {
    target: Target,
    by: Move,
}

impl Change<'_> {
    /// Converts curves and formulas. Curves are changed themselves where everything that uses them wants the same.
    pub(super) fn motions(&mut self, scene: &mut Scene, streams: &Streams, places: &[Option<Vec<u32>>]) {
        let leads = Leads { frame: self.frame, streams, places };
        // For each animation and channel, what it becomes.
        let led: Vec<Vec<(Channel, Vec<Led>)>> = {
            let scene = &*scene;
            let lead = |c: &Channel| (c.clone(), leads.lead(scene, c));
            scene.animations.iter().map(|a| a.channels.iter().map(lead).collect()).collect()
        };
        let mut wanted: BTreeMap<u32, Vec<(&Move, u32)>> = BTreeMap::new();
        for (channel, led) in led.iter().flatten() {
            wanted.entry(channel.curve.0).or_default().extend(led.iter().map(|l| (&l.by, channel.first)));
        }
        let mut changed = vec![false; scene.curves.len()];
        for (id, moves) in &wanted {
            let Some((first, rest)) = moves.split_first() else { continue };
            let Some(curve) = scene.curves.get_mut(*id as usize) else { continue };
            let whole = match first.0 {
                Move::Alike(_) => true,
                Move::Each(all) => first.1 == 0 && curve.width as usize == all.len(),
            };
            let alike = rest.iter().all(|m| match first.0 {
                Move::Alike(_) => m.0 == first.0,
                Move::Each(_) => m == first,
            });
            if whole && alike {
                *curve = moved(curve, 0, first.0, &self.frame);
                changed.iter_mut().skip(*id as usize).take(1).for_each(|c| *c = true);
            }
        }
        let mut made: Vec<(CurveId, u32, Move, CurveId)> = Vec::new();
        for (animation, led) in led.into_iter().enumerate() {
            let mut channels = Vec::with_capacity(led.len());
            for (channel, led) in led {
                let is_changed = changed.get(channel.curve.index()).copied().unwrap_or(false);
                for Led { target, by } in led {
                    let mut new = Channel { target, ..channel.clone() };
                    match &by {
                        _ if is_changed => {}
                        Move::Alike(to) => new.factor *= self.frame.factor(*to),
                        Move::Each(_) => {
                            let known =
                                made.iter().find(|(c, f, m, _)| *c == channel.curve && *f == channel.first && *m == by);
                            new.curve = match known {
                                Some((.., id)) => *id,
                                None => {
                                    let Some(curve) = scene.curve(channel.curve) else { continue };
                                    let mut curve = moved(curve, channel.first as usize, &by, &self.frame);
                                    curve.meta = Meta { origin: curve.meta.origin, ..Meta::default() };
                                    let id = CurveId::next(&scene.curves);
                                    scene.curves.push(curve);
                                    made.push((channel.curve, channel.first, by, id));
                                    id
                                }
                            };
                            new.first = 0;
                        }
                    }
                    channels.push(new);
                }
            }
            scene
                .animations
                .iter_mut()
                .skip(animation)
                .take(1)
                .for_each(|a| a.channels = std::mem::take(&mut channels));
        }
        self.formulas(scene, &|scene, target| {
            let (target, to) = leads.number(scene, target)?;
            Some((target, self.frame.factor(to)))
        });
        self.rename_fields(scene, places);
    }

    /// Names of fields follow their transforms.
    fn rename_fields(&self, scene: &mut Scene, places: &[Option<Vec<u32>>]) {
        let names = std::mem::take(&mut scene.field_names);
        scene.field_names = names.into_iter().map(|(target, name)| (in_place(&target, places), name)).collect();
    }
}

/// Targets in the new space.
struct Leads<'a> {
    frame: Frame,
    streams: &'a Streams,
    places: &'a [Option<Vec<u32>>],
}

impl Leads<'_> {
    /// What a channel drives in the new space.
    fn lead(&self, scene: &Scene, channel: &Channel) -> Vec<Led> {
        let target = in_place(&channel.target, self.places);
        if let Target::Stream { geometry, stream, part } = target
            && let Some(converted) = self.streams.get(&(geometry, stream))
        {
            let now = converted.now.iter();
            return now.flat_map(|now| self.stream(scene, channel, &target, part, converted, *now)).collect();
        }
        let width = portolan_eval::width(scene, &target);
        match target.part() {
            None | Some(Part::At(_)) => {
                let place = if let Some(Part::At(place)) = target.part() { place } else { 0 };
                let to = self.moved(scene, &target, place as usize);
                let target = target.with_part(Part::At(to.place as u32));
                vec![Led { target, by: Move::Alike(Moved { place: 0, ..to }) }]
            }
            Some(Part::All) => {
                let all = (0..width).map(|old| self.moved(scene, &target, old)).collect();
                self.all(scene, channel, &target, all)
            }
        }
    }

    /// All numbers of a field, each with where it goes.
    fn all(&self, scene: &Scene, channel: &Channel, target: &Target, all: Vec<Moved>) -> Vec<Led> {
        let stay = all.iter().zip(0..).all(|(to, old)| to.place == old);
        let first = all.first().copied().unwrap_or(Moved::stays(0));
        let alike = |to: &Moved| Moved { place: 0, ..*to } == Moved { place: 0, ..first };
        if stay && all.iter().all(alike) {
            return vec![Led { target: target.clone(), by: Move::Alike(Moved { place: 0, ..first }) }];
        }
        let curve = scene.curve(channel.curve);
        let given = curve.map_or(0, |c| (c.width as usize).saturating_sub(channel.first as usize));
        if given >= all.len() {
            return vec![Led { target: target.clone(), by: Move::Each(all) }];
        }
        // A curve that does not give all numbers cannot drive the field as a whole when they change places. This one
        // drives the numbers it has through curves of one number.
        let one = |(old, to): (usize, &Moved)| Led {
            target: target.with_part(Part::At(to.place as u32)),
            by: Move::Each(vec![Moved { place: old, ..*to }]),
        };
        all.iter().enumerate().take(given).map(one).collect()
    }

    fn stream(
        &self,
        scene: &Scene,
        channel: &Channel,
        target: &Target,
        part: Part,
        converted: &Converted,
        (stream, numbers): (u32, Numbers),
    ) -> Vec<Led> {
        let Target::Stream { geometry, .. } = *target else { return Vec::new() };
        let target = Target::Stream { geometry, stream, part };
        let to = |old: usize| {
            let (row, at) = (old / converted.width.max(1), old % converted.width.max(1));
            let base = row * converted.new_width;
            if numbers == Numbers::Other || at >= 3 {
                return Moved::stays(if numbers == Numbers::Other { old } else { base + at });
            }
            let (place, sign) = self.frame.component(at);
            Moved { place: base + place, sign, power: i32::from(numbers == Numbers::Points) }
        };
        match part {
            Part::At(old) => {
                let to = to(old as usize);
                let target = target.with_part(Part::At(to.place as u32));
                vec![Led { target, by: Move::Alike(Moved { place: 0, ..to }) }]
            }
            Part::All => {
                let data = portolan_eval::width(scene, &target);
                let old = data.checked_div(converted.new_width).unwrap_or(0) * converted.width;
                let all: Vec<Moved> = (0..old).map(to).collect();
                if converted.width == converted.new_width {
                    return self.all(scene, channel, &target, all);
                }
                let one = |(old, to): (usize, &Moved)| Led {
                    target: target.with_part(Part::At(to.place as u32)),
                    by: Move::Each(vec![Moved { place: old, ..*to }]),
                };
                all.iter().enumerate().map(one).collect()
            }
        }
    }

    /// A single number of a target, as formulas use them.
    fn number(&self, scene: &Scene, target: &Target) -> Option<(Target, Moved)> {
        let target = in_place(target, self.places);
        let Some(Part::At(place)) = target.part() else {
            let to = self.moved(scene, &target, 0);
            return Some((target, to));
        };
        if let Target::Stream { geometry, stream, .. } = target
            && let Some(converted) = self.streams.get(&(geometry, stream))
        {
            let now = converted.now.iter().find(|n| n.1 != Numbers::Other).or(converted.now.first())?;
            let any = Channel { curve: CurveId(u32::MAX), first: 0, target: target.clone(), factor: 1.0 };
            let led = self.stream(scene, &any, &target, Part::At(place), converted, *now).into_iter().next()?;
            let Move::Alike(to) = led.by else { return None };
            return Some((led.target, to));
        }
        let to = self.moved(scene, &target, place as usize);
        Some((target.with_part(Part::At(to.place as u32)), to))
    }

    /// What becomes of a number of a field. Fields have the same kinds in both spaces.
    fn moved(&self, scene: &Scene, target: &Target, old: usize) -> Moved {
        let length = |power| Moved { place: old, sign: 1.0, power };
        match *target {
            Target::Transform { node, transform, .. } => {
                let step = scene.node(node).and_then(|n| n.transforms.get(transform as usize));
                step.map_or(Moved::stays(old), |s| self.frame.number(&s.operation, old))
            }
            Target::Camera { camera, field } => {
                let orthographic = |c: &portolan_scene::Camera| matches!(c.projection, Projection::Orthographic { .. });
                match field {
                    CameraField::Near | CameraField::Far => length(1),
                    CameraField::X | CameraField::Y if scene.camera(camera).is_some_and(orthographic) => length(1),
                    CameraField::X | CameraField::Y | CameraField::Aspect => Moved::stays(old),
                }
            }
            Target::Freedom { mechanism, freedom } => match scene.freedom(mechanism, freedom).map(|f| f.kind) {
                Some(FreedomKind::Prismatic) => length(1),
                _ => Moved::stays(old),
            },
            Target::Physics { field, .. } => match field {
                PhysicsField::Gravity => {
                    let (place, sign) = self.frame.component(old);
                    Moved { place, sign, power: 1 }
                }
                PhysicsField::Limit { angular: false, .. }
                | PhysicsField::Spring { angular: false, number: SpringNumber::Target, .. } => length(1),
                PhysicsField::Spring {
                    angular: true, number: SpringNumber::Stiffness | SpringNumber::Damping, ..
                } => length(2),
                PhysicsField::Limit { .. }
                | PhysicsField::Spring { .. }
                | PhysicsField::Mass(_)
                | PhysicsField::Enabled(_) => Moved::stays(old),
            },
            Target::Light { field: LightField::Linear, .. } => length(-1),
            Target::Light { field: LightField::Quadratic, .. } => length(-2),
            _ => Moved::stays(old),
        }
    }
}

/// A target with the number that its transform has now.
fn in_place(target: &Target, places: &[Option<Vec<u32>>]) -> Target {
    let mut target = target.clone();
    if let Target::Transform { node, transform, .. } = &mut target
        && let Some(Some(now)) = places.get(node.index())
    {
        *transform = now.get(*transform as usize).copied().unwrap_or(*transform);
    }
    target
}

/// A curve in the new space: its values from `first` on, each where it goes; or all of them alike.
fn moved(curve: &Curve, first: usize, by: &Move, frame: &Frame) -> Curve {
    let width = curve.width as usize;
    let pick = |list: &[f64], times: bool| -> Vec<f64> {
        let there = |value: f64, to: Moved| if times { value } else { frame.moved(value, to) };
        match by {
            Move::Alike(to) => list.iter().map(|v| there(*v, *to)).collect(),
            // One number of a curve that drives fewer than its target has.
            Move::Each(all) if all.len() == 1 => {
                let at = all.first().map_or(0, |to| first + to.place);
                let rows = list.chunks_exact(width.max(1));
                rows.filter_map(|row| Some(there(*row.get(at)?, *all.first()?))).collect()
            }
            Move::Each(all) => {
                let mut rows = Vec::with_capacity(list.len());
                for row in list.chunks_exact(width.max(1)) {
                    let start = rows.len();
                    rows.resize(start + all.len(), 0.0);
                    for (old, to) in all.iter().enumerate() {
                        if let (Some(slot), Some(value)) = (rows.get_mut(start + to.place), row.get(first + old)) {
                            *slot = there(*value, *to);
                        }
                    }
                }
                rows
            }
        }
    };
    let side = |tangents: &Option<portolan_scene::Tangents>| {
        tangents.as_ref().map(|t| {
            let each = width > 1 && t.times.len() == curve.keys.len() * width;
            let times = if each { pick(&t.times, true) } else { t.times.clone() };
            portolan_scene::Tangents { times, values: pick(&t.values, false) }
        })
    };
    Curve {
        width: match by {
            Move::Alike(_) => curve.width,
            Move::Each(all) => all.len() as u32,
        },
        values: pick(&curve.values, false),
        in_tangents: side(&curve.in_tangents),
        out_tangents: side(&curve.out_tangents),
        ..curve.clone()
    }
}
