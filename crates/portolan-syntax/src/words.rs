//! Words of messages.

use std::fmt::Display;

/// A number with its noun, and whatever else depends on it: `1 edge has no curve`, `2 edges have no curve`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    format!("{number} {}", if number == N::from(1) { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(1_usize, "edge has", "edges have"), "1 edge has");
        assert_eq!(counted(0_u64, "edge has", "edges have"), "0 edges have");
        assert_eq!(counted(2_u32, "edge has", "edges have"), "2 edges have");
    }
}
