use hashbrown::HashSet;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds surfaces (before version 1.5) of the common profile without images.
    ///
    /// Without an `<init_from>` or another `init_…` element, in the effect or in a material that sets it, the surface
    /// has no picture, and the textures that read it show nothing.
    "SEM159" "surface-without-image" Warning, spec "7-6", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut set = HashSet::new();
    let mut empty = Vec::new();
    for node in document.named(&["setparam", "surface"]) {
        match node.local_name() {
            "setparam" => set.extend(node.attribute_value("ref").map(|r| r.trim().to_owned())),
            "surface" if document.path(node) == "~fx_surface" => {
                let param = node.parent_element().filter(|p| document.path(*p) == "~fx_common_newparam");
                let filled = node.elements().any(|e| e.local_name().starts_with("init_"));
                if let (Some(param), false) = (param, filled) {
                    empty.push((node, param));
                }
            }
            _ => {}
        }
    }
    for (surface, param) in empty {
        let sid = param.attribute_value("sid").unwrap_or_default();
        if !set.contains(sid.trim()) {
            report.at(surface, format!("the surface `{}` has no images", sid.trim()));
        }
    }
}
