use hashbrown::HashMap;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds elements with two techniques for the same profile.
    ///
    /// Techniques are alternatives, and an application takes the one of its own profile; with two it may take either
    /// and lose the other. Put both contents into one technique, or (in an `<extra>`) use two extras.
    "SEM199" "technique-repeated" Warning, spec "5-144", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut firsts = HashMap::new();
    for technique in report.document.named(&["technique"]) {
        let (Some(attribute), Some(parent)) = (technique.attribute("profile"), technique.parent()) else { continue };
        // Free content may use the word for anything.
        if report.document.path(technique) != "technique" {
            continue;
        }
        let profile = attribute.value().trim().to_owned();
        let message = format!("there are two techniques for the profile `{profile}`");
        let first: Node<'a> = *firsts.entry((parent.id(), profile)).or_insert(technique);
        if first != technique {
            let finding = report.finding(technique, attribute.value_span(), message);
            report.push(finding.see(first.open_span(), "the first one"));
        }
    }
}
