//! From the text of a configuration to layers of settings, with the place of whatever is wrong.

use std::ops::Range;
use std::path::Path;

use portolan::Selection;
use portolan::schema::suggest::nearest;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::options::{self, Kind, OPTIONS};
use crate::commands::{self, COMMANDS};
use crate::options::unknown_code;
use crate::pattern::Pattern;

/// What is wrong, and where in the text.
#[derive(Debug)]
pub struct Fault {
    /// The offset of its first byte.
    pub at: usize,
    /// One sentence.
    pub message: String,
}

/// What an option is set to.
#[derive(Clone, PartialEq, Debug)]
pub enum Setting {
    /// A flag.
    Flag(bool),
    /// One value.
    Value(String),
    /// Values that replace earlier ones.
    List(Vec<String>),
    /// Values that join earlier ones.
    Added(Vec<String>),
}

/// A part of a configuration: what holds for all files, or for those that match patterns.
#[derive(Debug, Default)]
pub struct Layer {
    patterns: Option<Vec<(Pattern, bool)>>,
    ignore: Vec<String>,
    severities: Vec<(String, String)>,
    options: Vec<(&'static str, &'static str, Setting)>,
}

impl Layer {
    /// Does it hold for a file, the path of which is below the folder of the configuration?
    pub fn concerns(&self, below: &Path) -> bool {
        let name = Path::new(below.file_name().unwrap_or_default());
        let fits = |(glob, by_name): &(Pattern, bool)| glob.is_match(if *by_name { name } else { below });
        self.patterns.as_ref().is_none_or(|patterns| patterns.iter().any(fits))
    }

    /// Its settings for a command.
    pub fn settings(&self, command: &str) -> Vec<(String, Setting)> {
        let own = self.options.iter().filter(|(of, ..)| *of == command);
        let mut settings: Vec<(String, Setting)> =
            own.map(|(_, name, setting)| ((*name).to_owned(), setting.clone())).collect();
        let off = self.severities.iter().filter(|(_, level)| level == OFF).map(|(code, _)| code);
        let ignored: Vec<String> = match command {
            "check" => self.ignore.iter().chain(off).cloned().collect(),
            "fix" | "convert" => self.ignore.clone(),
            _ => Vec::new(),
        };
        if !ignored.is_empty() {
            settings.push(("ignore".to_owned(), Setting::Added(ignored)));
        }
        let levels = self.severities.iter().filter(|(_, level)| level != OFF && command == "check");
        let levels: Vec<String> = levels.map(|(code, level)| format!("{code}={level}")).collect();
        if !levels.is_empty() {
            settings.push(("severity-of".to_owned(), Setting::Added(levels)));
        }
        settings
    }
}

/// The level of findings that are not told.
pub const OFF: &str = "off";

/// What findings may be, worst first.
pub const LEVELS: [&str; 4] = ["error", "warning", "info", OFF];

/// The parts of a configuration: first what holds for all files, then the others in their order.
pub fn layers(text: &str) -> Result<Vec<Layer>, Fault> {
    let table = DeTable::parse(text).map_err(|e| {
        let at = e.span().map_or(0, |span| span.start);
        Fault { at, message: format!("this is not valid TOML: {}", e.message().replace('\n', "; ")) }
    })?;
    let mut first = Layer::default();
    let mut further = Vec::new();
    for (key, value) in entries(table.get_ref()) {
        match key.get_ref().as_ref() {
            "files" => {
                for part in list(value, "`files` must be written as `[[files]]`", |part| part.as_table().is_some())? {
                    further.push(files(part)?);
                }
            }
            _ => entry(key, value, &mut first, &["files"])?,
        }
    }
    further.insert(0, first);
    Ok(further)
}

