//! `portolan render`: pictures of scenes.

mod sheet;

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args};
use portolan::Files;
use portolan::pictures::{self, Gif, Kind, Lights, MOST_SAMPLES, Moments, RgbaImage, Shot};
use portolan::resources::write::Writer;
use portolan::scene::Opacity;

use super::Command;
use crate::batch::task::{Done, Task};
use crate::config::{ConfigOptions, Configured};
use crate::losses;
use crate::options::{Encoding, Reach, Skins, opacity, open_with, positive, target};
use crate::said::{Said, counted};
use crate::status::{Outcome, Status, Stop};
use crate::terminal::{self, Colour};
use crate::write::{Replacing, deliver, is_stream, make_folder};

pub static COMMAND: Command = Command {
    name: "render",
    about: "Draw a picture, frames, a moving GIF or a contact sheet, without a graphics card",
    notes: "Without a camera that shows the scene, everything is framed from the front, slightly from above and from the right, with a soft \
     light. `--camera scene --lights scene --opacity strict` draws exactly what the document says. A texture that cannot be read is \
     drawn as a checker pattern and reported.",
    examples: &[
        "portolan render robot.dae -o robot.png",
        "portolan render robot.dae -o robot.jpg --size 1920x1080 --camera Front --background white",
        "portolan render walk.dae -o walk.gif --clip run",
        "portolan render walk.dae -o walk.png --frames 30     (walk-0001.png to walk-0030.png)",
        "portolan render models/ -o sheet.png                 (a contact sheet)",
    ],
    arguments: Arguments::augment_args,
    run,
};

/// Most pictures of one run.
const MOST_FRAMES: usize = 100_000;

#[derive(Args)]
pub struct Arguments {
    /// The document, or an archive; `-` is standard input. Several files, or a folder, give a contact sheet
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<String>,
    /// The picture to write: .png, .jpg or .gif; `-` is standard output
    #[arg(long, short, value_name = "OUT")]
    output: String,
    /// Write this format, whatever the extension: png, jpg, gif
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Size in pixels [default: 512x512; 192x192 for each picture of a contact sheet]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Look through this camera: its id or name, that of its node, or its index from 0. `scene` is the first one, `fit`
    /// frames everything, `auto` is the first one if it shows the scene, else `fit` [default: auto]
    #[arg(long, value_name = "NAME")]
    camera: Option<String>,
    /// Draw the scene with this id, name or index from 0 instead of the default one
    #[arg(long, value_name = "NAME")]
    scene: Option<String>,
    /// Play the clip with this id or name; by default everything that belongs to no clip, or else everything
    #[arg(long, value_name = "NAME")]
    clip: Option<String>,
    /// Draw the scene at this time, in seconds [default: 0, or the start of the clip]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<f64>,
    /// Draw this many pictures from the start to the end of the animation: OUT-0001.png and so on, or one .gif
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u32).range(1..=MOST_FRAMES as i64))]
    frames: Option<u32>,
    /// Background: `#rrggbb`, `#rrggbbaa`, `r,g,b` or `r,g,b,a` from 0 to 1, or a name such as white [default:
    /// transparent; white for .jpg, light grey for contact sheets]
    #[arg(long, value_name = "COLOUR", value_parser = pictures::colour)]
    background: Option<[f64; 4]>,
    /// Draw only the edges of faces
    #[arg(long)]
    wireframe: bool,
    /// Draw only nodes of this layer; can be repeated
    #[arg(long = "layer", value_name = "NAME")]
    layers: Vec<String>,
    /// How to read transparency: `auto` inverts it for documents whose exporter wrote 0 for opaque, `strict` follows the
    /// rule of the format, `inverted` always inverts
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = opacity)]
    opacity: Opacity,
    #[command(flatten)]
    skins: Skins,
    /// Light: `auto` adds a soft light if everything is framed, if the scene has no lights or if they leave it black;
    /// `scene` uses the lights of the document only
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = lights)]
    lights: Lights,
    /// Maximum error of curves and curved surfaces in metres [default: 1/1000 of the size of each]
    #[arg(long, value_name = "METRES", value_parser = positive)]
    tolerance: Option<f64>,
    /// Samples per pixel: more are smoother and slower
    #[arg(long, value_name = "N", default_value_t = Shot::default().samples, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SAMPLES)))]
    samples: u32,
    /// Write a picture even if there is nothing to draw
    #[arg(long)]
    allow_empty: bool,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    reach: Reach,
    /// Do not report what is missing in the picture
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    encoding: Encoding,
    #[command(flatten)]
    config: ConfigOptions,
}

