//! Vertices that are equal in everything become one.

/// Vertices after those that are equal became one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The old vertex that each new one is.
    pub vertices: Vec<u32>,
    /// The new number of each old vertex.
    pub numbers: Vec<u32>,
}

/// Vertices from which on a look at some of them decides whether it is worth it.
const MANY: usize = 4096;

/// How many are looked at together, and at how many places.
const BLOCK: usize = 512;
const BLOCKS: usize = 8;

/// Makes one of all vertices that are equal, in the order in which they first appear. `hash` must be the same for equal ones.
///
/// `None` if hardly any are equal. Of many vertices some are tried first: copies are made face by face and lie close together.
///
/// ```
/// let places = [3, 5, 3, 5, 7];
/// let merged = portolan_geom::merge_equal(5, |v| places[v], |a, b| places[a] == places[b]).unwrap();
/// assert_eq!((merged.vertices, merged.numbers), (vec![0, 1, 4], vec![0, 1, 0, 1, 2]));
/// ```
pub fn merge_equal(count: usize, hash: impl Fn(usize) -> u64, equal: impl Fn(usize, usize) -> bool) -> Option<Merged> {
    // The largest number stands for nothing.
    if count < 2 || count >= NONE as usize {
        return None;
    }
    if count > MANY {
        let tried = |block: usize| {
            let first = (count - BLOCK) / (BLOCKS - 1) * block;
            let merged = merge(BLOCK, |v| hash(first + v), |a, b| equal(first + a, first + b));
            BLOCK - merged.vertices.len()
        };
        let copies: usize = (0..BLOCKS).map(tried).sum();
        if copies * 20 < BLOCK * BLOCKS {
            return None;
        }
    }
    let merged = merge(count, hash, equal);
    (merged.vertices.len() < count).then_some(merged)
}

const NONE: u32 = u32::MAX;

/// Places of the table that are looked at for one vertex.
const MOST_TRIES: u32 = 256;

fn merge(count: usize, hash: impl Fn(usize) -> u64, equal: impl Fn(usize, usize) -> bool) -> Merged {
    let size = (count * 2).next_power_of_two();
    // New numbers by where their hash leads to.
    let mut table = vec![NONE; size];
    let mut merged = Merged { vertices: Vec::new(), numbers: Vec::with_capacity(count) };
    for vertex in 0..count {
        let mut at = (hash(vertex).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (size - 1);
        let mut tries = 0;
        while let Some(slot) = table.get_mut(at) {
            tries += 1;
            let known = merged.vertices.get(*slot as usize).copied();
            match known {
                None => {
                    *slot = merged.vertices.len() as u32;
                    merged.numbers.push(*slot);
                    merged.vertices.push(vertex as u32);
                    break;
                }
                Some(known) if equal(known as usize, vertex) => {
                    merged.numbers.push(*slot);
                    break;
                }
                // Numbers that were made to collide stay apart, so that they do not cost the square of their count.
                Some(_) if tries > MOST_TRIES => {
                    merged.numbers.push(merged.vertices.len() as u32);
                    merged.vertices.push(vertex as u32);
                    break;
                }
                Some(_) => at = (at + 1) & (size - 1),
            }
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_vertices_become_one_however_many_there_are() {
        // Two triangles of each square, corner by corner.
        let squares = |n: usize| -> Vec<u64> {
            (0..n as u64).flat_map(|s| [0, 1, 2, 0, 2, 3].map(|corner| s * 4 + corner)).collect()
        };
        for n in [1, 50, 10_000] {
            let places = squares(n);
            let merged = merge_equal(places.len(), |v| places[v], |a, b| places[a] == places[b]).unwrap();
            assert_eq!(merged.vertices.len(), n * 4);
            assert!(
                merged.numbers.iter().zip(&places).all(|(n, p)| places[merged.vertices[*n as usize] as usize] == *p)
            );
        }
    }

    #[test]
    fn what_differs_stays_apart_even_if_hashes_are_equal() {
        let merged = merge_equal(4, |_| 7, |a, b| a % 2 == b % 2).unwrap();
        assert_eq!(merged.numbers, [0, 1, 0, 1]);
        assert_eq!(merge_equal(3, |_| 7, |_, _| false), None);
        assert_eq!(merge_equal(100_000, |v| v as u64, |a, b| a == b), None);
        assert_eq!(merge_equal(1, |_| 0, |_, _| true), None);
    }
}
