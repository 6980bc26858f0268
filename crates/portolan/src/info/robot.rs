//! What applications add to robots: manipulators, actuators, sensors, links that may touch.

use portolan_scene::{Extra, Mechanism, Meta, Place, Scene};
use portolan_syntax::xml;
use serde_json::{Value, json};

/// Something that an application added to a robot.
#[derive(Clone, Default, Debug)]
pub struct RobotRow {
    /// What it is: `manipulator`, `attach_actuator`, `attach_sensor`, `collision` and so on.
    pub kind: String,
    /// What it is called.
    pub name: String,
    /// The links that it names: of a manipulator its first and its last.
    pub links: Vec<String>,
    /// The joints that it names.
    pub joints: Vec<String>,
}

/// All that applications added to robots.
pub(super) fn rows(scene: &Scene) -> Vec<RobotRow> {
    let mut rows = Vec::new();
    for mechanism in &scene.mechanisms {
        for own in &mechanism.manipulators {
            let links = [&own.origin, &own.tip].into_iter().flatten().map(|place| link(mechanism, place)).collect();
            let joints = own.kept.iter().flat_map(|kept| named(&kept.content, &["joint"])).collect();
            rows.push(RobotRow { kind: "manipulator".to_owned(), name: own.name.to_string(), links, joints });
        }
        let around = mechanism.systems.iter().chain([&mechanism.meta]);
        rows.extend(around.flat_map(|meta: &Meta| &meta.extras).filter_map(of_extra));
    }
    rows
}

fn link(mechanism: &Mechanism, place: &Place) -> String {
    let link = mechanism.links.get(place.link as usize);
    link.and_then(|l| l.meta.sid.as_deref().or(l.meta.label())).unwrap_or("?").to_owned()
}

fn of_extra(extra: &Extra) -> Option<RobotRow> {
    let kind = extra.kind.as_deref().filter(|kind| *kind != "manipulator")?.to_owned();
    let (links, joints) = (named(&extra.content, &["link", "link0", "link1"]), named(&extra.content, &["joint"]));
    Some(RobotRow { kind, name: extra.name.as_deref().unwrap_or_default().to_owned(), links, joints })
}

/// The values of attributes, in the order of the text.
fn named(content: &str, names: &[&str]) -> Vec<String> {
    let (tree, _) = xml::parse_text(format!("<all>{content}</all>"));
    let mut found = Vec::new();
    for element in tree.root().into_iter().flat_map(|root| root.descendants()).filter(|n| n.is_element()) {
        let values = names.iter().filter_map(|name| element.attribute_value(name));
        found.extend(values.map(|value| value.trim().to_owned()));
    }
    found
}

/// As JSON.
pub(super) fn to_json(rows: &[RobotRow]) -> Vec<Value> {
    let row = |r: &RobotRow| json!({"kind": r.kind, "name": r.name, "links": r.links, "joints": r.joints});
    rows.iter().map(row).collect()
}
