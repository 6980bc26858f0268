//! Geometry, and what else 1.4 demands where something of 1.5 had to go.

use hashbrown::HashMap;
use portolan_mesh::solid;
use portolan_scene::{Fate, Mesh, Meta, PrimitiveKind};
use portolan_syntax::NodeId;
use portolan_syntax::xml::{Number, number};

use super::Migrate;
use super::codes;
use super::draft::Id;
use crate::brep::read;
use crate::data::Data;

impl Migrate<'_> {
    /// 1.4 has no boundary representations: triangles take their place.
    pub fn breps_down(&mut self) {
        let breps = self.draft.find(&["brep"]);
        if breps.is_empty() {
            return;
        }
        let with_id =
            |node: portolan_syntax::Node<'_>| Some((node.attribute_value("id")?.trim().to_owned(), node.id()));
        let ids: HashMap<String, NodeId> =
            self.draft.tree.nodes().filter(|n| n.is_element()).filter_map(with_id).collect();
        for brep in breps {
            let original = self.draft.origin(brep);
            let shape = original.map(|node| {
                let data = Data::of(self.draft.tree, self.bound, &ids);
                solid(&read(data, node).brep, self.tolerance, &Meta::default()).mesh
            });
            let mesh = match shape.filter(|m| !m.primitives.is_empty()) {
                Some(shape) => self.triangles(&shape),
                None => self.empty_mesh(),
            };
            let message = "1.4 has no boundary representations; it is replaced by triangles and kept in an extra";
            self.lose(&codes::GEOMETRY, Fate::Baked, brep, message);
            self.draft.replace(brep, mesh);
            if let Some(original) = original {
                self.keep_original(mesh, original);
            }
        }
    }

    /// A mesh of triangles and lines.
    fn triangles(&mut self, shape: &Mesh) -> Id {
        let mesh = self.draft.create("mesh");
        let words = ["POSITION", "NORMAL"];
        let mut sources = Vec::new();
        for (stream, word) in shape.streams.iter().zip(words) {
            let id = self.draft.claim(&format!("brep-{}", word.to_ascii_lowercase()));
            let array_id = self.draft.claim(&format!("{id}-array"));
            let draft = &mut self.draft;
            let source = draft.create("source");
            draft.set(source, "id", &id);
            let array = draft.leaf("float_array", &joined(&stream.data));
            draft.set(array, "id", &array_id);
            draft.set(array, "count", &number(stream.data.len()));
            draft.append(source, array);
            let technique = draft.create("technique_common");
            let accessor = draft.create("accessor");
            draft.set(accessor, "source", &format!("#{array_id}"));
            draft.set(accessor, "count", &number(stream.rows()));
            draft.set(accessor, "stride", "3");
            for name in ["X", "Y", "Z"] {
                let param = draft.create("param");
                draft.set(param, "name", name);
                draft.set(param, "type", "float");
                draft.append(accessor, param);
            }
            draft.append(technique, accessor);
            draft.append(source, technique);
            draft.append(mesh, source);
            sources.push(id);
        }
        let vertices_id = self.draft.claim("brep-vertices");
        let draft = &mut self.draft;
        let vertices = draft.create("vertices");
        draft.set(vertices, "id", &vertices_id);
        let input = draft.create("input");
        draft.set(input, "semantic", "POSITION");
        draft.set(input, "source", &format!("#{}", sources.first().map_or("", |s| s.as_str())));
        draft.append(vertices, input);
        draft.append(mesh, vertices);
        for primitive in &shape.primitives {
            let (name, count, strips) = match primitive.kind {
                PrimitiveKind::Triangles => ("triangles", primitive.corners() / 3, false),
                PrimitiveKind::LineStrips => ("linestrips", primitive.counts.len(), true),
                _ => continue,
            };
            let element = draft.create(name);
            draft.set(element, "count", &number(count));
            if let Some(symbol) = &primitive.material {
                draft.set(element, "material", symbol);
            }
            let mut inputs = vec![("VERTEX", &vertices_id)];
            inputs.extend(sources.get(1).filter(|_| primitive.stride > 1).map(|s| ("NORMAL", s)));
            for (offset, (semantic, source)) in inputs.into_iter().enumerate() {
                let input = draft.create("input");
                draft.set(input, "semantic", semantic);
                draft.set(input, "source", &format!("#{source}"));
                draft.set(input, "offset", &number(offset));
                draft.append(element, input);
            }
            let mut rest = primitive.indices.as_slice();
            let whole = [rest.len() as u32];
            for many in if strips { primitive.counts.as_slice() } else { &whole } {
                let (list, behind) = rest.split_at_checked(*many as usize).unwrap_or((rest, &[]));
                let p = draft.leaf("p", &joined(list));
                draft.append(element, p);
                rest = behind;
            }
            draft.append(mesh, element);
        }
        mesh
    }

    /// A mesh without anything in it.
    pub fn empty_mesh(&mut self) -> Id {
        let mesh = self.draft.create("mesh");
        self.empty_data(mesh);
        mesh
    }

    /// The least that 1.4 wants in a mesh.
    pub fn empty_data(&mut self, mesh: Id) {
        let source_id = self.draft.claim("empty-positions");
        let array_id = self.draft.claim("empty-positions-array");
        let vertices_id = self.draft.claim("empty-vertices");
        let draft = &mut self.draft;
        let source = draft.create("source");
        draft.set(source, "id", &source_id);
        let array = draft.create("float_array");
        draft.set(array, "id", &array_id);
        draft.set(array, "count", "0");
        draft.append(source, array);
        let vertices = draft.create("vertices");
        draft.set(vertices, "id", &vertices_id);
        let input = draft.create("input");
        draft.set(input, "semantic", "POSITION");
        draft.set(input, "source", &format!("#{source_id}"));
        draft.append(vertices, input);
        draft.insert(mesh, 0, source);
        draft.insert(mesh, 1, vertices);
    }

    /// Profiles that 1.4 does not have are kept; an effect needs one all the same.
    pub fn profiles_down(&mut self) {
        for effect in self.effects() {
            let profiles = self.profiles(effect);
            let had_none = profiles.is_empty();
            for profile in profiles {
                if matches!(self.draft.name(profile), "profile_GLES2" | "profile_BRIDGE") {
                    self.drop_element(profile, &codes::ELEMENT, "is not part of 1.4");
                }
            }
            if had_none || !self.profiles(effect).is_empty() {
                continue;
            }
            let profile = self.draft.create("profile_COMMON");
            let technique = self.draft.create("technique");
            self.draft.set(technique, "sid", "common");
            let constant = self.draft.create("constant");
            self.draft.append(technique, constant);
            self.draft.append(profile, technique);
            self.put(effect, profile, &["asset", "annotate", "image", "newparam", "profile_COMMON", "extra"]);
            let message = "an effect has no profile that 1.4 supports; an empty one was added, because 1.4 requires \
                one";
            self.lose(&codes::DEMANDED, Fate::Approximated, effect, message);
        }
    }
}

fn joined<T: Number + Copy>(list: &[T]) -> String {
    list.iter().map(|x| number(*x)).collect::<Vec<String>>().join(" ")
}
