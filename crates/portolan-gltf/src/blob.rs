//! Binary data of a file: nothing is copied before the file is put together.
//!
//! A [`Blob`] collects pieces that know their length; most of them only point into the scene. [`Blob::assemble`] writes
//! them once, side by side, behind whatever stands in front of them.

use std::sync::Arc;

use portolan_mesh::Indices;
use portolan_parallel::prelude::*;

use crate::attribute::unit_row;
use crate::json::{Accessor, BufferView, F32, Index};

/// Pieces of binary data, with the views and accessors that describe them.
#[derive(Default)]
pub(crate) struct Blob<'a> {
    pieces: Vec<Piece<'a>>,
    length: usize,
    pub views: Vec<BufferView>,
    pub accessors: Vec<Accessor>,
}

/// A piece of binary data.
pub(crate) enum Piece<'a> {
    /// As it is.
    Bytes(Vec<u8>),
    /// As it is, also used elsewhere.
    Shared(Arc<Vec<u8>>),
    /// Indices of four bytes.
    Long(Indices<'a>),
    /// Indices of two bytes.
    Short(Indices<'a>),
    /// Numbers, all of them finite.
    Floats(Vec<f32>),
    /// Vectors.
    Vectors(Arc<Vec<[f32; 3]>>),
    /// Rows of a stream.
    Rows(Rows<'a>),
}

/// Rows of a stream, picked and changed on their way.
#[derive(Clone)]
pub(crate) struct Rows<'a> {
    /// The stream.
    pub data: &'a [f32],
    /// Numbers in a row of it.
    pub width: usize,
    /// Numbers in a row of the file.
    pub out: usize,
    /// Which rows; `None` is all of them in order.
    pub rows: Option<Arc<Vec<u32>>>,
    /// How many there are in the file.
    pub count: usize,
    /// What is done to each.
    pub change: Change,
}

/// What is done to rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Change {
    /// The second number is `1 − v`: glTF's textures begin at the upper left corner.
    pub flip: bool,
    /// The row is made to have length 1.
    pub unit: bool,
    /// What is not finite becomes 0.
    pub clean: bool,
    /// Kept within 0 and 1.
    pub limit: bool,
}

impl Rows<'_> {
    /// One row as it will be written.
    pub fn row(&self, at: usize) -> [f32; 4] {
        let row = match &self.rows {
            Some(rows) => rows.get(at).map_or(usize::MAX, |r| *r as usize),
            None => at,
        };
        let start = row.saturating_mul(self.width);
        let from = self.data.get(start..start.saturating_add(self.width)).unwrap_or_default();
        self.changed(from)
    }

    fn changed(&self, from: &[f32]) -> [f32; 4] {
        let mut row = [0.0; 4];
        for (to, from) in row.iter_mut().zip(from).take(self.out) {
            *to = *from;
        }
        let Change { flip, unit, clean, limit } = self.change;
        if clean {
            row = row.map(|x| if x.is_finite() { x } else { 0.0 });
        }
        if flip {
            row[1] = 1.0 - row[1];
        }
        if limit {
            row = row.map(|x| x.clamp(0.0, 1.0));
        }
        if unit {
            let [x, y, z, w] = row;
            row = match unit_row([x, y, z]) {
                Some([x, y, z]) => [x, y, z, w],
                None => [0.0, 0.0, 1.0, w],
            };
        }
        row
    }

    fn is_plain(&self) -> bool {
        self.rows.is_none() && self.width == self.out && self.change == Change::default()
    }

    fn fill(&self, out: &mut [u8]) {
        let size = self.out * 4;
        if self.is_plain() {
            return put_floats(out, self.data);
        }
        let many = 16_384;
        out.par_chunks_mut(size * many).enumerate().for_each(|(chunk, out)| {
            for (i, out) in out.chunks_exact_mut(size).enumerate() {
                let row = self.row(chunk * many + i);
                put_floats(out, &row);
            }
        });
    }
}

/// Files up to this size are put together by one core.
const LITTLE: usize = 256 << 10;

/// In single precision, and finite: what is too large ends at the largest, what is no number is 0.
pub(crate) fn single(value: f64) -> f32 {
    const LARGEST: f64 = f32::MAX as f64;
    if value.is_finite() { value.clamp(-LARGEST, LARGEST) as f32 } else { 0.0 }
}

/// Writes as many numbers as there is room for.
fn put_floats(out: &mut [u8], values: &[f32]) {
    put_indices(out, bytemuck::cast_slice(values));
}

fn put_indices(out: &mut [u8], values: &[u32]) {
    if cfg!(target_endian = "little") {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let length = bytes.len().min(out.len());
        if let (Some(to), Some(from)) = (out.get_mut(..length), bytes.get(..length)) {
            to.copy_from_slice(from);
        }
    } else {
        for (to, value) in out.chunks_exact_mut(4).zip(values) {
            to.copy_from_slice(&value.to_le_bytes());
        }
    }
}

