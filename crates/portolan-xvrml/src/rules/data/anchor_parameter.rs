use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds the `parameter` of an anchor in another form than `keyword='value'`.
    ///
    /// Readers understand bare words and double quotes too. Write pairs with single quotes, separated by blanks.
    "DAT319" "anchor-parameter" Warning, spec "Anchor", on ["Anchor"], check
}

fn check<'a>(anchor: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(value) = anchor.attribute_value("parameter") else { return };
    if !are_pairs(&value) {
        report.at_attribute(anchor, "parameter", "`parameter` is not a list of `keyword='value'`");
    }
}

fn are_pairs(text: &str) -> bool {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let Some((keyword, behind)) = rest.split_once('=') else { return false };
        let keyword = keyword.trim();
        let Some((_, behind)) = behind.trim_start().strip_prefix('\'').and_then(|v| v.split_once('\'')) else {
            return false;
        };
        if keyword.is_empty() || keyword.contains([' ', '\'', '"']) {
            return false;
        }
        rest = behind.trim_start();
    }
    true
}
