//! Formulas of models and axes: which axis they compute, and from what.

use portolan_scene::{
    Binding, Expression, Fate, Formula, FreedomKind, MechanismFormula, MechanismId, Parameter, Target,
};
use portolan_syntax::Node;

use super::codes;
use super::names::{Kind, Names, Thing, Unknown, Value};
use crate::lower::Lower;
use crate::lower::formula::math;
use crate::lower::geometry::label;

/// Symbols of one formula.
const MOST: usize = 4096;

/// What the parameters of a formula are said to be: by name, the element that says it.
type Given<'a> = Vec<(Box<str>, Node<'a>)>;

impl<'a> Lower<'a> {
    /// Takes over the formulas of all models, and of what systems say about axes.
    pub(super) fn mechanism_formulas(&mut self, names: &mut Names<'a>) {
        for scope in 0..names.scopes.len() as u32 {
            let Some(known) = names.scope(scope) else { continue };
            let holder = match known.kind {
                Kind::Model(_) => known.definition.child("technique_common").unwrap_or(known.definition),
                Kind::Axis(Some(_)) => known.definition,
                _ => continue,
            };
            for element in holder.elements() {
                let formula = match element.local_name() {
                    "formula" => Some((element, Vec::new())),
                    "instance_formula" => self.follow(element, "url").map(|formula| (formula, settings(element))),
                    _ => None,
                };
                let Some((formula, given)) = formula else { continue };
                match self.mechanism_formula(formula, &given, scope, names) {
                    Ok((mechanism, made)) => {
                        let slot = names.mechanisms.get_mut(mechanism as usize);
                        slot.into_iter().for_each(|m| m.formulas.push(made.clone()));
                    }
                    Err(why) => {
                        let message = format!("the formula `{}` is invalid: {why}", label(formula));
                        self.lose(&codes::FORMULA, Fate::Dropped, element, message);
                    }
                }
            }
        }
    }

    /// A formula, and the mechanism whose axis it computes.
    fn mechanism_formula(
        &mut self,
        element: Node<'a>,
        given: &Given<'a>,
        scope: u32,
        names: &Names<'a>,
    ) -> Result<(u32, MechanismFormula), String> {
        if element.local_name() != "formula" {
            return Err(format!("it is a `{}`", element.local_name()));
        }
        let common = element.child("technique_common").ok_or("it has no `technique_common`")?;
        let expression = math::expression(common, self.documents)?;
        let own = element.children_named("newparam").filter_map(|p| Some((p.attribute_value("sid")?.trim().into(), p)));
        let own: Given<'a> = own.collect();
        let space = Space { given, own: &own, scope, names };
        let (target, result) = space.result(element)?;
        let Some(Target::Freedom { mechanism, .. }) = result.target() else {
            return Err(format!("its result `{target}` is not a joint axis"));
        };
        let mechanism = mechanism.0;
        let (mut bindings, mut parameters) = (vec![(target.clone(), result)], Vec::new());
        for name in symbols(&expression)? {
            if bindings.iter().any(|(known, _)| **known == *name) {
                continue;
            }
            match space.meaning(&name)? {
                Binding::Value(value) => parameters.push(Parameter { name, value }),
                binding => bindings.push((name, binding)),
            }
        }
        let formula = Formula { meta: self.meta(element), parameters, target: Some(target), expression };
        Ok((mechanism, MechanismFormula { formula, bindings }))
    }
}

