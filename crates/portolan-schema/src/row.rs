//! Values by their rows: what a document says, or what the table says when the document says nothing.
//!
//! Readers and rules ask for a value by the node and the name of its attribute, property or child. One row is looked up
//! at most, and only when nothing usable is written; nothing is allocated. Large arrays do not come this way.

use std::borrow::Cow;

use portolan_syntax::ddl::{self, Primitive, Property, literal};
use portolan_syntax::{Attr, Node, Syntax};

use crate::value::number;
use crate::{Bound, Content, Data, Text, Type, Value, Versions};

/// A value of a document.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Given<T> {
    /// What counts: what is written, or else the default of the table. `None` if the table has none.
    pub value: Option<T>,
    /// Is something written that is no such value?
    pub wrong: bool,
}

impl<T> Given<T> {
    /// The value, unless something wrong is written in its place.
    pub fn sound(self) -> Option<T> {
        self.value.filter(|_| !self.wrong)
    }
}

impl<T: Default> Given<T> {
    /// What counts. A type without the row has the value that is zero, false or empty.
    pub fn counts(self) -> T {
        self.value.unwrap_or_default()
    }
}

impl Bound {
    /// The value of an attribute or property.
    pub fn given<'a, T: Decode<'a>>(&self, node: Node<'a>, name: &str) -> Given<T> {
        let written = node.attribute(name);
        let value = written.and_then(|attribute| T::of_attribute(node, attribute));
        match value {
            Some(_) => Given { value, wrong: false },
            None => Given { value: self.default_of(node, name), wrong: written.is_some() },
        }
    }

