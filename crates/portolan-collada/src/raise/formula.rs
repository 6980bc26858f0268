//! `<formula>`, in the content markup of MathML.

use portolan_scene::{Binding, Constant, Expression, Fate, FormulaInstance, Function, Meta};
use portolan_syntax::xml::number;

use super::{Raise, codes, fragment, label};

const MATH: &str = "http://www.w3.org/1998/Math/MathML";

impl<'a> Raise<'a> {
    pub(super) fn formulas(&mut self) {
        if self.is_new() {
            return self.library("library_formulas", !self.scene.formulas.is_empty(), Raise::all_formulas);
        }
        for formula in &self.scene.formulas {
            let message = format!("formula `{}` needs COLLADA 1.5", label(&formula.meta));
            self.lose(&codes::FORMULA, Fate::Dropped, &formula.meta, message);
        }
    }

    fn all_formulas(&mut self) {
        for (place, formula) in self.scene.formulas.iter().enumerate() {
            let meta = &formula.meta;
            let id = self.ids.formulas.get(place).cloned().flatten();
            self.head("formula", id.as_deref(), meta);
            self.out.maybe("sid", meta.sid.as_deref());
            let standing = self.scene.standing.iter().find(|f| f.formula.index() == place);
            for parameter in &formula.parameters {
                let bound = standing.and_then(|f| f.bindings.iter().find(|(name, _)| *name == parameter.name));
                let address = bound.and_then(|(_, binding)| self.address(binding.target()?));
                self.out.open("newparam").attribute("sid", &parameter.name);
                match address {
                    Some(address) => _ = self.out.leaf("SIDREF", &address).close(),
                    None => _ = self.out.leaf("float", &number(parameter.value)).close(),
                }
            }
            self.formula_body(formula.target.as_deref(), &formula.expression);
            self.kept(meta, "", |_| true);
            self.extras(&meta.extras, meta.origin);
            self.out.close();
        }
    }

    /// Where the result goes, and how it is computed.
    pub(super) fn formula_body(&mut self, target: Option<&str>, expression: &Expression) {
        self.out.open("target");
        match target {
            Some(name) => _ = self.out.leaf("param", name),
            None => _ = self.out.leaf("float", "0"),
        }
        self.out.close().open("technique_common").open("math").attribute("xmlns", MATH);
        self.expression(expression);
        self.out.close().close();
    }

    /// Expressions are not deeper than the reader lets them be.
    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Number(value) if *value == f64::INFINITY => _ = self.out.open("infinity").close(),
            Expression::Number(value) => _ = self.out.leaf("cn", &number(*value)),
            Expression::Constant(constant) => _ = self.out.open(constant_word(*constant)).close(),
            Expression::Parameter(name) => _ = self.out.leaf("ci", name),
            Expression::Apply(function, arguments) => {
                self.out.open("apply");
                match function {
                    // No operator of MathML: a function by its name, as mechanisms call it.
                    Function::Atan2 => {
                        self.out.open("csymbol").attribute("encoding", "text/xml").attribute("definitionURL", "");
                        self.out.text("atan2").close();
                    }
                    _ => _ = self.out.open(&function_word(*function)).close(),
                }
                let mut rest = arguments.as_slice();
                // The degree of a root and the base of a logarithm have an element of their own.
                let own = match function {
                    Function::Root => Some("degree"),
                    Function::Log => Some("logbase"),
                    _ => None,
                };
                if let (Some(own), [first, behind @ ..]) = (own, rest)
                    && !behind.is_empty()
                {
                    self.out.open(own);
                    self.expression(first);
                    self.out.close();
                    rest = behind;
                }
                rest.iter().for_each(|a| self.expression(a));
                self.out.close();
            }
            Expression::Piecewise(pieces, otherwise) => {
                self.out.open("piecewise");
                for (value, condition) in pieces {
                    self.out.open("piece");
                    self.expression(value);
                    self.expression(condition);
                    self.out.close();
                }
                if let Some(otherwise) = otherwise {
                    self.out.open("otherwise");
                    self.expression(otherwise);
                    self.out.close();
                }
                self.out.close();
            }
        }
    }

    /// A formula in use.
    pub(super) fn instance_formula(&mut self, instance: &'a FormulaInstance, owner: &'a Meta) {
        if !self.is_new() {
            let message = format!("clip `{}` computes a formula, which needs COLLADA 1.5", label(owner));
            return self.lose(&codes::FORMULA, Fate::Dropped, owner, message);
        }
        let id = self.ids.formulas.get(instance.formula.index()).cloned().flatten().unwrap_or_default();
        self.out.open("instance_formula").attribute("url", &fragment(&id));
        for (name, binding) in &instance.bindings {
            let address = binding.target().map(|target| self.address(target));
            if address == Some(None) {
                let message = format!("the parameter `{name}` of a formula has no address in COLLADA");
                self.lose(&codes::TARGET, Fate::Dropped, owner, message);
                continue;
            }
            self.out.open("setparam").attribute("ref", name);
            match (binding, address.flatten()) {
                (Binding::Value(value), _) => _ = self.out.leaf("float", &number(*value)),
                (_, Some(address)) => _ = self.out.leaf("SIDREF", &address),
                _ => {}
            }
            self.out.close();
        }
        self.out.close();
    }
}

fn constant_word(constant: Constant) -> &'static str {
    match constant {
        Constant::Pi => "pi",
        Constant::E => "exponentiale",
        Constant::True => "true",
        Constant::False => "false",
        Constant::NotANumber => "notanumber",
        Constant::Infinity => "infinity",
        Constant::EulerGamma => "eulergamma",
    }
}

/// The elements are called as the functions are, in small letters.
fn function_word(function: Function) -> String {
    format!("{function:?}").to_ascii_lowercase()
}
