//! Documents that we wrote, judged before they leave.

use portolan_check::Options as Checking;
use portolan_scene::{Fate, Losses, Origin};
use portolan_syntax::{Code, Limits, Severity, Source};

use crate::Unreadable;

/// A document on its way out.
pub(super) struct Written<'a> {
    /// Its name, of which the extension may tell the format.
    pub name: &'a str,
    pub bytes: &'a [u8],
    /// The version to judge it by; `None` is the one that it says.
    pub version: Option<&'a str>,
}

impl Written<'_> {
    /// Tells what is wrong with a document that was made from a scene.
    pub fn tell_faults(&self, code: &'static Code, losses: &mut Losses) {
        let mut tell = |message| losses.push(code, Fate::Approximated, Origin::default(), message);
        match self.errors() {
            Ok(errors) => errors.iter().for_each(|(id, why)| tell(not_valid(id, why))),
            Err(why) => tell(format!("the written document cannot be read: {why}")),
        }
    }

    /// Tells what is wrong with a document that was edited and was not before.
    pub fn tell_new_faults(&self, before: &[u8], code: &'static Code, losses: &mut Losses) {
        let new = self.errors().unwrap_or_default();
        if new.is_empty() {
            return;
        }
        let before = Written { bytes: before, version: None, ..*self }.errors().unwrap_or_default();
        // What was wrong before may be told in other words now: what counts is whether there is more of it.
        let count = |all: &[Error], id: &str| all.iter().filter(|(other, _)| *other == id).count();
        for error in new.iter().filter(|e| count(&new, e.0) > count(&before, e.0) && !before.contains(e)) {
            losses.push(code, Fate::Approximated, Origin::default(), not_valid(error.0, &error.1));
        }
    }

    /// What `check` calls errors. The severity is that of the finding: a rule may judge a place more mildly, or more
    /// strictly, than its code does in general.
    fn errors(&self) -> Result<Vec<Error>, Unreadable> {
        // A scene without anything in it is an OpenGEX text that is of no format.
        if self.bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Vec::new());
        }
        let source = Source::new(self.name, self.bytes.to_vec(), None, &Limits::default())?;
        let checking = Checking { version: self.version.map(str::to_owned), ..Checking::default() };
        let report = crate::check_source(source, &checking)?;
        let errors = report.findings.iter().filter(|f| f.severity == Severity::Error);
        Ok(errors.map(|f| (f.code.id, f.message.clone())).collect())
    }
}

/// Code and message.
type Error = (&'static str, String);

fn not_valid(id: &str, why: &str) -> String {
    format!("the written document is not valid: {id} {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    static CODE: &Code = &portolan_collada::raise::codes::INVALID;

    fn told(tell: impl FnOnce(&mut Losses)) -> Vec<String> {
        let mut losses = Losses::default();
        tell(&mut losses);
        losses.iter().map(|l| l.message.clone()).collect()
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
    fn what_is_no_document_is_told_and_nothing_at_all_is_not() {
        assert!(matches!(faults("PK\u{3}\u{4}").as_slice(), [one] if one.contains("cannot be read")));
        assert_eq!(faults(" \n"), [""; 0]);
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