impl Piece<'_> {
    fn len(&self) -> usize {
        match self {
            Piece::Bytes(bytes) => bytes.len(),
            Piece::Shared(bytes) => bytes.len(),
            Piece::Long(indices) => indices.len() * 4,
            Piece::Short(indices) => indices.len() * 2,
            Piece::Floats(numbers) => numbers.len() * 4,
            Piece::Vectors(vectors) => vectors.len() * 12,
            Piece::Rows(rows) => rows.count * rows.out * 4,
        }
    }

    fn fill(&self, out: &mut [u8]) {
        match self {
            Piece::Bytes(bytes) => copy(out, bytes),
            Piece::Shared(bytes) => copy(out, bytes),
            Piece::Short(indices) => {
                for (out, index) in out.chunks_exact_mut(2).zip(indices.iter()) {
                    out.copy_from_slice(&(*index as u16).to_le_bytes());
                }
            }
            Piece::Floats(numbers) => put_floats(out, numbers),
            Piece::Vectors(vectors) => put_floats(out, vectors.as_flattened()),
            Piece::Long(indices) => {
                let many = 1 << 18;
                let chunks = out.par_chunks_mut(many * 4).zip(indices.par_chunks(many));
                chunks.for_each(|(out, indices)| put_indices(out, indices));
            }
            Piece::Rows(rows) => rows.fill(out),
        }
    }
}

fn copy(out: &mut [u8], bytes: &[u8]) {
    let many = 1 << 20;
    let chunks = out.par_chunks_mut(many).zip(bytes.par_chunks(many));
    chunks.for_each(|(out, bytes)| {
        if out.len() == bytes.len() {
            out.copy_from_slice(bytes);
        }
    });
}

impl<'a> Blob<'a> {
    /// Bytes of all pieces, each filled up to a multiple of four.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Adds a piece and a view of it.
    pub fn view(&mut self, piece: Piece<'a>, target: Option<u32>, stride: Option<u32>) -> Index {
        let length = piece.len();
        let view = BufferView { buffer: 0, byte_offset: self.length, byte_length: length, byte_stride: stride, target };
        self.length += length.next_multiple_of(4);
        self.pieces.push(piece);
        self.views.push(view);
        self.views.len() as Index - 1
    }

    /// Adds a piece, a view and an accessor of it. `kind` and `component` are glTF's.
    pub fn accessor(
        &mut self,
        piece: Piece<'a>,
        component: u32,
        kind: &'static str,
        count: usize,
        target: Option<u32>,
    ) -> Index {
        let view = self.view(piece, target, None);
        let accessor =
            Accessor { buffer_view: Some(view), component_type: component, count, kind, ..Accessor::default() };
        self.accessors.push(accessor);
        self.accessors.len() as Index - 1
    }

    /// Adds numbers of an animation, or of anything else that is not vertex data. Each is finite in the file.
    pub fn floats(&mut self, mut values: Vec<f32>, kind: &'static str, width: usize) -> Index {
        for value in &mut values {
            *value = if value.is_nan() { 0.0 } else { value.clamp(-f32::MAX, f32::MAX) };
        }
        let count = values.len() / width.max(1);
        self.accessor(Piece::Floats(values), F32, kind, count, None)
    }

    /// Tells the bounds of an accessor.
    pub fn bound(&mut self, accessor: Index, min: Vec<f64>, max: Vec<f64>) {
        if let Some(accessor) = self.accessors.get_mut(accessor as usize) {
            // Which of two zeros is the smaller one depends on the machine; adding zero leaves only the positive one.
            let finite = |all: Vec<f64>| {
                Some(all.into_iter().map(|v| v.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) + 0.0).collect())
            };
            (accessor.min, accessor.max) = (finite(min), finite(max));
        }
    }

    /// Writes all pieces behind others that need no place of their own.
    pub fn assemble(self, front: Vec<Vec<u8>>) -> Vec<u8> {
        let before: usize = front.iter().map(Vec::len).sum();
        let mut file = vec![0; before + self.length];
        let mut rest = file.as_mut_slice();
        let mut work = Vec::with_capacity(front.len() + self.pieces.len());
        let padded = self.pieces.into_iter().map(|piece| (piece.len().next_multiple_of(4), piece));
        for (room, piece) in front.into_iter().map(|bytes| (bytes.len(), Piece::Bytes(bytes))).chain(padded) {
            let (mine, behind) = std::mem::take(&mut rest).split_at_mut(room);
            rest = behind;
            work.push((mine.split_at_mut(piece.len()).0, piece));
        }
        match before + self.length {
            // Not worth the work of others.
            ..LITTLE => work.into_iter().for_each(|(out, piece)| piece.fill(out)),
            _ => work.into_par_iter().for_each(|(out, piece)| piece.fill(out)),
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stand_behind_each_other_aligned() {
        let mut blob = Blob::default();
        blob.view(Piece::Bytes(vec![1, 2, 3]), None, None);
        let data = [0.0, 0.25, 9.0, 3.0, f32::NAN, 9.0];
        let change = Change { flip: true, clean: true, ..Change::default() };
        let rows = Rows { data: &data, width: 3, out: 2, rows: Some(Arc::new(vec![1, 0])), count: 2, change };
        blob.view(Piece::Rows(rows), None, None);
        blob.view(Piece::Long(Indices::Borrowed(&[7, 8])), None, None);
        assert_eq!(blob.len(), 28);
        assert_eq!(blob.views[1].byte_offset, 4);
        let file = blob.assemble(vec![b"ab".to_vec(), b"cd".to_vec()]);
        assert_eq!(&file[..8], [b'a', b'b', b'c', b'd', 1, 2, 3, 0]);
        let floats: Vec<f32> = file[8..24].chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        assert_eq!(floats, [3.0, 1.0, 0.0, 0.75]);
        assert_eq!(file[24..], [7, 0, 0, 0, 8, 0, 0, 0]);
    }
}
