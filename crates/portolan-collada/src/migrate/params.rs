//! Parameters: where they may stand, and what they may hold.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

/// The order in a profile.
const PROFILE: [&str; 7] = ["asset", "code", "include", "image", "newparam", "technique", "extra"];

impl Migrate<'_> {
    /// 1.5 has parameters and code in profiles only, not in their techniques.
    pub fn lift_params(&mut self) {
        for effect in self.effects() {
            for profile in self.profiles(effect) {
                for technique in self.draft.named(profile, "technique") {
                    self.lift_from(effect, profile, technique);
                }
            }
        }
    }

    fn lift_from(&mut self, effect: Id, profile: Id, technique: Id) {
        for child in self.draft.children(technique) {
            match self.draft.name(child) {
                "code" | "include" | "newparam" => {
                    let sid = self.draft.attribute(child, "sid").unwrap_or_default();
                    let taken = ["code", "include", "newparam"].iter().any(|name| {
                        let known = self.draft.named(profile, name);
                        known.into_iter().any(|k| self.draft.has(k, "sid", sid.trim()))
                    });
                    if taken && !sid.is_empty() {
                        self.give_name(effect, technique, child, &sid);
                    }
                    self.put(profile, child, &PROFILE);
                }
                "setparam" => self.lift_value(effect, profile, technique, child),
                _ => {}
            }
        }
    }

    /// A value that a technique sets becomes a parameter of its own.
    fn lift_value(&mut self, effect: Id, profile: Id, technique: Id, setparam: Id) {
        let Some(reference) = self.draft.unset(setparam, "ref") else { return };
        self.draft.unset(setparam, "program");
        self.draft.rename(setparam, "newparam");
        self.draft.set(setparam, "sid", &reference);
        let known = self.param_in(profile, &reference).or_else(|| self.param_in(effect, &reference));
        if let Some(known) = known {
            for name in ["modifier", "semantic"] {
                if let Some(said) = self.draft.child(known, name) {
                    let copy = self.draft.copy(said);
                    self.put(setparam, copy, &["annotate", "semantic", "modifier"]);
                }
            }
            self.give_name(effect, technique, setparam, &reference);
        }
        self.put(profile, setparam, &PROFILE);
    }

    /// Gives a parameter of a technique a name that nobody has, and tells those in the technique that use it.
    fn give_name(&mut self, effect: Id, technique: Id, param: Id, sid: &str) {
        let of = self.draft.attribute(technique, "sid").unwrap_or_default();
        let new = self.free_sid(effect, &format!("{sid}-{of}"));
        let message = format!("the parameter `{sid}` of a technique was moved to its profile as `{new}`");
        self.lose(&codes::PARAMETER, Fate::Noted, param, message);
        self.draft.set(param, "sid", &new);
        for user in self.draft.all(technique) {
            for name in ["ref", "param", "texture", "source"] {
                if self.draft.attribute(user, name).as_deref() == Some(sid) {
                    self.draft.set(user, name, &new);
                }
            }
            let by_text =
                matches!(self.draft.name(user), "source" | "color_target" | "depth_target" | "stencil_target");
            if by_text && self.draft.children(user).is_empty() && self.draft.word(user) == sid {
                self.draft.set_text(user, &new);
            }
        }
    }

    /// Values whose type 1.5 does not have: scalars and rows written as matrices, named structures.
    pub fn values_up(&mut self) {
        let holders: Vec<Id> = self.effects().into_iter().chain(self.draft.find(&["instance_effect"])).collect();
        for holder in holders {
            for value in self.draft.all(holder) {
                let name = self.draft.name(value).to_owned();
                let gles = self.draft.around(value, "profile_GLES").is_some();
                if let Some(plain) = plain_type(&name).filter(|_| !gles) {
                    self.draft.rename(value, &plain);
                }
                if name == "usertype"
                    && self.draft.attribute(value, "typename").is_none()
                    && let Some(type_name) = self.draft.unset(value, "name")
                {
                    self.draft.set(value, "typename", &type_name);
                }
            }
        }
    }

    /// The other way: structures get their name, and 1.4 wants to know where they are declared.
    pub fn values_down(&mut self) {
        for effect in self.effects() {
            for value in self.draft.all(effect) {
                if self.draft.name(value) != "usertype" {
                    continue;
                }
                if let Some(type_name) = self.draft.unset(value, "typename") {
                    self.draft.set(value, "name", &type_name);
                }
                self.usertype_source(value);
            }
        }
    }

    /// 1.4.1 demands the piece of code that declares a structure.
    pub fn usertype_source(&mut self, usertype: Id) {
        if self.draft.attribute(usertype, "source").is_some() {
            return;
        }
        let pieces = self.scopes(usertype).into_iter().flat_map(|s| {
            self.draft.children(s).into_iter().filter(|c| matches!(self.draft.name(*c), "code" | "include"))
        });
        let source = pieces.filter_map(|c| self.draft.attribute(c, "sid")).next().unwrap_or_else(|| "code".to_owned());
        let message = format!("a structure now names its declaration `{source}`, because 1.4.1 requires it");
        self.lose(&codes::DEMANDED, Fate::Noted, usertype, message);
        self.draft.set(usertype, "source", &source);
    }
}

/// The type of 1.5 for one that only 1.4 has: `float1` and `float1x1` are `float`, `half1x3` is `half3`.
fn plain_type(name: &str) -> Option<String> {
    let base = ["bool", "int", "float", "half", "fixed"].into_iter().find(|b| name.starts_with(b))?;
    match name.strip_prefix(base)? {
        "1" | "1x1" => Some(base.to_owned()),
        "1x2" => Some(format!("{base}2")),
        "1x3" => Some(format!("{base}3")),
        "1x4" => Some(format!("{base}4")),
        _ => None,
    }
}
