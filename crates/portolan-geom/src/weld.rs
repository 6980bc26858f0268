//! Turns corners with several indices each (COLLADA) into vertices with one (glTF, OpenGL).

use std::collections::HashMap;

/// Which corners are the same vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weld {
    /// For each new vertex the first corner that shows it.
    pub vertices: Vec<u32>,
    /// For each corner its new vertex.
    pub indices: Vec<u32>,
    /// New vertex `v` is row `v` of the first column, for every row, and all columns agree: attributes can be taken over
    /// as they are.
    pub identity: bool,
}

/// Finds out which corners are the same vertex: those that agree in all of `columns`.
///
/// `indices` are the corners, `stride` numbers each; an incomplete last corner is left out. `columns` are places within
/// a corner; places outside of it are ignored. The first is the position, and its values are below `rows_of_first`. A
/// corner with a larger value is a vertex of its own.
///
/// New vertices come in the order in which corners show them first, with one exception: where all columns hold the same
/// numbers and use every row, they keep the order of the rows ([`Weld::identity`]).
///
/// ```
/// let weld = portolan_geom::weld(&[0, 0, 1, 1, 0, 5, 0, 0], 2, &[0, 1], 2);
/// assert_eq!(weld.indices, [0, 1, 2, 0]);
/// assert_eq!(weld.vertices, [0, 1, 2]);
/// ```
#[must_use]
pub fn weld(indices: &[u32], stride: usize, columns: &[usize], rows_of_first: usize) -> Weld {
    let Some(corners) = Corners::new(indices, stride, columns, rows_of_first) else { return Weld::default() };
    let done = match *corners.others.as_slice() {
        [] => corners.by_row(),
        [a] => corners.by_chains(|_, corner| [at(corner, a)]),
        [a, b] => corners.by_chains(|_, corner| [a, b].map(|i| at(corner, i))),
        [a, b, c] => corners.by_chains(|_, corner| [a, b, c].map(|i| at(corner, i))),
        [a, b, c, d] => corners.by_chains(|_, corner| [a, b, c, d].map(|i| at(corner, i))),
        [a, b, c, d, e] => corners.by_chains(|_, corner| [a, b, c, d, e].map(|i| at(corner, i))),
        _ => None,
    };
    done.unwrap_or_else(|| corners.by_pairs(None))
}

/// As [`weld`], but corners must agree in one more number to be the same vertex, for example that of a generated
/// normal: `keys` holds it for each corner, and corners beyond its end have 0.
///
/// New vertices come in the order in which corners show them first.
#[must_use]
pub fn weld_keyed(indices: &[u32], stride: usize, columns: &[usize], rows_of_first: usize, keys: &[u32]) -> Weld {
    let Some(corners) = Corners::new(indices, stride, columns, rows_of_first) else { return Weld::default() };
    let key = |number: usize| at(keys, number);
    let done = match *corners.others.as_slice() {
        [] => corners.by_chains(|number, _| [key(number)]),
        [a] => corners.by_chains(|number, corner| [at(corner, a), key(number)]),
        [a, b] => corners.by_chains(|number, corner| [at(corner, a), at(corner, b), key(number)]),
        [a, b, c] => corners.by_chains(|number, corner| [at(corner, a), at(corner, b), at(corner, c), key(number)]),
        _ => None,
    };
    done.unwrap_or_else(|| corners.by_pairs(Some(keys)))
}

/// No vertex, no link.
const NONE: u32 = u32::MAX;

/// The corners to weld.
struct Corners<'a> {
    indices: &'a [u32],
    stride: usize,
    /// The column of the position.
    position: usize,
    /// The columns that say more than the position does.
    others: Vec<usize>,
    /// Positions are below.
    rows: usize,
}

impl<'a> Corners<'a> {
    fn new(indices: &'a [u32], stride: usize, columns: &[usize], rows: usize) -> Option<Self> {
        let mut inside = columns.iter().copied().filter(|&column| column < stride);
        let position = inside.next()?;
        let most = stride.saturating_mul(NONE as usize);
        let mut corners =
            Self { indices: indices.get(..most).unwrap_or(indices), stride, position, others: Vec::new(), rows };
        for column in inside {
            // Exporters repeat themselves: `0 0 0 1 1 1`. A mismatch shows at once, so this costs something only where
            // it saves more.
            let repeats = |&known: &usize| corners.iter().all(|corner| at(corner, known) == at(corner, column));
            if column != position && !repeats(&position) && !corners.others.iter().any(repeats) {
                corners.others.push(column);
            }
        }
        Some(corners)
    }

