use portolan_syntax::Node;
use portolan_syntax::ddl::Run;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds file names of textures that are not written as the specification requires.
    ///
    /// Directories are separated by single forward slashes, and none of `\\ : * ? " < > |` may appear in a name. An
    /// absolute path begins with a slash; two slashes come before a volume or drive letter (`//C/textures/a.png`).
    /// Readers of other systems do not find the file.
    "SEM225" "texture-file-name" Error, spec "8", on ["Material/Texture", "LightObject/Texture"], check
}

fn check<'a>(texture: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let strings = texture.elements().filter(|e| report.document.bound.data(*e).is_some()).filter_map(Run::of);
    let names: Vec<_> = strings.flat_map(|run| run.strings()).flatten().collect();
    for (name, span) in names {
        let message = if name.is_empty() {
            "the texture has no file name".to_owned()
        } else if let Some(c) = name.chars().find(|c| r#"\:*?"<>|"#.contains(*c)) {
            format!("the character `{c}` is not allowed in a file name")
        } else if name.get(1..).is_some_and(|rest| rest.contains("//")) {
            "directories are separated by more than one `/`".to_owned()
        } else {
            continue;
        };
        let mut finding = report.finding(texture, span, message);
        if name.contains('\\') {
            finding = finding.help("separate directories by `/`");
        }
        report.push(finding);
    }
}
