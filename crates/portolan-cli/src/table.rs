//! Tables for people.

use portolan::renderings::excerpt::printable;

use crate::terminal::Stream;

/// Columns that line up, numbers to the right.
pub struct Table {
    head: Vec<(&'static str, Side)>,
    rows: Vec<Vec<String>>,
}

/// The side that cells of a column are set to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// A column that is shown.
struct Column {
    place: usize,
    name: &'static str,
    side: Side,
    width: usize,
}

/// Wider cells are cut.
const WIDEST: usize = 60;

impl Table {
    /// An empty table.
    pub fn new(head: &[(&'static str, Side)]) -> Table {
        Table { head: head.to_vec(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| shortened(&printable(&cell))).collect());
    }

    /// The table with a title; nothing if it is empty. Columns without any value are left out. Of `all` rows that there are, those
    /// that were not added are counted at its end.
    pub fn text(&self, title: &str, all: usize) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        // Each width is found once: there may be a row for every node of a large scene.
        let used: Vec<Column> = (0..)
            .zip(&self.head)
            .filter(|(place, _)| self.rows.iter().any(|row| row.get(*place).is_some_and(|cell| !cell.is_empty())))
            .map(|(place, (name, side))| {
                let cells = self.rows.iter().filter_map(|row| row.get(place)).map(|cell| cell.chars().count());
                Column { place, name, side: *side, width: cells.fold(name.chars().count(), usize::max) }
            })
            .collect();
        let line = |cells: &dyn Fn(&Column) -> String| {
            let mut line = String::new();
            for column in &used {
                let text = cells(column);
                let padding = " ".repeat(column.width.saturating_sub(text.chars().count()));
                line.push_str("  ");
                line.push_str(&if column.side == Side::Left { text + &padding } else { padding + &text });
            }
            line.trim_end().to_owned() + "\n"
        };
        let mut out = if title.is_empty() { String::new() } else { format!("\n{}\n", Stream::Output.heading(title)) };
        out.push_str(&Stream::Output.quiet(line(&|column| column.name.to_owned()).trim_end_matches('\n')));
        out.push('\n');
        for row in &self.rows {
            out.push_str(&line(&|column| row.get(column.place).cloned().unwrap_or_default()));
        }
        if all > self.rows.len() {
            out.push_str(&more(all - self.rows.len()));
        }
        out
    }
}

/// The line below a list of which so many are not shown.
pub fn more(count: usize) -> String {
    format!("  … and {count} more (`--full` shows all)\n")
}

fn shortened(text: &str) -> String {
    match text.chars().count() > WIDEST {
        true => text.chars().take(WIDEST - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// A number for people: six significant digits, without zeros at its end.
pub fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { value.to_string() };
    }
    let size = value.abs();
    if !(1e-4..1e9).contains(&size) {
        return format!("{value:.3e}");
    }
    let digits = (5 - libm::log10(size).floor() as i32).clamp(0, 9) as usize;
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_rows_take_as_long_as_they_are_many() {
        let mut table = Table::new(&[("node", Side::Left), ("x", Side::Right)]);
        for row in 0..200_000 {
            table.row([row.to_string(), "1".to_owned()]);
        }
        let begun = std::time::Instant::now();
        assert_eq!(table.text("", 0).lines().count(), 200_001);
        // It was a matter of hours when each line looked at all rows.
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    }

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&[("name", Side::Left), ("keys", Side::Right), ("note", Side::Left)]);
        table.row(["walk".to_owned(), "12".to_owned(), String::new()]);
        table.row(["r".to_owned(), "1,200".to_owned(), String::new()]);
        assert_eq!(table.text("clips", 2), "\nclips\n  name   keys\n  walk     12\n  r     1,200\n");
        let told = "  name   keys\n  walk     12\n  r     1,200\n  … and 1 more (`--full` shows all)\n";
        assert_eq!(table.text("", 3), told);
        assert_eq!([1.0, 0.000_123_456_7, 15.560_4, -2e10].map(number), ["1", "0.000123457", "15.5604", "-2.000e10"]);
    }
}
