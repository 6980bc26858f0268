//! Documents read through the typed views.

use portolan_syntax::{Limits, Source};
use portolan_xvrml::FORMAT;
use portolan_xvrml::views::{VIEWS, View, World};

#[test]
fn a_box_in_a_world() {
    let text = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children><Shape><geometry>
            <Box size="1 2 3" solid="false"/>
        </geometry></Shape><Shape><geometry><Box name="b"/></geometry></Shape>
        <ScalarInterpolator><key>0 0.5 1</key><keyValue>3 4 5</keyValue></ScalarInterpolator></children></World>"#;
    let tree = (FORMAT.parse)(Source::from_text("test.xwrl", text), &Limits::default()).0;
    let children = World::wrap(tree.root().unwrap()).children().unwrap();
    let boxes: Vec<_> = children.shapes().map(|shape| shape.geometry().unwrap().r#box().unwrap()).collect();
    assert_eq!((boxes[0].size(), boxes[0].solid()), (Some([1.0, 2.0, 3.0]), Some(false)));
    assert_eq!((boxes[1].size(), boxes[1].solid()), (None, None));
    assert_eq!((boxes[1].size_or_default(), boxes[1].solid_or_default()), ([2.0, 2.0, 2.0], true));
    assert_eq!(boxes[1].name().as_deref(), Some("b"));
    let curve = children.scalar_interpolators().next().unwrap();
    assert_eq!(curve.key_content().flatten().collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    assert_eq!(curve.key_value_value().flatten().collect::<Vec<_>>(), [3.0, 4.0, 5.0]);
}

#[test]
fn every_type_with_structure_has_a_view() {
    for ty in FORMAT.schema.types {
        let found = VIEWS.binary_search_by(|(path, _)| path.cmp(&ty.path));
        assert!(found.is_ok() || (ty.children.is_empty() && ty.events.is_empty()), "{}", ty.path);
    }
}
