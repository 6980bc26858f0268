//! Moments: everything that happens at one time.

use crate::clock::SAME;
use crate::input::Input;
use crate::run::Run;

/// The time of a moment.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Now {
    /// Seconds since the world was loaded.
    pub t: f64,
    /// Seconds since 1970.
    pub time: f64,
}

impl Run {
    /// Leads to a time in seconds since loading, and to all moments before it: those of inputs, and the exact starts, stops
    /// and ends of cycles. What is in the past has no effect.
    pub fn step(&mut self, t: f64) {
        if !t.is_finite() || t < self.now.t {
            return;
        }
        if !self.loaded {
            self.load();
            self.moment(self.now);
        }
        let due = self.inputs.first().is_some_and(|i| i.t <= t);
        while !self.ended && (t > self.now.t || due) {
            let (goal, start) = (self.options.start + t, self.options.start);
            let tick = self.next_tick().filter(|tick| *tick <= goal + SAME);
            let input = self.inputs.first().map(|i| i.t.max(self.now.t)).filter(|i| *i <= t);
            // Times that are said count before those that are reckoned, for they have all digits.
            let said = input.unwrap_or(t);
            let now = match tick {
                Some(tick) if tick < start + said - SAME => Now { t: rounded(tick - start), time: tick },
                Some(tick) if tick <= start + said + SAME => Now { t: said, time: tick.max(start + said) },
                _ => Now { t: said, time: start + said },
            };
            let last = now.t >= t;
            self.moment(now);
            if last {
                break;
            }
        }
    }

    /// Gives it what a user does, at its time or, if that has passed, in the next moment.
    pub fn send(&mut self, input: Input) {
        let at = self.inputs.partition_point(|i| i.t <= input.t);
        self.inputs.insert(at, input);
    }

    fn moment(&mut self, now: Now) {
        self.now = now;
        self.events = 0;
        self.refill_scripts();
        let due = self.inputs.partition_point(|i| i.t <= now.t + SAME);
        let inputs: Vec<Input> = self.inputs.drain(..due).collect();
        for input in inputs {
            self.begin();
            self.act(input.action);
            self.drain();
            self.tell_owed();
            self.ask_later();
        }
        self.begin();
        self.sense_viewer();
        self.look(false);
        self.drain();
        self.tell_owed();
        self.tick();
        self.begin();
        self.tell_levels();
        self.look_for_overlap();
        self.drain();
        self.ask_later();
    }

    /// Asks for what scripts wanted.
    fn ask_later(&mut self) {
        for (script, url, parameter) in std::mem::take(&mut self.asked_later) {
            self.ask(script, url, parameter);
        }
    }

    /// Makes the moment at which the world is loaded, once.
    pub(crate) fn load(&mut self) {
        if self.loaded {
            return;
        }
        self.loaded_at = self.now.time;
        self.begin();
        let all: Vec<_> = self.live.world.ids().collect();
        self.begin_scripts(&all);
        self.drain();
        self.begin();
        let viewpoint = self.options.viewpoint.take().and_then(|name| self.node_at(&name));
        let viewpoint = viewpoint.filter(|v| self.live.world.kind(*v) == "Viewpoint");
        self.bind_first(viewpoint);
        self.loaded = true;
        self.load_media();
        self.drain();
        self.stand();
    }
}

/// Without digits that come from rounding.
fn rounded(t: f64) -> f64 {
    (t * 1e6).round() / 1e6
}
