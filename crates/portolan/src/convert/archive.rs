//! Scenes and documents as archives, and documents out of archives.

use portolan_format::Role;
use portolan_resources::{folder_of, join};
use portolan_scene::{Image, Pixels};
use portolan_syntax::{Limits, Source, edit};

use super::place::Place;
use super::{Conversion, Converted, Writer, convert};
use crate::import::Imported;
use crate::pack::{self, Job, Overlay, Packed, Packer};
use crate::{Document, Error, Resources};

/// An archive with a document of a kind and all it refers to. A document that is of this kind already is kept, and so are
/// the other members of the archive it comes from; anything else is written as one first.
pub(super) fn write(
    imported: &Imported,
    conversion: &Conversion,
    document: &'static Writer,
) -> Result<Converted, Error> {
    let resources = &*imported.resources;
    let kept = super::is_kept(imported.format, conversion);
    let own = imported.location();
    let archive = pack::archive_around(resources, own);
    let mut inner = conversion.clone();
    (inner.to, inner.embed) = (document, Some(false));
    let (mut converted, job, location) = if kept {
        let job = match &archive {
            Some(archive) => {
                Job { start: pack::start_of(resources, archive, own), ..pack::archive_job(resources, archive)? }
            }
            None => Job { bases: vec![folder(own)], ..Job::default() },
        };
        (super::kept(imported, &inner)?, job, own.to_owned())
    } else {
        let location = beside(own, &format!("{}.{}", conversion.name, document.extension));
        let bases = [folder(own)].into_iter().chain(archive.clone()).collect();
        (convert(imported, &inner)?, Job { bases, archive, ..Job::default() }, location)
    };
    let files = std::mem::take(&mut converted.files);
    let mut files = files.into_iter();
    let main = files.next().map(|(_, bytes)| bytes).unwrap_or_default();
    let mut written = vec![(location.clone(), main)];
    written.extend(files.map(|(name, bytes)| (beside(own, &name), bytes)));
    let overlay = Overlay { under: resources, files: written };
    let job = Job { main: Some(location), trusted: true, ..job };
    let packed = packer(&overlay, conversion).run(job)?;
    let bytes = packed.to_bytes(&overlay)?;
    converted.files = vec![(format!("{}.{}", conversion.name, conversion.to.extension), bytes)];
    tell(imported, &packed, kept, &mut converted);
    Ok(converted)
}

/// A kept document that comes out of an archive or goes to another folder, with the files that it refers to beside it.
pub(super) fn with_companions(
    imported: &Imported,
    conversion: &Conversion,
    mut converted: Converted,
) -> Result<Converted, Error> {
    let resources = &*imported.resources;
    let own = imported.location();
    let archive = pack::archive_around(resources, own);
    if archive.is_none() {
        let place = Place::new(imported, conversion);
        let file = |image: &Image| matches!(image.pixels, Pixels::File { location: Some(_), .. });
        let refers = imported.scene.images.iter().any(file) || imported.opened.documents().len() > 1;
        if !place.moves() || !refers || imported.format.outward.is_none() {
            return Ok(converted);
        }
        if conversion.link {
            link(imported, &place, &mut converted);
            return Ok(converted);
        }
    }
    let files = std::mem::take(&mut converted.files);
    let Some((name, document)) = files.into_iter().next() else { return Ok(converted) };
    let overlay = Overlay { under: resources, files: vec![(own.to_owned(), document)] };
    let job = Job {
        bases: std::iter::once(folder(own)).chain(archive.clone()).collect(),
        archive,
        main: Some(own.to_owned()),
        main_name: Some(name),
        beside: Some(conversion.names.clone()),
        trusted: true,
        ..Job::default()
    };
    let packed = packer(&overlay, conversion).run(job)?;
    converted.files = packed.files(&overlay)?;
    tell(imported, &packed, true, &mut converted);
    Ok(converted)
}

/// Writes the references of a kept document anew that goes to another folder, so that they lead to where files are.
fn link(imported: &Imported, place: &Place, converted: &mut Converted) {
    let (Some(table), Some(find)) = (&imported.format.table, imported.format.outward) else { return };
    let Some((name, bytes)) = converted.files.first_mut() else { return };
    let limits = Limits::default();
    let Ok(source) = Source::new(name.clone(), bytes.clone(), None, &limits) else { return };
    let (tree, found) = (table.parse)(source, &limits);
    let document = Document::new(tree, found, table.schema, None, &limits);
    let mut edits = Vec::new();
    for reference in find(&document).unwrap_or_default().iter().filter(|r| !r.own && r.role != Role::Guess) {
        let Ok(found) = document.locate(imported.location(), &*imported.resources, &reference.text) else { continue };
        if let Some(mut uri) = place.uri(&reference.text, Some(&found.location)) {
            uri.extend(found.fragment.iter().map(|fragment| format!("#{fragment}")));
            edits.extend(reference.rewritten(&uri));
        }
    }
    *bytes = edit::apply(document.tree.source(), &edits).0;
}

fn packer<'a>(resources: &'a dyn Resources, conversion: &Conversion) -> Packer<'a> {
    Packer { limits: conversion.limits.clone(), ..Packer::new(resources) }
}

/// Adds what packing tells. Places in a document that was only just written are nobody's, and pictures that were missing
/// when it was read were told then.
fn tell(imported: &Imported, packed: &Packed, kept: bool, converted: &mut Converted) {
    let number = |location: &str| {
        let place = imported.opened.documents().iter().position(|(known, _)| *known == location);
        place.filter(|_| kept).map(|place| place as u32)
    };
    let known = |why: &str| !kept && imported.losses.iter().any(|loss| loss.message.contains(why));
    converted.losses.append(packed.losses_of(&number, &known));
}

fn folder(location: &str) -> String {
    folder_of(location).to_owned()
}

/// A file in the folder of another one.
fn beside(location: &str, name: &str) -> String {
    join(folder_of(location), name)
}
