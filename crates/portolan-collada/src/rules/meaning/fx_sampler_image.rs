use hashbrown::HashSet;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds samplers (from version 1.5 on) without an image.
    ///
    /// A sampler parameter names its image with `<instance_image>`; a material may give it one later with
    /// `<sampler_image>`. With neither there is nothing to sample.
    "SEM160" "sampler-without-image" Warning, spec "8-55", on document, check
}

fn check<'a>(root: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut given = HashSet::new();
    let mut lacking = Vec::new();
    // Before 1.5 a sampler has a `<source>` instead.
    if document.bound.version != document.bound.schema.newest() {
        return;
    }
    for node in root.tree().nodes() {
        if !node.is_element() {
            continue;
        }
        match node.local_name() {
            "sampler_image" => {
                let set = node.parent().and_then(|p| p.attribute_value("ref"));
                given.extend(set.map(|r| r.trim().to_owned()));
            }
            name if name.starts_with("sampler") && document.path(node).starts_with("~fx_sampler") => {
                let param = node.parent_element().filter(|p| p.local_name() == "newparam");
                if let (Some(param), None) = (param, node.child("instance_image")) {
                    lacking.push((node, param));
                }
            }
            _ => {}
        }
    }
    for (sampler, param) in lacking {
        let sid = param.attribute_value("sid").unwrap_or_default();
        if !given.contains(sid.trim()) {
            report.at(sampler, format!("the sampler `{}` has no image", sid.trim()));
        }
    }
}
