//! The handle to a file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::{PyArray3, PyArrayMethods};
use portolan::buffers::Moment;
use portolan::convert::{Conversion, writer_named, writers};
use portolan::pictures::{Lights, Moments, Shot};
use portolan::pose::Request;
use portolan::resources::write::{Writer, free_names};
use portolan::sample::{Sampling, Times};
use portolan::scene::{Opacity, UpAxis};
use portolan::simulate::Request as Simulation;
use portolan::verify::Verification;
use portolan::{Checker, Error, OpenOptions, RepairOptions};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use serde_json::{Value, json};

use crate::arrays;
use crate::work::{exception, raise, work};

/// A file that was opened.
#[pyclass(frozen, module = "portolan._core")]
pub struct File(portolan::File, OpenOptions);

/// Opens a file.
#[pyfunction]
#[pyo3(signature = (path, allow, encoding, version))]
pub fn open_path(
    py: Python<'_>,
    path: PathBuf,
    allow: Vec<PathBuf>,
    encoding: Option<String>,
    version: Option<String>,
) -> PyResult<File> {
    // The report is that of `portolan check`.
    let options = options(allow, encoding, version).with(|o| o.look_for_files = true);
    let used = options.clone();
    work(py, move || used.open(path)).map(|file| File(file, options))
}

/// Opens a file that is in memory.
#[pyfunction]
#[pyo3(signature = (name, bytes, allow, encoding, version))]
pub fn open_bytes(
    py: Python<'_>,
    name: String,
    bytes: Vec<u8>,
    allow: Vec<PathBuf>,
    encoding: Option<String>,
    version: Option<String>,
) -> PyResult<File> {
    let mut options = options(allow, encoding, version);
    options.resources = Some(Arc::new(portolan::Memory::new().with(&name, bytes)));
    let used = options.clone();
    work(py, move || used.open(name)).map(|file| File(file, options))
}

fn options(allow: Vec<PathBuf>, encoding: Option<String>, version: Option<String>) -> OpenOptions {
    OpenOptions::new().with(|o| (o.allow, o.encoding, o.version) = (allow, encoding, version))
}

#[pymethods]
impl File {
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn format(&self) -> &str {
        self.0.format().name
    }

    #[getter]
    fn version(&self) -> &str {
        self.0.version()
    }

    /// Findings as JSON.
    fn report(&self, py: Python<'_>) -> PyResult<String> {
        let file = self.0.clone();
        work(py, move || {
            let report = file.report()?;
            let source = report.tree().source();
            let findings: Vec<Value> = report.findings.iter().map(|f| finding(&report, source, f)).collect();
            Ok(json!({ "verdict": report.verdict().name(), "findings": findings }).to_string())
        })
    }

    /// The JSON of `portolan info`.
    fn info(&self, py: Python<'_>) -> PyResult<String> {
        let file = self.0.clone();
        work(py, move || Ok(file.info()?.to_json().to_string()))
    }

    /// Nodes, shapes, materials, cameras, lights and clips, as JSON.
    fn scene(&self, py: Python<'_>) -> PyResult<String> {
        let file = self.0.clone();
        work(py, move || Ok(portolan::ask::outline(&file)?.to_string()))
    }

    /// What did not come over from the file, as JSON.
    fn losses(&self, py: Python<'_>) -> PyResult<String> {
        let file = self.0.clone();
        work(py, move || Ok(file.losses_json(file.losses()?)?.to_string()))
    }

    /// The scene in another format: names and bytes of files, and the losses as JSON.
    #[pyo3(signature = (format, **options))]
    fn convert<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Vec<(String, Bound<'py, PyBytes>)>, String)> {
        let conversion = conversion(py, format, options)?;
        let file = self.0.clone();
        let (files, losses) = work(py, move || {
            let converted = file.convert(&conversion)?;
            let losses = file.losses_json(&converted.losses)?.to_string();
            Ok((converted.files, losses))
        })?;
        Ok((files.into_iter().map(|(name, bytes)| (name, PyBytes::new(py, &bytes))).collect(), losses))
    }

