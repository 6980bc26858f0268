//! Geometry, and what else 1.4 demands where something of 1.5 had to go.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

impl Migrate<'_> {
    /// 1.4 has no boundary representations: an empty mesh takes their place.
    pub fn breps_down(&mut self) {
        for brep in self.draft.find(&["brep"]) {
            let message =
                "1.4 has no boundary representations; it is replaced by a mesh without faces and kept in an extra";
            self.lose(&codes::GEOMETRY, Fate::Dropped, brep, message);
            let original = self.draft.origin(brep);
            let mesh = self.empty_mesh();
            self.draft.replace(brep, mesh);
            if let Some(original) = original {
                self.keep_original(mesh, original);
            }
        }
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
