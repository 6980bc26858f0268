//! What cannot be converted because the scene does not understand it.

use std::collections::BTreeSet;

use portolan_scene::{Extra, Fate, Origin, Scene};

use super::Change;
use crate::codes;

impl Change<'_> {
    /// Tells of data of applications, which stays as it is. Of whole elements that were kept only their format knows what
    /// they hold.
    pub(super) fn tell_extras(&mut self, scene: &Scene) {
        let labels: BTreeSet<Option<&str>> = scene.placed().flat_map(|m| m.extras.iter().map(Extra::label)).collect();
        if !labels.is_empty() {
            let names: Vec<String> = labels.iter().flatten().map(|l| format!("`{l}`")).collect();
            let colon = if names.is_empty() { "" } else { ": " };
            let message = format!("application data is not converted{colon}{}", names.join(", "));
            self.losses.push(&codes::SPACE_KEPT, Fate::Noted, Origin::default(), message);
        }
    }
}
