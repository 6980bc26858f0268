//! Numbers out of binary data: every type, spread or not, with sparse changes.

use portolan_scene::Fate;

use super::Reader;
use super::buffer::Slice;
use super::codes::{ACCESSOR, LIMIT};
use super::value::At;

/// How a number is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn named(number: u64) -> Option<Component> {
        Some(match number {
            5120 => Component::I8,
            5121 => Component::U8,
            5122 => Component::I16,
            5123 => Component::U16,
            5125 => Component::U32,
            5126 => Component::F32,
            _ => return None,
        })
    }

    pub fn size(self) -> usize {
        match self {
            Component::I8 | Component::U8 => 1,
            Component::I16 | Component::U16 => 2,
            Component::U32 | Component::F32 => 4,
        }
    }

    /// The number at the beginning of some bytes.
    fn read(self, bytes: &[u8]) -> f64 {
        match (self, bytes) {
            (Component::I8, [a, ..]) => f64::from(*a as i8),
            (Component::U8, [a, ..]) => f64::from(*a),
            (Component::I16, [a, b, ..]) => f64::from(i16::from_le_bytes([*a, *b])),
            (Component::U16, [a, b, ..]) => f64::from(u16::from_le_bytes([*a, *b])),
            (Component::U32, [a, b, c, d, ..]) => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
            (Component::F32, [a, b, c, d, ..]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
            _ => 0.0,
        }
    }

    /// What a number is divided by where integers stand for shares.
    fn whole(self) -> f64 {
        match self {
            Component::I8 => 127.0,
            Component::U8 => 255.0,
            Component::I16 => 32767.0,
            Component::U16 => 65535.0,
            Component::U32 | Component::F32 => 1.0,
        }
    }
}

/// Rows of numbers that were read.
#[derive(Clone, Default, Debug)]
pub(super) struct Rows<T> {
    pub width: usize,
    pub data: Vec<T>,
}

impl<T> Rows<T> {
    pub fn len(&self) -> usize {
        self.data.len().checked_div(self.width).unwrap_or(0)
    }
}

/// An accessor that was looked at.
pub(super) struct Accessor<'a> {
    pub at: At<'a>,
    pub component: Component,
    pub width: usize,
    pub count: usize,
    pub normalized: bool,
    /// Where each number of an element is in it.
    places: Vec<usize>,
    stride: usize,
    data: Option<Slice<'a>>,
    sparse: Option<Sparse<'a>>,
}

struct Sparse<'a> {
    indices: Vec<u32>,
    values: Slice<'a>,
}

/// Elements of an accessor without data: nothing in the file speaks for so many.
const MOST_ZEROS: u64 = 1 << 26;

