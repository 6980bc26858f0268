use portolan_syntax::{Node, Severity};

use super::values::{child_number, child_vector, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds physics scenes with an invalid time step or gravity.
    ///
    /// The step of the simulation is a positive number of seconds, and not so short that a simulation would never end, nor
    /// longer than a second (a warning); leave `<time_step>` out to let the engine choose.
    "SEM195" "physics-scene" Error, spec "6-31", on ["physics_scene/technique_common"], check
}

/// Seconds that a step has at least: a millionth.
const SHORTEST: f64 = 1e-6;

/// Seconds beyond which bodies pass through each other.
const LONGEST: f64 = 1.0;

fn check<'a>(scene: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if let Some((node, step)) = child_number(scene, "time_step")
        && !(step >= SHORTEST && step.is_finite())
    {
        report.at_content(node, format!("the time step is {} seconds", shown(step)));
    } else if let Some((node, step)) = child_number(scene, "time_step")
        && step > LONGEST
    {
        let message = format!("the time step of {} seconds is too long to simulate anything", shown(step));
        report.push(report.finding(node, node.content_span(), message).severity(Severity::Warning));
    }
    if let Some((node, gravity)) = child_vector::<3>(scene, "gravity")
        && !gravity.iter().all(|g| g.is_finite())
    {
        report.at_content(node, "the gravity is not finite");
    }
}