/// A `[[files]]` part.
fn files(value: &Spanned<DeValue<'_>>) -> Result<Layer, Fault> {
    let mut layer = Layer::default();
    let Some(table) = value.get_ref().as_table() else { return Ok(layer) };
    let mut patterns = None;
    for (key, value) in entries(table) {
        match key.get_ref().as_ref() {
            "match" => patterns = Some(globs(value)?),
            _ => entry(key, value, &mut layer, &["match"])?,
        }
    }
    let missing =
        || Fault { at: value.span().start, message: "`match` is missing: give the patterns of the files".into() };
    layer.patterns = Some(patterns.ok_or_else(missing)?);
    Ok(layer)
}

fn globs(value: &Spanned<DeValue<'_>>) -> Result<Vec<(Pattern, bool)>, Fault> {
    strings(value, "`match` must be a pattern or a list of patterns")?
        .into_iter()
        .map(|(at, text)| {
            let wrong = |why| Fault { at, message: format!("`{text}` is not a pattern: {why}") };
            Ok((Pattern::new(&text).map_err(wrong)?, !text.contains('/')))
        })
        .collect()
}

/// One entry of a part.
fn entry(
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
    layer: &mut Layer,
    further: &[&str],
) -> Result<(), Fault> {
    let name = key.get_ref().as_ref();
    match name {
        "ignore" => {
            for (at, word) in strings(value, "`ignore` must be a list of codes")? {
                known_code(at, &word)?;
                layer.ignore.push(word);
            }
        }
        "severity" => {
            for (code, level) in entries(table(value, "`severity` must be a table of codes")?) {
                known_code(code.span().start, code.get_ref())?;
                let text = level.get_ref().as_str().unwrap_or_default();
                if !LEVELS.contains(&text) {
                    let message = format!("the severity of a code must be {}", quoted(&LEVELS));
                    return Err(Fault { at: level.span().start, message: format!("{message}{}", near(text, &LEVELS)) });
                }
                layer.severities.push((code.get_ref().to_string(), text.to_owned()));
            }
        }
        _ => match OPTIONS.iter().find(|(command, _)| *command == name) {
            Some((command, options)) => {
                for (key, value) in entries(table(value, &format!("`{command}` must be a table of options"))?) {
                    option(command, options, key, value, layer)?;
                }
            }
            None => {
                let known = OPTIONS.iter().map(|(command, _)| *command).chain(["ignore", "severity"]);
                let known: Vec<&str> = known.chain(further.iter().copied()).collect();
                let near = near(name, &known);
                let near = if near.is_empty() { format!("; known keys are {}", quoted(&known)) } else { near };
                return Err(Fault { at: key.span().start, message: format!("unknown key `{name}`{near}") });
            }
        },
    }
    Ok(())
}

/// One option of a command.
fn option(
    command: &'static str,
    options: &'static [(&'static str, Kind)],
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
    layer: &mut Layer,
) -> Result<(), Fault> {
    let name = key.get_ref().as_ref();
    let Some((name, kind)) = options.iter().copied().find(|(known, _)| *known == name) else {
        return Err(Fault { at: key.span().start, message: unknown_option(command, name) });
    };
    let wrong = |what: &str| Fault { at: value.span().start, message: format!("`{name}` must be {what}") };
    let setting = match (kind, value.get_ref()) {
        (Kind::Flag, DeValue::Boolean(on)) => Setting::Flag(*on),
        (Kind::Flag, _) => return Err(wrong("true or false")),
        (Kind::Number, DeValue::Integer(number)) if number.radix() == 10 => Setting::Value(plain(number.as_str())),
        (Kind::Number, DeValue::Float(number)) => Setting::Value(plain(number.as_str())),
        (Kind::Number, _) => return Err(wrong("a number")),
        (Kind::Text, DeValue::String(text)) => Setting::Value(text.to_string()),
        (Kind::Text, _) => return Err(wrong("a string")),
        (Kind::List, _) => {
            let words = strings(value, &format!("`{name}` must be a list of strings"))?;
            Setting::List(words.into_iter().map(|(_, word)| word).collect())
        }
    };
    accepted(command, name, &setting).map_err(|message| Fault { at: value.span().start, message })?;
    layer.options.push((command, name, setting));
    Ok(())
}

