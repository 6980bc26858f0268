use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds scripts without a program: neither `url` nor `<source>`.
    ///
    /// Such a script does nothing; it is sometimes used to hold values.
    "SEM314" "script-without-program" Info, spec "VRML97-6.40", on ["Script"], check
}

fn check<'a>(script: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if script.attribute("url").is_none() && script.child("source").is_none() && script.text_nodes().next().is_none() {
        report.at(script, "the script has neither `url` nor `<source>`");
    }
}