    /// The value of an attribute or property that is one of the words of its row, as the table spells it.
    pub fn given_word(&self, node: Node<'_>, name: &str) -> Given<&'static str> {
        let row = self.attribute_row(node, name);
        let words = match row.map(|r| self.schema.value(r.value)) {
            Some(Value::Enum(words) | Value::Word(words) | Value::Open(words)) => *words,
            _ => &[],
        };
        let attribute = node.attribute(name);
        let written = attribute.and_then(|a| <Cow<'_, str>>::of_attribute(node, a));
        let known = written.and_then(|written| words.iter().map(|(word, _)| *word).find(|word| *word == written));
        Given { value: known.or(row.and_then(|r| r.default)), wrong: attribute.is_some() && known.is_none() }
    }

    /// The value of an attribute or property of a node that does not have it.
    pub fn default_of<'a, T: Decode<'a>>(&self, node: Node<'a>, name: &str) -> Option<T> {
        self.attribute_row(node, name)?.value()
    }

    /// The value in the text of a child. An empty child has the default, as XML Schema has it.
    pub fn given_child<'a, T: Decode<'a>>(&self, node: Node<'a>, name: &str) -> Given<T> {
        let written = node.child(name).map(|child| child.text()).filter(|text| !text.trim().is_empty());
        let wrong = written.is_some();
        match written.and_then(T::of_text) {
            Some(value) => Given { value: Some(value), wrong: false },
            None => Given { value: self.child_row(node, name).and_then(Text::value), wrong },
        }
    }

    /// The value of an attribute or of the text of a child where not even the element that would hold it is written, by
    /// the path of that element's type.
    pub fn default_at<'a, T: Decode<'a>>(&self, path: &str, name: &str) -> Option<T> {
        let ty = self.schema.ty(self.schema.type_at(path, self.version)?)?;
        let child = || self.child_type(ty, name).and_then(Type::text);
        self.row_of(ty, name).or_else(child)?.value()
    }

    /// The row of an attribute or property: that of the version judged by, else of the last version that has it.
    pub fn attribute_row(&self, node: Node<'_>, name: &str) -> Option<&'static Text> {
        self.row_of(self.meant(node)?, name)
    }

    fn row_of(&self, ty: &'static Type, name: &str) -> Option<&'static Text> {
        let rows = || ty.attributes.iter().filter(|a| self.schema.name(a.name) == name);
        rows().find(|a| a.versions.contains(self.version)).or_else(|| rows().next_back()).map(|a| &a.text)
    }

    /// The row of the text of a child, whether it is there or not.
    pub fn child_row(&self, node: Node<'_>, name: &str) -> Option<&'static Text> {
        self.child_type(self.meant(node)?, name)?.text()
    }

    /// The row of the primitive data of a structure for a word of the property that decides, such as `fov` of a `Param`.
    pub fn data_row(&self, structure: Node<'_>, word: &str) -> Option<&'static Data> {
        self.data_of(self.meant(structure)?, word)
    }

    /// The row of the primitive data that structures of this path have for a word, such as `angle` of a `Metric`.
    pub fn data_at(&self, path: &str, word: &str) -> Option<&'static Data> {
        self.data_of(self.schema.ty(self.schema.type_at(path, self.version)?)?, word)
    }

    fn data_of(&self, ty: &'static Type, word: &str) -> Option<&'static Data> {
        let rows = || ty.data.iter().filter(|d| d.when.is_none_or(|(_, words)| words.contains(&word)));
        rows().find(|d| d.versions.contains(self.version)).or_else(|| rows().next_back())
    }

    /// The type of a node. A node that stands where nobody expects it is what its name means elsewhere, so that it has the
    /// same defaults there.
    fn meant(&self, node: Node<'_>) -> Option<&'static Type> {
        /// Ancestors that are asked.
        const MOST: usize = 8;
        if let Some(ty) = self.ty(node.id()) {
            return Some(ty);
        }
        let mut unknown = [None; MOST];
        let mut ty = None;
        for (slot, ancestor) in unknown.iter_mut().zip(node.ancestors()) {
            ty = self.ty(ancestor.id());
            if ty.is_some() {
                break;
            }
            *slot = Some(ancestor.local_name());
        }
        for name in unknown.into_iter().rev().flatten() {
            let global = || self.schema.type_at(name, self.version).and_then(|id| self.schema.ty(id));
            ty = ty.and_then(|ty| self.child_type(ty, name)).or_else(global);
        }
        ty
    }

    fn child_type(&self, ty: &Type, name: &str) -> Option<&'static Type> {
        let name = self.schema.name_id(name)?;
        self.schema.ty(ty.child_of(name, self.version, Versions::ALL)?)
    }
}

impl Type {
    /// What is known of the element's own text, if it holds text.
    pub fn text(&self) -> Option<&Text> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Text {
    /// The default, decoded.
    pub fn value<'a, T: Decode<'a>>(&self) -> Option<T> {
        self.default.and_then(|text| T::of_text(Cow::Borrowed(text)))
    }
}

impl Data {
    /// The default of a single value, decoded.
    pub fn value<'a, T: Decode<'a>>(&self) -> Option<T> {
        self.default.and_then(|text| T::of_text(Cow::Borrowed(text)))
    }
}

/// What the text of a document or of a table can be decoded to.
pub trait Decode<'a>: Sized {
    /// From the text of an element, of an XML attribute or of a default.
    fn of_text(text: Cow<'a, str>) -> Option<Self>;

    /// From a property of OpenDDL.
    fn of_property(property: Property<'a>) -> Option<Self>;

    /// From an attribute or property of a node.
    fn of_attribute(node: Node<'a>, attribute: Attr<'a>) -> Option<Self> {
        match node.tree().syntax() {
            Syntax::Ddl => Self::of_property(ddl::property(attribute)),
            Syntax::Xml | Syntax::Classic => Self::of_text(attribute.value()),
        }
    }
}

impl Decode<'_> for f64 {
    fn of_text(text: Cow<'_, str>) -> Option<f64> {
        number::float(text.trim().as_bytes())
    }

    fn of_property(property: Property<'_>) -> Option<f64> {
        literal_of(property).and_then(|text| literal::float(text, Primitive::Float32).ok())
    }
}

/// A number that is neither infinite nor none at all.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Finite(pub f64);

impl Decode<'_> for Finite {
    fn of_text(text: Cow<'_, str>) -> Option<Finite> {
        f64::of_text(text).filter(|v| v.is_finite()).map(Finite)
    }

    fn of_property(property: Property<'_>) -> Option<Finite> {
        f64::of_property(property).filter(|v| v.is_finite()).map(Finite)
    }
}

impl<const N: usize> Decode<'_> for [f64; N] {
    fn of_text(text: Cow<'_, str>) -> Option<[f64; N]> {
        let mut values = [0.0; N];
        number::floats_into(text.as_bytes(), &mut values).then_some(values)
    }

    /// A property is one value.
    fn of_property(_: Property<'_>) -> Option<[f64; N]> {
        None
    }
}

impl Decode<'_> for bool {
    fn of_text(text: Cow<'_, str>) -> Option<bool> {
        literal::boolean(text.trim()).ok()
    }

    fn of_property(property: Property<'_>) -> Option<bool> {
        match property {
            Property::Flag => Some(true),
            Property::Literal(text) => literal::boolean(text).ok(),
            Property::String(_) => None,
        }
    }
}

impl<'a> Decode<'a> for Cow<'a, str> {
    /// Without the white space around it.
    fn of_text(text: Cow<'a, str>) -> Option<Cow<'a, str>> {
        Some(match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        })
    }

    fn of_property(property: Property<'a>) -> Option<Cow<'a, str>> {
        match property {
            Property::String(word) => Some(word),
            _ => None,
        }
    }
}

macro_rules! whole {
    ($($ty:ty: $primitive:ident),+) => {$(
        impl Decode<'_> for $ty {
            fn of_text(text: Cow<'_, str>) -> Option<$ty> {
                text.trim().parse().ok()
            }

            fn of_property(property: Property<'_>) -> Option<$ty> {
                let value = literal::integer(literal_of(property)?, Primitive::$primitive).ok()?;
                <$ty>::try_from(value).ok()
            }
        }
    )+};
}

whole!(u32: Uint32, u64: Uint64, i64: Int64, i128: Uint64);

fn literal_of(property: Property<'_>) -> Option<&str> {
    match property {
        Property::Literal(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use portolan_syntax::{Limits, Source, Tree, ddl, xml};

    use super::*;
    use crate::{bind, tables};

    fn collada(body: &str) -> (Tree, Bound) {
        let head = r#"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">"#;
        let source = Source::from_text("a.dae", format!("{head}{body}</COLLADA>"));
        let (tree, _) = xml::parse(source, &Limits::default());
        let bound = bind(&tree, &tables::collada::SCHEMA, None);
        (tree, bound)
    }

    fn named<'a>(tree: &'a Tree, name: &str) -> Node<'a> {
        tree.nodes().find(|n| n.is_element() && n.local_name() == name).unwrap_or(tree.document())
    }

    #[test]
    fn what_is_written_counts_before_the_default() {
        let (tree, bound) = collada(
            "<library_lights><light><technique_common><point><linear_attenuation>3</linear_attenuation>\
             <quadratic_attenuation>x</quadratic_attenuation><constant_attenuation/></point></technique_common></light></library_lights>",
        );
        let point = named(&tree, "point");
        let of = |name| bound.given_child::<f64>(point, name);
        assert_eq!(of("constant_attenuation"), Given { value: Some(1.0), wrong: false });
        assert_eq!(of("linear_attenuation"), Given { value: Some(3.0), wrong: false });
        assert_eq!(of("quadratic_attenuation"), Given { value: Some(0.0), wrong: true });
        assert_eq!(of("color"), Given { value: None, wrong: false });
        assert_eq!(bound.child_row(point, "linear_attenuation").map(|r| r.unit), Some("inverse_length"));
    }

    #[test]
    fn what_stands_in_the_wrong_place_has_its_defaults() {
        let spot = "<light><technique_common><spot/></technique_common></light>";
        let (tree, bound) = collada(&format!("<library_nonsense><more>{spot}</more></library_nonsense>"));
        let spot = named(&tree, "spot");
        assert!(bound.ty(spot.id()).is_none());
        assert_eq!(bound.given_child::<f64>(spot, "falloff_angle").value, Some(180.0));
        let (tree, bound) = collada("<library_nonsense><morph/></library_nonsense>");
        assert_eq!(bound.given::<Cow<'_, str>>(named(&tree, "morph"), "method").counts(), "NORMALIZED");
    }

    #[test]
    fn a_version_without_the_row_has_that_of_another() {
        let (tree, bound) = collada("<library_animations><animation><sampler/></animation></library_animations>");
        assert_eq!(bound.given::<Cow<'_, str>>(named(&tree, "sampler"), "pre_behavior").counts(), "UNDEFINED");
    }

    #[test]
    fn properties_are_decoded_by_their_notation() {
        let text = r#"Mesh (primitive = "quads", lod = 0x10) {} Mesh (primitive = 1, lod = "2") {} Mesh {}"#;
        let (tree, _) = ddl::parse(Source::from_text("a.ogex", text), &Limits::default());
        let bound = bind(&tree, &tables::opengex::SCHEMA, None);
        let of = |mesh| (bound.given::<Cow<'_, str>>(mesh, "primitive"), bound.given::<u32>(mesh, "lod"));
        let found: Vec<_> = tree.nodes().filter(|n| n.local_name() == "Mesh").map(of).collect();
        let default = |wrong| (Given { value: Some("triangles".into()), wrong }, Given { value: Some(0), wrong });
        let written = (Given { value: Some("quads".into()), wrong: false }, Given { value: Some(16), wrong: false });
        assert_eq!(found, [written, default(true), default(false)]);
    }

    #[test]
    fn words_are_those_of_the_row() {
        let text = r#"Key (kind = "tension") {} Value {Key (kind = "tension") {} Key (kind = "x") {} Key {}}"#;
        let (tree, _) = ddl::parse(Source::from_text("a.ogex", text), &Limits::default());
        let bound = bind(&tree, &tables::opengex::SCHEMA, None);
        let keys = tree.nodes().filter(|n| n.local_name() == "Key");
        let found: Vec<_> = keys.map(|key| bound.given_word(key, "kind")).collect();
        let given = |value, wrong| Given { value, wrong };
        let value = Some("value");
        let expected = [given(None, true), given(Some("tension"), false), given(value, true), given(value, false)];
        assert_eq!(found, expected);
    }

    #[test]
    fn data_has_defaults_by_the_word_that_decides() {
        let text = "CameraObject {Param (attrib = \"fov\") {float {1}}}";
        let (tree, _) = ddl::parse(Source::from_text("a.ogex", text), &Limits::default());
        let bound = bind(&tree, &tables::opengex::SCHEMA, None);
        assert_eq!(bound.data_at("Metric", "angle").and_then(Data::value::<f64>), Some(1.0));
        assert_eq!(bound.data_at("Metric", "green").and_then(Data::value::<[f64; 2]>), Some([0.3, 0.6]));
        assert!(bound.data_at("Metric", "nonsense").is_none());
        let param = named(&tree, "Param");
        assert_eq!(bound.data_row(param, "fov").map(|d| (d.unit, d.default)), Some(("angle(metric)", None)));
    }

    #[test]
    fn what_is_not_even_begun_has_defaults() {
        let (_, bound) = collada("");
        assert_eq!(bound.default_at::<f64>("asset/unit", "meter"), Some(1.0));
        assert_eq!(bound.default_at::<Cow<'_, str>>("asset", "up_axis").as_deref(), Some("Y_UP"));
    }
}
