//! Finds what is near a place.

use std::collections::HashMap;

use portolan_scene::glam::DVec3;

/// Numbers of things in cells of space.
pub(crate) struct Grid {
    cell: f64,
    cells: HashMap<[i64; 3], Vec<u32>>,
}

impl Grid {
    /// Cells of this size; nothing is looked for farther away than a quarter of it.
    pub fn new(cell: f64) -> Grid {
        Grid { cell: if cell > 0.0 && cell.is_finite() { cell } else { 1e-9 }, cells: HashMap::new() }
    }

    pub fn add(&mut self, p: DVec3, number: u32) {
        let key = self.key(p);
        self.cells.entry(key).or_default().push(number);
    }

    /// Everything that may be nearer than a quarter of a cell, and more.
    pub fn near(&self, p: DVec3) -> impl Iterator<Item = u32> + '_ {
        let reach = DVec3::splat(self.cell * 0.25);
        let (low, high) = (self.key(p - reach), self.key(p + reach));
        let [(x, u), (y, v), (z, w)] = axes(low, high);
        let keys = (x..=u).flat_map(move |x| (y..=v).flat_map(move |y| (z..=w).map(move |z| [x, y, z])));
        keys.filter_map(|key| self.cells.get(&key)).flatten().copied()
    }

    fn key(&self, p: DVec3) -> [i64; 3] {
        (p / self.cell).floor().to_array().map(|x| x as i64)
    }
}

/// From where to where on each axis: never more than two cells.
fn axes([a, b, c]: [i64; 3], [x, y, z]: [i64; 3]) -> [(i64, i64); 3] {
    [(a, x), (b, y), (c, z)].map(|(from, to)| (from, to.clamp(from, from.saturating_add(1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_found_across_borders() {
        let mut grid = Grid::new(1.0);
        grid.add(DVec3::new(0.99, 0.0, -0.01), 7);
        grid.add(DVec3::new(5.0, 0.0, 0.0), 8);
        let found: Vec<u32> = grid.near(DVec3::new(1.01, 0.0, 0.01)).collect();
        assert_eq!(found, [7]);
        assert_eq!(grid.near(DVec3::splat(f64::INFINITY)).count(), 0);
    }
}
