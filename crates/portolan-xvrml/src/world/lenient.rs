//! Spellings of VRML97 and X3D for what xVRML writes otherwise (A11 to A17). `portolan check` warns of them; their table is
//! that of `portolan_schema::lenient`.

use portolan_scene::Fate;
use portolan_syntax::Node;

use super::build::{Builder, Place};
use super::{KindId, NodeId, Value, World, codes};

/// The kind of node that an element of this name is.
pub(super) fn kind(name: &str) -> &str {
    match name {
        "ImageTexture" | "MovieTexture" => "Texture",
        "NavigationInfo" => "Avatar",
        "ROUTE" => "Route",
        other => other,
    }
}

/// Does an element only stand around nodes?
pub(super) fn is_wrapper(element: Node<'_>) -> bool {
    element.local_name() == "Appearance" && element.attribute("USE").is_none()
}

/// Is an attribute that the kind does not have understood all the same?
pub(super) fn is_attribute(element: Node<'_>, name: &str) -> bool {
    match element.local_name() {
        "NavigationInfo" => matches!(name, "type" | "headlight" | "avatarSize" | "visibilityLimit"),
        // In worlds that glTF keeps.
        "World" => name == "headlight",
        _ => false,
    }
}

/// What an element says of its node beyond fields.
pub(super) fn after(builder: &mut Builder<'_>, id: NodeId, element: Node<'_>) {
    match element.local_name() {
        "NavigationInfo" => {
            builder.world.set(id, "cameraOffset", Value::Numbers([0.0; 4]));
            if let Some(modes) = element.attribute_value("type") {
                builder.world.set(id, "navigation", Value::Texts(super::value::texts(&modes)));
            }
            body(builder, id, element.attribute_value("avatarSize").as_deref());
            builder.world.headlight = builder.world.headlight.or(headlight(element)).or(Some(true));
        }
        "Shape" => texture_transform(builder, id, element),
        _ => {}
    }
}

/// Does an element switch the headlight on or off?
pub(super) fn headlight(element: Node<'_>) -> Option<bool> {
    Some(!element.attribute_value("headlight")?.trim().eq_ignore_ascii_case("false"))
}

/// The body of a visitor by the size that is written, or else that of VRML97: as far around the eyes, as far below them, and the
/// step that it climbs (A34).
pub(super) fn body(builder: &mut Builder<'_>, id: NodeId, written: Option<&str>) {
    let read = super::value::read(super::FieldType::Vec3f, written.unwrap_or("0.25 1.6 0.75")).0;
    let Some(Value::Numbers([around, height, step, _])) = read else { return };
    builder.world.set(id, "bboxSize", Value::Numbers([around * 2.0, height, around * 2.0, 0.0]));
    builder.world.set(id, "bboxCenter", Value::Numbers([0.0, height / -2.0, 0.0, 0.0]));
    builder.world.set(id, "stepValue", Value::Numbers([step, 0.0, 0.0, 0.0]));
}

/// A texture transform beside a texture is part of it.
fn texture_transform(builder: &mut Builder<'_>, shape: NodeId, element: Node<'_>) {
    let wrappers = element.elements().filter(|e| matches!(e.local_name(), "appearance" | "Appearance"));
    let inner = wrappers.flat_map(|w| w.elements().chain(w.elements().flat_map(|e| e.elements())));
    let Some(transform) = inner.into_iter().find(|e| e.local_name() == "TextureTransform") else { return };
    let all = builder.world.nodes_in(shape, "appearance");
    let Some(texture) = all.iter().copied().find(|n| builder.world.kind(*n) == "Texture") else { return };
    copy_attributes(builder, texture, transform);
}

/// Takes the attributes of an element as those of a node.
fn copy_attributes(builder: &mut Builder<'_>, id: NodeId, element: Node<'_>) {
    let Some(kind) = builder.world.node(id).map(|n| n.kind.get()) else { return };
    let place = Place { document: builder.world.origin(id).document, scope: 0, depth: 0, turn: Place::UPRIGHT };
    for attribute in element.attributes() {
        if let Some(field) = kind.field(attribute.full_name()) {
            let text = attribute.value();
            let text = match kind.fields.get(field as usize).map(|f| f.ty) {
                Some(super::FieldType::String) => text.trim().trim_matches('"').to_owned(),
                _ => text.into_owned(),
            };
            builder.written(id, field, &text, element, place);
        }
    }
}

