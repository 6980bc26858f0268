//! Formulas in use: results from what is set or written, in the order of what depends on what.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use portolan_scene::{Binding, Formula, FormulaInstance, MechanismFormula, Part, Scene, Target};

use crate::overrides::first;
use crate::{Overrides, expression, value};

/// The order in which formulas are computed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FormulaOrder {
    /// Indices of those that can be computed, each behind what it depends on.
    pub order: Vec<usize>,
    /// Indices of those that cannot, because they depend on themselves or on such a one.
    pub cyclic: Vec<usize>,
}

/// A formula, and what its parameters are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used<'a> {
    formula: &'a Formula,
    bindings: &'a [(Box<str>, Binding)],
}

impl<'a> Used<'a> {
    /// A formula of a clip.
    fn of_clip(scene: &'a Scene, instance: &'a FormulaInstance) -> Option<Used<'a>> {
        Some(Used { formula: scene.formula(instance.formula)?, bindings: &instance.bindings })
    }

    /// A formula of a mechanism.
    pub fn of_mechanism(own: &'a MechanismFormula) -> Used<'a> {
        Used { formula: &own.formula, bindings: &own.bindings }
    }

    fn bound(&self, name: &str) -> Option<&'a Binding> {
        self.bindings.iter().find(|(n, _)| **n == *name).map(|(_, binding)| binding)
    }

    fn result(&self) -> Option<&'a Binding> {
        self.bound(self.formula.target.as_deref()?)
    }

    /// The numbers that it reads, each once.
    fn reads(&self) -> impl Iterator<Item = &'a Target> + use<'a> {
        let mut names = expression::parameters(&self.formula.expression);
        names.sort_unstable();
        names.dedup();
        let used = *self;
        names.into_iter().filter_map(move |name| used.bound(name)?.target())
    }

    /// The number that it gives now, as the scene has it; not finite if there is none.
    pub fn value(&self, scene: &Scene, overrides: &Overrides) -> f64 {
        let parameter = |name: &str| match self.bound(name) {
            Some(Binding::Value(number)) => Some(*number),
            Some(Binding::Target(target)) => value(scene, overrides, target),
            Some(Binding::Angle(target)) => value(scene, overrides, target).map(f64::to_radians),
            None => self.formula.parameters.iter().find(|p| *p.name == *name).map(|p| p.value),
        };
        let number = expression::evaluate(&self.formula.expression, &parameter);
        if let Some(Binding::Angle(_)) = self.result() { number.to_degrees() } else { number }
    }

    /// Computes it and sets its result.
    pub fn compute(&self, scene: &Scene, overrides: &mut Overrides) {
        let Some(target) = self.result().and_then(Binding::target) else { return };
        let number = self.value(scene, overrides);
        overrides.set(&single(target), &[number]);
    }
}

/// Puts formulas into an order in which each stands behind those whose results it uses.
pub fn formula_order(scene: &Scene, formulas: &[impl Borrow<FormulaInstance>]) -> FormulaOrder {
    order(&formulas.iter().map(|f| Used::of_clip(scene, f.borrow())).collect::<Vec<_>>())
}

/// The same for formulas wherever they come from; those that are not there are left out.
pub(crate) fn order(formulas: &[Option<Used<'_>>]) -> FormulaOrder {
    // Between those who write a number and those who read it stands the number itself, or there would be as many
    // connections as pairs of them.
    let mut numbers: HashMap<Target, usize> = HashMap::new();
    let mut number = |target: &Target| {
        let next = formulas.len() + numbers.len();
        *numbers.entry(single(target)).or_insert(next)
    };
    let mut connections: Vec<(usize, usize)> = Vec::new();
    for (i, used) in formulas.iter().enumerate() {
        let Some(used) = used else { continue };
        if let Some(result) = used.result().and_then(Binding::target) {
            connections.push((i, number(result)));
        }
        for target in used.reads() {
            connections.push((number(target), i));
        }
    }
    let count = formulas.len() + numbers.len();
    let (mut followers, mut waits) = (vec![Vec::new(); count], vec![0usize; count]);
    for (from, to) in connections {
        if let (Some(list), Some(wait)) = (followers.get_mut(from), waits.get_mut(to)) {
            list.push(to);
            *wait += 1;
        }
    }
    let ready = waits.iter().enumerate().filter(|(_, n)| **n == 0);
    let mut open: BinaryHeap<Reverse<usize>> = ready.map(|(i, _)| Reverse(i)).collect();
    let mut found = FormulaOrder::default();
    while let Some(Reverse(next)) = open.pop() {
        if next < formulas.len() {
            found.order.push(next);
        }
        for follower in followers.get(next).into_iter().flatten() {
            if let Some(wait) = waits.get_mut(*follower) {
                *wait -= 1;
                if *wait == 0 {
                    open.push(Reverse(*follower));
                }
            }
        }
    }
    found.cyclic = waits.iter().take(formulas.len()).enumerate().filter(|(_, n)| **n > 0).map(|(i, _)| i).collect();
    found
}

/// Computes formulas in the order given and sets their results.
pub(crate) fn compute<'a>(
    scene: &Scene,
    formulas: impl Iterator<Item = &'a FormulaInstance>,
    overrides: &mut Overrides,
) {
    for instance in formulas {
        if let Some(used) = Used::of_clip(scene, instance) {
            used.compute(scene, overrides);
        }
    }
}

/// The numbers that a formula reads, each once.
pub(crate) fn reads<'a>(scene: &'a Scene, instance: &'a FormulaInstance) -> impl Iterator<Item = &'a Target> {
    Used::of_clip(scene, instance).into_iter().flat_map(|used| used.reads())
}

/// The number that a formula writes.
pub fn result<'a>(scene: &Scene, instance: &'a FormulaInstance) -> Option<&'a Target> {
    let name = scene.formula(instance.formula)?.target.as_deref()?;
    instance.bindings.iter().find(|(n, _)| **n == *name)?.1.target()
}

/// Are two targets of formulas one number?
pub(crate) fn is_same(a: &Target, b: &Target) -> bool {
    single(a) == single(b)
}

/// The one number that a target of a formula is.
fn single(target: &Target) -> Target {
    target.with_part(Part::At(target.part().map_or(0, first)))
}
