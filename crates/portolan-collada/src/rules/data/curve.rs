//! What samplers and splines have in common.

use crate::data::{Data, Source, Text};
use hashbrown::HashMap;
use portolan_schema::Bound;
use portolan_syntax::{Node, NodeId, Span};

use portolan_format::Document;

/// Every `<sampler>` of animations and `<control_vertices>` of splines.
///
/// Rules that read the words or numbers behind them go over the whole document, so that a source which many samplers
/// share is read once.
pub(super) fn curves(document: &Document) -> impl Iterator<Item = Node<'_>> {
    let Bound { schema, version, .. } = document.bound;
    let types = ["sampler", "spline/control_vertices"].map(|path| schema.type_at(path, version));
    document.named(&["sampler", "control_vertices"]).filter(move |node| {
        let ty = document.bound.type_id(node.id());
        ty.is_some() && types.contains(&ty)
    })
}

/// Is it a spline's, not a sampler?
pub(super) fn is_spline(curve: Node<'_>) -> bool {
    curve.local_name() == "control_vertices"
}

/// The semantic of the input that counts keys or control vertices.
pub(super) fn leading_input(curve: Node<'_>) -> &'static str {
    if is_spline(curve) { "POSITION" } else { "INPUT" }
}

/// The words of an interpolation source in the order of the keys.
pub(super) fn for_each_word<'a>(source: Source<'a>, mut visit: impl FnMut(u64, &str, &dyn Fn() -> Span)) {
    let (Some(accessor), Some(array)) = (source.accessor, source.array.filter(|a| !a.kind.is_number())) else { return };
    let text = Text::of(array.node);
    for (index, (word, at)) in (0u64..).zip(text.words()) {
        if let Some((key, 0)) = accessor.place(index) {
            visit(key, word, &|| text.span(at.clone()));
        }
    }
}

/// Where the methods that need tangents are used in interpolation sources.
#[derive(Default)]
pub(super) struct TangentUse(HashMap<NodeId, Option<(u64, &'static str)>>);

impl TangentUse {
    /// The first key with a method that needs tangents, and the method.
    pub fn first<'a>(&mut self, data: Data<'a>, curve: Node<'a>) -> Option<(u64, &'static str)> {
        let source = data.input_source(curve, "INTERPOLATION")?;
        *self.0.entry(source.node.id()).or_insert_with(|| {
            let mut found = None;
            for_each_word(source, |key, word, _| {
                let method = match word {
                    "BEZIER" => "BEZIER",
                    "HERMITE" => "HERMITE",
                    _ => return,
                };
                found = found.or(Some((key, method)));
            });
            found
        })
    }
}
