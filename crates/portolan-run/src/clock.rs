//! Nodes that depend on time: clocks, sounds, movies (TS-1 to TS-3, AC-2 to AC-6).

use portolan_xvrml::lower::is_movie;
use portolan_xvrml::world::{NodeId, Value, World};

use crate::codes;
use crate::media;
use crate::run::Run;
use crate::trace::Cause;

/// Cycles below this have no moments of their own, in seconds.
const SHORT: f64 = 0.01;

/// Times nearer to each other than this are the same, in seconds: numbers of this size have no more digits.
pub(crate) const SAME: f64 = 1e-6;

/// A node that depends on time.
#[derive(Debug)]
pub(crate) struct Clock {
    pub node: NodeId,
    what: What,
    active: bool,
    /// When the cycle began that runs.
    cycle: f64,
    /// Something was written that counts.
    dirty: bool,
    /// A start that was ignored because the node was active, with its stamp: it counts if a stop follows.
    ignored: Option<(u64, Value)>,
    /// The fraction at which it was stopped by somebody, until it has told so. A new start may have been written since.
    halt: Option<f64>,
    /// The start of a run that is over: longer cycles do not begin it again.
    over: Option<f64>,
    /// Seconds of the recording, if they are known.
    duration: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum What {
    Sensor,
    Sound,
    Movie,
}

/// What a clock is told by its fields.
struct Said {
    start: f64,
    stop: f64,
    looped: bool,
    enabled: bool,
    /// Seconds of a cycle; `None`: it has no end.
    length: Option<f64>,
}

impl Said {
    /// Is a stop said, and has it passed?
    fn stopped(&self, now: f64) -> bool {
        self.stop > self.start && now >= self.stop - SAME
    }
}

impl Clock {
    /// All clocks of a world.
    pub fn all(world: &World) -> Vec<Clock> {
        world.ids().filter_map(|node| Clock::of(world, node)).collect()
    }

    pub fn of(world: &World, node: NodeId) -> Option<Clock> {
        let what = match world.kind(node) {
            "TimeSensor" => What::Sensor,
            "AudioClip" => What::Sound,
            "Texture" if is_movie(world.text(node, "url")) => What::Movie,
            _ => return None,
        };
        Some(Clock {
            node,
            what,
            active: false,
            cycle: 0.0,
            dirty: true,
            ignored: None,
            halt: None,
            over: None,
            duration: None,
        })
    }

    fn said(&self, world: &World) -> Said {
        let number = |field| world.number(self.node, field);
        let length = match self.what {
            What::Sensor => Some(number("cycleInterval")),
            What::Sound => self.duration.map(|d| d / number("pitch")),
            What::Movie => self.duration.map(|d| d / number("speed").abs()),
        };
        Said {
            start: number("startTime"),
            stop: number("stopTime"),
            looped: world.flag(self.node, "loop"),
            enabled: self.what != What::Sensor || world.flag(self.node, "enabled"),
            length,
        }
    }

    /// The next time at which something begins or ends by itself.
    pub fn next(&self, world: &World, now: f64) -> Option<f64> {
        let said = self.said(world);
        let mut next: Option<f64> = None;
        let mut add = |time: f64| {
            if time.is_finite() && time > now + SAME {
                next = Some(next.map_or(time, |n| n.min(time)));
            }
        };
        if self.active {
            if said.stop > said.start {
                add(said.stop);
            }
            if let Some(length) = said.length.filter(|l| *l >= SHORT || *l > 0.0 && !said.looped) {
                add(self.cycle + length);
            }
        } else if said.enabled {
            add(said.start);
        }
        next
    }
}

impl Run {
    /// Reads how long sounds and movies are, and tells it.
    pub(crate) fn load_media(&mut self) {
        for at in 0..self.clocks.len() {
            self.load_medium(at, Cause::Load);
        }
    }

