//! Contact sheets: a small picture of each file.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path};
use std::sync::Arc;

use portolan::gather::{Gathered, Wanted};
use portolan::pictures::{Cell, Kind, RgbaImage, Sheet, Shot, caption_columns};
use portolan::renderings::excerpt::printable;
use portolan::resources::write::Writer;
use portolan::scene::Fate;
use portolan::{Files, OpenOptions};

use super::Arguments;
use crate::config::Configured;
use crate::many::Jobs;
use crate::output::aside;
use crate::said::{Said, counted};
use crate::status::{Outcome, Status, Stop, reason};
use crate::terminal;
use crate::write::deliver;

/// Pixels of each picture unless the user says otherwise.
const SIZE: (u32, u32) = (192, 192);

/// Neither white nor black things vanish before it.
const GREY: [f64; 4] = [0.88, 0.88, 0.88, 1.0];

/// Draws all files, each on one of all cores, and writes the sheet. A file without a picture has an empty cell.
pub fn run(configured: &Configured<Arguments>, kind: Kind) -> Outcome {
    let arguments = &**configured.own();
    if arguments.frames.is_some() {
        return Err(Stop::usage("`--frames` needs a single file; a contact sheet shows each file at one time"));
    }
    let files = portolan::gather::files(&arguments.inputs, Wanted::Readable);
    let mut writer = Writer::new(arguments.replacing.force);
    files.iter().for_each(|(path, _)| writer.reads(path));
    writer.will_write(&arguments.output)?;
    let size = arguments.size.unwrap_or(SIZE);
    let background = arguments.background.unwrap_or(GREY).map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8);
    let sheet = Sheet::new(files.len(), size, background).ok_or_else(|| {
        Stop::usage(format!(
            "{} pictures do not fit on one sheet; choose a smaller `--size`, or fewer files",
            files.len()
        ))
    })?;
    let own: Vec<Arc<Arguments>> = files.iter().map(|(path, _)| configured.of(path)).collect::<Result<_, _>>()?;
    let captions = captions(&files, caption_columns(size.0));
    let bar = terminal::progress(files.len(), "files", arguments.quiet);
    let mut state = State { sheet: sheet.blank(), failed: Vec::new(), partial: 0, read: BTreeSet::new() };
    let cells: Vec<((&Gathered, &String), &Arc<Arguments>)> = files.iter().zip(&captions).zip(&own).collect();
    let work = |((file, caption), arguments): &((&Gathered, &String), &Arc<Arguments>)| {
        // The sheet itself is the background; what is transparent in a picture shows it. Nobody can tell one black or
        // empty picture from another.
        let mut shot = super::shot(arguments, Kind::Png);
        (shot.size, shot.background) = (size, [0.0; 4]);
        let resources = arguments.reach.files(&file.0);
        let drawn = draw(arguments, &resources, file, &shot);
        ((*caption).clone(), drawn, resources.were_read())
    };
    Jobs::default().in_order(&cells, &bar, work, |(caption, drawn, read)| {
        state.read.extend(read);
        let picture = drawn.map(|(picture, whole)| {
            state.partial += usize::from(!whole);
            picture
        });
        let index = state.failed.len();
        state.failed.push(picture.as_ref().err().cloned());
        sheet.put(&mut state.sheet, index, &Cell { caption, picture });
        Ok(())
    })?;
    state.read.iter().for_each(|path| writer.reads(path));
    deliver(writer, &Files::new(), &arguments.output, &super::encode(&state.sheet, kind)?)?;
    tell(&files, &state, &arguments.output, arguments.quiet);
    Ok(if state.failed.iter().any(Option::is_some) { Status::Unreadable } else { Status::Fine })
}

/// What the files came to so far.
struct State {
    sheet: RgbaImage,
    /// Why there is no picture of a file.
    failed: Vec<Option<String>>,
    /// Files of which not everything is shown.
    partial: usize,
    /// Files that were read.
    read: BTreeSet<String>,
}

