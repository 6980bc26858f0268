//! `VertexArray`.

use portolan_parallel::prelude::*;
use portolan_scene::{Fate, Semantic, Stream};
use portolan_schema::value::decode::Data;
use portolan_syntax::ddl::{Layout, Primitive, Run};
use portolan_syntax::{Code, Node};

use super::codes;
use super::geometry::Reading;
use super::read::data;

/// Bytes of data from which on more than one core is used.
const PARALLEL: usize = 1 << 18;

/// Bytes of a value, for a start: those of real files have more.
const BYTES: usize = 6;

/// An array of a mesh.
pub(super) struct Array {
    pub semantic: Semantic,
    /// Which of several arrays of the same attribute.
    pub index: u32,
    pub morph: u32,
    pub stream: Stream,
}

/// What a vertex array holds; `None` if it cannot be used, which is told.
pub(super) fn array<'a>(reading: &mut Reading<'_, 'a>, array: Node<'a>) -> Option<Array> {
    let attrib = reading.attrib(array)?;
    // Old writers spelled the index `texcoord[1]`.
    let (name, in_brackets) = split_index(&attrib);
    let index = reading.property(array, "index").unwrap_or_default();
    let index = in_brackets.unwrap_or(index);
    let morph = reading.property(array, "morph").unwrap_or_default();
    let (semantic, least) = match name {
        "position" => (Semantic::Position, 3),
        "normal" => (Semantic::Normal, 3),
        "tangent" => (Semantic::TexTangent, 3),
        "bitangent" => (Semantic::TexBinormal, 3),
        "color" => (Semantic::Color, 3),
        "texcoord" => (Semantic::TexCoord, 2),
        other => {
            let message = format!("the vertex array `{other}` is application-defined");
            reading.lose(&codes::APPLICATION, Fate::Noted, array, message);
            (Semantic::Other(other.into()), 1)
        }
    };
    let most = if matches!(semantic, Semantic::Position | Semantic::Normal | Semantic::TexBinormal) { 3 } else { 4 };
    let stream = stream(reading, array, name, least, most)?;
    Some(Array { semantic, index, morph, stream })
}

/// `texcoord[1]` taken apart.
fn split_index(attrib: &str) -> (&str, Option<u32>) {
    let inner = attrib.strip_suffix(']').and_then(|a| a.split_once('['));
    match inner.and_then(|(name, digits)| Some((name, digits.parse().ok()?))) {
        Some((name, index)) => (name, Some(index)),
        None => (attrib, None),
    }
}

fn stream<'a>(reading: &mut Reading<'_, 'a>, array: Node<'a>, name: &str, least: u32, most: u32) -> Option<Stream> {
    let Some(primitive) = data(array, Primitive::is_float) else {
        reading.lose(&codes::INCOMPLETE, Fate::Dropped, array, format!("the vertex array `{name}` has no numbers"));
        return None;
    };
    let layout = Layout::of(primitive)?;
    let run = Run::of(primitive)?;
    let width = layout.sub_array.unwrap_or(1);
    if !(1..=4).contains(&width) {
        let message = format!("the vertex array `{name}` has sub-arrays of {width} values instead of 1 to 4");
        reading.lose(&codes::NUMBERS, Fate::Dropped, array, message);
        return None;
    }
    let rows = Rows { array, name, run, width, least, most };
    let wanted = width.clamp(least, most);
    Some(match layout.primitive {
        Primitive::Float64 => Stream::precise(wanted, rows.read(reading, layout.sub_array.is_some())),
        _ => Stream::new(wanted, rows.read(reading, layout.sub_array.is_some())),
    })
}

/// The numbers of a vertex array, `width` in a row, of which `least` to `most` are kept.
struct Rows<'n, 'a> {
    array: Node<'a>,
    name: &'n str,
    run: Run<'a>,
    width: u32,
    least: u32,
    most: u32,
}