    pub(crate) fn load_medium(&mut self, at: usize, cause: Cause) {
        let Some(clock) = self.clocks.get(at).filter(|c| c.what != What::Sensor) else { return };
        let node = clock.node;
        let url = self.live.world.text(node, "url").trim().to_owned();
        let base = self.live.location(node).to_owned();
        let read = media::duration(&base, &url, self.outside.resources(), self.live.limits());
        let duration = match read {
            Ok(duration) => Some(duration),
            Err(why) => {
                self.find(&codes::MEDIA, Some(node), format!("the length of `{url}` is unknown: {why}"));
                None
            }
        };
        if let Some(clock) = self.clocks.get_mut(at) {
            clock.duration = duration;
        }
        // What is not known is −1.
        self.emit(node, "duration-changed", Value::Numbers([duration.unwrap_or(-1.0), 0.0, 0.0, 0.0]), cause);
    }

    /// Lets all time nodes see the time, and again those that are changed because of it.
    pub(crate) fn tick(&mut self) {
        for clock in &mut self.clocks {
            clock.dirty = false;
        }
        self.begin();
        for at in 0..self.clocks.len() {
            self.tick_one(at, true);
        }
        self.drain();
        while !self.ended && self.clocks.iter().any(|c| c.dirty) {
            for at in 0..self.clocks.len() {
                let Some(clock) = self.clocks.get_mut(at).filter(|c| c.dirty) else { continue };
                clock.dirty = false;
                // It may stop and start again, which are two events of one output.
                self.begin();
                self.tick_one(at, false);
                self.drain();
                self.begin();
                self.tick_one(at, false);
                self.drain();
            }
        }
    }

    /// `fresh`: it has not yet told of this moment.
    fn tick_one(&mut self, at: usize, fresh: bool) {
        let now = self.now.time;
        let Some(clock) = self.clocks.get(at) else { return };
        let (node, what) = (clock.node, clock.what);
        let said = clock.said(&self.live.world);
        if what == What::Sensor && said.length.is_some_and(|l| !(l > 0.0 && l.is_finite())) {
            if clock.active || said.enabled && (said.looped || said.start >= now) {
                self.find(&codes::CYCLE, Some(node), "`cycleInterval` is not above 0");
            }
            return;
        }
        if !clock.active {
            // A run that ended before the world was read stays silent (TS-2).
            let within = match said.length {
                Some(length) => now < said.start + length - SAME.min(length * 1e-3),
                None => said.start >= self.loaded_at - SAME,
            };
            let runs = said.looped || within && clock.over != Some(said.start);
            if !within && let Some(clock) = self.clocks.get_mut(at) {
                clock.over = Some(said.start);
            }
            if said.enabled && now >= said.start - SAME && !said.stopped(now) && runs {
                let (cycle, fraction) = part(&said, now);
                self.set_clock(at, true, cycle);
                self.emit(node, "is-active", Value::Bool(true), Cause::Time);
                if what == What::Sensor {
                    self.emit(node, "cycle-time", time(cycle), Cause::Time);
                    self.told(node, fraction, now);
                }
            }
            return;
        }
        let last = said.length.map(|length| clock.cycle + length);
        let over = !said.looped && last.is_some_and(|last| now >= last - SAME);
        if !said.enabled || said.stopped(now) || over || clock.halt.is_some() {
            let fraction = clock.halt.unwrap_or_else(|| if over { 1.0 } else { part(&said, now).1 });
            let cycle = clock.cycle;
            self.set_clock(at, false, cycle);
            // It may start again at once.
            if let Some(clock) = self.clocks.get_mut(at) {
                (clock.halt, clock.dirty) = (None, true);
            }
            self.emit(node, "is-active", Value::Bool(false), Cause::Time);
            if what == What::Sensor {
                self.told(node, fraction, now);
            }
            return;
        }
        if !fresh {
            return;
        }
        let (cycle, fraction) = part(&said, now);
        let began = cycle > clock.cycle + SAME.min(said.length.unwrap_or(1.0) / 2.0);
        if began {
            self.set_clock(at, true, cycle);
        }
        if what == What::Sensor {
            if began {
                self.emit(node, "cycle-time", time(cycle), Cause::Time);
            }
            self.told(node, fraction, now);
        }
    }

