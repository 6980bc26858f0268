//! Sources of numbers and words.

use portolan_scene::Fate;
use portolan_syntax::xml::chars;

use super::Migrate;
use super::codes;

impl Migrate<'_> {
    /// 1.5 demands that an accessor says what it reads.
    pub fn accessors_up(&mut self) {
        for accessor in self.draft.find(&["accessor"]) {
            if self.draft.attribute(accessor, "source").is_some() {
                continue;
            }
            let source = self.draft.around(accessor, "source");
            let array = source
                .and_then(|s| self.draft.children(s).into_iter().find(|c| self.draft.name(*c).ends_with("_array")));
            let Some(array) = array else { continue };
            let id = match self.draft.attribute(array, "id") {
                Some(id) => id,
                None => {
                    let wanted = source.and_then(|s| self.draft.attribute(s, "id")).unwrap_or_default();
                    let id = self.draft.claim(&format!("{wanted}-array"));
                    self.draft.set(array, "id", &id);
                    id
                }
            };
            self.draft.set(accessor, "source", &format!("#{}", id.trim()));
            let message = "an accessor now names its array, because 1.5 requires it";
            self.lose(&codes::DEMANDED, Fate::Noted, accessor, message);
        }
    }

    /// Words and paths of 1.5 as names, where they are some.
    pub fn arrays_down(&mut self) {
        for array in self.draft.find(&["token_array", "SIDREF_array"]) {
            let text = self.draft.text(array);
            if text.split_ascii_whitespace().all(chars::is_ncname) {
                let Some(original) = self.draft.origin(array) else { continue };
                self.draft.rename(array, "Name_array");
                self.keep_original(array, original);
            }
        }
    }
}