/// What an `<instance_formula>` gives to parameters.
fn settings(instance: Node<'_>) -> Given<'_> {
    let sets = instance.elements().filter(|e| matches!(e.local_name(), "setparam" | "bind"));
    let named = sets.filter_map(|set| {
        let name = ["ref", "symbol"].iter().find_map(|a| set.attribute_value(a))?;
        Some((Box::from(name.trim()), set))
    });
    named.collect()
}

/// The symbols of an expression, each once.
fn symbols(expression: &Expression) -> Result<Vec<Box<str>>, String> {
    let mut all: Vec<Box<str>> = Vec::new();
    math::symbols(expression, &mut |name| {
        if all.len() <= MOST && !all.iter().any(|known| **known == *name) {
            all.push(name.into());
        }
    });
    if all.len() > MOST { Err(format!("it has more than {MOST} symbols")) } else { Ok(all) }
}

/// Where the symbols of a formula get their meaning.
struct Space<'n, 'a> {
    /// What the instance gives, which counts most.
    given: &'n Given<'a>,
    /// Parameters of the formula itself.
    own: &'n Given<'a>,
    scope: u32,
    names: &'n Names<'a>,
}

impl<'a> Space<'_, 'a> {
    /// What a symbol is. One that names a joint or an axis is an angle in radians or a length; through a parameter numbers
    /// are those of the document.
    fn meaning(&self, name: &str) -> Result<Binding, String> {
        let said = |list: &Given<'a>| list.iter().find(|(known, _)| **known == *name).map(|(_, holder)| *holder);
        if let Some(holder) = said(self.given).or_else(|| said(self.own)) {
            let chain = self.names.chain(holder, self.scope);
            return match chain.iter().find_map(|param| self.names.values.get(param)) {
                Some((mechanism, freedom)) => Ok(Binding::Target(axis(*mechanism, *freedom))),
                None => self.through(self.names.value(holder, self.scope)),
            };
        }
        match self.names.find(name, self.scope, None) {
            Some(Thing::Param(param)) => match self.names.values.get(&param) {
                Some((mechanism, freedom)) => Ok(Binding::Target(axis(*mechanism, *freedom))),
                None => self.through(self.names.param(param, 0)),
            },
            Some(thing) => {
                let (mechanism, freedom) =
                    self.names.freedom(thing).ok_or_else(|| format!("`{name}` is not a joint axis"))?;
                let model = self.names.mechanisms.get(mechanism as usize);
                let kind = model.and_then(|m| m.freedoms.get(freedom as usize)).map(|f| f.kind);
                let target = axis(mechanism, freedom);
                Ok(if kind == Some(FreedomKind::Revolute) { Binding::Angle(target) } else { Binding::Target(target) })
            }
            None => Err(format!("the symbol `{name}` is not declared")),
        }
    }

    /// What a parameter leads to.
    fn through(&self, value: Result<Value, Unknown>) -> Result<Binding, String> {
        match value.map_err(|why| why.to_string())? {
            Value::Number(number) => Ok(Binding::Value(number)),
            Value::Thing(thing) => match self.names.freedom(thing) {
                Some((mechanism, freedom)) => Ok(Binding::Target(axis(mechanism, freedom))),
                None => Err("a parameter is neither a number nor an axis".to_owned()),
            },
        }
    }

    /// The name of the result, and the axis it is. A formula in an `<axis_info>` that names none computes that axis.
    fn result(&self, element: Node<'a>) -> Result<(Box<str>, Binding), String> {
        let target = element.child("target");
        let param = target.and_then(|t| t.child("param"));
        let name = param.map(|p| p.attribute_value("ref").unwrap_or_else(|| p.text()).trim().to_owned());
        if let Some(name) = name.filter(|n| !n.is_empty()) {
            let meaning = self.meaning(&name)?;
            return Ok((name.into(), meaning));
        }
        match self.names.scope(self.scope).map(|s| s.kind) {
            Some(Kind::Axis(Some((mechanism, freedom)))) => {
                let model = self.names.mechanisms.get(mechanism as usize);
                let kind = model.and_then(|m| m.freedoms.get(freedom as usize)).map(|f| f.kind);
                let target = axis(mechanism, freedom);
                let angle = kind == Some(FreedomKind::Revolute);
                Ok(("result".into(), if angle { Binding::Angle(target) } else { Binding::Target(target) }))
            }
            _ => Err("it contains no expression".to_owned()),
        }
    }
}

fn axis(mechanism: u32, freedom: u32) -> Target {
    Target::Freedom { mechanism: MechanismId(mechanism), freedom }
}
