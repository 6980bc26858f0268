//! Transforms with what drives them.

use portolan_scene::Operation;
use portolan_scene::glam::DMat4;

use super::{Moment, Wire};

/// Operations that follow each other, and the wires that drive numbers of them.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    written: Vec<Operation>,
    now: Vec<Operation>,
    /// The matrices of those that are not driven.
    fixed: Vec<Option<DMat4>>,
    /// Each with the operation that it drives.
    wires: Vec<(usize, Wire<'a>)>,
    driven: Vec<usize>,
}

impl<'a> Steps<'a> {
    /// Operations as they are written, and what drives them, in the order in which it counts.
    pub fn new(written: Vec<Operation>, wires: Vec<(usize, Wire<'a>)>) -> Steps<'a> {
        let mut driven: Vec<usize> = wires.iter().map(|(step, _)| *step).collect();
        driven.sort_unstable();
        driven.dedup();
        let still = |step: usize| driven.binary_search(&step).is_err();
        let fixed = written.iter().enumerate().map(|(step, o)| still(step).then(|| o.matrix())).collect();
        Steps { now: written.clone(), written, fixed, wires, driven }
    }

    /// The operations without what drives them.
    pub fn written(&self) -> &[Operation] {
        &self.written
    }

    /// What drives them, each with the operation.
    pub fn wires(&self) -> &[(usize, Wire<'a>)] {
        &self.wires
    }

    /// Is an operation driven?
    pub fn is_driven(&self, step: usize) -> bool {
        self.driven.binary_search(&step).is_ok()
    }

    /// The operations at a moment.
    pub fn at(&mut self, moment: Moment) -> &[Operation] {
        for step in &self.driven {
            if let (Some(now), Some(written)) = (self.now.get_mut(*step), self.written.get(*step)) {
                now.values_mut().copy_from_slice(written.values());
            }
        }
        for (step, wire) in &self.wires {
            if let Some(now) = self.now.get_mut(*step) {
                wire.set(moment, now.values_mut());
            }
        }
        &self.now
    }

    /// All of them as one matrix at a moment.
    pub fn matrix(&mut self, moment: Moment) -> DMat4 {
        self.at(moment);
        let steps = self.now.iter().zip(&self.fixed);
        steps.fold(DMat4::IDENTITY, |m, (now, fixed)| m * fixed.unwrap_or_else(|| now.matrix()))
    }
}

/// Operations as one matrix.
pub fn product(operations: &[Operation]) -> DMat4 {
    operations.iter().fold(DMat4::IDENTITY, |m, o| m * o.matrix())
}
