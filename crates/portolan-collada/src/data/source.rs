//! `<source>`, `<accessor>` and the arrays.

use portolan_schema::check::NumberRun;
use portolan_syntax::Node;

use super::{Data, whole_attribute};

/// What the values of an array are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayKind {
    /// `<float_array>`.
    Float,
    /// `<int_array>`.
    Int,
    /// `<bool_array>`.
    Bool,
    /// `<Name_array>`.
    Name,
    /// `<IDREF_array>`.
    IdRef,
    /// `<SIDREF_array>`.
    SidRef,
    /// `<token_array>`.
    Token,
}

impl ArrayKind {
    /// The kind of an array element.
    pub fn of(element: &str) -> Option<ArrayKind> {
        Some(match element {
            "float_array" => ArrayKind::Float,
            "int_array" => ArrayKind::Int,
            "bool_array" => ArrayKind::Bool,
            "Name_array" => ArrayKind::Name,
            "IDREF_array" => ArrayKind::IdRef,
            "SIDREF_array" => ArrayKind::SidRef,
            "token_array" => ArrayKind::Token,
            _ => return None,
        })
    }

    /// Numbers, and not words?
    pub fn is_number(self) -> bool {
        matches!(self, ArrayKind::Float | ArrayKind::Int)
    }
}

/// An array.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    /// The element.
    pub node: Node<'a>,
    /// What its values are.
    pub kind: ArrayKind,
    /// The number of values that its `count` promises.
    pub declared: Option<u64>,
    /// What reading it told, if all its values are sound.
    pub run: Option<NumberRun>,
}

impl Array<'_> {
    /// The number of values: real or promised, whichever is more, so that one wrong count is not a fault everywhere.
    pub fn longest(&self) -> Option<u64> {
        self.run.map(|r| r.count.max(self.declared.unwrap_or(0)))
    }
}

/// How a source reads its array: value `k` of tuple `i` is `array[offset + i * stride + k]`.
#[derive(Clone, Copy, Debug)]
pub struct Accessor<'a> {
    /// The element; `None` when the source has none and its array is read one by one.
    pub node: Option<Node<'a>>,
    /// Index of the first value.
    pub offset: u64,
    /// Number of tuples.
    pub count: u64,
    /// From the start of a tuple to that of the next.
    pub stride: u64,
    /// Values that all params together stand for.
    pub slots: u64,
    /// Values of a tuple: those of named params; if there is no name, all; if there is no param, the stride.
    pub width: u64,
    /// Index behind the last value of a tuple that is read.
    pub reach: u64,
}

impl Accessor<'_> {
    /// Index behind the last value that is read.
    pub fn end(&self) -> u64 {
        match self.count {
            0 => self.offset,
            n => self.offset.saturating_add((n - 1).saturating_mul(self.stride)).saturating_add(self.reach),
        }
    }

    /// Which tuple a value of the array belongs to, and where in it; `None` if it is not read (tuples that overlap
    /// aside: the first of them counts).
    pub fn place(&self, index: u64) -> Option<(u64, u64)> {
        let from_start = index.checked_sub(self.offset)?;
        let tuple = from_start.checked_div(self.stride)?;
        let slot = from_start.checked_rem(self.stride)?;
        (tuple < self.count && slot < self.reach).then_some((tuple, slot))
    }
}

/// A source with what its accessor and array say.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The element.
    pub node: Node<'a>,
    /// How the array is read.
    pub accessor: Option<Accessor<'a>>,
    /// The array that is read: its own or that of another source.
    pub array: Option<Array<'a>>,
}

impl<'a> Source<'a> {
    /// Number of tuples, as the accessor promises.
    pub fn count(&self) -> Option<u64> {
        self.accessor.map(|a| a.count)
    }

    /// Number of values of a tuple.
    pub fn width(&self) -> Option<u64> {
        self.accessor.map(|a| a.width)
    }

    /// Does the array hold numbers? `None` if there is none.
    pub fn is_number(&self) -> Option<bool> {
        self.array.map(|a| a.kind.is_number())
    }
}

impl<'a> Data<'a> {
    /// Reads a `<source>`; other elements are none.
    pub fn source(self, node: Node<'a>) -> Option<Source<'a>> {
        if node.local_name() != "source" {
            return None;
        }
        let own = node.elements().find_map(|e| self.array(e));
        let accessor = node.child("technique_common").and_then(|t| t.child("accessor"));
        Some(match accessor {
            Some(accessor) => {
                let array = self.target(accessor, "source").and_then(|a| self.array(a));
                Source { node, accessor: self.accessor(accessor), array }
            }
            None => {
                let one_by_one = own.and_then(|a| a.longest()).map(|count| Accessor {
                    node: None,
                    offset: 0,
                    count,
                    stride: 1,
                    slots: 1,
                    width: 1,
                    reach: 1,
                });
                Source { node, accessor: one_by_one, array: own }
            }
        })
    }

    /// Reads an array element; other elements are none.
    pub fn array(self, node: Node<'a>) -> Option<Array<'a>> {
        let kind = ArrayKind::of(node.local_name())?;
        Some(Array { node, kind, declared: whole_attribute(node, "count"), run: self.run(node) })
    }

    /// Reads an `<accessor>`, if its numbers are numbers.
    pub fn accessor(self, node: Node<'a>) -> Option<Accessor<'a>> {
        let number = |name: &str| self.bound.given::<u64>(node, name).sound();
        let stride = number("stride")?;
        let (mut slots, mut named, mut reach) = (0u64, 0u64, 0u64);
        for param in node.elements().filter(|e| e.local_name() == "param") {
            let width = param_width(&param.attribute_value("type").unwrap_or_default());
            slots += width;
            if param.attribute("name").is_some_and(|n| !n.value().is_empty()) {
                named += width;
                reach = slots;
            }
        }
        let (width, reach) = match (slots, named) {
            (0, _) => (stride, stride),
            (_, 0) => (slots, slots),
            _ => (named, reach),
        };
        let (offset, count) = (number("offset")?, whole_attribute(node, "count")?);
        Some(Accessor { node: Some(node), offset, count, stride, slots, width, reach })
    }
}

/// The number of values that a param of a type stands for: 16 for `float4x4`, 3 for `float3`.
pub(crate) fn param_width(written: &str) -> u64 {
    let size = written.trim().trim_start_matches(|c: char| !c.is_ascii_digit());
    let mut product = 1u64;
    for factor in size.split('x').filter(|_| !size.is_empty()) {
        match factor.parse::<u64>() {
            Ok(n @ 1..=4) => product *= n,
            _ => return 1,
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_of_params() {
        for (written, width) in [("float", 1), ("float4x4", 16), ("float3", 3), ("Name", 1), ("x9", 1), ("float2x3", 6)]
        {
            assert_eq!(param_width(written), width, "{written}");
        }
    }

    #[test]
    fn places_of_tuples() {
        let accessor = Accessor { node: None, offset: 2, count: 2, stride: 4, slots: 3, width: 3, reach: 3 };
        assert_eq!(accessor.end(), 9);
        let places: Vec<_> = (0..12).map(|i| accessor.place(i)).collect();
        assert_eq!(places.iter().flatten().count(), 6);
        assert_eq!((places.get(2), places.get(8)), (Some(&Some((0, 0))), Some(&Some((1, 2)))));
    }
}
