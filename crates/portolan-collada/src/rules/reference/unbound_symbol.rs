use portolan_syntax::{Node, Severity};

use super::shown;
use super::symbols::Binding;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds instances of a geometry that leave a material symbol of its primitives without a material.
    ///
    /// Those primitives get whatever the application takes as its default. Add an `<instance_material>` with the symbol
    /// to the instance's `<bind_material>`. An instance that binds nothing at all is only worth an information.
    "REF030" "unbound-symbol" Warning, spec "8-68", on ["instance_geometry", "instance_controller"], check
}

fn check<'a>(instance: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(binding) = Binding::of(report.document, instance) else { return };
    for (symbol, primitive) in &binding.used {
        if binding.bound.iter().any(|(s, _)| s == symbol) {
            continue;
        }
        let message = format!("the symbol `{}` of the geometry is not bound to a material", shown(symbol));
        let place = binding.bind_material.unwrap_or(instance);
        let mut finding = report.finding(instance, place.name_span(), message).see(primitive.open_span(), "used here");
        if binding.bind_material.is_none() {
            finding = finding.severity(Severity::Info);
        }
        report.push(finding);
    }
}
