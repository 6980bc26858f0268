//! Documents as accidents leave them: cut, with broken bytes, with other numbers, references and elements. The same
//! seed gives the same accident.

/// A source of numbers that look random and are the same every time.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// Below `most`; 0 if there is nothing below it.
    pub fn roll(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        if most == 0 { 0 } else { ((mixed ^ (mixed >> 31)) % most as u64) as usize }
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let at = self.roll(list.len());
        list.get(at)
    }
}

/// One to four accidents of random kinds.
pub fn damaged(document: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = document.to_vec();
    for _ in 0..=dice.roll(4) {
        let kind = dice.roll(KINDS.len());
        bytes = KINDS[kind](bytes, dice);
    }
    bytes
}

/// Damages bytes in one way.
type Kind = fn(Vec<u8>, &mut Dice) -> Vec<u8>;

const KINDS: [Kind; 9] = [cut, flipped, other_number, other_number, renamed, retargeted, duplicated, deleted, swapped];

/// The beginning of the document.
pub fn cut(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    bytes.truncate(dice.roll(bytes.len()));
    bytes
}

fn flipped(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..=dice.roll(8) {
        let place = dice.roll(bytes.len());
        if let Some(byte) = bytes.get_mut(place) {
            *byte = dice.roll(256) as u8;
        }
    }
    bytes
}

/// Numbers that programs write when something went wrong.
const NUMBERS: [&str; 18] = [
    "NaN",
    "-INF",
    "INF",
    "1e39",
    "-1e300",
    "1e999",
    "-1",
    "0",
    "4294967295",
    "18446744073709551616",
    "1e-320",
    "-0",
    "word",
    "3000000000",
    "0x10",
    "65535",
    "-2147483648",
    "",
];

fn other_number(bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    let starts: Vec<usize> = (1..bytes.len())
        .filter(|i| bytes[*i].is_ascii_digit() && matches!(bytes[i - 1], b' ' | b'>' | b'"' | b'-' | b'\n' | b'\t'))
        .collect();
    let mut bytes = bytes;
    for _ in 0..=dice.roll(3) {
        let Some(start) = dice.pick(&starts).copied().filter(|s| *s < bytes.len()) else { break };
        let long = bytes[start..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'.').count();
        let new = NUMBERS[dice.roll(NUMBERS.len())];
        bytes.splice(start..start + long, new.bytes());
    }
    bytes
}

/// Places behind `name="` up to the closing quote.
fn values(bytes: &[u8], names: &[&str]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (at, _) in bytes.iter().enumerate().filter(|(_, b)| **b == b'=') {
        if names.iter().any(|n| bytes[..at].ends_with(n.as_bytes())) && bytes.get(at + 1) == Some(&b'"') {
            let long = bytes[at + 2..].iter().take_while(|b| **b != b'"').count();
            found.push((at + 2, at + 2 + long));
        }
    }
    found
}

/// An id, sid, semantic or version gets another's value or none.
fn renamed(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    let names = ["id", "semantic", "type", "set", "name", "symbol", "count", "stride", "offset", "meter", "width"];
    let found = values(&bytes, &names);
    let (Some(from), Some(to)) = (dice.pick(&found).copied(), dice.pick(&found).copied()) else { return bytes };
    let new = if dice.roll(2) == 0 { Vec::new() } else { bytes[from.0..from.1].to_vec() };
    bytes.splice(to.0..to.1, new);
    bytes
}

/// A reference leads where another does, or to itself.
fn retargeted(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    let found = values(&bytes, &["url", "source", "target", "texture", "material", "texcoord"]);
    let ids = values(&bytes, &["id"]);
    let Some(to) = dice.pick(&found).copied() else { return bytes };
    let new = match (dice.roll(2), dice.pick(&found).copied(), dice.pick(&ids).copied()) {
        (0, _, Some(id)) => [b"#", &bytes[id.0..id.1]].concat(),
        (_, Some(from), _) => bytes[from.0..from.1].to_vec(),
        _ => b"#nowhere".to_vec(),
    };
    bytes.splice(to.0..to.1, new);
    bytes
}

fn duplicated(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    let elements = elements(&bytes);
    if let Some((start, end)) = small(&elements, bytes.len(), dice) {
        let copy = bytes[start..end].to_vec();
        bytes.splice(end..end, copy);
    }
    bytes
}

fn deleted(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    let elements = elements(&bytes);
    if let Some((start, end)) = small(&elements, bytes.len(), dice) {
        bytes.drain(start..end);
    }
    bytes
}

/// An element stands where another stood, which may be inside of it.
fn swapped(bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    let elements = elements(&bytes);
    let one = small(&elements, bytes.len(), dice);
    let (Some(a), Some(b)) = (one, small(&elements, bytes.len(), dice)) else { return bytes };
    let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    if a.1 <= b.0 {
        [&bytes[..a.0], &bytes[b.0..b.1], &bytes[a.1..b.0], &bytes[a.0..a.1], &bytes[b.1..]].concat()
    } else {
        [&bytes[..b.1], &bytes[a.0..a.1], &bytes[b.1..]].concat()
    }
}

/// An element that is not most of the document.
fn small(elements: &[(usize, usize)], whole: usize, dice: &mut Dice) -> Option<(usize, usize)> {
    (0..8).filter_map(|_| dice.pick(elements).copied()).find(|(start, end)| end - start <= whole / 2)
}

/// Where elements begin and end.
fn elements(bytes: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut open, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(start) = bytes.get(at..).and_then(|rest| rest.iter().position(|b| *b == b'<')).map(|i| at + i) {
        let Some(end) = bytes[start..].iter().position(|b| *b == b'>').map(|i| start + i + 1) else { break };
        match bytes.get(start + 1) {
            Some(b'!' | b'?') => {}
            Some(b'/') => found.extend(open.pop().map(|from| (from, end))),
            _ if bytes[..end].ends_with(b"/>") => found.push((start, end)),
            _ => open.push(start),
        }
        at = end;
    }
    found
}
