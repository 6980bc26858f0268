use std::borrow::Cow;

use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Notes assets inside the document that change the unit of length or the up axis for a part of it.
    ///
    /// That is allowed, and lengths and axes are then converted where the parts meet. Many readers look only at the
    /// asset of the document and show such parts too large, too small or lying on their side. Give the whole document
    /// one unit and one up axis when it is meant for them.
    "SEM107" "mixed-units" Info, spec "5-18", on ["asset"], check
}

fn check<'a>(asset: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let bound = &report.document.bound;
    if let Some(unit) = asset.child("unit") {
        let size = |unit: Node<'a>| bound.given::<f64>(unit, "meter").sound();
        let around = around(asset, "unit").map_or_else(|| bound.default_at("asset/unit", "meter"), size);
        if let (Some(inner), Some(outer)) = (size(unit), around)
            && inner != outer
            && inside(asset)
        {
            report.at(unit, format!("the unit of {inner} metres differs from the {outer} metres of its parent"));
        }
    }
    if let Some(axis) = asset.child("up_axis") {
        let name = |asset: Node<'a>| bound.given_child::<Cow<'_, str>>(asset, "up_axis").counts();
        let outer = around(asset, "up_axis").and_then(|axis| axis.parent_element());
        let outer = outer.map_or_else(|| bound.default_at("asset", "up_axis").unwrap_or_default(), name);
        let inner = name(asset);
        if inner != outer && inside(asset) {
            report.at(axis, format!("the up axis `{inner}` differs from `{outer}` of its parent"));
        }
    }
}

/// Does the asset speak of a part of the document only?
fn inside(asset: Node<'_>) -> bool {
    asset.parent_element().and_then(|p| p.parent_element()).is_some()
}

/// What an asset further out says.
fn around<'a>(asset: Node<'a>, name: &str) -> Option<Node<'a>> {
    // An asset is always the first child, so nothing has to be searched.
    let first = |n: Node<'a>| n.elements().next().filter(|e| e.local_name() == "asset");
    asset.ancestors().skip(2).filter_map(first).find_map(|outer| outer.child(name))
}
