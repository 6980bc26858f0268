//! Which sides of a surface are seen: pictures and converted files agree.

use crate::common::{glb, import_with, mesh, old_document, views};
use portolan::Memory;
use portolan::convert::{Conversion, to};
use portolan::pictures::Shot;

/// A square that is seen from behind, in front of a camera, of which its mesh and its effect say how many sides it has.
fn document(mesh_says: Option<bool>, effect_says: Option<bool>) -> String {
    let extra = |says: Option<bool>| {
        says.map_or_else(String::new, |both| {
            let both = u8::from(both);
            format!(r#"<extra><technique profile="MAYA"><double_sided>{both}</double_sided></technique></extra>"#)
        })
    };
    let shape = mesh("square", "-1 -1 0  1 -1 0  1 1 0  -1 1 0", "0 2 1 0 3 2");
    let shape = shape.replace("<triangles", r#"<triangles material="m""#);
    let shape = shape.replace("</mesh>", &format!("{}</mesh>", extra(mesh_says)));
    let nodes = r##"<node id="n"><instance_geometry url="#square"><bind_material><technique_common>
        <instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry></node>
        <node id="eye"><translate>0 0 10</translate><instance_camera url="#c"/></node>"##;
    old_document(&format!(
        r##"<library_cameras><camera id="c"><optics><technique_common><orthographic><xmag>2</xmag><ymag>2</ymag>
        <znear>0.1</znear><zfar>100</zfar></orthographic></technique_common></optics></camera></library_cameras>
        <library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert>
        <emission><color>1 1 1 1</color></emission></lambert></technique>{}</profile_COMMON></effect></library_effects>
        <library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
        <library_geometries>{shape}</library_geometries>{}"##,
        extra(effect_says),
        views(nodes)
    ))
}

#[test]
fn pictures_and_files_show_the_same_sides() {
    for (mesh_says, effect_says, both) in [
        (Some(true), Some(false), true),
        (Some(false), Some(true), true),
        (Some(true), Some(true), true),
        (Some(true), None, true),
        (None, Some(true), true),
        (Some(false), Some(false), false),
        (Some(false), None, false),
        (None, Some(false), false),
    ] {
        let said = (mesh_says, effect_says);
        let imported = import_with(&document(mesh_says, effect_says), Memory::new());
        let shot = Shot::default().with(|c| c.size = (8, 8));
        let picture = imported.studio(&shot).unwrap().picture(0.0).unwrap();
        let middle = picture.get_pixel(4, 4).0;
        assert_eq!(middle == [255; 4], both, "{said:?}: the back of the square is {middle:?} in the picture");
        let material = glb(&imported).json["materials"][0].clone();
        assert_eq!(material["doubleSided"].as_bool().unwrap_or(false), both, "{said:?}: {material}");
        let written = imported.convert(&Conversion::to(&to::OGEX)).unwrap();
        let text = String::from_utf8_lossy(&written.files[0].1);
        assert_eq!(text.contains("two_sided = true"), both, "{said:?}: {text}");
    }
}
