//! The way from a folder to a place.

/// The way from a folder to a place, both by their parts: up to what they have in common, then down. The last part of the place is
/// always named.
pub fn way<T: AsRef<str>>(folder: &[T], place: &[T]) -> String {
    let same = |(a, b): &(&T, &T)| a.as_ref() == b.as_ref();
    let common = folder.iter().zip(place).take_while(same).count().min(place.len().saturating_sub(1));
    let up = std::iter::repeat_n("..", folder.len() - common);
    up.chain(place.iter().skip(common).map(AsRef::as_ref)).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::way;

    #[test]
    fn up_and_down() {
        assert_eq!(way(&["a", "b"], &["a", "b", "c.png"]), "c.png");
        assert_eq!(way(&["a", "b"], &["a", "t", "x.png"]), "../t/x.png");
        assert_eq!(way(&[], &["t", "x.png"]), "t/x.png");
        assert_eq!(way(&["m"], &["m"]), "../m");
        assert_eq!(way::<&str>(&[], &[]), "");
    }
}
