use portolan_syntax::{Node, Severity};

use super::scoped::{Scoped, value};
use crate::{Reporter, rule};

rule! {
    /// Finds samplers (before version 1.5) whose `<source>` does not name a surface.
    ///
    /// A sampler reads a `<surface>` parameter, which in turn is filled from images. Some exporters name the image
    /// itself; many readers accept that, so it is a warning.
    "SEM158" "sampler-without-surface" Error, spec "8-55", collada on ["effect"], check
}

fn check<'a>(effect: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let mut params = None;
    for source in effect.descendants().filter(|n| n.local_name() == "source") {
        let sampler = source.parent().is_some_and(|p| report.document.path(p).starts_with("~fx_sampler"));
        if !sampler || report.document.ty(source).is_none() {
            continue;
        }
        let params = params.get_or_insert_with(|| Scoped::of(report.document, effect, &["newparam"]));
        let text = source.text();
        let sid = text.trim();
        if sid.is_empty() {
            continue;
        }
        match params.find(source, sid).map(value) {
            Some(None) => {}
            Some(Some(value)) if value.local_name() == "surface" => {}
            Some(Some(value)) => {
                let message = format!(
                    "the sampler reads `{sid}`, a parameter with a `<{}>` instead of a surface",
                    value.local_name()
                );
                report.at_content(source, message);
            }
            None => {
                let image = report.document.by_id(sid).is_some_and(|n| report.document.path(n) == "image");
                let span = source.content_span();
                report.push(match image {
                    true => {
                        let message = format!("the sampler reads the image `{sid}` without a surface");
                        report.finding(source, span, message).severity(Severity::Warning)
                    }
                    false => {
                        report.finding(source, span, format!("there is no surface parameter `{sid}` for the sampler"))
                    }
                });
            }
        }
    }
}
