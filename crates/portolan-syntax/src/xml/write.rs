//! XML out again: one printer, two spaces for each level.

use super::chars::is_char;
use super::escape::{in_attribute, in_text};

/// A document that is written from its beginning to its end.
///
/// ```
/// use portolan_syntax::xml::Writer;
///
/// let mut out = Writer::new();
/// out.open("a").attribute("b", "1 < 2");
/// out.leaf("c", "x & y");
/// out.open("d").numbers(&[0.5, 2.0, 1e30]).close();
/// out.close();
/// let expected = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a b=\"1 &lt; 2\">\n  <c>x &amp; y</c>\n  <d>0.5 2 1e30</d>\n</a>\n";
/// assert_eq!(out.finish(), expected);
/// ```
#[derive(Debug)]
pub struct Writer {
    out: Vec<u8>,
    open: Vec<Open>,
}

#[derive(Debug)]
struct Open {
    name: Box<str>,
    /// Is the start tag still to be closed?
    in_tag: bool,
    /// Does it hold elements?
    has_elements: bool,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer::new()
    }
}

impl Writer {
    /// A document with its declaration.
    pub fn new() -> Writer {
        Writer { out: b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_vec(), open: Vec::new() }
    }

    /// Begins an element.
    pub fn open(&mut self, name: &str) -> &mut Writer {
        self.line();
        self.out.push(b'<');
        self.out.extend_from_slice(name.as_bytes());
        self.open.push(Open { name: name.into(), in_tag: true, has_elements: false });
        self
    }

    /// How many elements may stand in each other here, so that readers with [`crate::Limits`] read them.
    pub fn room(&self) -> usize {
        (crate::Limits::default().depth as usize).saturating_sub(self.open.len())
    }

    /// Is there room for an object, with what usually stands in one?
    pub fn has_room(&self) -> bool {
        self.room() >= 16
    }

    /// Adds an attribute to the element that was just begun.
    pub fn attribute(&mut self, name: &str, value: &str) -> &mut Writer {
        if self.open.last().is_some_and(|o| o.in_tag) {
            self.out.push(b' ');
            self.out.extend_from_slice(name.as_bytes());
            self.out.extend_from_slice(b"=\"");
            self.out.extend_from_slice(in_attribute(value, &['"']).as_bytes());
            self.out.push(b'"');
        }
        self
    }

    /// Adds an attribute if there is a value for it.
    pub fn maybe(&mut self, name: &str, value: Option<&str>) -> &mut Writer {
        match value {
            Some(value) => self.attribute(name, value),
            None => self,
        }
    }

    /// Adds a comment. What would end it early is taken apart, and what XML cannot hold at all becomes U+FFFD.
    pub fn comment(&mut self, text: &str) -> &mut Writer {
        self.line();
        self.out.extend_from_slice(b"<!--");
        let mut before = ' ';
        for c in text.chars() {
            if c == '-' && before == '-' {
                self.out.push(b' ');
            }
            let written = if is_char(c) { c } else { char::REPLACEMENT_CHARACTER };
            self.out.extend_from_slice(written.encode_utf8(&mut [0; 4]).as_bytes());
            before = c;
        }
        self.out.extend_from_slice(if before == '-' { b" -->" } else { b"-->" });
        self
    }

    /// Adds text to the element that is open.
    pub fn text(&mut self, text: &str) -> &mut Writer {
        self.end_tag();
        self.out.extend_from_slice(in_text(text).as_bytes());
        self
    }

    /// Adds numbers to the element that is open, the shortest texts that give them back, with spaces between.
    pub fn numbers<T: Number>(&mut self, numbers: &[T]) -> &mut Writer {
        self.end_tag();
        let mut first = true;
        for number in numbers {
            if !first {
                self.out.push(b' ');
            }
            first = false;
            number.put(&mut self.out);
        }
        self
    }

    /// The same in tuples of so many numbers, with two spaces between tuples.
    pub fn tuples<T: Number>(&mut self, numbers: &[T], width: usize) -> &mut Writer {
        self.end_tag();
        put_tuples(&mut self.out, numbers, width, b"  ");
        self
    }

    /// Adds an attribute that is a list of numbers, in tuples as `tuples` writes them.
    pub fn attribute_tuples<T: Number>(
        &mut self,
        name: &str,
        numbers: &[T],
        width: usize,
        between: &str,
    ) -> &mut Writer {
        if self.open.last().is_some_and(|o| o.in_tag) {
            self.out.push(b' ');
            self.out.extend_from_slice(name.as_bytes());
            self.out.extend_from_slice(b"=\"");
            put_tuples(&mut self.out, numbers, width, between.as_bytes());
            self.out.push(b'"');
        }
        self
    }

    /// Adds text to the element that is open, as it is where it can be: programs are easier to read so.
    pub fn verbatim(&mut self, text: &str) -> &mut Writer {
        if text.contains("]]>") || text.chars().any(|c| c == '\r' || !is_char(c)) {
            return self.text(text);
        }
        self.end_tag();
        for part in ["<![CDATA[", text, "]]>"] {
            self.out.extend_from_slice(part.as_bytes());
        }
        self
    }

    /// Ends the element that is open.
    pub fn close(&mut self) -> &mut Writer {
        let Some(open) = self.open.pop() else { return self };
        if open.in_tag {
            self.out.extend_from_slice(b"/>");
        } else {
            if open.has_elements {
                self.indent(self.open.len());
            }
            self.out.extend_from_slice(b"</");
            self.out.extend_from_slice(open.name.as_bytes());
            self.out.push(b'>');
        }
        self
    }

    /// An element that holds only text.
    pub fn leaf(&mut self, name: &str, text: &str) -> &mut Writer {
        self.open(name).text(text).close()
    }

