//! `<source>`: arrays and how they are read.

use portolan_scene::Semantic;
use portolan_syntax::xml::{Number, number};

use super::Raise;

impl Raise<'_> {
    /// A source of numbers in rows, with names for the numbers of a row; more than there are names have numbers.
    pub(super) fn numbers<T: Number>(&mut self, (id, array): (&str, &str), width: usize, names: &[&str], data: &[T]) {
        self.source_head(id, None);
        self.out.open("float_array").attribute("id", array).attribute("count", &number(data.len()));
        self.out.numbers(data).close();
        let rows = data.len().checked_div(width).unwrap_or(0);
        self.accessor(array, rows, width);
        for place in 0..width {
            let name = names.get(place).map_or_else(|| format!("V{place}"), |n| (*n).to_owned());
            self.out.open("param").attribute("name", &name).attribute("type", "float").close();
        }
        self.out.close().close().close();
    }

    /// A source of matrices.
    pub(super) fn matrices(&mut self, (id, array): (&str, &str), data: &[f64]) {
        self.source_head(id, None);
        self.out.open("float_array").attribute("id", array).attribute("count", &number(data.len()));
        self.out.numbers(data).close();
        self.accessor(array, data.len() / 16, 16);
        self.out.open("param").attribute("name", "TRANSFORM").attribute("type", "float4x4").close();
        self.out.close().close().close();
    }

    /// A source of words: names or ids, as the element of its array says.
    pub(super) fn words(&mut self, (id, array): (&str, &str), element: &str, name: &str, words: &[impl AsRef<str>]) {
        let kind = match element {
            "IDREF_array" => "IDREF",
            "SIDREF_array" => "SIDREF",
            "token_array" => "token",
            _ => "name",
        };
        self.source_head(id, None);
        self.out.open(element).attribute("id", array).attribute("count", &number(words.len()));
        let text = words.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(" ");
        self.out.text(&text).close();
        self.accessor(array, words.len(), 1);
        self.out.open("param").attribute("name", name).attribute("type", kind).close();
        self.out.close().close().close();
    }

    pub(super) fn source_head(&mut self, id: &str, name: Option<&str>) {
        self.out.open("source").attribute("id", id).maybe("name", name);
    }

    /// Begins the accessor of a source.
    pub(super) fn accessor(&mut self, array: &str, rows: usize, stride: usize) {
        self.out.open("technique_common").open("accessor").attribute("source", &super::fragment(array));
        self.out.attribute("count", &number(rows)).attribute("stride", &number(stride.max(1)));
    }

    /// An input without an offset.
    pub(super) fn input(&mut self, semantic: &str, source: &str) {
        self.out.open("input").attribute("semantic", semantic).attribute("source", &super::fragment(source)).close();
    }

    /// An input with an offset.
    pub(super) fn shared_input(&mut self, semantic: &str, source: &str, offset: u32, set: Option<u32>) {
        self.out.open("input").attribute("semantic", semantic).attribute("source", &super::fragment(source));
        self.out.attribute("offset", &number(offset)).maybe("set", set.map(number).as_deref()).close();
    }
}

/// What a semantic is called.
pub(super) fn semantic_word(semantic: &Semantic) -> String {
    match semantic {
        Semantic::Other(word) => super::asset::nmtoken(word),
        known => known.word().to_owned(),
    }
}

/// What the numbers of a row are called, for each kind of data.
pub(crate) const PARAM_NAMES: [&[&str]; 4] = [POINT, TEXTURE, UV, COLOUR];
const POINT: &[&str] = &["X", "Y", "Z", "W"];
const TEXTURE: &[&str] = &["S", "T", "P", "Q"];
const UV: &[&str] = &["U", "V", "W"];
const COLOUR: &[&str] = &["R", "G", "B", "A"];

/// What the numbers of a row are called.
pub(super) fn param_names(semantic: Option<&Semantic>) -> &'static [&'static str] {
    match semantic {
        Some(Semantic::TexCoord) => TEXTURE,
        Some(Semantic::Uv) => UV,
        Some(Semantic::Color) => COLOUR,
        _ => POINT,
    }
}
