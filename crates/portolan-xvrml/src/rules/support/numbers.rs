//! The numbers of fields.

use portolan_schema::value::number;
use portolan_syntax::Node;

use portolan_format::Document;

/// The numbers of a value element that the schema stage found sound.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    /// The element.
    pub element: Node<'a>,
    /// How many there are.
    pub count: u64,
    /// Smallest and largest, of whole numbers.
    pub limits: Option<(i64, i64)>,
}

/// How a list field was written.
#[derive(Clone, Copy)]
pub enum Field<'a> {
    /// Not at all; the default has so many numbers.
    Absent(u64),
    /// As an element with sound numbers.
    Numbers(Numbers<'a>),
    /// In a way that was reported already, so that nothing can be said about it.
    Unsound,
}

impl<'a> Field<'a> {
    /// The list field of this name.
    pub fn of(document: &Document, node: Node<'a>, name: &str) -> Field<'a> {
        let Some(element) = node.child(name) else {
            // A property node or an attribute was taken leniently and is reported.
            let lenient = node.attribute(name).is_some() || node.elements().any(|e| stands_for(e.local_name()) == name);
            let default = || document.bound.child_row(node, name).and_then(|row| row.default).unwrap_or_default();
            let count = || default().split_ascii_whitespace().count() as u64;
            return if lenient { Field::Unsound } else { Field::Absent(count()) };
        };
        match document.run(element) {
            Some(run) if element.elements().next().is_none() => {
                Field::Numbers(Numbers { element, count: run.count, limits: run.limits })
            }
            _ => Field::Unsound,
        }
    }

    /// The numbers, if there are any that can be judged.
    pub fn numbers(self) -> Option<Numbers<'a>> {
        match self {
            Field::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// The number of groups of so many numbers; an absent field has those of its default.
    pub fn tuples(self, size: u64) -> Option<u64> {
        match self {
            Field::Absent(count) => Some(count / size),
            Field::Numbers(numbers) => Some(numbers.count / size),
            Field::Unsound => None,
        }
    }
}

fn stands_for(name: &str) -> &str {
    match name {
        "Coordinate" => "coord",
        "Color" | "ColorRGBA" => "color",
        "Normal" => "normal",
        "TextureCoordinate" => "texCoord",
        _ => "",
    }
}

impl<'a> Numbers<'a> {
    /// Calls `visit` with each number and its place among them.
    pub fn floats(&self, mut visit: impl FnMut(u64, f64)) {
        let mut index = 0;
        number::for_each_word(self.element.text().as_bytes(), |word, _| {
            visit(index, number::float(word).unwrap_or(f64::NAN));
            index += 1;
        });
    }

    /// Calls `visit` with each whole number.
    pub fn ints(&self, mut visit: impl FnMut(i64)) {
        let text = self.element.text();
        let mut rest = text.as_bytes();
        // They were found to be sound: digits, perhaps behind a sign.
        while let [first, tail @ ..] = rest {
            let negative = *first == b'-';
            if !negative && !first.is_ascii_digit() {
                rest = tail;
                continue;
            }
            let mut value = if negative { 0 } else { i64::from(first - b'0') };
            rest = tail;
            while let [digit @ b'0'..=b'9', tail @ ..] = rest {
                value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
                rest = tail;
            }
            visit(if negative { -value } else { value });
        }
    }

    /// Calls `visit` with how many whole numbers there are before each one below zero; how many are behind the last of those.
    pub fn runs(&self, mut visit: impl FnMut(u64)) -> u64 {
        let (mut length, mut inside) = (0u64, false);
        for byte in self.element.text().bytes() {
            // They were found to be sound: what is no digit and no sign stands between them.
            if byte == b'-' {
                visit(length);
                (length, inside) = (0, true);
            } else {
                let digit = byte.is_ascii_digit();
                length += u64::from(digit & !inside);
                inside = digit;
            }
        }
        length
    }

    /// The place of the first number that is smaller than the one before it (or not larger, if `strictly`).
    pub fn first_descent(&self, strictly: bool) -> Option<(u64, f64, f64)> {
        let mut before = f64::NEG_INFINITY;
        let mut found = None;
        self.floats(|i, value| {
            if found.is_none() && i > 0 && (value < before || strictly && value == before) {
                found = Some((i, before, value));
            }
            before = value;
        });
        found
    }
}

/// The numbers of an attribute, if there are exactly so many.
pub fn vector<const N: usize>(node: Node<'_>, name: &str) -> Option<[f64; N]> {
    let text = node.attribute_value(name)?;
    let mut out = [0.0; N];
    let mut words = text.split([' ', '\t', '\n', '\r', ',']).filter(|w| !w.is_empty());
    for slot in &mut out {
        *slot = number::float(words.next()?.as_bytes())?;
    }
    words.next().is_none().then_some(out)
}

/// The numbers of an attribute, or its default where they are missing or wrong.
pub fn vector_or_default<const N: usize>(document: &Document, node: Node<'_>, name: &str) -> [f64; N] {
    let unsaid = || document.bound.default_of(node, name);
    vector(node, name).or_else(unsaid).unwrap_or([0.0; N])
}

/// The number of an attribute, or its default where it is missing or wrong.
pub fn scalar_or_default(document: &Document, node: Node<'_>, name: &str) -> f64 {
    let [value] = vector_or_default(document, node, name);
    value
}

/// The number of an attribute.
pub fn scalar(node: Node<'_>, name: &str) -> Option<f64> {
    vector::<1>(node, name).map(|[value]| value)
}