    /// Markup as it is, in lines of its own. The caller answers for it.
    pub fn markup(&mut self, markup: &str) -> &mut Writer {
        self.line();
        self.out.extend_from_slice(markup.trim().as_bytes());
        self
    }

    /// Names of the elements that are open, the root first.
    pub fn path(&self) -> impl Iterator<Item = &str> {
        self.open.iter().map(|open| &*open.name)
    }

    /// Where the next byte goes.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Is nothing written yet?
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Ends everything that is open and gives the text.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out.push(b'\n');
        // Everything that was put in is text.
        String::from_utf8(self.out).unwrap_or_default()
    }

    fn end_tag(&mut self) {
        if let Some(open) = self.open.last_mut()
            && std::mem::take(&mut open.in_tag)
        {
            self.out.push(b'>');
        }
    }

    /// Begins a new line for something in the element that is open.
    fn line(&mut self) {
        self.end_tag();
        if let Some(open) = self.open.last_mut() {
            open.has_elements = true;
            self.indent(self.open.len());
        }
    }

    fn indent(&mut self, depth: usize) {
        self.out.push(b'\n');
        self.out.resize(self.out.len() + 2 * depth, b' ');
    }
}

/// Numbers as XML Schema writes them.
pub trait Number: Copy {
    /// Writes the shortest text that is read back as the same number.
    fn put(self, out: &mut Vec<u8>);
}

macro_rules! integers {
    ($($item:ty)+) => {$(
        impl Number for $item {
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(itoa::Buffer::new().format(self).as_bytes());
            }
        }
    )+};
}

integers! { u32 i32 u64 i64 usize }

macro_rules! floats {
    ($($item:ty)+) => {$(
        impl Number for $item {
            fn put(self, out: &mut Vec<u8>) {
                // Small whole numbers are most of what there is.
                let whole = self as i32;
                if whole as $item == self && whole.unsigned_abs() < 1_000_000 && (whole != 0 || self.is_sign_positive())
                {
                    out.extend_from_slice(itoa::Buffer::new().format(whole).as_bytes());
                } else if self.is_finite() {
                    let mut buffer = zmij::Buffer::new();
                    let text = buffer.format_finite(self);
                    let text = text.strip_suffix(".0").unwrap_or(text);
                    let (mantissa, exponent) = text.split_once("e+").unwrap_or((text, ""));
                    out.extend_from_slice(mantissa.as_bytes());
                    if !exponent.is_empty() {
                        out.push(b'e');
                        out.extend_from_slice(exponent.as_bytes());
                    }
                } else {
                    let word: &[u8] = if self.is_nan() { b"NaN" } else if self > 0.0 { b"INF" } else { b"-INF" };
                    out.extend_from_slice(word);
                }
            }
        }
    )+};
}

floats! { f32 f64 }

/// Numbers with spaces between, and something else between tuples.
pub fn put_tuples<T: Number>(out: &mut Vec<u8>, numbers: &[T], width: usize, between: &[u8]) {
    for (place, tuple) in numbers.chunks(width.max(1)).enumerate() {
        if place > 0 {
            out.extend_from_slice(between);
        }
        for (at, number) in tuple.iter().enumerate() {
            if at > 0 {
                out.push(b' ');
            }
            number.put(out);
        }
    }
}

/// A number as text.
pub fn number(value: impl Number) -> String {
    let mut out = Vec::new();
    value.put(&mut out);
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_come_back() {
        let cases: [(f64, &str); 9] = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-17.25, "-17.25"),
            (0.1, "0.1"),
            (1e-7, "1e-7"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "INF"),
            (f64::NEG_INFINITY, "-INF"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        for value in [1.0f32 / 3.0, 1e30, f32::MIN_POSITIVE, 16_777_217.0, 123_456_790.0] {
            assert_eq!(number(value).parse::<f32>(), Ok(value), "{}", number(value));
        }
        for value in [1e15f64, 1e21, 12_345_678.9, 2.5e-300] {
            assert_eq!(number(value).parse::<f64>(), Ok(value), "{}", number(value));
        }
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        let mut out = Writer::new();
        out.open("a").attribute("b", "\"\n\u{1}").text("]]>\r\u{FFFE}");
        let text = out.finish();
        assert!(text.ends_with("<a b=\"&quot;&#10;\u{FFFD}\">]]&gt;&#13;\u{FFFD}</a>\n"), "{text}");
        assert!(crate::xml::parse_text(text).1.iter().next().is_none());
    }

    #[test]
    fn tuples_and_programs_are_easy_to_read() {
        let mut out = Writer::new();
        out.open("a").attribute_tuples("b", &[1, 2, 3, 4], 2, ", ").tuples(&[0.5, 1.0, 2.0], 2).close();
        assert!(out.finish().ends_with("<a b=\"1 2, 3 4\">0.5 1  2</a>\n"));
        let mut out = Writer::new();
        out.open("a").open("b").verbatim("x < 1\n").close().open("c").verbatim("x]]>").close();
        assert!(out.finish().contains("<b><![CDATA[x < 1\n]]></b>\n  <c>x]]&gt;</c>"));
    }

    #[test]
    fn elements_stand_in_lines() {
        let mut out = Writer::new();
        assert_eq!(out.path().count(), 0);
        out.open("a").markup("<b>\n  <c/></b>\n").open("d").close().open("e").numbers::<u32>(&[]).close();
        assert_eq!(out.open("f").path().collect::<Vec<_>>(), ["a", "f"]);
        out.close();
        assert!(out.finish().ends_with("<a>\n  <b>\n  <c/></b>\n  <d/>\n  <e></e>\n  <f/>\n</a>\n"));
    }
}