    /// Writes the scene to a file, with others beside it where the format needs them. Gives the losses as JSON.
    #[pyo3(signature = (path, force, **options))]
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        force: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        let mut conversion = conversion(py, &extension, options)?;
        conversion.name = path.file_stem().map_or_else(|| "scene".into(), |s| s.to_string_lossy().into_owned());
        conversion.names = free_names(&path, force);
        conversion.folder = path.parent().map(|p| p.to_string_lossy().into_owned());
        let file = self.0.clone();
        let unwritable = work(py, move || {
            let mut writer = Writer::new(force);
            writer.reads(file.path());
            if let Err(why) = writer.will_write(&path) {
                return Ok(Err(why.to_string()));
            }
            let converted = file.convert(&conversion)?;
            let losses = file.losses_json(&converted.losses)?.to_string();
            let Some((main, beside)) = converted.files.split_first() else { return Ok(Ok(losses)) };
            let folder = path.parent().unwrap_or(Path::new(""));
            beside.iter().for_each(|(name, bytes)| writer.put_companion(folder, name, bytes));
            writer.put(&path, Cow::Borrowed(main.1.as_slice()));
            Ok(writer.commit().map(|()| losses).map_err(|why| why.to_string()))
        })?;
        unwritable.map_err(|why| raise(py, "UnwritableError", None, &why, None))
    }

    /// A picture: rows, pixels, and red, green, blue and alpha from 0 to 255.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (size, camera, time, clip, scene, background, wireframe, samples, opacity, lights))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        size: (u32, u32),
        camera: Option<String>,
        time: Option<f64>,
        clip: Option<String>,
        scene: Option<String>,
        background: Option<[f64; 4]>,
        wireframe: bool,
        samples: Option<u32>,
        opacity: &str,
        lights: &str,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let lights = match lights {
            "auto" => Lights::Auto,
            "scene" => Lights::Scene,
            other => return Err(PyValueError::new_err(format!("lights must be 'auto' or 'scene', not {other:?}"))),
        };
        let opacity = opacity_named(opacity)?;
        let shot = Shot::default().with(|s| {
            (s.size, s.camera, s.clip, s.scene) = (size, camera, clip, scene);
            s.moments = time.map_or(Moments::Start, Moments::At);
            s.background = background.unwrap_or(s.background);
            s.samples = samples.unwrap_or(s.samples);
            (s.wireframe, s.opacity, s.lights) = (wireframe, opacity, lights);
        });
        let file = self.0.clone();
        let picture = work(py, move || file.render(&shot))?;
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        numpy::PyArray1::from_vec(py, picture.into_raw()).reshape([height, width, 4])
    }

    /// Places of nodes over time, as the JSON of `portolan sample`.
    #[pyo3(signature = (times, rate, clip, scene))]
    fn sample(
        &self,
        py: Python<'_>,
        times: Option<Vec<f64>>,
        rate: Option<f64>,
        clip: Option<String>,
        scene: Option<String>,
    ) -> PyResult<String> {
        let times = match (times, rate) {
            (Some(_), Some(_)) => return Err(PyValueError::new_err("give times or a rate, not both")),
            (None, Some(rate)) => Times::Rate(rate),
            (times, None) => times.map_or_else(Times::default, Times::At),
        };
        let sampling = Sampling::default().with(|s| (s.times, s.clip, s.scene) = (times, clip, scene));
        let file = self.0.clone();
        work(py, move || Ok(file.sample(&sampling)?.to_json().to_string()))
    }

    /// Joints, links and nodes for values of joints, as the JSON of `portolan pose`.
    #[pyo3(signature = (values, zero, clamp, scene))]
    fn pose(
        &self,
        py: Python<'_>,
        values: Vec<(String, f64)>,
        zero: bool,
        clamp: bool,
        scene: Option<String>,
    ) -> PyResult<String> {
        let request = Request::default().with(|r| (r.values, r.zero, r.clamp, r.scene) = (values, zero, clamp, scene));
        let file = self.0.clone();
        work(py, move || Ok(file.pose(&request)?.to_json(&file)?.to_string()))
    }

    /// Shapes and where they are drawn, without copies where the scene has them in that order.
    #[pyo3(signature = (time, clip, scene))]
    fn buffers<'py>(
        &self,
        py: Python<'py>,
        time: f64,
        clip: Option<String>,
        scene: Option<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let moment = Moment::default().with(|m| (m.time, m.clip, m.scene) = (time, clip, scene));
        let file = self.0.clone();
        let buffers = work(py, move || file.buffers(&moment))?;
        let scene = self.0.scene().map_err(|why| exception(py, &why))?;
        arrays::shown(py, buffers, scene)
    }

    /// The faces of all shapes as they were written.
    fn polygons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let file = self.0.clone();
        let all = work(py, move || file.polygons())?;
        let all = all.into_iter().map(|faces| arrays::polygons(py, faces)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, all)
    }

    /// Where bodies are as they fall and collide, as the JSON of `portolan simulate`.
    #[pyo3(signature = (times, step, scene))]
    fn simulate(&self, py: Python<'_>, times: Vec<f64>, step: Option<f64>, scene: Option<String>) -> PyResult<String> {
        let request = Simulation::default().with(|r| (r.times, r.step, r.scene) = (times, step, scene));
        let file = self.0.clone();
        work(py, move || Ok(file.simulate(&request)?.to_json(&file)?.to_string()))
    }

    /// The document with its faults repaired, and what was done, as JSON.
    #[pyo3(signature = (guesses))]
    fn fix<'py>(&self, py: Python<'py>, guesses: bool) -> PyResult<(Bound<'py, PyBytes>, String)> {
        let (file, options) = (self.0.clone(), self.1.clone());
        let (bytes, done) = work(py, move || {
            let wanted = RepairOptions::default().with(|r| (r.guesses, r.difference) = (guesses, true));
            let repair = Checker::new(options).repair_with(file.location(), wanted);
            let told = portolan::ask::repair_json(&repair);
            Ok((repair.document, told.to_string()))
        })?;
        Ok((PyBytes::new(py, &bytes), done))
    }

    /// How two files differ in what they mean, as the JSON of `portolan verify`.
    #[pyo3(signature = (other, pictures))]
    fn verify(&self, py: Python<'_>, other: &File, pictures: bool) -> PyResult<String> {
        let (one, two) = (self.0.clone(), other.0.clone());
        work(py, move || {
            let wanted = Verification::default().with(|v| v.pictures = v.pictures.filter(|_| pictures));
            Ok(one.verify(&two, &wanted)?.to_json().to_string())
        })
    }

    /// What changed from one file to another, as the JSON of `portolan diff`.
    #[pyo3(signature = (other, tolerance))]
    fn diff(&self, py: Python<'_>, other: &File, tolerance: Option<f64>) -> PyResult<String> {
        let (one, two) = (self.0.clone(), other.0.clone());
        work(py, move || Ok(one.diff(&two, tolerance)?.to_json().to_string()))
    }

    /// The value at an address, as text.
    fn get(&self, py: Python<'_>, address: String) -> PyResult<String> {
        let file = self.0.clone();
        work(py, move || Ok(file.get(&address)?.value()))
    }

    /// The document with another value at an address.
    fn set<'py>(&self, py: Python<'py>, address: String, value: String) -> PyResult<Bound<'py, PyBytes>> {
        let file = self.0.clone();
        let bytes = work(py, move || Ok(file.get(&address)?.set(&value).map_err(Error::from)?.bytes))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Names of the formats that can be written.
    #[staticmethod]
    fn targets(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
        PyList::new(py, writers().map(|w| w.extension))
    }
}

