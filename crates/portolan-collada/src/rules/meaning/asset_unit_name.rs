use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds units whose name is that of a well-known unit of another length.
    ///
    /// Readers go by `meter`, people by `name`; one of the two is wrong, and models come out a hundred times too large
    /// or too small. Names that are not well known may mean any length.
    "SEM104" "unit-name-mismatch" Warning, spec "5-17", on ["asset/unit"], check
}

/// Well-known units in metres, under all the names that are in use.
const UNITS: &[(f64, &[&str])] = &[
    (1e-6, &["micrometer", "micrometre", "micron", "um"]),
    (1e-3, &["millimeter", "millimetre", "millimeters", "millimetres", "mm"]),
    (1e-2, &["centimeter", "centimetre", "centimeters", "centimetres", "cm"]),
    (1e-1, &["decimeter", "decimetre", "decimeters", "decimetres", "dm"]),
    (1.0, &["meter", "metre", "meters", "metres", "m"]),
    (1e3, &["kilometer", "kilometre", "kilometers", "kilometres", "km"]),
    (0.0254, &["inch", "inches"]),
    (0.3048, &["foot", "feet", "ft"]),
    (0.9144, &["yard", "yards", "yd"]),
    (1609.344, &["mile", "miles"]),
];

/// Exporters round: 0.30 for a foot is still meant as a foot.
const TOLERANCE: f64 = 0.02;

fn check<'a>(unit: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(name) = unit.attribute_value("name") else { return };
    // Without `meter` the unit is one metre long, whatever its name.
    let meter = report.document.bound.given::<f64>(unit, "meter").sound();
    let (Some(meter), Some(usual)) = (meter.filter(|m| *m > 0.0), usual(name.trim())) else { return };
    if (meter / usual - 1.0).abs() > TOLERANCE {
        let message = format!("`{}` is {usual} metres long, not {meter}", name.trim());
        let place = if unit.attribute("meter").is_some() { "meter" } else { "name" };
        let span = unit.attribute(place).map_or(unit.name_span(), |a| a.value_span());
        let help = format!("write `meter=\"{usual}\"`, or correct the name of the unit");
        report.push(report.finding(unit, span, message).help(help));
    }
}

fn usual(name: &str) -> Option<f64> {
    UNITS.iter().find(|(_, names)| names.iter().any(|n| n.eq_ignore_ascii_case(name))).map(|(meter, _)| *meter)
}
