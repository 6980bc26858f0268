//! Prints what is wrong with a file, with line and column.
//!
//! `cargo run --example check -- scene.dae`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    let file = portolan::open(&path)?;
    let report = file.report()?;
    for finding in &report.findings {
        let place = report.tree().source().place(finding.span.start);
        println!("{path}:{}:{}: {} {}", place.line, place.column, finding.code.id, finding.message);
    }
    println!("{}", report.verdict().name());
    Ok(())
}
