//! States of samplers: filters, wrapping, mip levels.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

/// The order of the children of a sampler, in both versions.
pub(super) const ORDER: [&str; 17] = [
    "instance_image",
    "source",
    "texcoord",
    "wrap_s",
    "wrap_t",
    "wrap_p",
    "minfilter",
    "magfilter",
    "mipfilter",
    "border_color",
    "mip_max_level",
    "mipmap_maxlevel",
    "mip_min_level",
    "mip_bias",
    "mipmap_bias",
    "max_anisotropy",
    "extra",
];

impl Migrate<'_> {
    /// States of 1.4 as those of 1.5.
    pub fn states_up(&mut self, sampler: Id) {
        let mut level = None;
        for state in self.draft.children(sampler) {
            let word = self.draft.word(state);
            match self.draft.name(state) {
                "wrap_s" | "wrap_t" | "wrap_p" if word == "NONE" => {
                    self.change_text(state, "BORDER");
                    if self.draft.child(sampler, "border_color").is_none() && self.draft.name(sampler) != "samplerDEPTH"
                    {
                        let black = self.draft.leaf("border_color", "0 0 0 0");
                        self.put(sampler, black, &ORDER);
                    }
                }
                "minfilter" => {
                    level = combined(&word).map(|(_, mip)| mip.to_owned());
                    self.filter_up(state, &word);
                }
                "magfilter" => self.filter_up(state, &word),
                "mipfilter" => {
                    if let Some((_, mip)) = combined(&word) {
                        self.change_text(state, mip);
                    }
                }
                "mipmap_maxlevel" => self.draft.rename(state, "mip_max_level"),
                "mipmap_bias" => self.draft.rename(state, "mip_bias"),
                _ => {}
            }
        }
        if let Some(level) = level.filter(|_| self.draft.child(sampler, "mipfilter").is_none()) {
            let mip = self.draft.leaf("mipfilter", &level);
            self.put(sampler, mip, &ORDER);
        }
    }

    /// A minifying or magnifying filter: `NONE` says nothing, and what 1.4 says of levels has its own place.
    fn filter_up(&mut self, state: Id, word: &str) {
        if word == "NONE" {
            self.keep_element(state);
        } else if let Some((plain, _)) = combined(word) {
            self.change_text(state, plain);
        }
    }

    /// The level that 1.4 took for granted and 1.5 does not.
    pub fn levels_up(&mut self, sampler: Id) {
        let flat = matches!(self.draft.name(sampler), "sampler1D" | "samplerDEPTH");
        if !flat && self.draft.child(sampler, "mip_max_level").is_none() {
            let level = self.draft.leaf("mip_max_level", "255");
            self.put(sampler, level, &ORDER);
        }
    }

    /// States of 1.5 as those of 1.4. With `whole`, what 1.5 takes for granted is written.
    pub fn states_down(&mut self, sampler: Id, whole: bool) {
        let depth = self.draft.name(sampler) == "samplerDEPTH";
        let unlimited = self.draft.child(sampler, "mip_max_level").is_some_and(|l| self.draft.word(l) == "255");
        for state in self.draft.children(sampler) {
            let word = self.draft.word(state);
            match self.draft.name(state) {
                "wrap_s" | "wrap_t" | "wrap_p" if word == "MIRROR_ONCE" => {
                    let message = "wrapping `MIRROR_ONCE` was replaced by `MIRROR`";
                    self.lose(&codes::SAMPLER, Fate::Approximated, state, message);
                    self.change_text(state, "MIRROR");
                }
                "minfilter" if word == "ANISOTROPIC" => {
                    let message = "the filter `ANISOTROPIC` was replaced by `LINEAR`";
                    self.lose(&codes::SAMPLER, Fate::Approximated, state, message);
                    self.change_text(state, "LINEAR");
                }
                "mip_max_level" if word == "255" && !flat(self.draft.name(sampler)) => self.draft.detach(state),
                "mip_max_level" => self.draft.rename(state, "mipmap_maxlevel"),
                "mip_bias" => self.draft.rename(state, "mipmap_bias"),
                "mip_min_level" | "max_anisotropy" => {
                    let harmless =
                        matches!((self.draft.name(state), word.as_str()), (_, "0") | ("max_anisotropy", "1"));
                    if harmless {
                        self.keep_element(state);
                    } else {
                        self.drop_element(state, &codes::SAMPLER, &format!("is not part of {}", self.wanted()));
                    }
                }
                _ => {}
            }
        }
        if !whole {
            return;
        }
        let filters: &[&str] =
            if depth { &["minfilter", "magfilter"] } else { &["minfilter", "magfilter", "mipfilter"] };
        for name in filters {
            if self.draft.child(sampler, name).is_none() {
                let filter = self.draft.leaf(name, "LINEAR");
                self.put(sampler, filter, &ORDER);
            }
        }
        // One with 255 was taken away above: that is what 1.4 takes for granted.
        if !unlimited && !flat(self.draft.name(sampler)) && self.draft.child(sampler, "mipmap_maxlevel").is_none() {
            let level = self.draft.leaf("mipmap_maxlevel", "0");
            self.put(sampler, level, &ORDER);
        }
    }
}

fn flat(name: &str) -> bool {
    matches!(name, "sampler1D" | "samplerDEPTH")
}

/// A filter of 1.4 that says two things: within a level, and between levels.
fn combined(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "NEAREST_MIPMAP_NEAREST" => ("NEAREST", "NEAREST"),
        "LINEAR_MIPMAP_NEAREST" => ("LINEAR", "NEAREST"),
        "NEAREST_MIPMAP_LINEAR" => ("NEAREST", "LINEAR"),
        "LINEAR_MIPMAP_LINEAR" => ("LINEAR", "LINEAR"),
        _ => return None,
    })
}
