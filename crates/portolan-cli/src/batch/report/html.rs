//! A page that shows all files: a picture of each, what became of it, what was found and lost. It needs nothing else.

use portolan::resources::uri::to_data_uri;
use portolan::syntax::xml::escape::{in_attribute, in_text};
use serde_json::Value;

use super::super::record::Level;
use super::super::run::Batch;
use super::{Pictures, counts, result};
use crate::said::{counted, size};

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Portolan batch</title><style>
:root{color-scheme:light dark;--line:#8884;--soft:#8882}
body{font:14px/1.45 system-ui,sans-serif;margin:1.5rem}
h1{font-size:1.3rem;margin:0 0 .3rem}
.bar{display:flex;gap:.8rem;flex-wrap:wrap;align-items:center;margin:1rem 0}
input{font:inherit;padding:.25rem .5rem;min-width:16rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
th button{all:unset;cursor:pointer;font-weight:600}th button:focus-visible{outline:2px solid}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
td.n{text-align:right;font-variant-numeric:tabular-nums}
img{display:block;width:96px;height:72px;object-fit:contain;background:var(--soft)}
.failed{color:#c62828;font-weight:600}.findings{color:#b26a00;font-weight:600}
ul{margin:.3rem 0;padding-left:1.1rem}code{font-size:.92em}.path{min-width:18rem;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){.failed{color:#ff8a80}.findings{color:#ffb74d}}
</style></head><body>
"#;

const SCRIPT: &str = r#"<script>
const body=document.querySelector('tbody'),rows=[...body.rows],heads=[...document.querySelectorAll('th')];
heads.forEach((head,column)=>head.querySelector('button')?.addEventListener('click',()=>{
 const down=head.getAttribute('aria-sort')==='ascending';
 heads.forEach(h=>h.removeAttribute('aria-sort'));
 head.setAttribute('aria-sort',down?'descending':'ascending');
 const key=row=>row.cells[column].dataset.key??row.cells[column].textContent;
 const by=(a,b)=>{const x=key(a),y=key(b),n=x-y;return Number.isNaN(n)?x.localeCompare(y):n};
 rows.sort((a,b)=>down?by(b,a):by(a,b));body.append(...rows);
}));
const find=document.querySelector('#find'),only=document.querySelector('#only');
const show=()=>{const text=find.value.toLowerCase();rows.forEach(row=>{
 row.hidden=only.checked&&row.dataset.status==='0'||!row.textContent.toLowerCase().includes(text)})};
find.addEventListener('input',show);only.addEventListener('change',show);
</script>
"#;

/// The page.
pub fn page(batch: &Batch, pictures: &Pictures) -> String {
    let mut out = HEAD.to_owned();
    let all = batch.finished().count() as u64;
    let failed = batch.finished().filter(|(_, record)| record.result() == "failed").count() as u64;
    out.push_str(&format!(
        "<h1>{}</h1><p>{} failed. Made by portolan {}.</p>\n",
        counted(all, "file"),
        counted(failed, "file"),
        env!("CARGO_PKG_VERSION")
    ));
    out.push_str(
        "<div class=\"bar\"><input id=\"find\" type=\"search\" placeholder=\"Find a file, code or message\" \
         aria-label=\"Find\"><label><input id=\"only\" type=\"checkbox\" style=\"min-width:0\"> only what needs attention</label></div>\n\
         <table><thead><tr><th>Picture</th>",
    );
    for title in ["File", "Result", "Size", "Seconds", "Errors", "Warnings", "Notes"] {
        out.push_str(&format!("<th><button>{title}</button></th>"));
    }
    out.push_str("<th>Details</th></tr></thead><tbody>\n");
    for (job, record) in batch.finished() {
        let notes = record.notes();
        let [errors, warnings, others] = counts(&notes);
        let picture = pictures.get(&job.key).and_then(|path| std::fs::read(path).ok());
        let picture = picture
            .map(|bytes| format!("<img alt=\"\" loading=\"lazy\" src=\"{}\">", to_data_uri("image/png", &bytes)));
        let word = result(batch, job, &record);
        let class = match (word, record.status()) {
            ("failed", _) => "failed",
            (_, 0) => "",
            _ => "findings",
        };
        let seconds = record.0.get("seconds").and_then(Value::as_f64).unwrap_or(0.0);
        let output = job.output.as_deref().map(|o| format!("<br>→ {}", in_text(o))).unwrap_or_default();
        out.push_str(&format!(
            "<tr data-status=\"{}\"><td>{}</td><td class=\"path\" data-key=\"{}\">{}{output}</td><td class=\"{class}\">{word}</td>\
             <td class=\"n\" data-key=\"{}\">{}</td><td class=\"n\">{seconds:.3}</td><td class=\"n\">{errors}</td>\
             <td class=\"n\">{warnings}</td><td class=\"n\">{others}</td><td>",
            record.status(),
            picture.unwrap_or_default(),
            in_attribute(&job.input, &['"']),
            in_text(&job.input),
            job.bytes,
            size(job.bytes),
        ));
        if !notes.is_empty() {
            let open = if notes.iter().any(|note| note.level == Level::Error) { " open" } else { "" };
            out.push_str(&format!("<details{open}><summary>{}</summary><ul>", counted(notes.len() as u64, "message")));
            for note in &notes {
                let place =
                    if note.line > 0 { format!("{}:{} ", note.line, note.column.max(1)) } else { String::new() };
                let times = if note.count > 1 { format!(" ({} times)", note.count) } else { String::new() };
                out.push_str(&format!(
                    "<li>{place}{} <code>{}</code> {}{times}</li>",
                    note.what,
                    in_text(note.code),
                    in_text(note.message)
                ));
            }
            out.push_str("</ul></details>");
        }
        out.push_str("</td></tr>\n");
    }
    out.push_str("</tbody></table>\n");
    out.push_str(SCRIPT);
    out.push_str("</body></html>\n");
    out
}
