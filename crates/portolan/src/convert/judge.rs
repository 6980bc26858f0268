//! Documents that we wrote, judged before they leave.
//!
//! What is not well-formed does not leave at all; what the schema or a rule finds wrong is told as a loss.

use portolan_check::file::TOO_LARGE;
use portolan_scene::{Fate, Losses, Origin};
use portolan_syntax::source::Place;
use portolan_syntax::{Code, Finding, Limits, Severity, Source};

use crate::guard::internal;
use crate::{Error, OpenOptions, Unreadable};

/// A document on its way out.
pub(super) struct Written<'a> {
    /// Its name, of which the extension may tell the format.
    pub name: &'a str,
    pub bytes: &'a [u8],
    /// The version to judge it by; `None` is the one that it says.
    pub version: Option<&'a str>,
}

impl Written<'_> {
    /// Tells what is wrong with a document that was made from a scene; one that is not well-formed is refused.
    pub fn tell_faults(&self, code: &'static Code, losses: &mut Losses) -> Result<(), Error> {
        let mut tell = |message| losses.push(code, Fate::Approximated, Origin::default(), message);
        match self.errors() {
            Ok(errors) => {
                if let Some(error) = errors.iter().find(|e| e.is_of_syntax()) {
                    return Err(error.malformed());
                }
                errors.iter().for_each(|error| tell(error.not_valid()));
                Ok(())
            }
            Err(why) if *why.code == TOO_LARGE => {
                tell(format!("the written document is not checked: {why}"));
                Ok(())
            }
            Err(why) => Err(no_document(&why)),
        }
    }

    /// Tells what is wrong with a document that was edited and was not before. One that is no longer well-formed is
    /// refused.
    pub fn tell_new_faults(&self, before: &[u8], code: &'static Code, losses: &mut Losses) -> Result<(), Error> {
        let was = || Written { bytes: before, version: None, ..*self }.errors();
        let new = match self.errors() {
            Ok(new) => new,
            Err(why) if *why.code == TOO_LARGE || was().is_err() => return Ok(()),
            Err(why) => return Err(no_document(&why)),
        };
        if new.is_empty() {
            return Ok(());
        }
        let before = was().unwrap_or_default();
        if let Some(error) = new.iter().find(|e| e.is_of_syntax())
            && !before.iter().any(Fault::is_of_syntax)
        {
            return Err(error.malformed());
        }
        // What was wrong before may be told in other words now: what counts is whether there is more of it.
        let count = |all: &[Fault], id: &str| all.iter().filter(|other| other.id == id).count();
        let known = |error: &Fault| before.iter().any(|b| (b.id, &b.message) == (error.id, &error.message));
        for error in new.iter().filter(|e| count(&new, e.id) > count(&before, e.id) && !known(e)) {
            losses.push(code, Fate::Approximated, Origin::default(), error.not_valid());
        }
        Ok(())
    }

    /// What `check` calls errors. The severity is that of the finding: a rule may judge a place more mildly, or more
    /// strictly, than its code does in general.
    fn errors(&self) -> Result<Vec<Fault>, Unreadable> {
        // A scene without anything in it is an OpenGEX text that is of no format.
        if self.bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Vec::new());
        }
        let source = Source::new(self.name, self.bytes.to_vec(), None, &Limits::default())?;
        let version = self.version.map(str::to_owned);
        let report = OpenOptions { version, thorough: true, ..OpenOptions::new() }.open_source(source)?.judge()?;
        let errors = report.findings.iter().filter(|f| f.severity == Severity::Error);
        let source = report.tree().source();
        let told = |f: &Finding| Fault { id: f.code.id, message: f.message.clone(), place: source.place(f.span.start) };
        Ok(errors.map(told).collect())
    }
}

/// Something wrong with a document.
struct Fault {
    /// Its code.
    id: &'static str,
    message: String,
    place: Place,
}

impl Fault {
    /// Is the text itself wrong, whatever it is about?
    fn is_of_syntax(&self) -> bool {
        ["XML", "DDL", "WRL"].iter().any(|stage| self.id.starts_with(stage))
    }

    fn malformed(&self) -> Error {
        let (Fault { id, message, .. }, Place { line, column }) = (self, self.place);
        Error::malformed(internal(format!("the result is not well-formed at {line}:{column}: {id} {message}")))
    }

    fn not_valid(&self) -> String {
        format!("the written document is not valid: {} {}", self.id, self.message)
    }
}

