//! `<formula>` and its instances.

pub(super) mod math;
#[cfg(test)]
mod tests;

use hashbrown::HashSet;
use portolan_scene::{Binding, Fate, Formula, FormulaId, FormulaInstance, Parameter, Part};
use portolan_syntax::Node;

use super::Lower;
use super::animation::{Made, codes, field};
use super::geometry::label;
use crate::documents::Documents;
use crate::resolve::Selection;

impl<'a> Lower<'a> {
    /// What a `<formula>` of any document became.
    pub(super) fn formula(&mut self, element: Node<'a>, made: &mut Made) -> Option<FormulaId> {
        let origin = self.origin(element);
        if let Some(known) = made.formulas.get(&origin) {
            return *known;
        }
        let id = match self.read_formula(element) {
            Ok(formula) => {
                let id = FormulaId::next(&self.scene.formulas);
                self.scene.formulas.push(formula);
                Some(id)
            }
            Err(why) => {
                let message = format!("the formula `{}` cannot be computed: {why}", label(element));
                self.lose(&codes::FORMULA, Fate::Dropped, element, message);
                None
            }
        };
        made.formulas.insert(origin, id);
        id
    }

    fn read_formula(&mut self, element: Node<'a>) -> Result<Formula, String> {
        if element.local_name() != "formula" {
            return Err(format!("it is a `{}`", element.local_name()));
        }
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut names: HashSet<Box<str>> = HashSet::new();
        for declared in element.elements().filter(|e| e.local_name() == "newparam") {
            let name: Box<str> = declared.attribute_value("sid").unwrap_or_default().trim().into();
            if name.is_empty() || !names.insert(name.clone()) {
                let message = format!("a parameter of `{}` has no SID", label(element));
                self.lose(&codes::FORMULA_PARAMETER, Fate::Dropped, declared, message);
                continue;
            }
            let value = declared.elements().find_map(|v| number(v));
            if value.is_none() && declared.child("SIDREF").is_none() {
                let message = format!("the parameter `{name}` has no value; its default is 0");
                self.lose(&codes::FORMULA_PARAMETER, Fate::Approximated, declared, message);
            }
            parameters.push(Parameter { name, value: value.unwrap_or(0.0) });
        }
        let target = self.formula_target(element, &names);
        let common = element.child("technique_common").ok_or("it has no `technique_common`")?;
        let expression = math::expression(common, self.documents)?;
        let mut unknown: Vec<&str> = Vec::new();
        math::symbols(&expression, &mut |name| {
            if unknown.len() < 8 && !names.contains(name) && !unknown.contains(&name) {
                unknown.push(name);
            }
        });
        for name in unknown {
            let message = format!("the symbol `{name}` of `{}` is not declared", label(element));
            self.lose(&codes::FORMULA_PARAMETER, Fate::Noted, element, message);
        }
        Ok(Formula { meta: self.meta(element), parameters, target, expression })
    }

    /// The parameter that holds the result.
    fn formula_target(&mut self, element: Node<'a>, names: &HashSet<Box<str>>) -> Option<Box<str>> {
        let target = element.child("target");
        let param = target.and_then(|t| t.child("param"));
        let name = param.map(|p| p.attribute_value("ref").unwrap_or_else(|| p.text()));
        let name: Option<Box<str>> = name.filter(|n| !n.trim().is_empty()).map(|n| n.trim().into());
        let message = match &name {
            Some(name) if names.contains(name) => None,
            Some(name) => Some(format!("the result `{name}` of `{}` is not declared", label(element))),
            // The result may be a number that is only given back.
            None if target.is_some_and(|t| t.child("float").is_some()) => None,
            None => Some(format!("the formula `{}` does not name its result parameter", label(element))),
        };
        if let Some(message) = message {
            self.lose(&codes::FORMULA_PARAMETER, Fate::Noted, target.unwrap_or(element), message);
        }
        name
    }

    /// What an `<instance_formula>` is.
    pub(super) fn formula_instance(&mut self, element: Node<'a>, made: &mut Made) -> Option<FormulaInstance> {
        let definition = self.follow(element, "url")?;
        let formula = self.formula(definition, made)?;
        let mut bindings = Vec::new();
        for set in element.elements().filter(|e| matches!(e.local_name(), "setparam" | "bind")) {
            let name = ["ref", "symbol"].iter().find_map(|a| set.attribute_value(a)).unwrap_or_default();
            let name: Box<str> = name.trim().into();
            match self.binding(set, made) {
                Ok(binding) => bindings.push((name, binding)),
                Err(why) => {
                    let message = format!("the binding of the parameter `{name}` is invalid: {why}");
                    self.lose(&codes::FORMULA_BINDING, Fate::Dropped, set, message);
                }
            }
        }
        let own = self
            .own_bindings(definition, made)
            .into_iter()
            .filter(|(name, _)| !bindings.iter().any(|(bound, _)| bound == name));
        let own: Vec<(Box<str>, Binding)> = own.collect();
        bindings.extend(own);
        Some(FormulaInstance { formula, bindings })
    }