/// A picture of a file, and whether everything in it came over.
fn draw(
    arguments: &Arguments,
    files: &Files,
    (path, gathered): &Gathered,
    shot: &Shot,
) -> Result<(RgbaImage, bool), String> {
    gathered.as_ref().map_err(reason)?;
    let options = OpenOptions::within(files.clone()).with(|o| {
        (o.encoding, o.skin_holder) = (arguments.encoding.label.clone(), arguments.skins.holder);
        o.leave_numbers = true;
    });
    let opened = options.open(path);
    let file = opened.map_err(|why| reason(&why.into()))?;
    let mut studio = file.studio(shot).map_err(|why| why.to_string())?;
    let time = studio.times().first().copied().unwrap_or(0.0);
    let picture = studio.picture(time).map_err(|why| why.to_string())?;
    Ok((picture, studio.losses().iter().all(|l| l.fate < Fate::Approximated)))
}

fn tell(files: &[Gathered], state: &State, output: &str, quiet: bool) {
    let mut text = String::new();
    for ((path, _), why) in files.iter().zip(&state.failed) {
        if let Some(why) = why {
            text.push_str(&printable(&format!("portolan render: {path}: {why}")));
            text.push('\n');
        }
    }
    if !quiet && state.partial > 0 {
        let (partial, all) = (state.partial, files.len());
        text.push_str(&format!("{partial} of {all} files are not shown completely; render one alone to see why\n"));
    }
    aside(&text);
    if let Some(said) = Said::wrote(output).filter(|_| !quiet) {
        let (width, height) = state.sheet.dimensions();
        said.with(counted(files.len() as u64, "picture")).with(format!("{width} × {height} pixels")).say();
    }
}

/// Paths without the folders that all of them are in; where that is too long, their ends: as much as tells one file from another.
fn captions(files: &[Gathered], most: usize) -> Vec<String> {
    let parts = |path: &String| -> Vec<String> {
        let named = Path::new(path).components().filter(|c| !matches!(c, Component::CurDir));
        named.map(|c| c.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let all: Vec<Vec<String>> = files.iter().map(|(path, _)| parts(path)).collect();
    let folders = |path: &Vec<String>| path.len().saturating_sub(1);
    let mut common = all.iter().map(folders).min().unwrap_or(0);
    if let Some(first) = all.first() {
        for path in &all {
            common = common.min(first.iter().zip(path).take_while(|(a, b)| a == b).count());
        }
    }
    let length = |text: &str| text.chars().count();
    let mut ends: HashMap<&[String], usize> = HashMap::new();
    for path in &all {
        for start in 0..path.len() {
            *ends.entry(path.get(start..).unwrap_or_default()).or_default() += 1;
        }
    }
    let caption = |path: &Vec<String>| {
        let own = path.get(common..).unwrap_or_default();
        let whole = own.join("/");
        if length(&whole) <= most {
            return whole;
        }
        // The shortest end that no other path has; the same path given twice has none.
        let starts = (0..own.len()).rev();
        let alone = starts.filter_map(|start| own.get(start..)).find(|end| ends.get(*end).is_none_or(|n| *n < 2));
        let end = alone.unwrap_or(own);
        let text = end.join("/");
        match end {
            // The file is known by the first part, and what it is by the last.
            [first, .., last] if length(&text) > most => {
                let room = most.saturating_sub(length(last) + 3).max(1);
                format!("{}../{last}", first.chars().take(room).collect::<String>())
            }
            _ => text,
        }
    };
    all.iter().map(caption).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_leave_out_what_all_paths_share() {
        let found =
            |paths: &[&str]| captions(&paths.iter().map(|p| ((*p).to_owned(), Ok(()))).collect::<Vec<Gathered>>(), 12);
        assert_eq!(found(&["a/b/c.dae", "a/d/e.dae"]), ["b/c.dae", "d/e.dae"]);
        assert_eq!(found(&["./a/c.dae"]), ["c.dae"]);
        assert_eq!(found(&["c.dae", "a/c.dae"]), ["c.dae", "a/c.dae"]);
        assert_eq!(found(&["a/c.dae", "a/c.dae/b"]), ["c.dae", "c.dae/b"]);
        assert_eq!(found(&["long-folder/c.dae", "b.dae"]), ["c.dae", "b.dae"]);
        // Two of the same name are told apart by their folders.
        assert_eq!(found(&["arm/visual/a.dae", "leg/visual/a.dae", "b.dae"]), ["arm../a.dae", "leg../a.dae", "b.dae"]);
        assert!(found(&[]).is_empty());
    }
}
