//! Formulas of a clip: results from what is set or written, in the order of what depends on what.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use portolan_scene::{Binding, FormulaInstance, Part, Scene, Target};

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
pub fn formula_order(scene: &Scene, formulas: &[impl Borrow<FormulaInstance>]) -> FormulaOrder {
    // Between those who write a number and those who read it stands the number itself, or there would be as many
    // connections as pairs of them.
    let mut numbers: HashMap<Target, usize> = HashMap::new();
    let mut number = |target: &Target| {
        let next = formulas.len() + numbers.len();
        *numbers.entry(single(target)).or_insert(next)
    };
    let mut connections: Vec<(usize, usize)> = Vec::new();
    for (i, instance) in formulas.iter().enumerate() {
        let instance = instance.borrow();
        if let Some(result) = result(scene, instance) {
            connections.push((i, number(result)));
        }
        for target in reads(scene, instance) {
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
        let Some(formula) = scene.formula(instance.formula) else { continue };
        let Some(target) = result(scene, instance) else { continue };
        let parameter = |name: &str| match bound(instance, name) {
            Some(Binding::Value(number)) => Some(*number),
            Some(Binding::Target(target)) => value(scene, overrides, target),
            None => formula.parameters.iter().find(|p| *p.name == *name).map(|p| p.value),
        };
        let number = expression::evaluate(&formula.expression, &parameter);
        overrides.set(&single(target), &[number]);
    }
}

/// The numbers that a formula reads, each once.
pub(crate) fn reads<'a>(scene: &'a Scene, instance: &'a FormulaInstance) -> impl Iterator<Item = &'a Target> {
    let formula = scene.formula(instance.formula);
    let mut names = formula.map_or_else(Vec::new, |f| expression::parameters(&f.expression));
    names.sort_unstable();
    names.dedup();
    names.into_iter().filter_map(|name| match bound(instance, name) {
        Some(Binding::Target(target)) => Some(target),
        _ => None,
    })
}

fn bound<'a>(instance: &'a FormulaInstance, name: &str) -> Option<&'a Binding> {
    instance.bindings.iter().find(|(n, _)| **n == *name).map(|(_, binding)| binding)
}

/// The number that a formula writes.
pub fn result<'a>(scene: &Scene, instance: &'a FormulaInstance) -> Option<&'a Target> {
    match bound(instance, scene.formula(instance.formula)?.target.as_deref()?)? {
        Binding::Target(target) => Some(target),
        Binding::Value(_) => None,
    }
}

/// Are two targets of formulas one number?
pub(crate) fn is_same(a: &Target, b: &Target) -> bool {
    single(a) == single(b)
}

/// The one number that a target of a formula is.
fn single(target: &Target) -> Target {
    target.with_part(Part::At(target.part().map_or(0, first)))
}
