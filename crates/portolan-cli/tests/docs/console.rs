//! Runs the commands of a page one after the other in one folder, and compares what they print.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::block::blocks;
use super::{Page, top};
use crate::common::Folder;

/// What stands for anything.
const ANY: &str = "…";

/// What running a page came to.
pub struct Tried {
    pub commands: usize,
    /// The page with the outputs as they are.
    pub text: String,
    pub wrong: Vec<Fault>,
}

pub struct Fault {
    pub message: String,
    /// Is it an output that is other than shown?
    pub can_be_blessed: bool,
}

/// A command and the lines that it should print.
struct Step<'a> {
    command: &'a str,
    line: usize,
    shown: Vec<&'a str>,
}

/// Lines of an `sh` block that are not run: what builds and installs things.
pub fn is_chore(line: &str) -> bool {
    let chores = ["cargo ", "pip ", "python3 ", "cd ", "#"];
    line.split(" && ").all(|part| part.is_empty() || own(part).is_some() || chores.iter().any(|c| part.starts_with(c)))
}

/// The command of a line that calls the binary where cargo puts it.
fn own(part: &str) -> Option<&str> {
    part.strip_prefix("./target/release/").filter(|command| command.starts_with("portolan "))
}

pub fn try_page(page: &Page) -> Tried {
    let folder = Folder::new();
    copy(&top().join("examples"), &folder.path().join("examples"));
    let home = if page.name == "README.md" { folder.path().to_owned() } else { folder.path().join("examples") };
    let mut shell = Shell { folder: home, output: folder.path().join("output"), status: 0 };
    let mut tried = Tried { commands: 0, text: String::new(), wrong: Vec::new() };
    let mut lines: Vec<String> = page.text.lines().map(str::to_owned).collect();
    // From the start of the page for the commands, with what the outputs are longer or shorter for the lines.
    let mut moved = 0isize;
    for block in blocks(&page.text) {
        if block.language == "sh" {
            for command in block.lines.iter().flat_map(|line| line.split(" && ")).filter_map(own) {
                tried.commands += 1;
                if let Err(message) = shell.run(command).and_then(|_| shell.succeeded()) {
                    tried.wrong.push(Fault { message: at(page, block.line, command, &message), can_be_blessed: false });
                }
            }
        }
        if block.language != "console" {
            continue;
        }
        let steps = steps(&block.lines, block.line + 1);
        for (number, step) in steps.iter().enumerate() {
            tried.commands += 1;
            let printed = match shell.run(step.command) {
                Ok(printed) => printed,
                Err(message) => {
                    let message = at(page, step.line, step.command, &message);
                    tried.wrong.push(Fault { message, can_be_blessed: false });
                    continue;
                }
            };
            let told = steps.get(number + 1).is_some_and(|next| next.command == "echo $?");
            if let (false, Err(message)) = (told, shell.succeeded()) {
                let message =
                    at(page, step.line, step.command, &format!("{message}, show it with `echo $?`:\n{printed}"));
                tried.wrong.push(Fault { message, can_be_blessed: false });
            }
            let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
            if matches(&step.shown, &printed) {
                continue;
            }
            let message = format!("it prints\n{}\n  and not\n{}", printed.join("\n"), step.shown.join("\n"));
            tried.wrong.push(Fault { message: at(page, step.line, step.command, &message), can_be_blessed: true });
            let new = blessed(&step.shown, &printed);
            let start = step.line.checked_add_signed(moved).unwrap();
            moved += new.len() as isize - step.shown.len() as isize;
            lines.splice(start..start + step.shown.len(), new);
        }
    }
    tried.text = lines.join("\n") + "\n";
    tried
}

fn at(page: &Page, line: usize, command: &str, message: &str) -> String {
    format!("{}:{line}: `{command}`: {message}", page.name)
}

/// The commands of a block whose first line has this number.
fn steps<'a>(lines: &[&'a str], first: usize) -> Vec<Step<'a>> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step { command, line: first + number, shown: Vec::new() }),
            (None, Some(step)) => step.shown.push(line),
            (None, None) => panic!("a console block begins with `$ `: {line}"),
        }
    }
    steps
}

/// Do lines fit a pattern, in which some stand for any others?
fn matches(pattern: &[&str], lines: &[&str]) -> bool {
    match (pattern.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((&ANY, rest)), _) => (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..])),
        (Some((first, rest)), Some((line, others))) => line_matches(first, line) && matches(rest, others),
        _ => false,
    }
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((before, after)) = pattern.split_once(ANY) else { return pattern == line };
    let Some(rest) = line.strip_prefix(before) else { return false };
    (0..=rest.len()).filter_map(|at| rest.get(at..)).any(|rest| line_matches(after, rest))
}

