use portolan_syntax::{Node, Severity};

use portolan_format::{Reporter, rule};

rule! {
    /// Finds techniques whose profile is almost, but not quite, a well-known one.
    ///
    /// Applications compare the name of a profile letter by letter, and skip a technique that is spelt differently. The
    /// name `COMMON` comes from versions before 1.4: common data is in `<technique_common>` now, so that is a warning.
    "SEM198" "technique-profile" Info, spec "5-144", on ["technique"], check
}

/// Profiles that applications have published or write in great numbers.
const PROFILES: &[&str] = &[
    "3DSMAX",
    "AGEIA",
    "AUTODESK_EXTRAS",
    "BULLET",
    "CRYENGINE",
    "Cinema4D",
    "DAZ3D",
    "FBX",
    "FCOLLADA",
    "FeelingViewer",
    "GOOGLEEARTH",
    "HOUDINI",
    "JTOpen",
    "LIGHTWAVE",
    "MAX3D",
    "MAYA",
    "MUJIN",
    "NV_import",
    "NVIDIA_FXCOMPOSER",
    "NovodeX",
    "OGRE",
    "OKINO",
    "OpenCASCADE",
    "OpenCOLLADA",
    "OpenCOLLADA3dsMax",
    "OpenCOLLADAMaya",
    "OpenRAVE",
    "OpenSceneGraph",
    "PhysX",
    "PhysX_3.x",
    "RenderMonkey",
    "SCEI",
    "SOFTIMAGE",
    "SceneKit",
    "VCGLAB",
    "XSI",
    "blender",
    "modo401",
    "rhino",
];

fn check<'a>(technique: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(attribute) = technique.attribute("profile") else { return };
    let value = attribute.value();
    let name = value.trim();
    if name == "COMMON" {
        let message = "the profile `COMMON` is obsolete";
        let finding = report.finding(technique, attribute.value_span(), message).severity(Severity::Warning);
        report.push(finding.help("write `<technique_common>` where the parent has one"));
        return;
    }
    if let Some(known) = PROFILES.iter().find(|p| p.eq_ignore_ascii_case(name))
        && *known != name
    {
        let message = format!("the profile `{name}` is usually written `{known}`");
        report.push(report.finding(technique, attribute.value_span(), message));
    }
}
