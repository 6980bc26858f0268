//! Collision shapes: capsules, and what 1.5 left out.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

/// Corners around a body of revolution, and rings in a cap.
const AROUND: usize = 24;
const RINGS: usize = 6;

impl Migrate<'_> {
    /// Shapes of 1.4 as those of 1.5.
    pub fn shapes_up(&mut self) {
        for shape in self.draft.find(&["capsule", "tapered_cylinder", "tapered_capsule"]) {
            if self.draft.name(shape) == "capsule" {
                self.capsule_up(shape);
            } else {
                self.tapered_up(shape);
            }
        }
    }

    /// The caps get a height: that of the radius, or the mean of two.
    fn capsule_up(&mut self, capsule: Id) {
        let Some(radius) = self.draft.child(capsule, "radius") else { return };
        let text = self.draft.word(radius);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let [x, z] = words.as_slice() else { return };
        if x == z {
            self.draft.set_text(radius, &format!("{x} {x} {z}"));
            return;
        }
        let (Ok(a), Ok(b)) = (x.parse::<f64>(), z.parse::<f64>()) else { return };
        let message = "a cap height (the mean of its radii) was added to a capsule that is not round";
        self.lose(&codes::SHAPE, Fate::Approximated, capsule, message);
        self.change_text(radius, &format!("{x} {} {z}", (a + b) / 2.0));
    }

    /// A tapered body is the hull of points on it.
    fn tapered_up(&mut self, shape: Id) {
        let name = self.draft.name(shape).to_owned();
        let numbers = |child: &str| -> Vec<f64> {
            let text = self.draft.child(shape, child).map(|c| self.draft.word(c)).unwrap_or_default();
            text.split_ascii_whitespace().filter_map(|w| w.parse().ok()).filter(|v: &f64| v.is_finite()).collect()
        };
        let (height, upper, lower) = (numbers("height"), numbers("radius1"), numbers("radius2"));
        let ([height], [ux, uz], [lx, lz]) = (height.as_slice(), upper.as_slice(), lower.as_slice()) else { return };
        let ends = [(height / 2.0, *ux, *uz, 1.0), (-height / 2.0, *lx, *lz, -1.0)];
        let points = points(&ends, name == "tapered_capsule");
        let mesh = self.hull(&points);
        let geometry = self.draft.create("geometry");
        let id = self.draft.claim(&name);
        self.draft.set(geometry, "id", &id);
        self.draft.append(geometry, mesh);
        self.shelve("library_geometries", geometry);
        let instance = self.draft.create("instance_geometry");
        self.draft.set(instance, "url", &format!("#{id}"));
        let message = format!("a `<{name}>` was converted to the convex hull of {} points on it", points.len());
        self.lose(&codes::SHAPE, Fate::Approximated, shape, message);
        let original = self.draft.origin(shape);
        self.draft.replace(shape, instance);
        if let Some(original) = original {
            self.keep_original(instance, original);
        }
    }

    /// A convex mesh of points: no faces, since the hull is meant.
    fn hull(&mut self, points: &[[f64; 3]]) -> Id {
        let base = self.draft.claim("hull");
        let (array_id, vertices_id) =
            (self.draft.claim(&format!("{base}-array")), self.draft.claim(&format!("{base}-vertices")));
        let text: Vec<String> = points.iter().flatten().map(|v| format!("{}", (v * 1e9).round() / 1e9)).collect();
        let draft = &mut self.draft;
        let mesh = draft.create("convex_mesh");
        let source = draft.create("source");
        draft.set(source, "id", &base);
        draft.append(mesh, source);
        let array = draft.leaf("float_array", &text.join(" "));
        draft.set(array, "id", &array_id);
        draft.set(array, "count", &text.len().to_string());
        draft.append(source, array);
        let technique = draft.create("technique_common");
        draft.append(source, technique);
        let accessor = draft.create("accessor");
        draft.set(accessor, "source", &format!("#{array_id}"));
        draft.set(accessor, "count", &points.len().to_string());
        draft.set(accessor, "stride", "3");
        draft.append(technique, accessor);
        for name in ["X", "Y", "Z"] {
            let param = draft.create("param");
            draft.set(param, "name", name);
            draft.set(param, "type", "float");
            draft.append(accessor, param);
        }
        let vertices = draft.create("vertices");
        draft.set(vertices, "id", &vertices_id);
        draft.append(mesh, vertices);
        let input = draft.create("input");
        draft.set(input, "semantic", "POSITION");
        draft.set(input, "source", &format!("#{base}"));
        draft.append(vertices, input);
        mesh
    }

    /// Capsules of 1.5 as those of 1.4: the height of the caps is left out.
    pub fn shapes_down(&mut self) {
        for capsule in self.draft.find(&["capsule"]) {
            let Some(radius) = self.draft.child(capsule, "radius") else { continue };
            let text = self.draft.word(radius);
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let [x, y, z] = words.as_slice() else { continue };
            let number = |word: &str| word.parse::<f64>().unwrap_or(f64::NAN);
            if number(x) == number(y) && number(y) == number(z) {
                self.draft.set_text(radius, &format!("{x} {z}"));
                continue;
            }
            let message = "capsules in 1.4 have no cap height; it is kept in an extra";
            self.lose(&codes::SHAPE, Fate::Approximated, capsule, message);
            self.change_text(radius, &format!("{x} {z}"));
        }
    }
}

/// Points on a body with two ends: height, two radii and which way is out.
fn points(ends: &[(f64, f64, f64, f64); 2], capped: bool) -> Vec<[f64; 3]> {
    let mut points = Vec::new();
    for (height, x, z, out) in ends {
        for step in 0..AROUND {
            let angle = std::f64::consts::TAU * step as f64 / AROUND as f64;
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            let rings = if capped { RINGS } else { 1 };
            for ring in 0..rings {
                let tilt = std::f64::consts::FRAC_PI_2 * ring as f64 / RINGS as f64;
                let (rise, share) = (libm::sin(tilt) * (x + z) / 2.0, libm::cos(tilt));
                points.push([x * cos * share, height + out * rise, z * sin * share]);
            }
        }
        if capped {
            points.push([0.0, height + out * (x + z) / 2.0, 0.0]);
        }
    }
    points
}
