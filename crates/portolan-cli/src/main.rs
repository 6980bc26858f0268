//! The portolan command line.

use rayon::prelude::*;

fn main() {
    let args: Vec<String> = std::env::args().skip(4).collect();
    let options = portolan_check::Options::default();
    let files: Vec<serde_json::Value> = args
        .par_iter()
        .map(|path| {
            let bytes = match std::fs::read(path) {
                Ok(b) => b,
                Err(e) => return portolan_check::render::json::unreadable(path, &e.to_string()),
            };
            match portolan_syntax::Source::new(path.as_str(), bytes, None, &options.limits) {
                Ok(source) => match portolan_check::check(source, &options) {
                    Ok(report) => portolan_check::render::json::file(path, &report),
                    Err(_) => portolan_check::render::json::unreadable(path, "unknown format"),
                },
                Err(e) => portolan_check::render::json::unreadable(path, &e.to_string()),
            }
        })
        .collect();
    println!("{}", serde_json::json!({"summary": {}, "files": files}));
}