impl<'a> Rows<'_, 'a> {
    fn read<T: Real>(&self, reading: &mut Reading<'_, 'a>, in_arrays: bool) -> Vec<T> {
        let Rows { array, name, run, width, least, most } = *self;
        let (values, sound) = decode::<T>(run);
        let mut values = if sound || !in_arrays { values } else { in_places(run, width) };
        values.truncate(values.len() - values.len() % width as usize);
        let finite = |v: &T| ((*v).into() as f32).is_finite();
        if !sound || !values.iter().all(finite) {
            values.iter_mut().filter(|v| !finite(v)).for_each(|v| *v = T::default());
            let message = format!("the vertex array `{name}` has invalid values, which are read as 0");
            reading.lose(&codes::NUMBERS, Fate::Approximated, array, message);
        }
        match width {
            w if w < least => filled(&values, w as usize, least as usize),
            w if w > most => {
                let code: &'static Code = &codes::NUMBERS;
                let beyond = |row: &[T]| row.last().is_some_and(|v| (*v).into() != 1.0);
                if values.chunks_exact(w as usize).any(beyond) {
                    let message = format!("the fourth components of the vertex array `{name}` are dropped");
                    reading.lose(code, Fate::Dropped, array, message);
                }
                values.chunks_exact(w as usize).flat_map(|row| row.iter().take(most as usize)).copied().collect()
            }
            _ => values,
        }
    }
}

/// A number in single or double precision.
trait Real: Data + Default + From<f32> + Into<f64> {}
impl Real for f32 {}
impl Real for f64 {}

/// Missing components are 0, 0 and 1.
fn filled<T: Real>(values: &[T], width: usize, wanted: usize) -> Vec<T> {
    let rest = [0.0, 0.0, 0.0, 1.0].map(T::from);
    let mut data = Vec::with_capacity(values.len() / width * wanted);
    for row in values.chunks_exact(width) {
        data.extend_from_slice(row);
        data.extend(rest.iter().take(wanted).skip(width));
    }
    data
}

/// All values of a run, large ones side by side, and whether nothing is wrong with them.
pub(super) fn decode<T: Data>(run: Run<'_>) -> (Vec<T>, bool) {
    if let Some(values) = portolan_schema::value::decode::data(run) {
        return (values, true);
    }
    let length = run.text().len();
    let parts = if length >= PARALLEL { run.split(portolan_parallel::current_num_threads() * 4) } else { vec![run] };
    let read = |part: &Run<'_>| {
        let mut values = Vec::with_capacity(part.text().len() / BYTES);
        let sound = part.decode_checked(&mut values);
        (values, sound)
    };
    if let [whole] = parts.as_slice() {
        return read(whole);
    }
    let pieces: Vec<(Vec<T>, bool)> = parts.par_iter().map(read).collect();
    let mut all = Vec::with_capacity(pieces.iter().map(|(piece, _)| piece.len()).sum());
    pieces.iter().for_each(|(piece, _)| all.extend_from_slice(piece));
    (all, pieces.iter().all(|(_, sound)| *sound))
}

/// Sub-arrays in their places, whatever their braces hold.
fn in_places<T: Real>(run: Run<'_>, width: u32) -> Vec<T> {
    let mut values = Vec::new();
    for array in run.sub_arrays() {
        let start = values.len();
        array.run.decode(&mut values);
        values.resize(start + width as usize, T::default());
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_components_are_zero_and_one() {
        assert_eq!(filled(&[5.0_f32, 6.0], 1, 3), [5.0, 0.0, 0.0, 6.0, 0.0, 0.0]);
        assert_eq!(filled(&[5.0_f64, 6.0], 2, 4), [5.0, 6.0, 0.0, 1.0]);
        assert_eq!(split_index("texcoord[1]"), ("texcoord", Some(1)));
        assert_eq!(split_index("texcoord[x]"), ("texcoord[x]", None));
    }
}