fn no_document(why: &Unreadable) -> Error {
    Error::malformed(internal(format!("the result cannot be read again: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    static CODE: &Code = &portolan_collada::raise::codes::INVALID;

    fn told(tell: impl FnOnce(&mut Losses) -> Result<(), Error>) -> Vec<String> {
        let mut losses = Losses::default();
        tell(&mut losses).unwrap();
        losses.iter().map(|l| l.message.clone()).collect()
    }

    fn refusal(tell: impl FnOnce(&mut Losses) -> Result<(), Error>) -> String {
        match tell(&mut Losses::default()) {
            Err(why) => why.message().to_owned(),
            other => unreachable!("{other:?}"),
        }
    }

    fn document(content: &str) -> String {
        let space = "http://www.collada.org/2005/11/COLLADASchema";
        format!(
            r#"<COLLADA xmlns="{space}" version="1.4.1"><asset><created>2024-01-01T00:00:00Z</created>
            <modified>2024-01-01T00:00:00Z</modified></asset>{content}</COLLADA>"#
        )
    }

    fn faults(text: &str) -> Vec<String> {
        told(|losses| Written { name: "a.dae", bytes: text.as_bytes(), version: None }.tell_faults(CODE, losses))
    }

    #[test]
    fn the_finding_decides_and_not_its_code() {
        let mesh = |array: &str, kind: &str, inputs: &str| {
            faults(&document(&format!(
                r##"<library_geometries><geometry><mesh><source id="s">{array}<technique_common>
                <accessor source="#a" count="1" stride="3"><param name="X" type="{kind}"/><param name="Y" type="{kind}"/>
                <param name="Z" type="{kind}"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION"
                source="#s"/></vertices><triangles count="0">{inputs}</triangles></mesh></geometry></library_geometries>"##
            )))
        };
        let numbers = r#"<float_array id="a" count="3">0 0 0</float_array>"#;
        let vertex = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
        assert_eq!(mesh(numbers, "float", vertex), [""; 0]);
        // The code of an input given twice is an error; twice the same is a warning.
        assert_eq!(mesh(numbers, "float", &vertex.repeat(2)), [""; 0]);
        let differs = mesh(numbers, "float", &format!("{vertex}{}", vertex.replace('0', "1")));
        assert!(matches!(differs.as_slice(), [one] if one.contains("DAT022")), "{differs:?}");
        // The code of a source that does not fit is a warning; no numbers at all are an error.
        let words = mesh(r#"<Name_array id="a" count="3">x y z</Name_array>"#, "name", vertex);
        assert!(matches!(words.as_slice(), [one] if one.contains("DAT034")), "{words:?}");
    }

    #[test]
    fn what_is_no_document_is_refused_and_nothing_at_all_is_not() {
        let bytes = b"PK\x03\x04";
        let why = refusal(|losses| Written { name: "a.dae", bytes, version: None }.tell_faults(CODE, losses));
        assert!(why.contains("cannot be read"), "{why}");
        assert_eq!(faults(" \n"), [""; 0]);
    }

    #[test]
    fn what_is_not_well_formed_is_refused_with_its_place() {
        let broken = document("\n<library_nodes name=\"a\n<b/></library_nodes>");
        let written = Written { name: "a.dae", bytes: broken.as_bytes(), version: None };
        let why = refusal(|losses| written.tell_faults(CODE, losses));
        assert!(why.starts_with("the result is not well-formed at 3:") && why.contains(": XML"), "{why}");
        let why = refusal(|losses| written.tell_new_faults(document("").as_bytes(), CODE, losses));
        assert!(why.starts_with("the result is not well-formed at 3:"), "{why}");
        let written = Written { name: "a.ogex", bytes: b"Metric (key = \"up\") {string {\"z\"}\n", version: None };
        let why = refusal(|losses| written.tell_faults(CODE, losses));
        assert!(why.contains(": DDL"), "{why}");
        let right = b"Metric (key = \"up\") {string {\"z\"}}";
        assert!(refusal(|losses| written.tell_new_faults(right, CODE, losses)).contains(": DDL"));
    }

    #[test]
    fn what_was_broken_before_may_stay_so() {
        let broken = document("<library_nodes><node></library_nodes>");
        let written = Written { name: "a.dae", bytes: broken.as_bytes(), version: None };
        assert_eq!(told(|losses| written.tell_new_faults(broken.as_bytes(), CODE, losses)), [""; 0]);
    }

    #[test]
    fn faults_that_were_there_before_are_not_told() {
        let (old, new) = (document("<bogus/>"), document("<bogus/><other/>"));
        let written = Written { name: "a.dae", bytes: new.as_bytes(), version: None };
        assert_eq!(told(|losses| written.tell_new_faults(new.as_bytes(), CODE, losses)), [""; 0]);
        let more = told(|losses| written.tell_new_faults(old.as_bytes(), CODE, losses));
        assert!(matches!(more.as_slice(), [one] if one.contains("other")), "{more:?}");
    }
}
