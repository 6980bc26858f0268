//! OBJ: vertices for the whole file, faces in objects and groups.

use std::collections::HashMap;

use portolan_resources::Resources;
use portolan_scene::{Fate, Losses, Origin};
use portolan_syntax::{Code, Limits};

use super::mtl::Library;
use super::shape::{Kind, Pool, Shapes};
use super::{Document, FREE_FORM, INDEX, LIBRARY, LINE, NO_MATERIAL, Read, SMOOTHING, WORD, stem};

/// Does a text begin as OBJ files do?
pub fn is_obj(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(4096)).unwrap_or_default());
    let mut words = head.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let known = |line: &str| {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("v" | "vn" | "vt") => words.next().is_some_and(|n| n.parse::<f64>().is_ok()),
            Some("mtllib" | "o" | "g" | "usemtl" | "s") => words.next().is_some(),
            _ => false,
        }
    };
    words.next().is_some_and(known)
}

/// Words of curves and surfaces.
const FREE: [&str; 18] = [
    "vp", "cstype", "deg", "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end", "con",
    "bzp", "bsp", "cdc",
];

/// Words that say nothing about what a file means.
const QUIET: [&str; 12] = [
    "mg",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "maplib",
    "usemap",
    "call",
];

/// Reads a file. Materials and pictures beside it are looked for from its `location` on.
pub fn obj(location: &str, bytes: &[u8], resources: &dyn Resources, limits: &Limits) -> Read {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut reader = Reader {
        pool: Pool::default(),
        shapes: Shapes::default(),
        losses: Losses::default(),
        library: Library::new(location, resources, limits),
        line: 0,
        object: None,
        group: None,
        material: None,
        smooth: false,
        unknown: HashMap::new(),
        corners: Vec::new(),
    };
    let mut joined = String::new();
    for (number, line) in text.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if joined.is_empty() {
            reader.line = number as u32 + 1;
        }
        if let Some(more) = line.strip_suffix('\\') {
            joined.push_str(more);
            joined.push(' ');
        } else if joined.is_empty() {
            reader.line(line);
        } else {
            joined.push_str(line);
            reader.line(&joined);
            joined.clear();
        }
    }
    if !joined.is_empty() {
        reader.line(&joined);
    }
    let Reader { pool, shapes, losses, library, .. } = reader;
    let (materials, images) = library.finish();
    let scene = shapes.scene(&pool, materials, images, stem(location));
    Read { scene, losses, document: Document::new(location, text, bytes.len() as u64) }
}

struct Reader<'a> {
    pool: Pool,
    shapes: Shapes,
    losses: Losses,
    library: Library<'a>,
    line: u32,
    object: Option<String>,
    group: Option<String>,
    material: Option<u32>,
    smooth: bool,
    unknown: HashMap<String, u32>,
    /// Corners of the face at hand: vertex, texture coordinates, normal.
    corners: Vec<[Option<u32>; 3]>,
}

