//! `check --format html`: one page for sending to somebody, with everything in it.

use portolan_syntax::xml::escape::in_text;
use portolan_syntax::{Finding, Severity, Source};

use super::{Language, Places, Rendering, Shown, Style};
use crate::{FileReport, Report, Summary};

/// For people who have a browser and nothing else.
pub static RENDERING: Rendering = Rendering {
    name: "html",
    language: Language::Markup,
    doc: "for a web browser: one page to send to somebody",
    begin,
    file,
    between: "",
    end,
};

/// Columns of an excerpt.
const WIDTH: usize = 160;

/// What stands before everything: a page that loads nothing. Also that of `info --format html`.
pub fn head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<main>\n<h1>{}</h1>\n",
        in_text(title),
        in_text(title)
    )
}

/// What stands behind everything.
pub const TAIL: &str = "</main>\n</body>\n</html>\n";

const STYLE: &str = "\
:root{color-scheme:light dark;--quiet:#5a6675;--line:#d5dae1;--bad:#b3211b;--warn:#8a5a00}\
@media(prefers-color-scheme:dark){:root{--quiet:#a3afbf;--line:#343d4a;--bad:#ff9a93;--warn:#f0c36a}}\
body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:60em;margin:auto;padding:1em}\
section{border-top:1px solid var(--line);padding:.5em 0}h2{font-size:1.1em;overflow-wrap:anywhere}\
li{margin:.6em 0}.finding{border-left:4px solid var(--line);padding-left:.7em;list-style:none}\
.error{border-color:var(--bad)}.warning{border-color:var(--warn)}ul{padding-left:0}\
pre{overflow:auto;border:1px solid var(--line);border-radius:6px;padding:.5em;font-size:.85em}\
.quiet{color:var(--quiet)}img{max-width:100%;height:auto}table{border-collapse:collapse}\
td,th{text-align:left;padding:.1em 1em .1em 0;vertical-align:top}";

fn begin(_: &Style) -> String {
    head("Portolan report")
}

fn end(sum: &Summary, _: &Style) -> String {
    format!(
        "<section><h2>Summary</h2>\n<p>{}, {}, {}, {}, {} unreadable</p></section>\n{TAIL}",
        portolan_syntax::counted(sum.files, "file", "files"),
        portolan_syntax::counted(sum.errors, "error", "errors"),
        portolan_syntax::counted(sum.warnings, "warning", "warnings"),
        portolan_syntax::counted(sum.infos, "info", "infos"),
        sum.unreadable
    )
}

fn file(file: &FileReport, style: &Style) -> String {
    let path = in_text(style.relative(&file.path));
    let mut out = format!("<section>\n<h2>{path}</h2>\n");
    match &file.outcome {
        Err(why) => {
            let finding = why.finding();
            out.push_str(&format!("<ul>\n{}</ul>\n", item(&finding, "", "")));
        }
        Ok(report) => {
            let version = format!("{} {}", report.format.name, report.opened.version());
            out.push_str(&format!("<p>{}: <b>{}</b></p>\n", in_text(version.trim_end()), file.verdict.name()));
            match style.picture.map_or(Shown::Nothing, |draw| draw(&file.path)) {
                Shown::Picture(uri) => {
                    out.push_str(&format!("<p><img src=\"{uri}\" alt=\"what {path} shows\"></p>\n"));
                }
                Shown::Words(why) => out.push_str(&format!("<p class=\"quiet\">{why}</p>\n")),
                Shown::Nothing => {}
            }
            out.push_str(&findings(report));
        }
    }
    out.push_str("</section>\n");
    out
}

fn findings(report: &Report) -> String {
    if report.findings.is_empty() {
        return "<p>No findings.</p>\n".to_owned();
    }
    let source = report.tree().source();
    let mut places = Places::new(source);
    let mut out = String::from("<ul>\n");
    for finding in &report.findings {
        let place = places.of(finding.span.start);
        let text = excerpt(source, finding);
        out.push_str(&item(finding, &format!("line {}, column {}", place.line, place.column), &text));
    }
    out.push_str("</ul>\n");
    if report.findings.dropped() > 0 {
        out.push_str(&format!("<p>… and {} more</p>\n", report.findings.dropped()));
    }
    out
}

fn excerpt(source: &Source, finding: &Finding) -> String {
    match super::excerpt::excerpt(source, finding.span, WIDTH) {
        Some(shown) => {
            format!("<pre>{}\n{}{}</pre>\n", in_text(&shown.text), " ".repeat(shown.before), "^".repeat(shown.marked))
        }
        None => String::new(),
    }
}

fn item(finding: &Finding, place: &str, excerpt: &str) -> String {
    let class = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    let count = if finding.count > 1 { format!(" ({} times)", finding.count) } else { String::new() };
    let help = finding.help.as_deref().map(|help| format!("<br>{}", in_text(help))).unwrap_or_default();
    format!(
        "<li class=\"finding {class}\"><b>{} {}</b> {}{count}\n<div class=\"quiet\">{class}{}{place}{help}</div>\n{excerpt}</li>\n",
        finding.code.id,
        in_text(finding.code.name),
        in_text(&finding.message),
        if place.is_empty() { "" } else { ", " },
    )
}
