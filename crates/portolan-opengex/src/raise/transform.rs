//! Transforms, step by step, with what moves them.

use portolan_eval::track::Rows;
use portolan_scene::{Fate, Operation, Origin};
use portolan_syntax::ddl::Structure;

use super::animation::{Driven, Played};
use super::name::Names;
use super::track::Goal;
use super::{Raise, codes, single};

/// One step of a transform.
pub(crate) struct Step<'a> {
    pub sid: Option<&'a str>,
    pub operation: Operation,
    pub driven: Vec<Driven<'a>>,
    /// Is it for the object alone?
    pub object: bool,
}

/// A structure that a step becomes, or one of those.
struct Piece {
    identifier: &'static str,
    kind: Option<&'static str>,
    /// Numbers in its sub-array; `None` is a single number.
    size: Option<u32>,
    /// For each number of the structure which number of the operation it is, and a factor.
    numbers: Vec<(usize, f64)>,
    suffix: &'static str,
}

impl<'a> Raise<'a> {
    /// The structures of some steps, and the tracks that move them. A unit of length has so many metres.
    pub fn steps(
        &mut self,
        steps: &[Step<'a>],
        metres: f64,
        origin: Origin,
        locals: &mut Names,
    ) -> (Vec<Structure<'a>>, Vec<Played<'a>>) {
        let (mut structures, mut tracks) = (Vec::new(), Vec::new());
        for step in steps {
            let (operation, driven) = (&step.operation, &step.driven);
            if let Operation::Skew(_) | Operation::LookAt(_) = operation {
                self.matrix(step, origin, locals, &mut structures, &mut tracks);
                continue;
            }
            for piece in pieces(operation, driven) {
                let values = operation.values();
                let goal = |name| Goal {
                    name,
                    size: piece.size,
                    numbers: &piece.numbers,
                    values,
                    tolerance: self.tolerance(operation, metres),
                    rows: match operation {
                        Operation::Quaternion(_) => Rows::MixedTurn,
                        _ => Rows::Numbers(piece.numbers.len()),
                    },
                };
                let touched = driven.iter().any(|d| piece.numbers.iter().any(|(p, _)| d.drives(*p)));
                let name = (touched || step.sid.is_some()).then(|| {
                    let wanted = format!("{}{}", step.sid.unwrap_or(piece.word()), piece.suffix);
                    locals.new_name(Some(&wanted), "transform")
                });
                if let Some(name) = name.as_deref().filter(|_| touched) {
                    let (made, exactness) = self.tracks(&goal(name), driven);
                    tracks.extend(made);
                    self.tell_exactness(name, exactness, origin);
                }
                let numbers = piece.numbers.iter().map(|(p, f)| values.get(*p).copied().unwrap_or(0.0) * f);
                let numbers: Vec<f32> = numbers.map(single).collect();
                structures.push(piece.structure(name, step.object, numbers));
            }
        }
        (structures, tracks)
    }

    fn tolerance(&self, operation: &Operation, metres: f64) -> f64 {
        let share = self.options.tolerance.max(1e-9);
        match operation {
            Operation::Translate(_) | Operation::Matrix(_) => share / metres.max(1e-9),
            Operation::Rotate(_) => share.to_degrees(),
            _ => share,
        }
    }

    /// What OpenGEX has no structure for, as a matrix.
    fn matrix(
        &mut self,
        step: &Step<'a>,
        origin: Origin,
        locals: &mut Names,
        structures: &mut Vec<Structure<'a>>,
        tracks: &mut Vec<Played<'a>>,
    ) {
        let what = if matches!(step.operation, Operation::Skew(_)) { "a shear" } else { "a look-at transform" };
        self.losses.push(&codes::MATRIX, Fate::Baked, origin, format!("{what} was converted to a matrix"));
        let columns = step.operation.matrix().to_cols_array();
        let mut made = Structure::new("Transform");
        if !step.driven.is_empty() {
            let name = locals.new_name(Some(step.sid.unwrap_or("transform")), "transform");
            let (played, exactness) = self.matrix_tracks(&name, &step.operation, &step.driven);
            tracks.extend(played);
            self.tell_exactness(&name, exactness, origin);
            made = made.local(name);
        }
        if step.object {
            made = made.property("object", true);
        }
        structures.push(made.with(Structure::arrays(16, columns.map(single))));
    }
}

impl Piece {
    fn word(&self) -> &'static str {
        match self.identifier {
            "Translation" => "translation",
            "Rotation" => "rotation",
            "Scale" => "scale",
            _ => "transform",
        }
    }

