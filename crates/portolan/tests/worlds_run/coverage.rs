//! Every obligation of xVRML has a fixture or a test that is named after it.

use std::path::Path;

use crate::fixtures::fixtures;

/// The obligations, in the order of the specification.
const OBLIGATIONS: [&str; 130] = [
    "G-1", "G-2", "G-3", "G-4", "G-5", "BB-BOX", "SOLID", "AN-1", "AN-2", "AN-3", "AN-4", "AN-5", "AN-6", "AN-7",
    "AC-1", "AC-2", "AC-3", "AC-4", "AC-5", "AC-6", "AC-7", "AV-1", "AV-2", "AV-3", "AV-4", "AV-5", "AV-6", "AV-7",
    "AV-8", "AV-9", "BG-1", "BG-2", "BG-3", "BG-4", "BG-5", "BG-6", "BG-7", "BG-8", "BG-9", "BG-10", "BI-1", "BI-2",
    "BI-3", "BI-4", "BI-5", "BX-1", "BX-2", "BX-3", "CO-1", "CO-2", "CO-3", "CO-4", "CO-5", "CO-6", "CO-7", "CO-8",
    "CI-1", "CI-2", "CI-3", "CI-4", "CD-1", "CD-2", "IP-1", "IP-2", "NI-1", "OI-1", "PI-1", "SI-1", "CN-1", "CN-2",
    "CN-3", "CN-4", "CY-1", "CY-2", "SP-1", "EG-1", "EX-1", "IF-1", "IL-1", "PT-1", "TX-1", "GP-1", "GP-2", "EV-1",
    "EV-2", "EV-3", "EV-4", "EV-5", "RO-1", "SC-1", "SC-2", "SC-3", "US-1", "PR-1", "GR-1", "TR-1", "LO-1", "SW-1",
    "IN-1", "IN-2", "IN-3", "WO-1", "WI-1", "VP-1", "VP-2", "LI-1", "LI-2", "LI-3", "LI-4", "FO-1", "FO-2", "SH-1",
    "MA-1", "MA-2", "TE-1", "TE-2", "SO-1", "PS-1", "PS-2", "PS-3", "DS-1", "CS-1", "PL-1", "SS-1", "TO-1", "PX-1",
    "VS-1", "TS-1", "TS-2", "TS-3",
];

#[test]
fn every_obligation_has_a_fixture_or_a_test() {
    let worlds: Vec<String> = fixtures(&super::folder(), "xwrl").iter().map(|p| name(p)).collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut tests = String::new();
    for folder in ["portolan-run/tests", "portolan-run/src", "portolan-xvrml/tests", "portolan-xvrml/src"] {
        for path in fixtures(&crates.join(folder), "rs") {
            tests.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
    let missing: Vec<&&str> = OBLIGATIONS
        .iter()
        .filter(|id| {
            let world = format!("{id}-");
            let test = format!("fn {}_", id.to_lowercase().replace('-', "_"));
            !worlds.iter().any(|w| w.starts_with(&world)) && !tests.contains(&test)
        })
        .collect();
    assert!(missing.is_empty(), "without a fixture or a test: {missing:?}");
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}
