//! COLLADA documents that stay as they are, in another version if that is asked for.

use std::time::{SystemTime, UNIX_EPOCH};

use portolan_collada::migrate::{codes, migrate, touch};
use portolan_scene::{Fate, Losses, Origin};
use portolan_syntax::{Edit, Limits, Source, Tree, edit};

use super::judge::Written;
use super::{Conversion, Converted, Output, Refusal};
use crate::Imported;

/// Is the document kept? Otherwise a new one is written from the scene.
pub(super) fn is_kept(imported: &Imported, conversion: &Conversion) -> bool {
    let from_collada = imported.is(&portolan_collada::FORMAT);
    let to_collada = matches!(conversion.to, Output::Dae | Output::Zae);
    from_collada && to_collada && !conversion.rebuild && !conversion.changes_the_scene()
}

/// The document itself. Without another version or time to set, not a byte of it changes.
pub(super) fn keep(imported: &Imported, conversion: &Conversion) -> Result<Converted, Refusal> {
    let name = format!("{}.dae", conversion.name);
    let mut losses = Losses::default();
    let opened = imported.opened.as_any().downcast_ref::<portolan_collada::Opened>();
    let Some(documents) = opened.and_then(|opened| opened.all()) else {
        return Ok(Converted { files: Vec::new(), losses });
    };
    let main = documents.main();
    let mut edits = Vec::new();
    if let Some(version) = conversion.version.as_deref()
        && let Some(migrated) = migrate(&main.tree, &main.bound, version)
    {
        edits = migrated.edits;
        losses = migrated.losses;
        for (number, other) in documents.iter().enumerate().skip(1) {
            if other.bound.version_name() != version {
                let own = other.bound.version_name();
                let message = format!("`{}` stays a document of version {own}", other.location);
                let origin = Origin { document: number as u32, element: 0 };
                losses.push(&codes::REFERENCED, Fate::Noted, origin, message);
            }
        }
    }
    if let Some(time) = &conversion.touch {
        edits.extend(touch(&main.tree, time));
    }
    let bytes = if edits.is_empty() { main.tree.source().bytes().to_vec() } else { applied(&main.tree, &edits) };
    if !edits.is_empty() {
        let written = Written { name: "kept.dae", bytes: &bytes, version: None };
        written.tell_new_faults(main.tree.source().bytes(), &codes::INVALID, &mut losses)?;
    }
    Ok(Converted { files: vec![(name, bytes)], losses })
}

fn applied(tree: &Tree, edits: &[Edit]) -> Vec<u8> {
    edit::apply(tree.source(), edits).0
}

/// Sets when a document that was written anew was last changed.
pub(super) fn touched(bytes: Vec<u8>, time: &str) -> Vec<u8> {
    let Ok(source) = Source::new("new.dae", bytes.clone(), None, &Limits::default()) else { return bytes };
    let (tree, _) = portolan_syntax::xml::parse(source, &Limits::default());
    applied(&tree, &touch(&tree, time))
}

/// This moment as documents write it, in UTC: `2024-02-29T12:00:00Z`.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    date_time(seconds)
}

fn date_time(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March, so that the odd day is the last of its year; eras have 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates() {
        assert_eq!(date_time(0), "1970-01-01T00:00:00Z");
        assert_eq!(date_time(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date_time(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date_time(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn the_time_is_set_and_nothing_else() {
        let text = "<COLLADA version=\"1.4.1\"><asset><created>1</created><modified> 2 </modified></asset></COLLADA>";
        let set = String::from_utf8(touched(text.as_bytes().to_vec(), "NOW")).unwrap();
        assert_eq!(set, text.replace(" 2 ", "NOW"));
    }
}
