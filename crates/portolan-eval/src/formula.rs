//! Formulas of a clip: results from what is set or written, in the order of what depends on what.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use portolan_scene::{Binding, Formula, FormulaInstance, Part, Scene, Target};

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

/// Puts formulas into an order in which each stands behind those whose results it uses.
pub fn formula_order(scene: &Scene, formulas: &[FormulaInstance]) -> FormulaOrder {
    // Between those who write a number and those who read it stands the number itself, or there would be as many
    // connections as pairs of them.
    let mut numbers: HashMap<Target, usize> = HashMap::new();
    let mut number = |target: &Target| {
        let next = formulas.len() + numbers.len();
        *numbers.entry(single(target)).or_insert(next)
    };
    let mut connections: Vec<(usize, usize)> = Vec::new();
    for (i, instance) in formulas.iter().enumerate() {
        let Some(formula) = scene.formula(instance.formula) else { continue };
        if let Some(result) = result(formula, instance) {
            connections.push((i, number(result)));
        }
        let mut names = expression::parameters(&formula.expression);
        names.sort_unstable();
        names.dedup();
        for name in names {
            if let Some(Binding::Target(target)) = bound(instance, name) {
                connections.push((number(target), i));
            }
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

/// Computes formulas and sets their results.
pub(crate) fn compute(scene: &Scene, formulas: &[FormulaInstance], overrides: &mut Overrides) {
    for index in formula_order(scene, formulas).order {
        let Some(instance) = formulas.get(index) else { continue };
        let Some(formula) = scene.formula(instance.formula) else { continue };
        let Some(target) = result(formula, instance) else { continue };
        let parameter = |name: &str| match bound(instance, name) {
            Some(Binding::Value(number)) => Some(*number),
            Some(Binding::Target(target)) => value(scene, overrides, target),
            None => formula.parameters.iter().find(|p| *p.name == *name).map(|p| p.value),
        };
        let number = expression::evaluate(&formula.expression, &parameter);
        overrides.set(&single(target), &[number]);
    }
}

fn bound<'a>(instance: &'a FormulaInstance, name: &str) -> Option<&'a Binding> {
    instance.bindings.iter().find(|(n, _)| **n == *name).map(|(_, binding)| binding)
}

/// Where a formula's result goes.
fn result<'a>(formula: &Formula, instance: &'a FormulaInstance) -> Option<&'a Target> {
    match bound(instance, formula.target.as_deref()?)? {
        Binding::Target(target) => Some(target),
        Binding::Value(_) => None,
    }
}

/// The one number that a target of a formula is.
fn single(target: &Target) -> Target {
    let place = match target {
        Target::Transform { part, .. }
        | Target::Weight { part, .. }
        | Target::Light { part, .. }
        | Target::TextureStep { part, .. }
        | Target::Colour { part, .. }
        | Target::Stream { part, .. } => first(*part),
        _ => 0,
    };
    target.with_part(Part::At(place))
}
