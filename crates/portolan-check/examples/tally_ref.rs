//! Counts the findings over folders of documents. Arguments: a code prefix, then folders.
use std::collections::BTreeMap;
fn main() {
    let mut args = std::env::args().skip(1);
    let prefix = args.next().unwrap_or_default();
    let mut folders: Vec<std::path::PathBuf> = args.map(Into::into).collect();
    let mut counts: BTreeMap<(&str, &str), (usize, usize, Vec<String>)> = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path); continue; }
            if path.extension().is_none_or(|e| e != "dae") { continue; }
            let Ok(bytes) = std::fs::read(&path) else { continue };
            let options = portolan_check::Options::default();
            let Ok(source) = portolan_syntax::Source::new(path.display().to_string(), bytes, None, &options.limits) else { continue };
            let report = match portolan_check::check(source, &options) { Ok(r) => r, Err(_) => continue };
            let mut files: std::collections::BTreeSet<(&str,&str)> = Default::default();
            for f in report.findings.iter().filter(|f| f.code.id.starts_with(&prefix)) {
                let sev = match f.severity { portolan_syntax::Severity::Error => "E", portolan_syntax::Severity::Warning => "W", _ => "I" };
                let slot = counts.entry((f.code.id, sev)).or_default();
                slot.0 += f.count as usize;
                if files.insert((f.code.id, sev)) { slot.1 += 1; }
                let line = report.document.tree.source().place(f.span.start).line;
                slot.2.push(format!("{}:{line}: {} {}", path.display(), f.message, f.help.as_deref().map(|h| format!("[{h}]")).unwrap_or_default()));
            }
        }
    }
    for ((code, sev), (n, files, samples)) in counts {
        println!("## {code} {sev} {n} in {files} files");
        for s in samples.iter() { println!("   {s}"); }
    }
}