/// Reads width and height, as in `512x512`.
pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X', '×']);
    let numbers = parts.and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    let size = numbers.ok_or("write width and height as in 512x512")?;
    pictures::check_size(size).map(|()| size).map_err(|why| why.to_string())
}

fn lights(text: &str) -> Result<Lights, String> {
    match text {
        "auto" => Ok(Lights::Auto),
        "scene" => Ok(Lights::Scene),
        _ => Err("it must be auto or scene".to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|t: &f64| t.is_finite()).ok_or_else(|| "it must be a number of seconds".to_owned())
}

fn run(matches: &ArgMatches, _: Colour) -> Outcome {
    let configured: Configured<Arguments> = Configured::new(&COMMAND, matches)?;
    let arguments = configured.own().clone();
    let known = Kind::ALL.map(Kind::extension);
    let kind = target(arguments.to.as_deref(), &arguments.output, Kind::named, &known)?;
    match arguments.inputs.as_slice() {
        [input] if !Path::new(input).is_dir() => one(&*configured.of(input)?, input, kind),
        _ => sheet::run(&configured, kind),
    }
}

/// What the options ask for.
fn shot(arguments: &Arguments, kind: Kind) -> Shot {
    let moments = match (arguments.frames, arguments.time) {
        (Some(frames), _) => Moments::Evenly(frames as usize),
        (None, Some(time)) => Moments::At(time),
        (None, None) if kind == Kind::Gif => Moments::Film,
        (None, None) => Moments::Start,
    };
    Shot::default().with(|c| {
        c.size = arguments.size.unwrap_or(c.size);
        c.scene = arguments.scene.clone();
        c.camera = arguments.camera.clone();
        c.clip = arguments.clip.clone();
        c.moments = moments;
        c.background = arguments.background.unwrap_or(c.background);
        c.wireframe = arguments.wireframe;
        c.samples = arguments.samples;
        c.layers = arguments.layers.clone();
        c.opacity = arguments.opacity;
        c.lights = arguments.lights;
        c.tolerance = arguments.tolerance;
        c.allow_empty = arguments.allow_empty;
    })
}

/// Pictures of one document.
fn one(arguments: &Arguments, input: &str, kind: Kind) -> Outcome {
    let to_stream = is_stream(&arguments.output);
    let numbered = arguments.frames.is_some() && kind != Kind::Gif;
    if to_stream && numbered {
        return Err(Stop::usage("several pictures cannot go to standard output; write a .gif, or files"));
    }
    let writer = || -> Result<Writer<'_>, Stop> {
        let mut writer = Writer::new(arguments.replacing.force);
        writer.reads(input);
        if !numbered {
            writer.will_write(&arguments.output)?;
        }
        Ok(writer)
    };
    writer()?;
    let files = arguments.reach.files(input);
    let failed = |why| Stop::failed(input, &why);
    let file = open_with(&files, input, Some(&arguments.encoding), arguments.skins.holder)?;
    let mut studio = file.studio(&shot(arguments, kind)).map_err(failed)?;
    let times = studio.times().to_vec();
    let bar = terminal::progress(times.len(), "pictures", arguments.quiet);
    let path = Path::new(&arguments.output);
    let mut film = match kind {
        Kind::Gif => {
            let (width, height) = arguments.size.unwrap_or(Shot::default().size);
            Some(Gif::new(width, height).map_err(Stop::usage)?)
        }
        _ => None,
    };
    for ((time, delay), number) in times.iter().zip(pictures::delays(&times)).zip(1..) {
        let picture = studio.picture(*time).map_err(failed)?;
        match &mut film {
            Some(film) => film.add(&picture, delay).map_err(Stop::usage)?,
            None => {
                let path = if numbered { frame_path(path, number, times.len()) } else { path.to_path_buf() };
                deliver(writer()?, &files, &path.to_string_lossy(), &encode(&picture, kind)?)?;
            }
        }
        bar.inc(1);
    }
    if let Some(film) = film {
        deliver(writer()?, &files, &arguments.output, &film.finish().map_err(Stop::usage)?)?;
    }
    bar.finish_and_clear();
    if !arguments.quiet {
        losses::tell(&file, studio.losses(), "`portolan convert --losses FILE` writes all of the document");
        let (width, height) = arguments.size.unwrap_or(Shot::default().size);
        let said = Said::wrote(&arguments.output).map(|said| said.with(format!("{width} × {height} pixels")));
        let frames = counted(times.len() as u64, if numbered { "file" } else { "picture" });
        let said = said.map(|said| if times.len() > 1 { said.with(frames) } else { said });
        said.into_iter().for_each(Said::say);
    }
    // The program ends here; taking a large scene apart piece by piece would only cost time.
    std::mem::forget(studio);
    std::mem::forget(file);
    Ok(Status::Fine)
}

