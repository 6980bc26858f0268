//! When a document was last changed.

use portolan_syntax::{Edit, Tree};

/// Sets the time at which a document was last changed; when it was made stays.
pub fn touch(tree: &Tree, time: &str) -> Vec<Edit> {
    let asset = tree.root().and_then(|r| r.child("asset"));
    let Some(asset) = asset else { return Vec::new() };
    match asset.child("modified") {
        Some(modified) if !modified.is_self_closed() => vec![Edit::replace(modified.content_span(), time)],
        Some(modified) => {
            let name = modified.name().full;
            vec![Edit::replace(modified.span(), format!("<{name}>{time}</{name}>"))]
        }
        None => Vec::new(),
    }
}