    fn set_clock(&mut self, at: usize, active: bool, cycle: f64) {
        if let Some(clock) = self.clocks.get_mut(at) {
            (clock.active, clock.cycle) = (active, cycle);
        }
    }

    fn told(&mut self, node: NodeId, fraction: f64, now: f64) {
        self.emit(node, "fraction-changed", Value::Numbers([fraction, 0.0, 0.0, 0.0]), Cause::Time);
        self.emit(node, "time", time(now), Cause::Time);
    }

    /// May a field be written now? What an active clock ignores changes nothing.
    pub(crate) fn allow_clock(&mut self, node: NodeId, field: &str, value: &Value) -> bool {
        if !matches!(field, "startTime" | "stopTime" | "cycleInterval" | "pitch" | "speed") {
            return true;
        }
        let (now, stamp) = (self.now.time, self.stamp);
        let Some(clock) = self.clocks.iter_mut().find(|c| c.node == node) else { return true };
        let said = clock.said(&self.live.world);
        // A stop that has been reached counts at once, so that a start may follow it.
        if !clock.active || said.stopped(now) || clock.halt.is_some() {
            return true;
        }
        match (field, value) {
            ("startTime", _) => {
                clock.ignored = Some((stamp, value.clone()));
                false
            }
            ("stopTime", Value::Numbers([stop, ..])) => *stop > said.start,
            _ => false,
        }
    }

    /// Notes that a field of a clock was written.
    pub(crate) fn after_clock(&mut self, node: NodeId, field: &str) {
        if !matches!(field, "startTime" | "stopTime" | "cycleInterval" | "pitch" | "speed" | "loop" | "enabled" | "url")
        {
            return;
        }
        let (now, stamp) = (self.now.time, self.stamp);
        let Some(at) = self.clocks.iter().position(|c| c.node == node) else { return };
        if field == "url" {
            self.load_medium(at, Cause::Load);
        }
        let Some(clock) = self.clocks.get_mut(at) else { return };
        clock.dirty = true;
        if field == "startTime" {
            clock.over = None;
        }
        // A start that came with the same stamp before the stop counts now.
        let said = clock.said(&self.live.world);
        let stopped = field == "stopTime" && clock.active && said.stopped(now);
        if stopped && clock.halt.is_none() {
            clock.halt = Some(part(&said, now).1);
        }
        if let Some((_, start)) = clock.ignored.take_if(|(at, _)| stopped && *at == stamp)
            && let Some(field) = self.live.world.node(node).and_then(|n| n.kind.get().field("startTime"))
        {
            self.write(node, field, start, Cause::Input);
        }
    }

    /// The next moment that a clock asks for.
    pub(crate) fn next_tick(&self) -> Option<f64> {
        let all = self.clocks.iter().filter_map(|c| c.next(&self.live.world, self.now.time));
        all.fold(None, |least, next| Some(least.map_or(next, |l: f64| l.min(next))))
    }
}

/// When the cycle began in which a time is, and the fraction of it that has passed: 1 at the end of a cycle.
fn part(said: &Said, now: f64) -> (f64, f64) {
    let Some(length) = said.length else { return (said.start, 0.0) };
    let same = SAME.min(length * 1e-3);
    let passed = (now - said.start).max(0.0);
    let cycles = libm::floor((passed + same) / length);
    let rest = passed - cycles * length;
    let fraction =
        if rest.abs() <= same { if cycles > 0.0 { 1.0 } else { 0.0 } } else { (rest / length).clamp(0.0, 1.0) };
    (said.start + cycles * length, fraction)
}

fn time(seconds: f64) -> Value {
    Value::Numbers([seconds, 0.0, 0.0, 0.0])
}