/// An element that is neither a field of the node around it nor belongs into one.
pub(super) fn child(builder: &mut Builder<'_>, owner: NodeId, element: Node<'_>, place: Place) {
    let Some(around) = builder.world.node(owner).map(|n| n.kind.get()) else { return };
    let name = element.local_name();
    let property = match name {
        "Coordinate" => Some(("coord", "point")),
        "Color" | "ColorRGBA" => Some(("color", "color")),
        "Normal" => Some(("normal", "vector")),
        "TextureCoordinate" => Some(("texCoord", "point")),
        _ => None,
    };
    if let Some((field, value)) = property
        && let Some(at) = around.field(field)
    {
        let inner = element.child(value).map(|e| e.text());
        if let Some(text) = element.attribute_value(value).or(inner) {
            builder.written(owner, at, &text, element, place);
            return;
        }
    }
    // A field that holds a property node in place of its numbers.
    if around.field(name).is_some() {
        for inner in element.elements() {
            child(builder, owner, inner, place);
        }
        return;
    }
    match name {
        "ROUTE" | "Route" => return builder.route(element, place),
        "FontStyle" if around.name == "Text" => return copy_attributes(builder, owner, element),
        "ProtoDeclare" | "ExternProtoDeclare" => return,
        "level" | "choice" => {
            if let Some(field) = around.field("children") {
                return builder.children(owner, field, element, place.deeper());
            }
        }
        "Appearance" => {
            if let Some(field) = around.field("appearance") {
                return builder.children(owner, field, element, place.deeper());
            }
        }
        _ => {}
    }
    if KindId::named(kind(name)).is_some() {
        let fields = match kind(name) {
            "Material" | "Texture" => ["appearance", "source"],
            "AudioClip" => ["source", "children"],
            _ if around.field("geometry").is_some() => ["geometry", "children"],
            _ => ["children", "source"],
        };
        if let Some(field) = fields.iter().find_map(|f| around.field(f)) {
            return builder.child(owner, field, element, place.deeper());
        }
    }
    let message = format!("`{name}` is not allowed in `{}`", around.name);
    builder.lose(&codes::FOREIGN, Fate::Dropped, element, place, message);
}

/// Makes lists of colours have four components each (A3): what the rest of the node needs tells how many are written.
pub(super) fn colours(world: &mut World, id: NodeId) {
    let points = |world: &World| world.floats(id, "coord").len() / 3;
    let polygons = |world: &World| {
        let indices = world.ints(id, "coordIndex");
        indices.split(|i| *i < 0).filter(|run| !run.is_empty()).count()
    };
    let wanted: &[(&str, usize)] = match world.kind(id) {
        "ColorInterpolator" => &[("keyValue", world.floats(id, "key").len())],
        "Background" => &[
            ("skyColor", world.floats(id, "skyAngle").len() + 1),
            ("groundColor", world.floats(id, "groundAngle").len() + 1),
        ],
        "PointSet" => &[("color", points(world))],
        "ElevationGrid" => {
            let less = usize::from(!world.flag(id, "colorPerVertex"));
            let side = |name| (world.int(id, name).max(0) as usize).saturating_sub(less);
            &[("color", side("xDimension").saturating_mul(side("zDimension")))]
        }
        "IndexedFaceSet" | "IndexedLineSet" => {
            let highest = world.ints(id, "colorIndex").iter().max().map(|i| i64::from((*i).max(-1)) + 1);
            let needed = match (highest, world.flag(id, "colorPerVertex")) {
                (Some(needed), _) => needed as usize,
                (None, true) => points(world),
                (None, false) => polygons(world),
            };
            &[("color", needed)]
        }
        _ => return,
    };
    for (field, needed) in wanted {
        let Some(at) = world.node(id).and_then(|n| n.kind.get().field(field)).filter(|_| world.is_written(id, field))
        else {
            continue;
        };
        if let Some(Value::Floats(list)) = world.take_at(id, at) {
            world.set_at(id, at, Value::Floats(rgba(list, *needed)));
        }
    }
}

/// Colours with four components each, of which at least so many are needed.
pub(super) fn rgba(list: Vec<f32>, needed: usize) -> Vec<f32> {
    let n = list.len();
    let four = n.is_multiple_of(4) && n / 4 >= needed;
    let three = n.is_multiple_of(3) && n / 3 >= needed;
    if four || !three && !n.is_multiple_of(3) || !three && n.is_multiple_of(4) {
        let mut list = list;
        list.truncate(n - n % 4);
        return list;
    }
    list.as_chunks::<3>().0.iter().flat_map(|&[r, g, b]| [r, g, b, 1.0]).collect()
}

#[cfg(test)]
mod tests {
    use super::rgba;

    #[test]
    fn colours_have_as_many_components_as_are_needed() {
        // Twelve numbers are three colours of four components, or four of three.
        let list: Vec<f32> = (0..12).map(|i| i as f32).collect();
        assert_eq!(rgba(list.clone(), 3), list);
        assert_eq!(rgba(list.clone(), 4)[..8], [0.0, 1.0, 2.0, 1.0, 3.0, 4.0, 5.0, 1.0]);
        assert_eq!(rgba(vec![0.0, 0.5, 1.0], 1), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!(rgba(vec![0.0; 5], 1), [0.0; 4]);
        // Too few whichever way they are counted.
        assert_eq!(rgba(vec![0.0; 4], 9), [0.0; 4]);
    }
}