    /// What the parameters of a formula are that refer to numbers of the document.
    fn own_bindings(&mut self, formula: Node<'a>, made: &mut Made) -> Vec<(Box<str>, Binding)> {
        let mut bindings = Vec::new();
        for declared in formula.children_named("newparam").filter(|p| p.child("SIDREF").is_some()) {
            let name: Box<str> = declared.attribute_value("sid").unwrap_or_default().trim().into();
            match self.binding(declared, made) {
                Ok(binding) => bindings.push((name, binding)),
                Err(why) => {
                    let message = format!("the reference of the parameter `{name}` is invalid: {why}");
                    self.lose(&codes::FORMULA_BINDING, Fate::Dropped, declared, message);
                }
            }
        }
        bindings
    }

    /// Formulas of the library that no clip computes hold always, if they say what they drive.
    pub(super) fn standing_formulas(&mut self, made: &mut Made) {
        let used: HashSet<FormulaId> = self.scene.clips.iter().flat_map(|c| &c.formulas).map(|f| f.formula).collect();
        for element in self.all_typed("formula") {
            let is_one = element.parent_element().is_some_and(|p| p.local_name() == "library_formulas");
            let Some(Some(formula)) = made.formulas.get(&self.origin(element)).copied().filter(|_| is_one) else {
                continue;
            };
            if used.contains(&formula) {
                continue;
            }
            let bindings = self.own_bindings(element, made);
            let instance = FormulaInstance { formula, bindings };
            if portolan_eval::formula_result(&self.scene, &instance).is_some() {
                self.scene.standing.push(instance);
            }
        }
        self.tell_cycles();
    }

    /// Tells which formulas cannot be computed because they depend on themselves.
    fn tell_cycles(&mut self) {
        let sets = std::iter::once(&self.scene.standing).chain(self.scene.clips.iter().map(|c| &c.formulas));
        let cyclic = |set: &Vec<FormulaInstance>| {
            let order = portolan_eval::formula_order(&self.scene, set);
            order
                .cyclic
                .into_iter()
                .filter_map(|i| self.scene.formula(set.get(i)?.formula))
                .map(|f| f.meta.clone())
                .collect::<Vec<_>>()
        };
        let found: Vec<portolan_scene::Meta> = sets.flat_map(cyclic).collect();
        for meta in found {
            let message =
                format!("the formula `{}` depends on its own result and is ignored", meta.label().unwrap_or("?"));
            self.losses.push(&codes::FORMULA, Fate::Dropped, meta.origin, message);
        }
    }

    /// What a parameter is bound to: a number, or one of the scene by its SID path.
    fn binding(&self, set: Node<'a>, made: &mut Made) -> Result<Binding, String> {
        if let Some(value) = set.elements().find_map(|v| number(v)) {
            return Ok(Binding::Value(value));
        }
        let inner = set.elements().find(|e| matches!(e.local_name(), "SIDREF" | "connect_param" | "param"));
        let path = match inner {
            Some(e) if e.local_name() == "SIDREF" => e.text(),
            Some(e) => e.attribute_value("ref").unwrap_or_else(|| e.text()),
            None => set.attribute_value("target").ok_or("it contains neither a number nor a reference")?,
        };
        let path = path.trim().to_owned();
        let aim = self.aim(&path, set).map_err(|why| format!("`{path}` does not exist: {why}"))?;
        let Some(bound) = self.fields(aim.element, made).into_iter().next() else {
            // A parameter of the document that nothing in the scene follows is a number.
            let value = number(aim.element).or_else(|| aim.element.elements().find_map(|v| number(v)));
            return value.map(Binding::Value).ok_or_else(|| format!("`{path}` is not a number of the scene"));
        };
        let place = match aim.selection {
            Selection::At(place) if (place as usize) < bound.width => place as usize,
            Selection::At(_) => return Err(format!("`{path}` does not exist")),
            _ if bound.width == 1 => 0,
            _ => return Err(format!("`{path}` is {} numbers", bound.width)),
        };
        let (mut place, mut factor) = (place, bound.factor);
        if let Some(operation) = self.operation_of(&bound.target) {
            let (to, by) = field::converted(operation, place, &bound.frame);
            (place, factor) = (to, factor * by);
        }
        if factor != 1.0 {
            return Err(format!("`{path}` has a different unit or up axis than the scene"));
        }
        Ok(Binding::Target(bound.target.with_part(Part::At(place as u32))))
    }
}

/// The `<formula>` that a symbol calls: the one it names as its definition, else the one that is called as it.
pub(super) fn definition<'a>(documents: &'a Documents, symbol: Node<'a>) -> Option<Node<'a>> {
    let url = symbol.attribute_value("definitionURL").filter(|url| !url.trim().is_empty());
    let named = url.and_then(|url| documents.follow(symbol, &url).ok());
    let called = || documents.follow(symbol, &format!("#{}", symbol.text().trim())).ok();
    let is_formula = |found: &Node<'a>| found.local_name() == "formula";
    named.filter(is_formula).or_else(|| called().filter(is_formula))
}

/// The number that a `<float>`, `<int>` or `<bool>` holds.
pub(super) fn number(element: Node<'_>) -> Option<f64> {
    let text = element.text();
    match element.local_name() {
        "float" | "int" => portolan_schema::value::number::float(text.trim().as_bytes()).filter(|v| v.is_finite()),
        "bool" => Some(f64::from(u8::from(matches!(text.trim(), "true" | "1")))),
        _ => None,
    }
}
