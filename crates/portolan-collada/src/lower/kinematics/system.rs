//! What systems say about axes: which are used, how far and how fast, and where the system begins and ends.

use portolan_scene::{Content, Fate, Frames, FreedomKind, Manipulator, Motion, Offset, Place};
use portolan_syntax::Node;

use super::codes;
use super::names::{Kind, Names, Thing, Value};
use super::unroll::controls;
use crate::lower::Lower;

/// The words for how fast something moves, in the order of [`Motion::each_mut`].
const MOTIONS: [&str; 4] = ["speed", "acceleration", "deceleration", "jerk"];

impl<'a> Lower<'a> {
    /// Adds what all systems say. Inner ones come first.
    pub(super) fn systems(&mut self, names: &mut Names<'a>) {
        for scope in 0..names.scopes.len() as u32 {
            match names.scope(scope).map(|s| (s.kind, s.definition)) {
                Some((Kind::Axis(_), info)) => self.axis_info(scope, info, names),
                Some((Kind::System, definition)) => self.system(scope, definition, names),
                _ => {}
            }
        }
    }

    fn axis_info(&mut self, scope: u32, info: Node<'a>, names: &mut Names<'a>) {
        let written = info.attribute_value("axis").unwrap_or_default();
        // The axis is named from where the system is, not from inside of what is said about it.
        let outer = names.scope(scope).and_then(|s| s.parent).unwrap_or(scope);
        let found = names.find(&written, outer, None).and_then(|thing| names.freedom(thing));
        let Some((mechanism, axis)) = found else {
            let message = format!("the axis `{}` does not exist", written.trim());
            return self.lose(&codes::REFERENCE, Fate::Dropped, info, message);
        };
        names.scopes.iter_mut().skip(scope as usize).take(1).for_each(|s| s.kind = Kind::Axis(Some((mechanism, axis))));
        let freedom = names.mechanisms.get(mechanism as usize).and_then(|m| m.freedoms.get(axis as usize));
        let Some(mut freedom) = freedom.cloned() else { return };
        let yes = |v: f64| v != 0.0;
        let number = |cx: &mut Self, name: &str| info.child(name).and_then(|e| cx.said(e, scope, names));
        freedom.active = number(self, "active").map_or(freedom.active, yes);
        freedom.locked = number(self, "locked").map_or(freedom.locked, yes);
        freedom.index = number(self, "index").map(|v| v as i64).or(freedom.index);
        for (word, slot) in MOTIONS.iter().zip(freedom.motion.each_mut()) {
            *slot = number(self, word).or(*slot);
        }
        freedom.motion.deceleration = freedom.motion.deceleration.or(freedom.motion.acceleration);
        if let Some(limits) = info.child("limits") {
            let frame = self.kinematic_frame(limits);
            let length = |v: f64| if freedom.kind == FreedomKind::Prismatic { frame.length(v) } else { v };
            let sides = [limits.child("min"), limits.child("max")];
            let sides = sides.map(|side| side.and_then(|s| self.said(s, scope, names)).map(length));
            freedom.soft = self.ordered(sides, limits);
            let ([low, high], [hard_low, hard_high]) = (freedom.soft, freedom.limits);
            let below = low.zip(hard_low).is_some_and(|(soft, hard)| soft < hard);
            let above = high.zip(hard_high).is_some_and(|(soft, hard)| soft > hard);
            if below || above {
                let message = format!("the soft limits of `{}` exceed the limits of the joint", written.trim());
                self.lose(&codes::LIMITS, Fate::Noted, limits, message);
            }
        }
        let slot = names.mechanisms.get_mut(mechanism as usize).and_then(|m| m.freedoms.get_mut(axis as usize));
        slot.into_iter().for_each(|slot| *slot = freedom.clone());
    }

    /// The number that an element says, itself or by a parameter; what is none is told.
    pub(super) fn said(&mut self, element: Node<'a>, scope: u32, names: &Names<'a>) -> Option<f64> {
        let why = match names.value(element, scope) {
            Ok(Value::Number(number)) => return Some(number),
            Ok(Value::Thing(_)) => "it is not a number".into(),
            Err(why) => why,
        };
        let message = format!("the `{}` is invalid: {why}", element.local_name());
        self.lose(why.code(&codes::NUMBER), Fate::Dropped, element, message);
        None
    }

    fn system(&mut self, scope: u32, definition: Node<'a>, names: &mut Names<'a>) {
        for control in controls(definition) {
            let common = control.child("technique_common").unwrap_or(control);
            self.frames(scope, common, names);
            for effector in common.children_named("effector_info") {
                self.effector(scope, effector, names);
            }
        }
        for extra in definition.elements().filter(|e| e.local_name() == "extra") {
            if extra.attribute_value("type").is_some_and(|t| t.trim() == "manipulator") {
                self.manipulator(scope, extra, names);
            }
        }
    }

