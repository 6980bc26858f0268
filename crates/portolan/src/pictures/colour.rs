//! Colours as people write them.

/// Colours with a name.
const NAMES: [(&str, [u8; 4]); 18] = [
    ("transparent", [0, 0, 0, 0]),
    ("black", [0, 0, 0, 255]),
    ("white", [255, 255, 255, 255]),
    ("gray", [128, 128, 128, 255]),
    ("grey", [128, 128, 128, 255]),
    ("silver", [192, 192, 192, 255]),
    ("red", [255, 0, 0, 255]),
    ("maroon", [128, 0, 0, 255]),
    ("yellow", [255, 255, 0, 255]),
    ("orange", [255, 165, 0, 255]),
    ("olive", [128, 128, 0, 255]),
    ("lime", [0, 255, 0, 255]),
    ("green", [0, 128, 0, 255]),
    ("cyan", [0, 255, 255, 255]),
    ("teal", [0, 128, 128, 255]),
    ("blue", [0, 0, 255, 255]),
    ("navy", [0, 0, 128, 255]),
    ("magenta", [255, 0, 255, 255]),
];

/// A colour from text: `#rgb`, `#rrggbb`, `#rrggbbaa`, a name, or three or four numbers from 0 to 1 with commas between
/// them. Gives red, green, blue and alpha from 0 to 1, or what is wrong.
pub fn colour(text: &str) -> Result<[f64; 4], String> {
    let text = text.trim();
    let share = |c: u8| f64::from(c) / 255.0;
    if let Some(digits) = text.strip_prefix('#') {
        return hexadecimal(digits).map(|c| c.map(share)).ok_or_else(|| {
            format!("`{text}` is not a colour: `#` must be followed by three, six or eight hexadecimal digits")
        });
    }
    if let Some((_, value)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Ok(value.map(share));
    }
    if !text.contains(',') {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        return Err(format!("`{text}` is not a colour; write `#rrggbb`, `r,g,b`, or one of {}", names.join(", ")));
    }
    let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    let fits = |n: &f64| (0.0..=1.0).contains(n);
    match numbers.filter(|n| n.iter().all(fits)).as_deref() {
        Some(&[r, g, b]) => Ok([r, g, b, 1.0]),
        Some(&[r, g, b, a]) => Ok([r, g, b, a]),
        _ => Err(format!("`{text}` is not a colour: write three or four numbers from 0 to 1")),
    }
}

fn hexadecimal(digits: &str) -> Option<[u8; 4]> {
    let values: Option<Vec<u8>> = digits.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    match *values?.as_slice() {
        [r, g, b] => Some([r * 17, g * 17, b * 17, 255]),
        [r, r2, g, g2, b, b2] => Some([r * 16 + r2, g * 16 + g2, b * 16 + b2, 255]),
        [r, r2, g, g2, b, b2, a, a2] => Some([r * 16 + r2, g * 16 + g2, b * 16 + b2, a * 16 + a2]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_every_notation() {
        assert_eq!(colour("#f00"), Ok([1.0, 0.0, 0.0, 1.0]));
        assert_eq!(colour("#00FF0000"), Ok([0.0, 1.0, 0.0, 0.0]));
        assert_eq!(colour("#000033").map(|c| c[2]), Ok(0.2));
        assert_eq!(colour(" White "), Ok([1.0; 4]));
        assert_eq!(colour("0.25, 0.5,1"), Ok([0.25, 0.5, 1.0, 1.0]));
        assert_eq!(colour("0,0,0,0.5"), Ok([0.0, 0.0, 0.0, 0.5]));
        for bad in ["", "#12", "#ggg", "#ä", "255,255,255", "1,2", "nan,0,0", "1,1,1,1,1", "off-white"] {
            assert!(colour(bad).is_err(), "{bad}");
        }
    }
}
