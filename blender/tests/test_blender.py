"""The add-on in Blender itself: `pip install bpy`, or `cargo xtask python --blender`."""

from __future__ import annotations

import importlib.util
import math
import pathlib
import sys
from typing import Any, Iterator

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")
portolan = pytest.importorskip("portolan")

TOP = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = TOP / "examples"


def load() -> Any:
    """The folder of the add-on as a package, as Blender loads it."""
    folder = TOP / "blender/addon"
    spec = importlib.util.spec_from_file_location("portolan_addon", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["portolan_addon"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def addon() -> Iterator[Any]:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    module = sys.modules.get("portolan_addon") or load()
    module.register()
    yield module
    module.unregister()


def sizes(mesh: Any) -> dict[int, int]:
    counts: dict[int, int] = {}
    for polygon in mesh.polygons:
        counts[polygon.loop_total] = counts.get(polygon.loop_total, 0) + 1
    return counts


CUBE = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified><unit meter="0.01" name="centimeter"/>
<up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="red-fx"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0 0 1</color></diffuse></lambert>
</technique></profile_COMMON></effect><effect id="blue-fx"><profile_COMMON><technique sid="t"><lambert><diffuse><color>0 0 1 1</color>
</diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="red" name="Red"><instance_effect url="#red-fx"/></material>
<material id="blue" name="Blue"><instance_effect url="#blue-fx"/></material></library_materials>
<library_geometries><geometry id="g" name="Box"><mesh>
<source id="p"><float_array id="pa" count="24">0 0 0 100 0 0 100 100 0 0 100 0 0 0 200 100 0 200 100 100 200 0 100 200</float_array>
<technique_common><accessor source="#pa" count="8" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<source id="n"><float_array id="na" count="18">0 0 -1 0 0 1 0 -1 0 1 0 0 0 1 0 -1 0 0</float_array>
<technique_common><accessor source="#na" count="6" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<source id="t"><float_array id="ta" count="8">0 0 1 0 1 0.25 0 0.25</float_array>
<technique_common><accessor source="#ta" count="4" stride="2"><param name="S" type="float"/><param name="T" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="5" material="a"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>
<input semantic="TEXCOORD" source="#t" offset="2" set="0"/><vcount>4 4 4 4 3</vcount>
<p>0 0 0 3 0 1 2 0 2 1 0 3  4 1 0 5 1 1 6 1 2 7 1 3  0 2 0 1 2 1 5 2 2 4 2 3  1 3 0 2 3 1 6 3 2 5 3 3  2 4 0 3 4 1 7 4 2</p></polylist>
<polylist count="2" material="b"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>
<input semantic="TEXCOORD" source="#t" offset="2" set="0"/><vcount>3 4</vcount>
<p>2 4 0 7 4 2 6 4 3  3 5 0 0 5 1 4 5 2 7 5 3</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="node" name="Crate"><translate>500 0 0</translate><instance_geometry url="#g">
<bind_material><technique_common><instance_material symbol="a" target="#red"/><instance_material symbol="b" target="#blue"/>
</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


@pytest.fixture
def cube(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "cube.dae"
    path.write_text(CUBE)
    return path


def check_cube() -> Any:
    crate = bpy.data.objects["Crate"]
    mesh = crate.data
    # Five quads and two triangles over eight vertices: seams of normals, coordinates and materials do not split them.
    assert sizes(mesh) == {4: 5, 3: 2} and len(mesh.vertices) == 8 and len(mesh.edges) == 13
    assert [m.name for m in mesh.materials] == ["Red", "Blue"]
    assert [p.material_index for p in mesh.polygons] == [0, 0, 0, 0, 0, 1, 1]
    # Centimetres are metres, and Z stays up.
    assert np.allclose(crate.matrix_world.translation, (5, 0, 0))
    corners = np.array([v.co for v in mesh.vertices])
    assert np.allclose(corners.min(axis=0), 0) and np.allclose(corners.max(axis=0), (1, 1, 2), atol=1e-6)
    for polygon in mesh.polygons:
        for loop in polygon.loop_indices:
            assert np.allclose(mesh.corner_normals[loop].vector, polygon.normal, atol=1e-3)
    uvs = [tuple(round(c, 6) for c in mesh.uv_layers[0].uv[loop].vector) for loop in mesh.polygons[0].loop_indices]
    assert uvs == [(0, 0), (1, 0), (1, 0.25), (0, 0.25)]
    return crate


def test_quads_stay_quads(cube: pathlib.Path) -> None:
    assert bpy.ops.wm.collada_import(filepath=str(cube)) == {"FINISHED"}
    check_cube()


def test_a_face_that_is_a_line_does_not_cost_the_others(cube: pathlib.Path) -> None:
    text = CUBE.replace("<vcount>3 4</vcount>", "<vcount>3 3 4</vcount>").replace('<polylist count="2"', '<polylist count="3"')
    cube.write_text(text.replace("7 4 2 6 4 3  3 5 0", "7 4 2 6 4 3  0 5 0 0 5 1 4 5 2  3 5 0"))
    assert bpy.ops.wm.collada_import(filepath=str(cube)) == {"FINISHED"}
    assert sizes(bpy.data.objects["Crate"].data) == {4: 5, 3: 2}


def test_triangles_on_request(cube: pathlib.Path) -> None:
    assert bpy.ops.import_scene.portolan(filepath=str(cube), polygons=False) == {"FINISHED"}
    assert sizes(bpy.data.objects["Crate"].data) == {3: 12}


@pytest.mark.parametrize("extension", ["dae", "zae", "ogex", "x3d", "wrl", "xwrl"])
def test_there_and_back(cube: pathlib.Path, tmp_path: pathlib.Path, extension: str) -> None:
    bpy.ops.wm.collada_import(filepath=str(cube))
    before = sum(p.area for p in bpy.data.objects["Crate"].data.polygons)
    out = tmp_path / f"out.{extension}"
    assert bpy.ops.export_scene.portolan(filepath=str(out)) == {"FINISHED"}
    assert out.exists()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    assert bpy.ops.import_scene.portolan(filepath=str(out)) == {"FINISHED"}
    meshes = [ob for ob in bpy.data.objects if ob.type == "MESH"]
    counts: dict[int, int] = {}
    for ob in meshes:
        for size, number in sizes(ob.data).items():
            counts[size] = counts.get(size, 0) + number
    # OpenGEX has triangles only.
    assert counts == ({3: 12} if extension == "ogex" else {4: 5, 3: 2}), counts
    assert math.isclose(sum(p.area for ob in meshes for p in ob.data.polygons), before, rel_tol=1e-4)
    corners = np.array([ob.matrix_world @ v.co for ob in meshes for v in ob.data.vertices])
    assert np.allclose(corners.min(axis=0), (5, 0, 0), atol=1e-4) and np.allclose(corners.max(axis=0), (6, 1, 2), atol=1e-4)


def test_collada_export_takes_what_scripts_say(cube: pathlib.Path, tmp_path: pathlib.Path) -> None:
    bpy.ops.wm.collada_import(filepath=str(cube), import_units=False, find_chains=True, auto_connect=True, min_chain_length=0)
    out = tmp_path / "out.dae"
    done = bpy.ops.wm.collada_export(
        filepath=str(out), apply_modifiers=True, selected=False, include_children=True, include_armatures=True, triangulate=False,
        use_object_instantiation=False, sort_by_name=True, export_global_up_selection="Y",
    )
    assert done == {"FINISHED"}
    file = portolan.open(out)
    assert file.report.valid and file.scene["up_axis"] == "Y"
    assert sum(int((p.sizes == 4).sum()) for p in file.polygons()) == 5
    bpy.ops.wm.collada_export(filepath=str(out))
    assert all((p.sizes == 3).all() for p in portolan.open(out).polygons())


def test_selection(cube: pathlib.Path, tmp_path: pathlib.Path) -> None:
    bpy.ops.wm.collada_import(filepath=str(cube))
    bpy.ops.mesh.primitive_uv_sphere_add(segments=8, ring_count=4)
    out = tmp_path / "one.dae"
    bpy.ops.wm.collada_export(filepath=str(out), selected=True)
    names = [node["name"] for node in portolan.open(out).scene["nodes"]]
    assert "Sphere" in names and "Crate" not in names


def test_hierarchy_cameras_lights_and_animation() -> None:
    assert bpy.ops.import_scene.portolan(filepath=str(EXAMPLES / "collada/harbour.dae")) == {"FINISHED"}
    kinds = {ob.type for ob in bpy.data.objects}
    assert {"MESH", "CAMERA", "LIGHT"} <= kinds
    assert any(ob.parent is not None for ob in bpy.data.objects)
    assert any(ob.animation_data is not None and (ob.animation_data.action or ob.animation_data.nla_tracks) for ob in bpy.data.objects)
    file = portolan.open(EXAMPLES / "collada/harbour.dae")
    # Every mesh has the faces of its shape; a shape with other materials elsewhere is several meshes.
    written: dict[str, list[int]] = {}
    for faces in file.polygons():
        written.setdefault(faces.name, []).extend(faces.sizes.tolist())
    seen = {mesh.name: sorted(p.loop_total for p in mesh.polygons) for mesh in bpy.data.meshes}
    assert seen and any(4 in sizes for sizes in written.values())
    for name, sizes in seen.items():
        assert sizes == sorted(written[name if name in written else name.rpartition(".")[0]]), name


def skinned(folder: pathlib.Path) -> pathlib.Path:
    """A strip of two quads between two joints, the second of which turns."""
    path = folder / "skinned.dae"
    identity = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"
    path.write_text(f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g" name="Strip"><mesh>
<source id="p"><float_array id="pa" count="18">0 0 0 1 0 0 0 0 1 1 0 1 0 0 2 1 0 2</float_array><technique_common>
<accessor source="#pa" count="6" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4 4</vcount><p>0 1 3 2 2 3 5 4</p></polylist>
</mesh></geometry></library_geometries>
<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>{identity}</bind_shape_matrix>
<source id="j"><Name_array id="ja" count="2">lower upper</Name_array><technique_common><accessor source="#ja" count="2">
<param name="JOINT" type="name"/></accessor></technique_common></source>
<source id="b"><float_array id="ba" count="32">{identity} 1 0 0 0 0 1 0 0 0 0 1 -1 0 0 0 1</float_array><technique_common>
<accessor source="#ba" count="2" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor></technique_common></source>
<source id="w"><float_array id="wa" count="2">1 0.5</float_array><technique_common><accessor source="#wa" count="2">
<param name="WEIGHT" type="float"/></accessor></technique_common></source>
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights count="6"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
<vcount>1 1 2 2 1 1</vcount><v>0 0 0 0 0 1 1 1 0 1 1 1 1 0 1 0</v></vertex_weights></skin></controller></library_controllers>
<library_animations><animation id="an"><source id="ti"><float_array id="tia" count="2">0 1</float_array><technique_common>
<accessor source="#tia" count="2"><param name="TIME" type="float"/></accessor></technique_common></source>
<source id="to"><float_array id="toa" count="2">0 90</float_array><technique_common><accessor source="#toa" count="2">
<param name="ANGLE" type="float"/></accessor></technique_common></source>
<source id="in"><Name_array id="ina" count="2">LINEAR LINEAR</Name_array><technique_common><accessor source="#ina" count="2">
<param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
<sampler id="sa"><input semantic="INPUT" source="#ti"/><input semantic="OUTPUT" source="#to"/>
<input semantic="INTERPOLATION" source="#in"/></sampler><channel source="#sa" target="upper/r.ANGLE"/></animation></library_animations>
<library_visual_scenes><visual_scene id="s"><node id="lower" sid="lower" name="lower" type="JOINT">
<node id="upper" sid="upper" name="upper" type="JOINT"><translate>0 0 1</translate><rotate sid="r">0 1 0 0</rotate></node></node>
<node id="n" name="Body"><instance_controller url="#c"><skeleton>#lower</skeleton></instance_controller></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>""")
    return path


def test_skins_and_their_motion(tmp_path: pathlib.Path) -> None:
    path = skinned(tmp_path)
    assert bpy.ops.wm.collada_import(filepath=str(path)) == {"FINISHED"}
    bodies = [ob for ob in bpy.data.objects if ob.type == "MESH" and ob.vertex_groups]
    assert len(bodies) == 1
    body = bodies[0]
    assert sizes(body.data) == {4: 2} and len(body.data.vertices) == 6
    names = {group.index: group.name for group in body.vertex_groups}
    held = [{names[g.group]: round(g.weight, 4) for g in v.groups} for v in body.data.vertices]
    assert held == [{"lower": 1}, {"lower": 1}, {"lower": 0.5, "upper": 0.5}, {"lower": 0.5, "upper": 0.5}, {"upper": 1}, {"upper": 1}]
    assert any(m.type == "ARMATURE" and m.object is not None for m in body.modifiers)
    # A quarter turn about Y after a second: what was above the joint lies beside it.
    scene = bpy.context.scene
    for second, expected in ((0, (0, 0, 2)), (1, (1, 0, 1))):
        scene.frame_set(round(second * scene.render.fps))
        seen = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
        mesh = seen.to_mesh()
        place = seen.matrix_world @ mesh.vertices[4].co
        seen.to_mesh_clear()
        assert np.allclose(place, expected, atol=1e-3), (second, tuple(place))


def test_morphs_and_their_motion(tmp_path: pathlib.Path) -> None:
    bpy.ops.mesh.primitive_plane_add(size=2)
    plane = bpy.context.object
    plane.name = plane.data.name = "Flag"
    plane.shape_key_add(name="Basis")
    key = plane.shape_key_add(name="Up")
    for point in key.points:
        point.co.z = 1
    key.value = 0
    key.keyframe_insert("value", frame=0)
    key.value = 1
    key.keyframe_insert("value", frame=24)
    out = tmp_path / "flag.dae"
    assert bpy.ops.wm.collada_export(filepath=str(out), triangulate=False) == {"FINISHED"}
    bpy.ops.wm.read_factory_settings(use_empty=True)
    assert bpy.ops.wm.collada_import(filepath=str(out)) == {"FINISHED"}
    flag = next(ob for ob in bpy.data.objects if ob.type == "MESH" and ob.data.shape_keys)
    assert sizes(flag.data) == {4: 1} and len(flag.data.vertices) == 4
    scene = bpy.context.scene
    heights = []
    for frame in (0, 12, 24):
        scene.frame_set(frame)
        seen = flag.evaluated_get(bpy.context.evaluated_depsgraph_get())
        heights.append(round((seen.matrix_world @ seen.data.vertices[0].co).z, 2))
    assert heights[0] == 0 and heights[2] == 1 and heights[0] <= heights[1] <= heights[2], heights


def test_findings_and_losses_are_reported(capfd: pytest.CaptureFixture[str]) -> None:
    assert bpy.ops.wm.collada_import(filepath=str(EXAMPLES / "broken/worn.dae")) == {"FINISHED"}
    text = bpy.data.texts["Portolan"].as_string()
    assert "REF001" in text and "Barrel" in text


def test_what_cannot_be_read_is_an_error(tmp_path: pathlib.Path) -> None:
    for path in (tmp_path / "nothing.dae", TOP / "README.md"):
        with pytest.raises(RuntimeError):
            bpy.ops.wm.collada_import(filepath=str(path))
    with pytest.raises(RuntimeError):
        bpy.ops.wm.collada_export(filepath=str(tmp_path / "no/such/folder/x.dae"))


def test_lines_and_points(tmp_path: pathlib.Path) -> None:
    mesh = bpy.data.meshes.new("Wire")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (5, 0, 0), (6, 0, 0)], [(4, 5)], [(0, 1, 2, 3)])
    bpy.context.collection.objects.link(bpy.data.objects.new("Wire", mesh))
    out = tmp_path / "wire.dae"
    assert bpy.ops.export_scene.portolan(filepath=str(out)) == {"FINISHED"}
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.portolan(filepath=str(out))
    meshes = [ob.data for ob in bpy.data.objects if ob.type == "MESH"]
    assert sum(len(m.polygons) for m in meshes) == 1 and sizes(meshes[0]) == {4: 1}
    assert sum(e.is_loose for m in meshes for e in m.edges) == 1