/// A number without the signs that only TOML has.
fn plain(number: &str) -> String {
    number.trim_start_matches('+').replace('_', "")
}

/// Does the command take the option as it is set?
fn accepted(command: &str, name: &str, setting: &Setting) -> Result<(), String> {
    let values = match setting {
        Setting::Flag(_) => return Ok(()),
        Setting::Value(value) => std::slice::from_ref(value),
        Setting::List(values) | Setting::Added(values) => values,
    };
    let Some(command) = COMMANDS.iter().find(|c| c.name == command) else { return Ok(()) };
    let words = values.iter().map(|value| format!("--{name}={value}").into());
    commands::parsed(command, words.chain(options::least(command.name).iter().map(Into::into))).map(drop)?;
    // Codes are looked up by the commands themselves.
    match name {
        "only" => values.iter().try_for_each(|word| known_code(0, word).map_err(|fault| fault.message)),
        _ => Ok(()),
    }
}

/// What to say of an option that a configuration cannot set.
fn unknown_option(command: &str, name: &str) -> String {
    let definition = COMMANDS.iter().find(|c| c.name == command).map(|c| c.definition());
    if definition.is_some_and(|d| d.get_arguments().any(|a| a.get_long() == Some(name))) {
        return match name {
            "ignore" => {
                "`ignore` is written at the top of the file, or in `[[files]]`, because all commands share it".into()
            }
            _ => format!("`{name}` cannot be set in a configuration; give it on the command line"),
        };
    }
    let known: Vec<&str> = options::of(command).into_iter().flatten().map(|(known, _)| *known).collect();
    format!("`{command}` has no option `{name}`{}", near(name, &known))
}

fn known_code(at: usize, word: &str) -> Result<(), Fault> {
    let codes = portolan::all_codes();
    let selection = Selection { ignore: vec![word.to_owned()], ..Selection::default() };
    match selection.unknown_word(&codes) {
        None => Ok(()),
        Some(_) => Err(Fault { at, message: unknown_code(word, &codes) }),
    }
}

fn near(word: &str, known: &[&str]) -> String {
    nearest(word, known.iter().copied()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The entries of a table, in the order in which they are written.
fn entries<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(&'a Spanned<DeString<'i>>, &'a Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn table<'a, 'i>(value: &'a Spanned<DeValue<'i>>, else_say: &str) -> Result<&'a DeTable<'i>, Fault> {
    value.get_ref().as_table().ok_or_else(|| Fault { at: start(value.span()), message: else_say.to_owned() })
}

fn start(span: Range<usize>) -> usize {
    span.start
}

/// The items of an array, all of one kind.
fn list<'a, 'i>(
    value: &'a Spanned<DeValue<'i>>,
    else_say: &str,
    is_right: impl Fn(&DeValue<'i>) -> bool,
) -> Result<Vec<&'a Spanned<DeValue<'i>>>, Fault> {
    let wrong = |at: Range<usize>| Fault { at: at.start, message: else_say.to_owned() };
    let items = value.get_ref().as_array().ok_or_else(|| wrong(value.span()))?;
    let items: Vec<&Spanned<DeValue<'_>>> = items.iter().collect();
    match items.iter().find(|item| !is_right(item.get_ref())) {
        Some(item) => Err(wrong(item.span())),
        None => Ok(items),
    }
}

/// A string or several, with their places.
fn strings(value: &Spanned<DeValue<'_>>, else_say: &str) -> Result<Vec<(usize, String)>, Fault> {
    if let Some(text) = value.get_ref().as_str() {
        return Ok(vec![(value.span().start, text.to_owned())]);
    }
    let items = list(value, else_say, DeValue::is_str)?;
    Ok(items.into_iter().map(|i| (i.span().start, i.get_ref().as_str().unwrap_or_default().to_owned())).collect())
}