    fn structure<'a>(&self, name: Option<String>, object: bool, numbers: Vec<f32>) -> Structure<'a> {
        let mut made = Structure::new(self.identifier);
        if let Some(name) = name {
            made = made.local(name);
        }
        if let Some(kind) = self.kind {
            made = made.property("kind", kind);
        }
        if object {
            made = made.property("object", true);
        }
        made.with(match self.size {
            Some(size) => Structure::arrays(size, numbers),
            None => Structure::data(numbers),
        })
    }
}

/// The structures of an operation. Those that move apart stand apart.
fn pieces(operation: &Operation, driven: &[Driven<'_>]) -> Vec<Piece> {
    let all = |identifier, kind, places: &[usize]| {
        let numbers = places.iter().map(|p| (*p, 1.0)).collect();
        vec![Piece { identifier, kind, size: Some(places.len() as u32), numbers, suffix: "" }]
    };
    let axes = |identifier| {
        let one = |(place, kind, suffix)| Piece {
            identifier,
            kind: Some(kind),
            size: None,
            numbers: vec![(place, 1.0)],
            suffix,
        };
        let mut axes: Vec<Piece> = [(0, "x", "_x"), (1, "y", "_y"), (2, "z", "_z")].map(one).into_iter().collect();
        // Axes that neither move nor do anything are left out.
        let usual = if identifier == "Scale" { 1.0 } else { 0.0 };
        let does = |place: usize| {
            let moves = driven.iter().any(|d| d.drives(place));
            moves || operation.values().get(place).is_some_and(|v| *v != usual)
        };
        axes.retain(|piece| piece.numbers.iter().any(|(place, _)| does(*place)));
        if let [only] = axes.as_mut_slice() {
            only.suffix = "";
        }
        axes
    };
    let apart = driven.iter().any(|d| d.wire.count < 3);
    match operation {
        Operation::Translate(_) if apart => axes("Translation"),
        Operation::Translate(_) => all("Translation", None, &[0, 1, 2]),
        Operation::Scale(_) if apart => axes("Scale"),
        Operation::Scale(_) => all("Scale", None, &[0, 1, 2]),
        Operation::Quaternion(_) => all("Rotation", Some("quaternion"), &[0, 1, 2, 3]),
        Operation::Rotate([x, y, z, _]) => {
            let fixed = driven.iter().all(|d| !(0..3).any(|p| d.drives(p)));
            let axis = match [*x, *y, *z] {
                [x, 0.0, 0.0] if x != 0.0 => Some(("x", x)),
                [0.0, y, 0.0] if y != 0.0 => Some(("y", y)),
                [0.0, 0.0, z] if z != 0.0 => Some(("z", z)),
                _ => None,
            };
            if fixed && [*x, *y, *z] == [0.0; 3] {
                // A turn about nothing.
                return Vec::new();
            }
            match axis.filter(|_| fixed) {
                Some((kind, length)) => {
                    let numbers = vec![(3, length.signum())];
                    vec![Piece { identifier: "Rotation", kind: Some(kind), size: None, numbers, suffix: "" }]
                }
                None => all("Rotation", Some("axis"), &[3, 0, 1, 2]),
            }
        }
        // Row by row in the scene, column by column in the file.
        _ => {
            let places: Vec<usize> = (0..16).map(|i| i % 4 * 4 + i / 4).collect();
            all("Transform", None, &places)
        }
    }
}
