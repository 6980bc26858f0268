use hashbrown::HashMap;
use portolan_syntax::{Node, Severity};

use super::scoped::target;
use super::values::{number, shown};
use portolan_format::{Document, Reporter, rule};

rule! {
    /// Finds joints that cannot move because their lower limit is above the upper one, and axes whose soft limits reach
    /// beyond the physical ones.
    ///
    /// The limits of a joint are what its mechanics allows; those of an `<axis_info>` are what a controller may use of
    /// it, and should lie within (a warning).
    "SEM197" "joint-limits" Error, spec "10-11", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut soft = Vec::new();
    for node in document.named(&["limits"]) {
        let hard = matches!(document.path(node), "joint/prismatic/limits" | "joint/revolute/limits");
        if !hard && document.path(node) != "kinematics/technique_common/axis_info/limits" {
            continue;
        }
        let limits = Limits::of(node);
        if let (Some(low), Some(high)) = (limits.min, limits.max)
            && low > high
        {
            report.at(node, format!("the lower limit {} exceeds the upper limit {}", shown(low), shown(high)));
        } else if !hard {
            soft.push((node, limits));
        }
    }
    if soft.is_empty() {
        return;
    }
    let axes = axes(document);
    for (node, limits) in soft {
        let axis = node.parent().and_then(|info| info.attribute_value("axis")).unwrap_or_default();
        let mut steps = axis.trim().rsplit('/');
        let (Some(primitive), Some(joint)) = (steps.next(), steps.next()) else { continue };
        let Some(Some(primitive)) = axes.get(&(joint.to_owned(), primitive.to_owned())) else { continue };
        let Some(hard) = primitive.child("limits") else { continue };
        let physical = Limits::of(hard);
        let below = limits.min.zip(physical.min).is_some_and(|(soft, hard)| soft < hard);
        let above = limits.max.zip(physical.max).is_some_and(|(soft, hard)| soft > hard);
        if below || above {
            let finding = report.finding(node, node.name_span(), "the soft limits exceed the limits of the joint");
            report.push(finding.severity(Severity::Warning).see(hard.span(), "the limits of the joint"));
        }
    }
}

struct Limits {
    min: Option<f64>,
    max: Option<f64>,
}

impl Limits {
    fn of(node: Node<'_>) -> Limits {
        // Soft limits wrap their number in a `<float>`.
        let bound = |name: &str| {
            let bound = node.child(name)?;
            let inner = bound.child("float").unwrap_or(bound);
            number(inner)
        };
        Limits { min: bound("min"), max: bound("max") }
    }
}

/// Axes of the document by the name of their joint and their own; `None` when there are several of these names.
fn axes(document: &Document) -> HashMap<(String, String), Option<Node<'_>>> {
    let mut axes: HashMap<_, Option<Node<'_>>> = HashMap::new();
    for node in document.named(&["joint", "instance_joint"]) {
        let joint = match node.local_name() {
            "joint" => Some(node),
            "instance_joint" => target(document, node, "url", "joint"),
            _ => continue,
        };
        let names = [node.attribute_value("sid"), node.attribute_value("id")];
        let Some(joint) = joint.filter(|j| document.path(*j) == "joint") else { continue };
        for name in names.into_iter().flatten() {
            for primitive in joint.elements() {
                let Some(sid) = primitive.attribute_value("sid") else { continue };
                axes.entry((name.trim().to_owned(), sid.trim().to_owned()))
                    .and_modify(|a| *a = a.filter(|known| *known == primitive))
                    .or_insert(Some(primitive));
            }
        }
    }
    axes
}