fn finding(report: &portolan::Report, source: &portolan::Source, finding: &portolan::Finding) -> Value {
    let place = source.place(finding.span.start);
    let path = finding.node.and_then(|id| report.tree().node(id)).map(|node| node.path());
    json!({
        "code": finding.code.id,
        "name": finding.code.name,
        "severity": finding.severity.name(),
        "message": finding.message,
        "line": place.line,
        "column": place.column,
        "path": path.or_else(|| finding.place.clone()),
        "help": finding.help,
        "fixable": !finding.fixes.is_empty(),
        "count": finding.count,
    })
}

fn opacity_named(name: &str) -> PyResult<Opacity> {
    let known = Opacity::ALL.iter().find(|(_, known)| *known == name).map(|(opacity, _)| *opacity);
    known.ok_or_else(|| PyValueError::new_err(format!("opacity must be 'auto', 'strict' or 'inverted', not {name:?}")))
}

/// How to convert, by the names of the options.
fn conversion(py: Python<'_>, format: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Conversion> {
    let Some(writer) = writer_named(format) else {
        let known: Vec<&str> = writers().map(|w| w.extension).collect();
        let message = format!("cannot write {format:?} files; known formats: {}", known.join(", "));
        return Err(raise(py, "UsageError", None, &message, None));
    };
    let mut conversion = Conversion::to(writer);
    for (name, value) in options.into_iter().flat_map(|all| all.iter()) {
        let name: String = name.extract()?;
        let c = &mut conversion;
        match name.as_str() {
            "scene" => c.view = value.extract()?,
            "embed" => c.embed = value.extract()?,
            "sample_rate" => c.sample_rate = value.extract()?,
            "tolerance" => c.tolerance = value.extract()?,
            "triangulate" => c.triangulate = value.extract()?,
            "polygons" => c.polygons = value.extract()?,
            "single_matrix" => c.single_matrix = value.extract()?,
            "up_axis" => c.up_axis = axis(value.extract()?)?,
            "unit" => c.unit = value.extract()?,
            "opacity" => c.opacity = opacity_named(&value.extract::<String>()?)?,
            "tangents" => c.tangents = value.extract()?,
            "all_influences" => c.all_influences = value.extract()?,
            "physics" => c.physics = value.extract()?,
            "mark_shapes" => c.mark_shapes = value.extract()?,
            "bake_space" => c.bake_space = value.extract()?,
            "no_weld" => c.no_weld = value.extract()?,
            "no_lights" => c.no_lights = value.extract()?,
            "no_cameras" => c.no_cameras = value.extract()?,
            "bake_shapes" => c.bake_shapes = value.extract()?,
            "allow_empty" => c.allow_empty = value.extract()?,
            "link" => c.link = value.extract()?,
            "precise" => c.precise = value.extract()?,
            "version" => c.version = value.extract()?,
            "rebuild" => c.rebuild = value.extract()?,
            other => {
                return Err(PyTypeError::new_err(format!("unknown option {other:?}")));
            }
        }
    }
    Ok(conversion)
}

fn axis(name: Option<String>) -> PyResult<Option<UpAxis>> {
    let Some(name) = name else { return Ok(None) };
    let known = UpAxis::of_letter(&name.to_uppercase());
    known.map(Some).ok_or_else(|| PyValueError::new_err(format!("up_axis must be 'X', 'Y' or 'Z', not {name:?}")))
}