/// What is shown from now on: as many lines before and after those that are left out as before.
fn blessed(shown: &[&str], printed: &[&str]) -> Vec<String> {
    let keep = |pattern: Option<&&str>, line: &str| match pattern {
        Some(pattern) if line_matches(pattern, line) => (*pattern).to_owned(),
        _ => line.to_owned(),
    };
    let all = |from: usize, lines: &[&str]| -> Vec<String> {
        lines.iter().enumerate().map(|(i, line)| keep(shown.get(from + i), line)).collect()
    };
    let gaps: Vec<usize> = shown.iter().enumerate().filter(|(_, line)| **line == ANY).map(|(i, _)| i).collect();
    match gaps[..] {
        [gap] if shown.len() - 1 < printed.len() => {
            let tail = shown.len() - gap - 1;
            let mut out = all(0, &printed[..gap]);
            out.push(ANY.to_owned());
            out.extend(all(gap + 1, &printed[printed.len() - tail..]));
            out
        }
        _ => all(0, printed),
    }
}

/// As much of a shell as pages need.
struct Shell {
    folder: PathBuf,
    output: PathBuf,
    status: i32,
}

impl Shell {
    /// Runs a command and gives what it prints, in the order in which it is printed.
    fn run(&mut self, command: &str) -> Result<String, String> {
        let words = words(command)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["portolan", ref arguments @ ..] => self.portolan(arguments),
            ["echo", "$?"] => Ok(std::mem::take(&mut self.status).to_string()),
            ["cd", folder] => {
                self.folder = self.folder.join(folder);
                if self.folder.is_dir() { Ok(String::new()) } else { Err("there is no such folder".to_owned()) }
            }
            ["cat", file] => fs::read_to_string(self.folder.join(file)).map_err(|e| e.to_string()),
            ["ls", folder] => list(&self.folder.join(folder)),
            _ => Err("the test does not know this command".to_owned()),
        }
    }

    fn portolan(&mut self, arguments: &[&str]) -> Result<String, String> {
        let (arguments, target) = match arguments {
            [arguments @ .., ">", target] => (arguments, Some(self.folder.join(target))),
            _ => (arguments, None),
        };
        let file = File::create(&self.output).map_err(|e| e.to_string())?;
        let both = file.try_clone().map_err(|e| e.to_string())?;
        let out = match target {
            Some(target) => File::create(target).map_err(|e| e.to_string())?,
            None => file,
        };
        let status = Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(arguments)
            .current_dir(&self.folder)
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(both)
            .status()
            .map_err(|e| e.to_string())?;
        self.status = status.code().ok_or("it was ended by a signal")?;
        fs::read_to_string(&self.output).map_err(|e| e.to_string())
    }

    fn succeeded(&self) -> Result<(), String> {
        if self.status == 0 { Ok(()) } else { Err(format!("exit status {}", self.status)) }
    }
}

/// The words of a command, with quotes around those with spaces.
fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c == ' ' => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("a quote is not closed".to_owned()) } else { Ok(words) }
}

fn list(folder: &Path) -> Result<String, String> {
    let entries = fs::read_dir(folder).map_err(|e| e.to_string())?;
    let mut names: Vec<String> = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names.join("\n"))
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

#[test]
fn patterns_stand_for_lines_and_for_text() {
    assert!(matches(&["a", ANY, "z"], &["a", "b", "c", "z"]));
    assert!(matches(&[ANY], &[]));
    assert!(!matches(&["a", ANY], &["b"]));
    assert!(line_matches("took … s, …", "took 1.5 s, 3 files"));
    assert!(!line_matches("took … s", "took 1.5 ms"));
}

#[test]
fn blessing_keeps_what_is_left_out() {
    assert_eq!(blessed(&["a", ANY, "z"], &["b", "x", "x", "y"]), ["b", ANY, "y"]);
    assert_eq!(blessed(&["1 …", "2"], &["1 x", "3"]), ["1 …", "3"]);
    assert_eq!(blessed(&["a", ANY], &[]), Vec::<String>::new());
}

#[test]
fn words_may_have_spaces() {
    assert_eq!(words("get 'a b' \"c\" > d").unwrap(), ["get", "a b", "c", ">", "d"]);
    assert!(words("get 'a").is_err());
}
