//! `<articulated_system>`: what is known of axes, where the system begins and ends, and how fast it is.

use portolan_scene::{Manipulator, Mechanism, Meta, Motion, Offset, Place};
use portolan_syntax::xml::number;

use super::{Called, Robots};
use crate::raise::{Raise, fragment};

/// The words for how fast something moves.
const MOTIONS: [&str; 4] = ["speed", "acceleration", "deceleration", "jerk"];

/// Is anything known of axes or frames of a mechanism that its model has no place for?
pub(super) fn is_controlled(mechanism: &Mechanism) -> bool {
    let axes = mechanism.freedoms.iter();
    let mut said = axes.map(|f| f.soft != [None; 2] || !f.active || f.locked || f.index.is_some());
    let frames = &mechanism.frames;
    let has_frames = frames.origin.is_some() || frames.tip.is_some() || frames.tcp.is_some() || frames.object.is_some();
    said.any(|said| said) || has_frames || !mechanism.manipulators.is_empty()
}

/// Is it known how fast a mechanism is?
pub(super) fn moves(mechanism: &Mechanism) -> bool {
    let is_known = mechanism.freedoms.iter().any(|f| f.motion != Motion::default());
    is_known || mechanism.effector != Motion::default()
}

impl<'a> Raise<'a> {
    pub(super) fn systems(&mut self, robots: &Robots) {
        let mut seen = hashbrown::HashSet::new();
        for (mechanism, called) in self.scene.mechanisms.iter().zip(&robots.all) {
            // What a system of several models says beside them is written once.
            let mut own = |meta: Option<&'a Meta>| meta.filter(|m| seen.insert(m.origin));
            let systems = &mechanism.systems;
            let inner = systems.last().and_then(|m| own(Some(m)));
            let outer = systems.first().filter(|_| systems.len() > 1).and_then(|m| own(Some(m)));
            if let Some((id, _)) = &called.system {
                self.kinematics_system(id, inner, mechanism, called);
            }
            if let Some((id, _)) = &called.motion {
                self.motion_system(id, outer, mechanism, called);
            }
        }
    }

    fn begin_system(&mut self, id: &str, meta: Option<&'a Meta>) {
        match meta {
            Some(meta) => {
                self.head("articulated_system", Some(id), meta);
                self.asset(meta);
            }
            None => _ = self.out.open("articulated_system").attribute("id", id),
        }
    }

    /// Ends the control and the system, with what applications say about both.
    fn end_system(&mut self, meta: Option<&'a Meta>, control: &str, chains: &'a [Manipulator], called: &Called) {
        if let Some(meta) = meta {
            self.kept(meta, control, |_| true);
        }
        self.out.close();
        for chain in chains {
            self.manipulator(chain, called);
        }
        if let Some(meta) = meta {
            let mut is_chain = false;
            for (place, extra) in meta.extras.iter().enumerate() {
                is_chain = if extra.joined { is_chain } else { extra.kind.as_deref() == Some("manipulator") };
                if !is_chain {
                    let joined = meta.extras.iter().skip(place + 1).take_while(|e| e.joined).count();
                    if !extra.joined {
                        let own = meta.extras.get(place..=place + joined).unwrap_or_default();
                        self.extras(own, meta.origin);
                    }
                }
            }
        }
        self.out.close();
    }

    fn kinematics_system(&mut self, id: &str, meta: Option<&'a Meta>, mechanism: &'a Mechanism, called: &Called) {
        self.begin_system(id, meta);
        self.out.open("kinematics");
        self.out.open("instance_kinematics_model").attribute("url", &fragment(&called.model));
        self.out.attribute("sid", &called.instance).close();
        self.out.open("technique_common");
        for (freedom, at) in mechanism.freedoms.iter().zip(0..) {
            let Some(axis) = called.axis(mechanism, at) else { continue };
            self.out.open("axis_info").attribute("axis", &axis).attribute("sid", &info_sid(called, mechanism, at));
            self.out.open("active").leaf("bool", truth(freedom.active)).close();
            self.out.open("locked").leaf("bool", truth(freedom.locked)).close();
            if let Some(index) = freedom.index {
                self.out.open("index").leaf("int", &index.to_string()).close();
            }
            // Both ends have to be said.
            let [low, high] = freedom.range();
            if let ([Some(_), _] | [_, Some(_)], Some((low, high))) = (freedom.soft, low.zip(high)) {
                self.out.open("limits");
                self.out.open("min").leaf("float", &number(low)).close();
                self.out.open("max").leaf("float", &number(high)).close().close();
            }
            self.out.close();
        }
        let frames = &mechanism.frames;
        self.link_frame("frame_origin", frames.origin.as_ref(), mechanism, called);
        self.link_frame("frame_tip", frames.tip.as_ref(), mechanism, called);
        for (word, offset) in [("frame_tcp", &frames.tcp), ("frame_object", &frames.object)] {
            if let Some(Offset { link, transforms }) = offset {
                let link = link.and_then(|l| called.link(l));
                self.out.open(word).maybe("link", link.as_deref());
                self.rigid(transforms, &mechanism.meta);
                self.out.close();
            }
        }
        self.out.close();
        self.end_system(meta, "kinematics", &mechanism.manipulators, called);
    }