impl<'a> Reader<'a> {
    /// Reads what an accessor says. What is wrong with it is told once.
    pub fn accessor(&mut self, index: usize) -> Option<Accessor<'a>> {
        if self.bad_accessors.contains(&index) {
            return None;
        }
        let at = self.item("accessors", index)?;
        let found = self.look_at(&at);
        if found.is_none() {
            self.bad_accessors.insert(index);
        }
        found
    }

    fn refuse(&mut self, at: &At<'_>, why: impl Into<String>) {
        self.tell(&ACCESSOR, Fate::Dropped, at, why);
    }

    fn look_at(&mut self, at: &At<'a>) -> Option<Accessor<'a>> {
        let component = self.whole(at, "componentType").and_then(Component::named);
        let Some(component) = component else {
            self.refuse(at, "the accessor has an unknown component type");
            return None;
        };
        let (rows, columns) = match self.text(at, "type") {
            Some("SCALAR") => (1, 1),
            Some("VEC2") => (2, 1),
            Some("VEC3") => (3, 1),
            Some("VEC4") => (4, 1),
            Some("MAT2") => (2, 2),
            Some("MAT3") => (3, 3),
            Some("MAT4") => (4, 4),
            other => {
                self.refuse(at, format!("the accessor has the unknown type `{}`", other.unwrap_or_default()));
                return None;
            }
        };
        let count = self.whole(at, "count").filter(|c| *c > 0);
        let Some(count) = count else {
            self.refuse(at, "the accessor has no elements");
            return None;
        };
        // Columns of matrices begin at multiples of four bytes.
        let size = component.size();
        let column = if columns > 1 { (rows * size).next_multiple_of(4) } else { rows * size };
        let places: Vec<usize> = (0..columns).flat_map(|c| (0..rows).map(move |r| c * column + r * size)).collect();
        let element = places.last().map_or(0, |l| l + size);
        let tight = if columns > 1 { column * columns } else { element };
        let normalized = self.flag(at, "normalized").unwrap_or(false);
        let data = match at.get("bufferView") {
            None if count > MOST_ZEROS => {
                self.tell(&LIMIT, Fate::Dropped, at, format!("the accessor has no data for {count} elements"));
                return None;
            }
            None => None,
            Some(_) => {
                let view = self.index(at, "bufferView", "bufferViews")?;
                Some(self.view(view)?)
            }
        };
        let offset = self.whole(at, "byteOffset").unwrap_or(0);
        let stride = data.as_ref().and_then(|d| d.stride).unwrap_or(tight);
        let data = match data {
            None => None,
            Some(slice) => {
                let wanted = (count - 1)
                    .checked_mul(stride as u64)
                    .and_then(|n| n.checked_add(element as u64)?.checked_add(offset));
                let length = slice.range.len() as u64;
                if wanted.is_none_or(|w| w > length) {
                    let message =
                        format!("the accessor needs {count} elements, which exceed its buffer view of {length} bytes");
                    self.refuse(at, message);
                    return None;
                }
                let start = slice.range.start + offset as usize;
                Some(Slice { range: start..slice.range.end, ..slice })
            }
        };
        let width = rows * columns;
        let mut found = Accessor {
            at: at.clone(),
            component,
            width,
            count: count as usize,
            normalized,
            places,
            stride,
            data,
            sparse: None,
        };
        if let Some(sparse) = at.get("sparse") {
            found.sparse = self.sparse(&sparse, &found);
        }
        Some(found)
    }

    fn sparse(&mut self, at: &At<'a>, base: &Accessor<'a>) -> Option<Sparse<'a>> {
        let many = self.whole(at, "count")?;
        let (places, values) = (at.get("indices")?, at.get("values")?);
        let component = self.whole(&places, "componentType").and_then(Component::named);
        let component = component.filter(|c| matches!(c, Component::U8 | Component::U16 | Component::U32));
        let Some(component) = component else {
            self.refuse(&places, "the sparse indices have an unknown component type");
            return None;
        };
        let part = |reader: &mut Self, at: &At<'a>, size: usize| {
            let view = reader.index(at, "bufferView", "bufferViews")?;
            let slice = reader.view(view)?;
            let offset = reader.whole(at, "byteOffset").unwrap_or(0);
            let wanted = many.checked_mul(size as u64).and_then(|n| n.checked_add(offset));
            if wanted.is_none_or(|w| w > slice.range.len() as u64) {
                reader.refuse(
                    at,
                    portolan_syntax::counted(
                        many,
                        "sparse element exceeds its buffer view",
                        "sparse elements exceed their buffer view",
                    ),
                );
                return None;
            }
            let start = slice.range.start + offset as usize;
            Some(Slice { range: start..start + many as usize * size, ..slice })
        };
        let element = base.places.last().map_or(0, |l| l + base.component.size());
        let indices = part(self, &places, component.size())?;
        let values = part(self, &values, element)?;
        let indices: Vec<u32> =
            indices.get().chunks_exact(component.size()).map(|b| component.read(b) as u32).collect();
        if indices.iter().any(|i| *i as usize >= base.count) {
            self.refuse(at, "a sparse index is out of range");
        }
        Some(Sparse { indices, values })
    }

    /// May so many more numbers be read? What a file of some bytes stands for is limited.
    pub fn claim(&mut self, at: &At<'_>, numbers: u64) -> bool {
        match self.room.checked_sub(numbers) {
            Some(left) => {
                self.room = left;
                true
            }
            None => {
                self.tell(&LIMIT, Fate::Dropped, at, "the accessors expand to more data than the limit allows");
                false
            }
        }
    }

    /// All numbers of an accessor, shares as such.
    pub fn floats(&mut self, accessor: &Accessor<'a>) -> Option<Rows<f32>> {
        let whole = if accessor.normalized { accessor.component.whole() } else { 1.0 };
        let signed = matches!(accessor.component, Component::I8 | Component::I16);
        let share = move |x: f64| {
            let x = x / whole;
            (if signed && whole > 1.0 { x.max(-1.0) } else { x }) as f32
        };
        let mut rows = self.decode(accessor, share, |bytes| {
            (accessor.component == Component::F32).then(|| {
                let number = |b: &[u8]| b.try_into().map_or(0.0, f32::from_le_bytes);
                bytes.chunks_exact(4).map(number).collect()
            })
        })?;
        if rows.data.iter().any(|x| !x.is_finite()) {
            self.tell(&ACCESSOR, Fate::Approximated, &accessor.at, "values that are not finite were replaced by 0");
            rows.data.iter_mut().filter(|x| !x.is_finite()).for_each(|x| *x = 0.0);
        }
        Some(rows)
    }

    /// All numbers of an accessor of whole numbers.
    pub fn integers(&mut self, accessor: &Accessor<'a>) -> Option<Rows<u32>> {
        if !matches!(accessor.component, Component::U8 | Component::U16 | Component::U32) {
            self.refuse(&accessor.at, "integers are expected here");
            return None;
        }
        self.decode(
            accessor,
            |x| x as u32,
            |bytes| match accessor.component {
                Component::U8 => Some(bytes.iter().map(|b| u32::from(*b)).collect()),
                Component::U16 => {
                    let number = |b: &[u8]| u32::from(b.try_into().map_or(0, u16::from_le_bytes));
                    Some(bytes.chunks_exact(2).map(number).collect())
                }
                _ => Some(bytes.chunks_exact(4).map(|b| b.try_into().map_or(0, u32::from_le_bytes)).collect()),
            },
        )
    }

    /// Reads elements one after the other; `tight` reads them at once where nothing lies between.
    fn decode<T: Copy + Default>(
        &mut self,
        accessor: &Accessor<'a>,
        convert: impl Fn(f64) -> T,
        tight: impl Fn(&[u8]) -> Option<Vec<T>>,
    ) -> Option<Rows<T>> {
        let numbers = accessor.count as u64 * accessor.width as u64;
        if !self.claim(&accessor.at, numbers) {
            return None;
        }
        let (width, size) = (accessor.width, accessor.component.size());
        let at_once = |slice: &Slice<'a>| {
            let whole = accessor.stride == width * size && accessor.places.last() == Some(&((width - 1) * size));
            tight(slice.get().get(..accessor.count * accessor.stride).filter(|_| whole)?)
        };
        let element = |bytes: &[u8], out: &mut Vec<T>| {
            out.extend(
                accessor.places.iter().map(|p| convert(accessor.component.read(bytes.get(*p..).unwrap_or(&[])))),
            );
        };
        let mut data = match &accessor.data {
            None => vec![T::default(); numbers as usize],
            Some(slice) => match at_once(slice) {
                Some(data) => data,
                None => {
                    let mut data = Vec::with_capacity(numbers as usize);
                    let bytes = slice.get();
                    for i in 0..accessor.count {
                        element(bytes.get(i * accessor.stride..).unwrap_or(&[]), &mut data);
                    }
                    data
                }
            },
        };
        if let Some(sparse) = &accessor.sparse {
            let size = accessor.places.last().map_or(0, |l| l + size);
            let mut row = Vec::with_capacity(width);
            for (index, bytes) in sparse.indices.iter().zip(sparse.values.get().chunks_exact(size.max(1))) {
                row.clear();
                element(bytes, &mut row);
                let start = *index as usize * width;
                if let Some(slot) = data.get_mut(start..start + width) {
                    slot.copy_from_slice(&row);
                }
            }
        }
        Some(Rows { width, data })
    }
}