/// Draws one document after the other.
pub struct Drawing(Arguments);

/// What the arguments ask for.
pub fn task(arguments: Arguments) -> Drawing {
    Drawing(arguments)
}

impl Task for Drawing {
    fn files(&self, input: &str) -> Files {
        self.0.reach.files(input)
    }

    fn run(&self, input: &str, output: &Path, files: Files) -> Result<Done, Stop> {
        let failed = |why| Stop::failed(input, &why);
        let file = open_with(&files, input, Some(&self.0.encoding), self.0.skins.holder)?;
        let mut studio = file.studio(&shot(&self.0, Kind::Png)).map_err(failed)?;
        let time = studio.times().first().copied().unwrap_or(0.0);
        let picture = encode(&studio.picture(time).map_err(failed)?, Kind::Png)?;
        make_folder(output.parent().unwrap_or(Path::new("")))?;
        let mut writer = Writer::new(self.0.replacing.force);
        writer.reads(input);
        deliver(writer, &files, &output.to_string_lossy(), &picture)?;
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        Ok(Done {
            status: Status::Fine,
            result: "drawn",
            fields: vec![("losses", file.losses_json(studio.losses()).map_err(failed)?)],
            wrote: Done::wrote(std::iter::once((&*name, picture.as_slice()))),
        })
    }
}

/// `OUT-0001.png`, with as many digits as the last one needs.
fn frame_path(path: &Path, number: usize, count: usize) -> PathBuf {
    let digits = count.to_string().len().max(4);
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number:0digits$}{extension}"))
}

fn encode(picture: &RgbaImage, kind: Kind) -> Result<Vec<u8>, Stop> {
    // What a format cannot hold is a matter of size, which the user chose.
    pictures::encode(picture, kind).map_err(Stop::usage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_numbered_with_at_least_four_digits() {
        assert_eq!(frame_path(Path::new("a/b.c.png"), 7, 15), Path::new("a/b.c-0007.png"));
        assert_eq!(frame_path(Path::new("x"), 7, 12345), Path::new("x-00007"));
    }

    #[test]
    fn sizes_are_two_numbers_above_zero() {
        assert_eq!(size("640x480"), Ok((640, 480)));
        for bad in ["640", "0x10", "10x0", "-1x5", "99999999x99999999", "4294967296x1", "axb", "1.5x2"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
