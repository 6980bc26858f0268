//! One document of a batch.

use std::path::Path;

use portolan::Files;
use portolan::convert::{Writer as Target, writer_named, writers};
use portolan::resources::write::{Writer, free_names};

use super::{Arguments, Order};
use crate::batch::record::hash;
use crate::batch::task::{Done, Task};
use crate::options::target;
use crate::status::Stop;
use crate::write::{deliver_all, make_folder};

/// Converts one document after the other.
pub struct Converting {
    arguments: Arguments,
    target: &'static Target,
}

/// What the arguments ask for.
pub fn task(arguments: Arguments) -> Result<Converting, Stop> {
    let known: Vec<&str> = writers().map(|writer| writer.extension).collect();
    let target = target(arguments.to.as_deref(), "", writer_named, &known)?;
    Ok(Converting { arguments, target })
}

impl Task for Converting {
    fn files(&self, input: &str) -> Files {
        self.arguments.reach.files(input)
    }

    fn run(&self, input: &str, output: &Path, files: Files) -> Result<Done, Stop> {
        let path = output.to_string_lossy();
        let order = Order { arguments: &self.arguments, target: self.target, input, output: &path };
        // Names follow from the document, or from what is in the files: whatever else is in the folder, and whoever is first,
        // the result is the same.
        let names = free_names(output, true).labelled(|bytes| hash(bytes).get(..8).unwrap_or_default().to_owned());
        let done = order.convert_within(files, names)?;
        make_folder(output.parent().unwrap_or(Path::new("")))?;
        let mut writer = Writer::new(self.arguments.replacing.force);
        writer.reads(input);
        deliver_all(writer, &done.files, &path, &done.converted.files)?;
        let losses = &done.converted.losses;
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        let companions = done.converted.files.iter().skip(1).map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        let main = done.converted.files.first().map(|(_, bytes)| (&*name, bytes.as_slice()));
        Ok(Done {
            status: self.arguments.losses.status(losses),
            result: "converted",
            wrote: Done::wrote(main.into_iter().chain(companions)),
            fields: vec![("losses", done.file.losses_json(losses).map_err(|why| Stop::failed(input, &why))?)],
        })
    }
}
