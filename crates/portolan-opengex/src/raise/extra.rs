//! Data of applications.

use portolan_scene::{Extra, Fate, Meta, Origin};
use portolan_syntax::Severity;
use portolan_syntax::ddl::{Body, Document, Literal, Name, Structure};

use super::{Raise, Version, codes};

impl<'a> Raise<'a> {
    /// What is written in OpenDDL stays; the rest is told.
    pub fn extras(&mut self, extras: &[Extra], origin: Origin) -> Vec<Structure<'a>> {
        let mut kept = Vec::new();
        for extra in extras {
            let document = Document::read(&*extra.content);
            let sound = document.findings().iter().all(|f| f.severity != Severity::Error);
            let mut structures = document.to_structures().unwrap_or_default();
            structures.iter_mut().for_each(|structure| self.keep_names(structure, true));
            // The structure for extensions went when 3.0 let every structure be one.
            let old = structures.iter().any(|s| s.identifier == "Extension") && self.options.version >= Version::V3_0;
            if sound && !old && !structures.is_empty() && structures.iter().all(is_foreign) {
                kept.append(&mut structures);
                continue;
            }
            self.losses.push(&codes::EXTRA, Fate::Dropped, origin, not_written(extra));
        }
        kept
    }

    /// Lets structures of applications have the names that nothing else has. A local name of the first of them could be
    /// that of a sibling.
    fn keep_names(&mut self, structure: &mut Structure<'_>, first: bool) {
        let taken = match &structure.name {
            Some(Name::Global(name)) => !self.names.take(name),
            Some(Name::Local(_)) => first,
            None => false,
        };
        if taken {
            structure.name = None;
        }
        if let Body::Structures(inner) = &mut structure.body {
            inner.iter_mut().for_each(|structure| self.keep_names(structure, false));
        }
    }

    /// Tells of data that has no structure to stand in.
    pub fn tell_extras(&mut self, meta: &Meta) {
        for extra in &meta.extras {
            self.losses.push(&codes::EXTRA, Fate::Dropped, meta.origin, not_written(extra));
        }
    }
}

fn not_written(extra: &Extra) -> String {
    format!("data of `{}` is not written", extra.label().unwrap_or("an application"))
}

/// Is it a structure of an application, not one of OpenGEX or plain data?
fn is_foreign(structure: &Structure<'_>) -> bool {
    let schema = &portolan_schema::tables::opengex::SCHEMA;
    if structure.identifier == "Extension" {
        let is_text = |(_, value): &(_, Literal<'_>)| matches!(value, Literal::String(_));
        let all = structure.properties.iter().filter(|p| p.0 == "type" || p.0 == "applic");
        return all.clone().all(is_text) && all.clone().any(|p| p.0 == "type");
    }
    !structure.identifier.is_empty() && schema.name_id(&structure.identifier).is_none()
}
