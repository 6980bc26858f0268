use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Notes passes that draw something only certain applications know.
    ///
    /// The words of the specification are `GEOMETRY`, `SCENE_GEOMETRY`, `SCENE_IMAGE`, `FULL_SCREEN_QUAD` and
    /// `FULL_SCREEN_QUAD_PLUS_HALF_PIXEL`. Others are allowed, and mean what two applications agree upon.
    "SEM183" "draw-word" Info, spec "8-43", on ["…/draw"], check
}

const WORDS: &[&str] =
    &["GEOMETRY", "SCENE_GEOMETRY", "SCENE_IMAGE", "FULL_SCREEN_QUAD", "FULL_SCREEN_QUAD_PLUS_HALF_PIXEL"];

fn check<'a>(draw: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let text = draw.text();
    let word = text.trim();
    if word.is_empty() || WORDS.contains(&word) {
        return;
    }
    let message = format!("`{word}` is not a defined value of `<draw>`");
    let finding = report.finding(draw, draw.content_span(), message);
    report.push(match WORDS.iter().find(|w| w.eq_ignore_ascii_case(word)) {
        Some(close) => finding.help(format!("did you mean `{close}`?")),
        None => finding,
    });
}
