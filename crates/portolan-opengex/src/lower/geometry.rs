//! `Mesh`: vertices and primitives of one level of detail, its morph targets and its skin.

use std::borrow::Cow;

use portolan_scene::{Attribute, Fate, Losses, Mesh, Meta, Semantic, Stream};
use portolan_schema::Decode;
use portolan_syntax::{Code, Node};

use super::index;
use super::read::unusable;
use super::skin::{self, SkinData};
use super::vertex::{self, Array};
use super::{Lower, codes, origin};
use crate::primitive::Kind;

/// Reads one object; objects are read side by side, so each tells its own losses.
pub(super) struct Reading<'c, 'a> {
    pub cx: &'c Lower<'a>,
    pub losses: Losses,
}

/// A level of detail.
pub(super) struct Level<'a> {
    pub lod: u32,
    pub structure: Node<'a>,
    /// With the data of the least morph target that has it.
    pub mesh: Mesh,
    /// Other data of all morph targets that the mesh has, in order.
    pub targets: Vec<(u32, Mesh)>,
    pub skin: Option<SkinData<'a>>,
}

impl<'a> Reading<'_, 'a> {
    pub fn lose(&mut self, code: &'static Code, fate: Fate, structure: Node<'_>, message: impl Into<String>) {
        self.losses.push(code, fate, origin(structure), message);
    }

    pub fn meta(&self, structure: Node<'a>) -> Meta {
        Meta { origin: origin(structure), ..Meta::default() }
    }

    /// Lets the reader of small things work, with the losses of this object.
    pub fn with<T>(&mut self, work: impl FnOnce(&mut Lower<'a>) -> T) -> T {
        let mut small = self.cx.small();
        let result = work(&mut small);
        self.losses.append(small.losses);
        result
    }

    pub fn attrib(&mut self, holder: Node<'a>) -> Option<Cow<'a, str>> {
        self.with(|cx| cx.attrib(holder))
    }

    /// The value of a property; the default of the table if it is missing or wrong.
    pub fn property<T: Decode<'a>>(&mut self, holder: Node<'a>, name: &str) -> Option<T> {
        let given = self.cx.document.bound.given(holder, name);
        if given.wrong {
            self.lose(&codes::VALUE, Fate::Approximated, holder, unusable(holder, name, None));
        }
        given.value
    }

    /// A property that is one of the words of the table; its default if it is missing or wrong.
    pub fn word(&mut self, holder: Node<'a>, name: &str) -> Option<&'static str> {
        let given = self.cx.document.bound.given_word(holder, name);
        if given.wrong {
            self.lose(&codes::VALUE, Fate::Approximated, holder, unusable(holder, name, given.value));
        }
        given.value
    }
}

/// Reads a mesh; `None` if nothing can be drawn of it, which is told.
pub(super) fn level<'a>(reading: &mut Reading<'_, 'a>, structure: Node<'a>) -> Option<Level<'a>> {
    let lod = reading.property(structure, "lod").unwrap_or_default();
    let word = reading.word(structure, "primitive")?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word)?;
    let mut arrays: Vec<Array> = Vec::new();
    for child in structure.children_named("VertexArray") {
        let Some(array) = vertex::array(reading, child) else { continue };
        let same = |a: &Array| a.morph == array.morph && a.index == array.index && a.semantic == array.semantic;
        if arrays.iter().any(same) {
            let message = format!(
                "a second vertex array `{}` with index {} is ignored",
                array.semantic.word().to_lowercase(),
                array.index
            );
            reading.lose(&codes::REPEATED, Fate::Dropped, child, message);
        } else {
            arrays.push(array);
        }
    }
    // The least morph target first: what others lack they have from it.
    arrays.sort_by_key(|a| a.morph);
    let positions = arrays.iter().find(|a| a.semantic == Semantic::Position && a.index == 0);
    let Some(vertices) = positions.map(|a| a.stream.rows()).filter(|n| u32::try_from(*n).is_ok()) else {
        reading.lose(&codes::VERTICES, Fate::Dropped, structure, "a `Mesh` without positions is ignored");
        return None;
    };
    arrays.retain(|a| {
        let enough = a.stream.rows() >= vertices;
        if !enough {
            let rows = a.stream.rows();
            let message = format!(
                "the vertex array `{}` with index {} has {} for {} and is ignored",
                a.semantic.word().to_lowercase(),
                a.index,
                portolan_syntax::counted(rows, "entry", "entries"),
                portolan_syntax::counted(vertices, "vertex", "vertices")
            );
            reading.losses.push(&codes::VERTICES, Fate::Dropped, origin(structure), message);
        }
        enough
    });
    let mut morphs: Vec<u32> = arrays.iter().map(|a| a.morph).collect();
    morphs.dedup();
    let mut mesh = Mesh::default();
    let mut targets: Vec<(u32, Mesh)> = morphs.into_iter().map(|morph| (morph, Mesh::default())).collect();
    for array in arrays {
        let Array { semantic, index, morph, stream } = array;
        let set = set(&semantic, index);
        let least = !mesh.vertices.iter().any(|a| a.semantic == semantic && a.set == set);
        let into = match least {
            true => Some(&mut mesh),
            false => targets.iter_mut().find(|(m, _)| *m == morph).map(|(_, mesh)| mesh),
        };
        if let Some(into) = into {
            put(into, semantic, set, stream);
        }
    }
    let vertices = vertices as u32;
    let mut drawn = false;
    for array in structure.children_named("IndexArray") {
        drawn = true;
        mesh.primitives.extend(index::primitive(reading, array, kind, vertices));
    }
    if !drawn {
        mesh.primitives.push(index::all_vertices(reading, structure, kind, vertices));
    }
    let skin = structure.child("Skin").and_then(|skin| skin::read(reading, skin, vertices as usize));
    Some(Level { lod, structure, mesh, targets, skin })
}

/// The set of an attribute: texture coordinates and what belongs to them have one, others only if they are several.
fn set(semantic: &Semantic, index: u32) -> Option<u32> {
    let several = matches!(semantic, Semantic::TexCoord | Semantic::TexTangent | Semantic::TexBinormal);
    (several || index > 0).then_some(index)
}

fn put(mesh: &mut Mesh, semantic: Semantic, set: Option<u32>, stream: Stream) {
    let attribute = Attribute { semantic, set, stream: mesh.streams.len() as u32 };
    // A position of another index is no position.
    let extra = attribute.semantic == Semantic::Position && set.is_some();
    let semantic = if extra { Semantic::Other("position".into()) } else { attribute.semantic };
    mesh.vertices.push(Attribute { semantic, ..attribute });
    mesh.streams.push(stream);
}