impl Reader<'_> {
    fn tell(&mut self, code: &'static Code, fate: Fate, message: impl Into<String>) {
        self.losses.push(code, fate, Origin { document: 0, element: self.line }, message);
    }

    fn line(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        let Some(word) = words.next() else { return };
        let rest = || line.trim_start().get(word.len()..).unwrap_or_default().trim();
        match word {
            "v" => self.vertex(words),
            "vt" => self.row::<2>(words, 1, |pool, row| pool.coordinates.extend(row)),
            "vn" => self.row::<3>(words, 3, |pool, row| pool.normals.extend(row)),
            "f" => self.element(words, Kind::Face, 3),
            "l" => self.element(words, Kind::Line, 2),
            "p" => self.element(words, Kind::Point, 1),
            "o" => (self.object, self.group) = (Some(rest().to_owned()).filter(|n| !n.is_empty()), None),
            "g" => self.group = Some(rest().to_owned()).filter(|n| !n.is_empty() && n != "default"),
            "s" => self.smooth = !matches!(rest(), "" | "0" | "off"),
            "usemtl" => {
                let name = rest();
                self.material = self.library.index(name);
                if self.material.is_none() && !name.is_empty() {
                    self.tell(&NO_MATERIAL, Fate::Dropped, format!("material `{name}` does not exist"));
                }
            }
            "mtllib" => {
                let whole = rest();
                // One name with spaces, or several without.
                let names: Vec<&str> = match self.library.is_there(whole) {
                    true => vec![whole],
                    false => whole.split_ascii_whitespace().collect(),
                };
                let origin = Origin { document: 0, element: self.line };
                for name in names {
                    if let Err(why) = self.library.read(name, origin, &mut self.losses) {
                        self.tell(&LIBRARY, Fate::Dropped, format!("the material library `{name}` is ignored: {why}"));
                    }
                }
            }
            comment if comment.starts_with('#') => {}
            free if FREE.contains(&free) => {
                self.tell(
                    &FREE_FORM,
                    Fate::Dropped,
                    format!("free-form curves and surfaces (`{free}`) are not supported"),
                );
            }
            quiet if QUIET.contains(&quiet) => {}
            other => {
                let other: String = other.chars().take(40).collect();
                if self.unknown.len() < 100 && !self.unknown.contains_key(&other) {
                    self.tell(&WORD, Fate::Dropped, format!("`{other}` is not an OBJ keyword"));
                    self.unknown.insert(other, self.line);
                }
            }
        }
    }

    fn vertex<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        let mut row = [0.0_f64; 7];
        let mut count = 0;
        for (slot, word) in row.iter_mut().zip(words) {
            let Some(number) = word.parse::<f64>().ok().filter(|n| (*n as f32).is_finite()) else { break };
            *slot = number;
            count += 1;
        }
        let [x, y, z, a, b, c, d] = row;
        if count < 3 {
            self.tell(
                &LINE,
                Fate::Approximated,
                "a vertex has fewer than three numbers; the missing ones are set \
                to 0",
            );
        }
        self.pool.places.extend([x, y, z]);
        // Three more are a colour; with a weight before them there are seven.
        let colour = match count {
            6 => Some([a, b, c].map(|c| c as f32)),
            7 => Some([b, c, d].map(|c| c as f32)),
            _ => None,
        };
        self.pool.colour(colour);
    }

    /// Reads `N` numbers, of which the first `least` must be there.
    fn row<'w, const N: usize>(
        &mut self,
        words: impl Iterator<Item = &'w str>,
        least: usize,
        put: impl Fn(&mut Pool, [f32; N]),
    ) {
        let mut row = [0.0f32; N];
        let mut count = 0;
        for (slot, word) in row.iter_mut().zip(words) {
            let Some(number) = number(word) else { break };
            *slot = number;
            count += 1;
        }
        if count < least {
            self.tell(
                &LINE,
                Fate::Approximated,
                format!(
                    "found {}, but at least {least} are needed",
                    portolan_syntax::counted(count, "number", "numbers")
                ),
            );
        }
        // What is counted must stay counted.
        put(&mut self.pool, row);
    }

    fn element<'w>(&mut self, words: impl Iterator<Item = &'w str>, kind: Kind, least: usize) {
        let mut corners = std::mem::take(&mut self.corners);
        corners.clear();
        let counts = [self.pool.places.len() / 3, self.pool.coordinates.len() / 2, self.pool.normals.len() / 3];
        let mut wrong = None;
        for word in words {
            if word.starts_with('#') {
                break;
            }
            let mut corner = [None; 3];
            for (part, (slot, count)) in word.split('/').zip(corner.iter_mut().zip(counts)) {
                if part.is_empty() {
                    continue;
                }
                *slot = index(part, count);
                if slot.is_none() {
                    wrong = Some(part.to_owned());
                }
            }
            if matches!(corner, [None, ..]) {
                wrong.get_or_insert_with(|| word.to_owned());
                break;
            }
            corners.push(corner);
        }
        if let Some(wrong) = &wrong {
            let wrong: String = wrong.chars().take(40).collect();
            self.tell(&INDEX, Fate::Dropped, format!("the vertex index `{wrong}` is out of range"));
        }
        if wrong.is_none() && corners.len() < least {
            self.tell(
                &LINE,
                Fate::Dropped,
                format!(
                    "found {}, but at least {least} are needed",
                    portolan_syntax::counted(corners.len(), "corner", "corners")
                ),
            );
        } else if wrong.is_none() {
            if kind == Kind::Face && self.smooth && corners.iter().any(|[.., normal]| normal.is_none()) {
                self.tell(&SMOOTHING, Fate::Dropped, "smoothing groups are not supported and ignored");
            }
            let origin = Origin { document: 0, element: self.line };
            let names = (self.object.as_deref(), self.group.as_deref());
            self.shapes.add(names, self.material, kind, &corners, origin);
        }
        self.corners = corners;
    }
}

fn number(word: &str) -> Option<f32> {
    word.parse::<f32>().ok().filter(|n| n.is_finite())
}

/// A place counted from 1 on, or backwards from −1.
fn index(word: &str, count: usize) -> Option<u32> {
    let number = word.parse::<i64>().ok()?;
    let place = if number < 0 { count as i64 + number } else { number - 1 };
    u32::try_from(place).ok().filter(|p| (*p as usize) < count)
}
