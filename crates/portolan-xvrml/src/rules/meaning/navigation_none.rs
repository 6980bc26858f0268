use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds avatars whose `navigation` has `NONE` beside other words.
    ///
    /// `NONE` alone switches navigation off; beside others it says nothing.
    "SEM308" "navigation-none" Info, spec "Avatar", on ["Avatar"], check
}

fn check<'a>(avatar: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(value) = avatar.attribute_value("navigation") else { return };
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    if words.len() > 1 && words.contains(&"NONE") {
        report.at_attribute(avatar, "navigation", "`NONE` has no effect together with other words");
    }
}
