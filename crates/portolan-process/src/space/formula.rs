//! Formulas read and write numbers of the scene, and have numbers of their own in the unit of the document.

use portolan_scene::{Clip, Expression, Formula, FormulaId, Function, Meta, Scene, Target};

use super::Change;

/// What the numbers that a formula is bound to were multiplied by: by parameter.
pub(super) type Factors = Vec<(Box<str>, f64)>;

/// Tells where a number is now, and what it was multiplied by.
type Lead<'a> = &'a dyn Fn(&Scene, &Target) -> Option<(Target, f64)>;

impl Change<'_> {
    /// Leads formulas to where their numbers are now.
    ///
    /// A formula goes on computing in the old unit: what it reads is converted back, what it writes is converted.
    pub(super) fn formulas(&self, scene: &mut Scene, lead: Lead<'_>) {
        // Those that always hold go the way of those of a clip.
        let standing = std::mem::take(&mut scene.standing);
        scene.clips.push(Clip { formulas: standing, ..Clip::default() });
        let mut wanted: Vec<(usize, usize, FormulaId, Factors)> = Vec::new();
        for clip in 0..scene.clips.len() {
            let count = scene.clips.get(clip).map_or(0, |c| c.formulas.len());
            for nth in 0..count {
                let Some(instance) = scene.clips.get(clip).and_then(|c| c.formulas.get(nth)) else { continue };
                let mut instance = instance.clone();
                let mut factors = Factors::new();
                for (name, binding) in &mut instance.bindings {
                    let Some(target) = binding.target_mut() else { continue };
                    let Some((new, factor)) = lead(scene, target) else { continue };
                    *target = new;
                    if factor != 1.0 {
                        factors.push((name.clone(), factor));
                    }
                }
                wanted.push((clip, nth, instance.formula, factors));
                let slot = scene.clips.get_mut(clip).and_then(|c| c.formulas.get_mut(nth));
                slot.into_iter().for_each(|slot| *slot = instance.clone());
            }
        }
        let mut made: Vec<(FormulaId, Factors, FormulaId)> = Vec::new();
        for (clip, nth, id, factors) in &wanted {
            if factors.is_empty() {
                continue;
            }
            let known = made.iter().find(|(f, by, _)| f == id && by == factors).map(|(.., new)| *new);
            let new = match known {
                Some(new) => new,
                None => {
                    let Some(formula) = scene.formula(*id) else { continue };
                    let mut formula = converted(formula, factors);
                    // Where all uses want the same, the formula itself is changed.
                    let alike = wanted.iter().all(|(_, _, f, by)| f != id || by == factors);
                    let new = if alike { *id } else { FormulaId::next(&scene.formulas) };
                    match scene.formulas.get_mut(new.index()) {
                        Some(slot) => *slot = formula,
                        None => {
                            formula.meta = Meta { id: None, sid: None, ..formula.meta };
                            scene.formulas.push(formula);
                        }
                    }
                    made.push((*id, factors.clone(), new));
                    new
                }
            };
            let slot = scene.clips.get_mut(*clip).and_then(|c| c.formulas.get_mut(*nth));
            slot.into_iter().for_each(|slot| slot.formula = new);
        }
        scene.standing = scene.clips.pop().map(|clip| clip.formulas).unwrap_or_default();
    }
}

/// A formula that computes in the old unit with numbers of the new one.
pub(super) fn converted(formula: &Formula, factors: &Factors) -> Formula {
    let mut formula = formula.clone();
    read_back(&mut formula.expression, factors, 0);
    let written = formula.target.as_ref().and_then(|t| factors.iter().find(|(name, _)| name == t));
    if let Some((_, factor)) = written {
        let result = std::mem::replace(&mut formula.expression, Expression::Number(0.0));
        formula.expression = Expression::Apply(Function::Times, vec![result, Expression::Number(*factor)]);
    }
    formula
}

/// Expressions that are deeper are not read by anyone.
const DEEPEST: usize = 1000;

fn read_back(expression: &mut Expression, factors: &Factors, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    match expression {
        Expression::Parameter(name) => {
            if let Some((_, factor)) = factors.iter().find(|(known, _)| known == name) {
                let read = Expression::Parameter(name.clone());
                *expression = Expression::Apply(Function::Divide, vec![read, Expression::Number(*factor)]);
            }
        }
        Expression::Apply(_, arguments) => arguments.iter_mut().for_each(|a| read_back(a, factors, depth + 1)),
        Expression::Piecewise(pieces, otherwise) => {
            for (value, condition) in pieces {
                read_back(value, factors, depth + 1);
                read_back(condition, factors, depth + 1);
            }
            otherwise.iter_mut().for_each(|o| read_back(o, factors, depth + 1));
        }
        Expression::Number(_) | Expression::Constant(_) => {}
    }
}