    fn iter(&self) -> std::slice::ChunksExact<'a, u32> {
        self.indices.chunks_exact(self.stride)
    }

    fn len(&self) -> usize {
        self.indices.len() / self.stride
    }

    /// The first row and the number of rows that a table needs; `None` if the rows lie so far apart that a table would
    /// be much larger than the corners.
    fn range(&self) -> Option<(usize, usize)> {
        let sensible = 4 * self.len() + 1024;
        if self.rows <= sensible {
            return Some((0, self.rows));
        }
        let rows = || self.iter().map(|corner| at(corner, self.position) as usize).filter(|&row| row < self.rows);
        let first = rows().min().unwrap_or(0);
        let count = rows().max().map_or(0, |last| last + 1 - first);
        (count <= sensible).then_some((first, count))
    }

    /// Only positions matter: a table tells the vertex of each row.
    fn by_row(&self) -> Option<Weld> {
        let (first, count) = self.range()?;
        let mut table = vec![NONE; count];
        let mut vertices = Vec::new();
        let mut indices = Vec::with_capacity(self.len());
        let mut strays = false;
        // Whether vertices come in the order of the rows by themselves.
        let mut ordered = first == 0;
        for (number, corner) in self.iter().enumerate() {
            let row = (at(corner, self.position) as usize).wrapping_sub(first);
            let fresh = vertices.len() as u32;
            let vertex = match table.get_mut(row) {
                Some(vertex) if *vertex == NONE => {
                    ordered &= row == fresh as usize;
                    *vertex = fresh;
                    vertices.push(number as u32);
                    fresh
                }
                Some(vertex) => *vertex,
                None => {
                    strays = true;
                    vertices.push(number as u32);
                    fresh
                }
            };
            indices.push(vertex);
        }
        let identity = !strays && vertices.len() == self.rows;
        if identity && !ordered {
            let by_row = |&vertex: &u32| at(&vertices, vertex as usize);
            vertices = table.iter().map(by_row).collect();
            indices.clear();
            indices.extend(self.iter().map(|corner| at(corner, self.position)));
        }
        Some(Weld { vertices, indices, identity })
    }

    /// For each row a chain of the vertices that have it. `None` if a table does not pay, or if chains are so long that
    /// following them takes too much time.
    fn by_chains<const N: usize>(&self, key_of: impl Fn(usize, &[u32]) -> [u32; N]) -> Option<Weld> {
        #[derive(Clone, Copy)]
        struct Link<const N: usize> {
            vertex: u32,
            next: u32,
            key: [u32; N],
        }
        let (first, count) = self.range()?;
        // The first link of a chain lies in the table itself: most rows have no other.
        let mut table = vec![Link { vertex: NONE, next: NONE, key: [0; N] }; count];
        let mut links: Vec<Link<N>> = Vec::new();
        let mut vertices = Vec::with_capacity(count);
        let mut indices = Vec::with_capacity(self.len());
        let mut patience = 16 * self.len() + 100_000;
        for (number, corner) in self.iter().enumerate() {
            let row = (at(corner, self.position) as usize).wrapping_sub(first);
            let key = key_of(number, corner);
            let fresh = vertices.len() as u32;
            let vertex = match table.get_mut(row) {
                None => fresh,
                Some(head) if head.vertex == NONE => {
                    *head = Link { vertex: fresh, next: NONE, key };
                    fresh
                }
                Some(head) if head.key == key => head.vertex,
                Some(head) => {
                    let mut at = head.next;
                    let mut known = NONE;
                    while let Some(link) = links.get(at as usize) {
                        patience = patience.checked_sub(1)?;
                        if link.key == key {
                            known = link.vertex;
                            break;
                        }
                        at = link.next;
                    }
                    if known == NONE {
                        known = fresh;
                        links.push(Link { vertex: fresh, next: head.next, key });
                        head.next = links.len() as u32 - 1;
                    }
                    known
                }
            };
            if vertex == fresh {
                vertices.push(number as u32);
            }
            indices.push(vertex);
        }
        Some(Weld { vertices, indices, identity: false })
    }

    /// For any number of columns and any distribution: columns are joined one after another, each pair of numbers
    /// becoming one. The numbers do not depend on the order within the maps.
    fn by_pairs(&self, keys: Option<&[u32]>) -> Weld {
        let joined = self.others.len() + usize::from(keys.is_some());
        let mut maps: Vec<HashMap<(u32, u32), u32>> = vec![HashMap::new(); joined.saturating_sub(1)];
        let mut last: HashMap<(u32, u32), u32> = HashMap::new();
        let mut vertices = Vec::new();
        let mut indices = Vec::with_capacity(self.len());
        for (number, corner) in self.iter().enumerate() {
            let row = at(corner, self.position);
            let fresh = vertices.len() as u32;
            let vertex = if (row as usize) < self.rows {
                let others = self.others.iter().map(|&column| at(corner, column));
                let mut numbers = others.chain(keys.map(|keys| at(keys, number)));
                let mut joined = row;
                for (map, value) in maps.iter_mut().zip(&mut numbers) {
                    let next = map.len() as u32;
                    joined = *map.entry((joined, value)).or_insert(next);
                }
                // `zip` asks the maps first, so that no number is lost here.
                *last.entry((joined, numbers.next().unwrap_or(0))).or_insert(fresh)
            } else {
                fresh
            };
            if vertex == fresh {
                vertices.push(number as u32);
            }
            indices.push(vertex);
        }
        Weld { vertices, indices, identity: false }
    }
}

