use portolan_syntax::Node;

use super::scoped::Scoped;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds shaders that use a piece of code which the effect does not contain.
    ///
    /// `<import ref>` (before version 1.5 `<name source>`) holds the SID of a `<code>` or `<include>` of the profile.
    /// Without it the shader cannot be built.
    "SEM182" "shader-code-unknown" Error, spec "8-118", on ["effect"], check
}

fn check<'a>(effect: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut code = None;
    for node in effect.descendants() {
        let attribute = match node.local_name() {
            "import" => "ref",
            "name" => "source",
            _ => continue,
        };
        let Some(reference) = node.attribute(attribute).filter(|_| report.document.ty(node).is_some()) else {
            continue;
        };
        let sid = reference.value();
        let code = code.get_or_insert_with(|| Scoped::of(report.document, effect, &["code", "include"]));
        if code.find(node, sid.trim()).is_none() {
            let message = format!("there is no `<code>` or `<include>` with the SID `{}`", sid.trim());
            report.push(report.finding(node, reference.value_span(), message));
        }
    }
}
