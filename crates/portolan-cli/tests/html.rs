//! Pages to send to somebody: `check --format html` and `info --format html`.

use crate::common::Folder;

const LAMP: &str = "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children>\n\
    <Shape><geometry><Box/></geometry></Shape><Anchor name='&lt;img onerror=x&gt;' bogus='&lt;b&gt;'/></children></World>";

fn page(arguments: &[&str]) -> String {
    let folder = Folder::new();
    folder.put("<b>lamp.xwrl", LAMP);
    let run = folder.run(&[arguments, &["<b>lamp.xwrl"]].concat());
    assert!(run.out.starts_with("<!doctype html>") && run.out.ends_with("</html>\n"), "{}{}", run.out, run.err);
    run.out
}

#[test]
fn a_report_has_its_findings_lines_and_picture() {
    let page = page(&["check", "--format", "html"]);
    assert!(page.contains("<h2>&lt;b&gt;lamp.xwrl</h2>"), "{page}");
    assert!(page.contains("class=\"finding error\"") && page.contains("line 2, column"), "{page}");
    assert!(page.contains("<img src=\"data:image/png;base64,"), "{page}");
    assert!(!page.contains("<b>lamp") && !page.contains("<img onerror"), "{page}");
}

#[test]
fn contents_are_a_page_too() {
    let page = page(&["info", "--format", "html"]);
    assert!(page.contains("triangles    12") && page.contains("data:image/png;base64,"), "{page}");
    assert!(!page.contains("<img onerror"), "{page}");
}