#[inline(always)]
fn at(numbers: &[u32], place: usize) -> u32 {
    numbers.get(place).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_occurrence_decides_the_order() {
        // position, normal: (2,0) (0,0) (2,1) (2,0) (1,0) (0,0)
        let weld = weld(&[2, 0, 0, 0, 2, 1, 2, 0, 1, 0, 0, 0], 2, &[0, 1], 3);
        assert_eq!(weld, Weld { vertices: vec![0, 1, 2, 4], indices: vec![0, 1, 2, 0, 3, 1], identity: false });
    }

    #[test]
    fn columns_that_are_not_listed_do_not_count() {
        // position, something, texture coordinate
        let indices = [0, 7, 0, 0, 8, 0, 1, 9, 0, 0, 7, 1];
        assert_eq!(weld(&indices, 3, &[0, 2], 2).indices, [0, 0, 1, 2]);
        assert_eq!(weld(&indices, 3, &[2, 0], 2).indices, [0, 0, 1, 2], "any column may be the position");
        assert_eq!(weld(&indices, 3, &[0, 99], 2).indices, [0, 0, 1, 0], "nor do columns that do not exist");
    }

    #[test]
    fn equal_columns_keep_the_rows() {
        let weld_all = weld(&[2, 2, 0, 0, 1, 1, 1, 1], 2, &[0, 1], 3);
        assert_eq!(weld_all, Weld { vertices: vec![1, 2, 0], indices: vec![2, 0, 1, 1], identity: true });
        let ordered = weld(&[0, 0, 1, 1, 0, 0], 2, &[0, 1], 2);
        assert_eq!(ordered, Weld { vertices: vec![0, 1], indices: vec![0, 1, 0], identity: true });
        // Row 0 is not used: first occurrence.
        let some = weld(&[2, 2, 1, 1, 2, 2], 2, &[0, 1], 3);
        assert_eq!(some, Weld { vertices: vec![0, 1], indices: vec![0, 1, 0], identity: false });
    }

    #[test]
    fn keys_separate() {
        let weld = weld_keyed(&[0, 1, 2, 0, 2, 3], 1, &[0], 4, &[5, 5, 5, 6, 5]);
        assert_eq!(weld.indices, [0, 1, 2, 3, 2, 4]);
        assert_eq!(weld.vertices, [0, 1, 2, 3, 5]);
        assert_eq!(weld_keyed(&[0, 0, 0], 1, &[0], 1, &[]).vertices, [0]);
    }

    #[test]
    fn bad_input_is_bounded() {
        assert_eq!(weld(&[0, 1, 2], 0, &[0], 3), Weld::default());
        assert_eq!(weld(&[0, 1, 2], 3, &[], 3), Weld::default());
        assert_eq!(weld(&[], 3, &[0, 1], 3), Weld::default());
        assert_eq!(weld(&[0, 1, 0, 1, 7], 2, &[0, 1], 1).indices, [0, 0], "an incomplete corner");
        // Out of range: a vertex of its own, whichever way is taken.
        assert_eq!(weld(&[0, u32::MAX, u32::MAX, 0], 1, &[0], 1).indices, [0, 1, 2, 0]);
        assert_eq!(weld(&[0, 1, 9, 1, 9, 1, 0, 1], 2, &[0, 1], 1).indices, [0, 1, 2, 0]);
        // Rows far apart, and claims of absurd size.
        let far = [0, 4_000_000_000, 0, 4_000_000_000, 7];
        assert_eq!(weld(&far, 1, &[0], usize::MAX).indices, [0, 1, 0, 1, 2]);
        let far = [0, 1, 4_000_000_000, 1, 0, 1, 4_000_000_000, 2];
        assert_eq!(weld(&far, 2, &[0, 1], usize::MAX).indices, [0, 1, 0, 2]);
    }

    #[test]
    fn one_position_with_many_normals_takes_no_square_time() {
        let indices: Vec<u32> = (0..200_000).flat_map(|i| [0, i]).chain((0..200_000).flat_map(|i| [0, i])).collect();
        let weld = weld(&indices, 2, &[0, 1], 1);
        assert_eq!(weld.vertices.len(), 200_000);
        assert!(weld.indices.iter().zip((0..200_000).chain(0..200_000)).all(|(&got, want)| got == want));
    }

    #[test]
    fn all_ways_agree() {
        let mut state = 1u32;
        let mut roll = move |sides: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % sides
        };
        for width in 2..=8usize {
            let indices: Vec<u32> = (0..width * 500).map(|_| roll(3)).collect();
            let columns: Vec<usize> = (0..width).collect();
            let corners = Corners::new(&indices, width, &columns, 3).unwrap();
            let welded = weld(&indices, width, &columns, 3);
            assert_eq!(welded, corners.by_pairs(None));
            // What welding means, checked the long way.
            let corner = |i: usize| &indices[i * width..(i + 1) * width];
            for i in 0..500 {
                let first = (0..500).find(|&j| corner(j) == corner(i)).unwrap();
                assert_eq!(welded.vertices[welded.indices[i] as usize] as usize, first);
            }
            let keys: Vec<u32> = (0..500).map(|_| roll(2)).collect();
            let keyed = weld_keyed(&indices, width, &columns, 3, &keys);
            assert_eq!(keyed, corners.by_pairs(Some(&keys)));
        }
    }
}
