use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds a world that includes itself.
    ///
    /// Such a world has no end; readers leave the `Inline` empty.
    "REF313" "inline-of-itself" Error, spec "VRML97-6.25", on ["Inline"], check
}

fn check<'a>(inline: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(url) = inline.attribute_value("url") else { return };
    let url = url.trim();
    let path = url.split(['#', '?']).next().unwrap_or_default();
    let own = inline.tree().source().name();
    let own = own.rsplit(['/', '\\']).next().unwrap_or(own);
    let file = path.strip_prefix("./").unwrap_or(path);
    if !url.is_empty() && (file.is_empty() || file == own) {
        report.at_attribute(inline, "url", "the world includes itself");
    }
}