    fn frames(&mut self, scope: u32, common: Node<'a>, names: &mut Names<'a>) {
        let origin = common.child("frame_origin").and_then(|f| self.on_link(scope, f, names));
        let tip = common.child("frame_tip").and_then(|f| self.on_link(scope, f, names));
        // What is seen from the tip or the origin belongs to the same model.
        let [tcp, object] = [("frame_tcp", &tip), ("frame_object", &origin)].map(|(name, from)| {
            let frame = common.child(name)?;
            let (mechanism, offset) = match frame.attribute("link") {
                Some(_) => {
                    let (mechanism, place) = self.on_link(scope, frame, names)?;
                    (mechanism, Offset { link: Some(place.link), transforms: place.transforms })
                }
                None => {
                    let from = from.as_ref().map(|(mechanism, _)| *mechanism).or(names.models(scope).next())?;
                    (from, Offset { link: None, transforms: self.steps(frame) })
                }
            };
            Some((mechanism, offset))
        });
        let frames = |names: &mut Names<'a>, mechanism: u32, put: &dyn Fn(&mut Frames)| {
            names.mechanisms.get_mut(mechanism as usize).into_iter().for_each(|m| put(&mut m.frames));
        };
        if let Some((mechanism, place)) = origin {
            frames(names, mechanism, &|f| f.origin = Some(place.clone()));
        }
        if let Some((mechanism, place)) = tip {
            frames(names, mechanism, &|f| f.tip = Some(place.clone()));
        }
        if let Some((mechanism, offset)) = tcp {
            frames(names, mechanism, &|f| f.tcp = Some(offset.clone()));
        }
        if let Some((mechanism, offset)) = object {
            frames(names, mechanism, &|f| f.object = Some(offset.clone()));
        }
    }

    /// A frame on the link that it names, with the mechanism of the link. One that names none is on the first link.
    fn on_link(&mut self, scope: u32, frame: Node<'a>, names: &Names<'a>) -> Option<(u32, Place)> {
        let transforms = self.steps(frame);
        let Some(written) = frame.attribute_value("link") else {
            let mechanism = names.models(scope).next()?;
            let has_links = names.mechanisms.get(mechanism as usize).is_some_and(|m| !m.links.is_empty());
            return has_links.then_some((mechanism, Place { link: 0, transforms }));
        };
        match names.find(&written, scope, None) {
            Some(Thing::Link(mechanism, link)) => Some((mechanism, Place { link, transforms })),
            _ => {
                let message = format!("the link `{}` of a frame does not exist", written.trim());
                self.lose(&codes::REFERENCE, Fate::Dropped, frame, message);
                None
            }
        }
    }

    /// Two numbers each: along, and turning.
    fn effector(&mut self, scope: u32, effector: Node<'a>, names: &mut Names<'a>) {
        let mut motion: Motion<[f64; 2]> = Motion::default();
        for (word, slot) in MOTIONS.iter().zip(motion.each_mut()) {
            let Some(element) = effector.child(word) else { continue };
            let holder = match names.chain(element, scope).last().and_then(|p| names.params.get(*p as usize)) {
                Some(param) => param.holder,
                None => element,
            };
            let inner = holder.elements().next().unwrap_or(holder);
            let text = inner.text();
            let numbers: Vec<f64> = text.split_ascii_whitespace().filter_map(|w| w.parse().ok()).collect();
            match numbers.as_slice() {
                [along, turning] if along.is_finite() && turning.is_finite() => *slot = Some([*along, *turning]),
                _ => {
                    let message = format!("the `{word}` of an effector needs two numbers");
                    self.lose(&codes::NUMBER, Fate::Dropped, element, message);
                }
            }
        }
        motion.deceleration = motion.deceleration.or(motion.acceleration);
        let models: Vec<u32> = names.models(scope).collect();
        for mechanism in models.into_iter().filter_map(|m| usize::try_from(m).ok()) {
            names.mechanisms.iter_mut().skip(mechanism).take(1).for_each(|m| m.effector = motion);
        }
    }

    /// What OpenRAVE adds to a system: a chain with a name.
    fn manipulator(&mut self, scope: u32, extra: Node<'a>, names: &mut Names<'a>) {
        let Some(technique) = extra.child("technique") else { return };
        let (from, to) = (technique.child("frame_origin"), technique.child("frame_tip"));
        let origin = from.and_then(|f| self.on_link(scope, f, names));
        let tip = to.and_then(|f| self.on_link(scope, f, names));
        let Some(mechanism) = tip.as_ref().or(origin.as_ref()).map(|(m, _)| *m) else { return };
        let direction = to.and_then(|t| t.child("direction"));
        let direction = direction.map(|d| {
            let written = self.numbers(d, [0.0, 0.0, 1.0]);
            self.kinematic_frame(d).direction(written.into()).to_array()
        });
        let own = |place: Option<(u32, Place)>| place.filter(|(m, _)| *m == mechanism).map(|(_, place)| place);
        let name = extra.attribute_value("name").unwrap_or_default().trim().into();
        let mut kept = Vec::new();
        for other in technique.elements().filter(|e| !matches!(e.local_name(), "frame_origin" | "frame_tip")) {
            self.keep_as(other, "", Content::Technique, &mut kept);
        }
        let manipulator = Manipulator { name, origin: own(origin), tip: own(tip), direction, kept };
        let slot = names.mechanisms.get_mut(mechanism as usize);
        slot.into_iter().for_each(|m| m.manipulators.push(manipulator.clone()));
    }
}
