use portolan_syntax::Node;
use portolan_syntax::ddl::{self, Property};

use portolan_format::{Reporter, rule};

rule! {
    /// Finds the property `object` on transforms outside of a node.
    ///
    /// It divides the transforms of a node into those that subnodes inherit and those that they do not. In textures,
    /// skins and skeletons it is allowed and has no effect.
    "SEM229" "object-property-ignored" Info, spec "81", on
        ["Skin/Transform", "Skeleton/Transform", "Material/Texture/Transform", "LightObject/Texture/Transform",
         "Material/Texture/Translation", "LightObject/Texture/Translation", "Rotation", "Scale"], check
}

fn check<'a>(transform: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(parent) = transform.parent_element().filter(|p| matches!(p.name().full, "Texture" | "Skin" | "Skeleton"))
    else {
        return;
    };
    let is_set = |property| matches!(property, Property::Flag | Property::Literal("true" | "1"));
    if let Some(attr) = transform.attribute("object").filter(|a| is_set(ddl::property(*a))) {
        let message = format!("`object` has no effect on a `{}` in a `{}`", transform.name().full, parent.name().full);
        let finding = report.finding(transform, attr.span(), message);
        report.push(finding);
    }
}
