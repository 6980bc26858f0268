//! What of the scene follows an element of the document.

use portolan_eval::width;
use portolan_scene::{Frame, Operation, Part, Shape, Target};
use portolan_syntax::Node;

use super::super::Lower;
use super::Made;
use crate::data::ArrayKind;
use crate::resolve::{FailureKind, MemberFault, Positions, Selection, SidPath, member};

/// Children that are looked through for what a path may mean.
const MOST_CHILDREN: usize = 256;

/// An element that a path leads to.
pub(in super::super) struct Aim<'a> {
    pub element: Node<'a>,
    pub selection: Selection,
    /// Is the path not written as it should?
    pub guessed: bool,
}

/// A field of the scene that follows an element.
#[derive(Clone, Debug)]
pub(in super::super) struct Field {
    /// The whole field.
    pub target: Target,
    /// How many numbers it has.
    pub width: usize,
    pub factor: f64,
    /// What leads from the numbers of the element to those of the field, when that is not done by the factor.
    pub frame: Frame,
}

impl<'a> Lower<'a> {
    /// What a path written at an element leads to; if nowhere, why.
    pub(in super::super) fn aim(&self, path: &str, from: Node<'a>) -> Result<Aim<'a>, String> {
        let resolver = self.document(from).resolver();
        let text = path.trim();
        let failure = match resolver.path(text, from) {
            Ok(found) => return Ok(Aim { element: found.node, selection: found.selection, guessed: false }),
            Err(failure) => failure,
        };
        let guess = |element, selection| Ok(Aim { element, selection, guessed: true });
        let why = match failure.kind {
            FailureKind::Member(element, fault) => {
                let shape = resolver.shape(element);
                match (fault, SidPath::parse(text).map(|p| p.positions)) {
                    (MemberFault::Case(capital), _) => match member::at_name(shape, element.local_name(), &capital) {
                        Ok(selection) => return guess(element, selection),
                        Err(_) => "it has no such part",
                    },
                    // Many writers name the source in place of the array in it.
                    (MemberFault::NoValue, Ok(Positions::One(n))) if element.local_name() == "source" => {
                        return guess(element, Selection::At(n));
                    }
                    // One value, or the one value within, has only itself.
                    (MemberFault::Scalar | MemberFault::NoValue, _) => return guess(element, Selection::All),
                    (MemberFault::NeedsTwo, Ok(Positions::One(n))) => return guess(element, Selection::At(n)),
                    _ => "it has no such part",
                }
            }
            FailureKind::NoStep(scope) => match by_element_name(scope, text) {
                Some(element) => return guess(element, Selection::All),
                None => "no element has this SID",
            },
            FailureKind::NoHead => match text.strip_prefix('#') {
                Some(rest) => return self.aim(rest, from).map(|aim| Aim { guessed: true, ..aim }),
                None => "no element has this id",
            },
            FailureKind::Malformed(fault) => fault.describe(),
            FailureKind::Beyond => "it passes through an instance of another document",
            FailureKind::TooFar => "it passes through too many instances",
        };
        Err(why.to_owned())
    }

    /// The fields that follow an element.
    pub(in super::super) fn fields(&self, element: Node<'a>, made: &mut Made) -> Vec<Field> {
        if let Some(field) = self.transform_field(element, made) {
            return vec![field];
        }
        let mut driven = self.driven.get(&self.origin(element));
        if driven.is_none() {
            // A parameter, or a property of a material, is driven through the value in it.
            let mut inner = element.elements().take(MOST_CHILDREN).filter_map(|e| self.driven.get(&self.origin(e)));
            driven = inner.next().filter(|_| inner.next().is_none());
        }
        if let Some(driven) = driven {
            let field = |d: &super::super::Driven| Field {
                target: d.target.clone(),
                width: width(&self.scene, &d.target),
                factor: d.factor,
                frame: Frame::IDENTITY,
            };
            return driven.iter().map(field).collect();
        }
        self.stream_fields(element)
    }

    pub(in super::super) fn transform_field(&self, element: Node<'a>, made: &mut Made) -> Option<Field> {
        let is_transform =
            |e: Node<'a>| matches!(self.vocabulary(e).part(e), super::super::vocabulary::Part::Transform(_));
        if !is_transform(element) {
            return None;
        }
        let parent = element.parent_element()?;
        let node = *self.known.nodes.get(&self.origin(parent))?;
        if !made.transforms.contains_key(&self.origin(element)) {
            let mut place = 0;
            for sibling in parent.elements().filter(|e| is_transform(*e)) {
                made.transforms.insert(self.origin(sibling), place);
                let target = Target::Transform { node, transform: place, part: Part::All };
                // What looks at a point in other axes is two transforms.
                let turned = self.operation_of(&target).and_then(|o| self.frame(parent).behind(o));
                place += 1 + u32::from(turned.is_some());
            }
        }
        let transform = *made.transforms.get(&self.origin(element))?;
        let target = Target::Transform { node, transform, part: Part::All };
        let width = width(&self.scene, &target);
        (width > 0).then(|| Field { width, target, factor: 1.0, frame: self.frame(parent) })
    }

    /// The streams that were read from an array, or from the source that holds it.
    fn stream_fields(&self, element: Node<'a>) -> Vec<Field> {
        let source = match ArrayKind::of(element.local_name()) {
            Some(_) => element.parent_element().filter(|p| p.local_name() == "source"),
            None => Some(element).filter(|e| e.local_name() == "source"),
        };
        let geometry = source.and_then(|s| s.ancestors().find(|a| a.local_name() == "geometry"));
        let (Some(source), Some(geometry)) = (source, geometry) else { return Vec::new() };
        let id = source.attribute_value("id").unwrap_or_default();
        let known = self.known.geometries.get(&self.origin(geometry)).copied().flatten();
        let Some(geometry) = known.filter(|_| !id.trim().is_empty()) else { return Vec::new() };
        // Numbers that were brought into another space would have to be, too.
        let Some(Shape::Mesh(mesh)) = self.scene.geometry(geometry).map(|g| &g.shape) else { return Vec::new() };
        if !self.frame(source).is_identity() {
            return Vec::new();
        }
        let streams = mesh.streams.iter().enumerate().filter(|(_, s)| s.id.as_deref() == Some(id.trim()));
        let field = |(stream, data): (usize, &portolan_scene::Stream)| Field {
            target: Target::Stream { geometry, stream: stream as u32, part: Part::All },
            width: data.data.len(),
            factor: 1.0,
            frame: Frame::IDENTITY,
        };
        streams.map(field).collect()
    }

    /// The transform that a target is.
    pub(in super::super) fn operation_of(&self, target: &Target) -> Option<&Operation> {
        let Target::Transform { node, transform, .. } = *target else { return None };
        Some(&self.scene.node(node)?.transforms.get(transform as usize)?.operation)
    }
}

/// Some writers name transforms by their element where they have no SID.
fn by_element_name<'a>(scope: Node<'a>, path: &str) -> Option<Node<'a>> {
    let last = path.rsplit('/').next()?;
    let mut named = scope.elements().take(MOST_CHILDREN).filter(|e| e.local_name() == last);
    named.next().filter(|_| named.next().is_none())
}

/// Where a number of a transform goes when the transform is brought into another space, and what it is multiplied by.
pub(in super::super) fn converted(operation: &Operation, old: usize, frame: &Frame) -> (usize, f64) {
    let to = frame.number(operation, old);
    (to.place, frame.factor(to))
}
