use portolan_syntax::Node;

use crate::rules::read::integer;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds spectra whose largest wavelength is not above the smallest.
    ///
    /// The values are `(max - min) / (n - 1)` nanometres apart, so such a spectrum has no extent.
    "DAT216" "spectrum-range" Error, spec "68", on ["Material/Spectrum", "LightObject/Spectrum"], check
}

fn check<'a>(spectrum: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let (Some(min), Some(max)) = (integer(report.document, spectrum, "min"), integer(report.document, spectrum, "max"))
    else {
        return;
    };
    if max <= min {
        report.at_attribute(spectrum, "max", format!("`max` ({max}) is not above `min` ({min})"));
    }
}
