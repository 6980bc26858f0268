//! Vertices and indices as numpy arrays that share the memory of the scene.

use numpy::ndarray::{ArrayView2, ShapeBuilder};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use portolan::buffers::{Buffer, Buffers, Column, Elements};
use portolan::polygons::Polygons;
use portolan::scene::Scene;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Keeps the numbers alive that an array shows.
#[pyclass(frozen, module = "portolan._core")]
pub struct Owner(Numbers);

enum Numbers {
    Floats(Column<f32>),
    Indices(Column<u32>),
}

/// Shapes and where they are drawn, as a dictionary.
pub fn shown<'py>(py: Python<'py>, buffers: Buffers, scene: &Scene) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    let shapes = buffers.shapes.into_iter().map(|buffer| shape(py, buffer)).collect::<PyResult<Vec<_>>>()?;
    all.set_item("shapes", PyList::new(py, shapes)?)?;
    let draws = PyList::empty(py);
    for draw in buffers.draws {
        let one = PyDict::new(py);
        let label = |meta: &portolan::scene::Meta| meta.label().map(str::to_owned);
        one.set_item("shape", draw.shape)?;
        one.set_item("node", draw.node.index())?;
        one.set_item("node_name", scene.node(draw.node).and_then(|n| label(&n.meta)))?;
        one.set_item("material", draw.material.map(|m| m.index()))?;
        one.set_item("double_sided", draw.double_sided)?;
        // Numpy counts rows first.
        let world = numpy::ndarray::Array2::from_shape_fn((4, 4), |(row, column)| draw.world[column * 4 + row]);
        one.set_item("world", PyArray2::from_owned_array(py, world))?;
        draws.append(one)?;
    }
    all.set_item("draws", draws)?;
    all.set_item("complete", buffers.complete)?;
    Ok(all)
}

fn shape<'py>(py: Python<'py>, buffer: Buffer) -> PyResult<Bound<'py, PyDict>> {
    let one = PyDict::new(py);
    let kind = match buffer.kind {
        Elements::Points => "points",
        Elements::Lines => "lines",
        Elements::Triangles => "triangles",
    };
    one.set_item("name", buffer.name)?;
    one.set_item("kind", kind)?;
    one.set_item("indices", indices(py, buffer.indices, buffer.kind.corners())?)?;
    one.set_item("positions", floats(py, buffer.positions, 3)?)?;
    one.set_item("normals", buffer.normals.map(|c| floats(py, c, 3)).transpose()?)?;
    one.set_item("texture_coordinates", buffer.texture_coordinates.map(|c| floats(py, c, 2)).transpose()?)?;
    one.set_item("colors", buffer.colours.map(|c| floats(py, c, 4)).transpose()?)?;
    Ok(one)
}

/// The faces of a primitive, as a dictionary.
pub fn polygons<'py>(py: Python<'py>, faces: Polygons) -> PyResult<Bound<'py, PyDict>> {
    let one = PyDict::new(py);
    one.set_item("geometry", faces.geometry)?;
    one.set_item("name", faces.name)?;
    one.set_item("primitive", faces.primitive)?;
    one.set_item("material", faces.material)?;
    one.set_item("positions", floats(py, faces.positions, 3)?)?;
    one.set_item("offsets", list(py, faces.offsets)?)?;
    one.set_item("vertices", list(py, faces.vertices)?)?;
    one.set_item("triangles", indices(py, faces.triangles, 3)?)?;
    one.set_item("normals", faces.normals.map(|c| floats(py, c, 3)).transpose()?)?;
    let sets = faces.texture_coordinates.into_iter().map(|c| floats(py, c, 2)).collect::<PyResult<Vec<_>>>()?;
    one.set_item("texture_coordinates", PyList::new(py, sets)?)?;
    one.set_item("colors", faces.colours.map(|c| floats(py, c, 4)).transpose()?)?;
    Ok(one)
}

/// Indices in one row.
fn list<'py>(py: Python<'py>, column: Column<u32>) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let count = column.len();
    indices(py, column, 1)?.reshape([count])
}

fn floats<'py>(py: Python<'py>, column: Column<f32>, width: usize) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let owner = Bound::new(py, Owner(Numbers::Floats(column)))?;
    view(&owner, width, |numbers| match numbers {
        Numbers::Floats(column) => (column, 1),
        Numbers::Indices(_) => (&[], 1),
    })
}

fn indices<'py>(py: Python<'py>, column: Column<u32>, width: usize) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let owner = Bound::new(py, Owner(Numbers::Indices(column)))?;
    view(&owner, width, |numbers| match numbers {
        Numbers::Indices(column) => column.spaced().unwrap_or_else(|| (column, 1)),
        Numbers::Floats(_) => (&[], 1),
    })
}

/// A read-only array of what an owner holds: numbers, and by how much they are apart.
fn view<'py, T: Element>(
    owner: &Bound<'py, Owner>,
    width: usize,
    numbers: fn(&Numbers) -> (&[T], usize),
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let (all, step) = numbers(&owner.get().0);
    let rows = all.len().div_ceil(step) / width;
    let view = ArrayView2::from_shape((rows, width).strides((step * width, step)), all)
        .map_err(|why| pyo3::exceptions::PyRuntimeError::new_err(why.to_string()))?;
    // SAFETY: the array keeps `owner` alive, which is frozen and holds the numbers as long as it lives; nobody writes to
    // them, because the array is made read-only before anybody sees it.
    let array = unsafe { PyArray2::borrow_from_array(&view, owner.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    Ok(array)
}
