use portolan_schema::suggest::nearest;
use portolan_syntax::Node;

use super::shown;
use super::symbols::Binding;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds bindings of a material to a symbol that no primitive of the geometry uses.
    ///
    /// The material is never seen. Mostly the symbol is misspelt: it must be the `material` attribute of a primitive.
    "REF031" "unused-symbol" Warning, spec "8-68", on ["instance_geometry", "instance_controller"], check
}

fn check<'a>(instance: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(binding) = Binding::of(report.document, instance) else { return };
    for (symbol, material) in &binding.bound {
        if binding.used.iter().any(|(s, _)| s == symbol) {
            continue;
        }
        // A geometry without primitives shows nothing anyway.
        if !binding.has_primitives() {
            return;
        }
        let span = material.attribute("symbol").map_or(material.name_span(), |a| a.value_span());
        let message = format!("no primitive of the geometry has the material symbol `{}`", shown(symbol));
        let mut finding = report.finding(*material, span, message).see(binding.geometry.open_span(), "the geometry");
        let free = binding.used.iter().filter(|(s, _)| !binding.bound.iter().any(|(b, _)| b == s));
        if let Some(meant) = nearest(symbol, free.map(|(s, _)| &**s)) {
            finding = finding.help(format!("did you mean `{meant}`?"));
        }
        report.push(finding);
    }
}
