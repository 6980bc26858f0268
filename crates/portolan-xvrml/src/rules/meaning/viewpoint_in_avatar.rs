use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds viewpoints inside of an avatar, in a group among its children.
    ///
    /// The avatar is placed at the viewpoint, so a viewpoint in it would follow itself. Readers ignore it. Move it to
    /// the children of the world.
    "SEM307" "viewpoint-in-avatar" Error, spec "Avatar", on ["Avatar"], check
}

fn check<'a>(avatar: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for viewpoint in avatar.descendants().filter(|n| report.document.path(*n) == "Viewpoint") {
        report.at(viewpoint, "a `<Viewpoint>` is not allowed inside an `<Avatar>`");
    }
}
