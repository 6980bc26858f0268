use portolan_syntax::Node;

use super::values::{child_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds geographic locations that are not on Earth.
    ///
    /// The longitude goes from -180 to 180 degrees, the latitude from -90 to 90, on the WGS 84 ellipsoid. Often the two
    /// were swapped, or are not in degrees.
    "SEM105" "geographic-location" Error, spec "5-40", on ["asset/coverage/geographic_location"], check
}

fn check<'a>(location: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for (name, limit) in [("longitude", 180.0), ("latitude", 90.0)] {
        let Some((node, degrees)) = child_number(location, name) else { continue };
        if !(-limit..=limit).contains(&degrees) {
            let message = format!("the {name} {} is not between -{limit} and {limit} degrees", shown(degrees));
            report.at_content(node, message);
        }
    }
    if let Some((node, altitude)) = child_number(location, "altitude")
        && !altitude.is_finite()
    {
        report.at_content(node, format!("the altitude `{}` is not a valid height", shown(altitude)));
    }
}
