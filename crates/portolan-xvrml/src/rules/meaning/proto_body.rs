use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds prototypes without a body and without a `url` that says where it is, and those with both.
    ///
    /// Instances of the former are empty; of the latter the body is ignored.
    "SEM313" "proto-body" Warning, spec "VRML97-4.8", on ["ProtoDeclare"], check
}

fn check<'a>(proto: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let body = proto.child("body");
    match (body.filter(|b| b.elements().next().is_some()), proto.attribute("url")) {
        (Some(body), Some(_)) => {
            report.at(body, "the body is ignored, as the prototype has a `url`");
        }
        (None, None) => report.at(proto, "the prototype has neither nodes in a `<body>` nor a `url`"),
        _ => {}
    }
}