    fn link_frame(&mut self, word: &str, place: Option<&'a Place>, mechanism: &'a Mechanism, called: &Called) {
        let link = place.and_then(|p| called.link(p.link));
        self.out.open(word).maybe("link", link.as_deref());
        self.rigid(place.map(|p| p.transforms.as_slice()).unwrap_or_default(), &mechanism.meta);
        self.out.close();
    }

    fn motion_system(&mut self, id: &str, meta: Option<&'a Meta>, mechanism: &'a Mechanism, called: &Called) {
        let Some((system, sid)) = &called.system else { return };
        self.begin_system(id, meta);
        self.out.open("motion");
        self.out.open("instance_articulated_system").attribute("url", &fragment(system)).attribute("sid", sid).close();
        self.out.open("technique_common");
        for (freedom, at) in mechanism.freedoms.iter().zip(0..) {
            if freedom.motion == Motion::default() {
                continue;
            }
            let axis = format!("{system}/{}", info_sid(called, mechanism, at));
            self.out.open("axis_info").attribute("axis", &axis);
            self.motion(&freedom.motion, "float", |v| number(*v));
            self.out.close();
        }
        if mechanism.effector != Motion::default() {
            self.out.open("effector_info").attribute("sid", "effector");
            self.motion(&mechanism.effector, "float2", |[along, turning]| {
                format!("{} {}", number(*along), number(*turning))
            });
            self.out.close();
        }
        self.out.close();
        self.end_system(meta, "motion", &[], called);
    }

    /// What is left out of a deceleration is the acceleration.
    fn motion<T: PartialEq>(&mut self, motion: &Motion<T>, word: &str, text: impl Fn(&T) -> String) {
        let deceleration = motion.deceleration.as_ref().filter(|d| motion.acceleration.as_ref() != Some(*d));
        let all = [motion.speed.as_ref(), motion.acceleration.as_ref(), deceleration, motion.jerk.as_ref()];
        for (name, value) in MOTIONS.iter().zip(all) {
            if let Some(value) = value {
                self.out.open(name).leaf(word, &text(value)).close();
            }
        }
    }

    /// A chain of links, in the words of OpenRAVE.
    fn manipulator(&mut self, chain: &'a Manipulator, called: &Called) {
        self.out.open("extra").attribute("name", &chain.name).attribute("type", "manipulator");
        self.out.open("technique").attribute("profile", "OpenRAVE");
        for (word, place) in [("frame_origin", &chain.origin), ("frame_tip", &chain.tip)] {
            let Some(Place { link, transforms }) = place else { continue };
            self.out.open(word).maybe("link", called.link(*link).as_deref());
            self.rigid(transforms, &Meta::default());
            if let Some(direction) = chain.direction.filter(|_| word == "frame_tip") {
                self.out.open("direction").numbers(&direction).close();
            }
            self.out.close();
        }
        for kept in &chain.kept {
            self.put_back(kept);
        }
        self.out.close().close();
    }
}

/// What is said about an axis is called.
fn info_sid(called: &Called, mechanism: &Mechanism, freedom: u32) -> String {
    let joint = mechanism.joint_of(freedom).and_then(|j| called.joints.get(j as usize));
    let axis = called.axes.get(freedom as usize);
    format!("{}_{}_info", joint.map_or("", |j| j), axis.map_or("", |a| a))
}

fn truth(is: bool) -> &'static str {
    if is { "true" } else { "false" }
}
