//! Numbers of elements and attributes, read in place.
//!
//! All of these are silent about text that is not what the schema demands: the schema stage has reported it.

use portolan_schema::value::number::float;
use portolan_syntax::Node;

/// The numbers of a text, if it holds exactly `N` and nothing else.
pub fn read<const N: usize>(text: &str) -> Option<[f64; N]> {
    let mut words = text.split_ascii_whitespace();
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = float(words.next()?.as_bytes())?;
    }
    words.next().is_none().then_some(numbers)
}

/// The numbers of an element.
pub fn vector<const N: usize>(node: Node<'_>) -> Option<[f64; N]> {
    read(&node.text())
}

/// The one number of an element.
pub fn number(node: Node<'_>) -> Option<f64> {
    vector::<1>(node).map(|[number]| number)
}

/// A child and the one number it holds.
pub fn child_number<'a>(parent: Node<'a>, name: &str) -> Option<(Node<'a>, f64)> {
    let child = parent.child(name)?;
    number(child).map(|n| (child, n))
}

/// A child and the numbers it holds.
pub fn child_vector<'a, const N: usize>(parent: Node<'a>, name: &str) -> Option<(Node<'a>, [f64; N])> {
    let child = parent.child(name)?;
    vector(child).map(|v| (child, v))
}

/// The number of an attribute.
pub fn attribute_number(node: Node<'_>, name: &str) -> Option<f64> {
    read::<1>(&node.attribute_value(name)?).map(|[number]| number)
}

/// The whole number of an attribute that counts something.
pub fn attribute_count(node: Node<'_>, name: &str) -> Option<u64> {
    node.attribute_value(name)?.trim().parse().ok()
}

/// A number as XML writes it.
pub fn shown(number: f64) -> String {
    match number {
        f64::INFINITY => "INF".to_owned(),
        f64::NEG_INFINITY => "-INF".to_owned(),
        _ => number.to_string(),
    }
}

/// The truth value of an element.
pub fn truth(node: Node<'_>) -> Option<bool> {
    match node.text().trim() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// The length of a vector.
pub fn length(v: [f64; 3]) -> f64 {
    let [x, y, z] = v;
    libm::hypot(libm::hypot(x, y), z)
}

/// The vector at right angles to two others, as long as the parallelogram they span is large.
pub fn cross([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

/// Do two vectors lie on one line, as far as floats can tell? True when one of them is zero.
pub fn parallel(a: [f64; 3], b: [f64; 3]) -> bool {
    const NOISE: f64 = 1e-9;
    length(cross(a, b)) <= NOISE * length(a) * length(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_another_length_is_not_read() {
        assert_eq!(read::<3>(" 1 2\n3 "), Some([1.0, 2.0, 3.0]));
        assert_eq!(read::<3>("1 2"), None);
        assert_eq!(read::<3>("1 2 3 4"), None);
        assert_eq!(read::<1>("1,0"), None);
        assert_eq!(read::<1>("-INF"), Some([f64::NEG_INFINITY]));
    }

    #[test]
    fn numbers_are_shown_as_xml_writes_them() {
        assert_eq!([1.0, -0.5, f64::NEG_INFINITY, f64::NAN].map(shown), ["1", "-0.5", "-INF", "NaN"]);
    }

    #[test]
    fn vectors_on_one_line_are_parallel() {
        assert!(parallel([0.0, 2.0, 0.0], [0.0, -1.0, 0.0]));
        assert!(parallel([0.0, 0.0, 0.0], [0.0, -1.0, 0.0]));
        assert!(!parallel([0.0, 1.0, 0.0], [0.0, 1.0, 0.01]));
    }
}
