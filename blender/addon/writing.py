"""The scene of Blender into files.

Blender's own exporter writes binary glTF; triangles of a face are marked as such; Portolan converts that and says what is lost.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any

import bpy
import numpy as np

from .glb import Glb
from .reading import Result, taken
from .topology import fans

#: Consecutive triangles with the same first vertex are one polygon.
NGONS = "FB_ngon_encoding"


def write(
    path: str,
    *,
    selected: bool = False,
    visible: bool = False,
    apply_modifiers: bool = False,
    polygons: bool = True,
    animations: bool = True,
    cameras: bool = True,
    lights: bool = True,
    skins: bool = True,
    shape_keys: bool = True,
    deform_bones_only: bool = False,
    up_axis: str | None = "Z",
    embed: bool | None = None,
    version: str | None = None,
    **gltf: Any,
) -> Result:
    """Writes the scene. Raises `portolan.Error` if that cannot be done."""
    import portolan

    result = Result()
    with tempfile.TemporaryDirectory(prefix="portolan-") as folder:
        place = os.path.join(folder, "scene.glb")
        bpy.ops.export_scene.gltf(
            filepath=place,
            export_format="GLB",
            use_selection=selected,
            use_visible=visible,
            export_apply=apply_modifiers,
            export_animations=animations,
            export_cameras=cameras,
            export_lights=lights,
            export_skins=skins,
            export_morph=shape_keys,
            export_def_bones=deform_bones_only,
            export_extras=True,
            use_mesh_edges=True,
            use_mesh_vertices=True,
            export_all_influences=True,
            **gltf,
        )
        with open(place, "rb") as file:
            data = file.read()
    if polygons:
        data = with_polygons(data, apply_modifiers, result)
    document = portolan.open(data, name="scene.glb")
    options: dict[str, Any] = {"allow_empty": True}
    extension = os.path.splitext(path)[1].lower()
    if up_axis is not None and extension in (".dae", ".zae", ".ogex"):
        options["up_axis"] = up_axis
    if embed is not None:
        options["embed"] = embed
    if version is not None:
        options["version"] = version
    result.losses = document.to(path, force=True, **options)
    return result


def with_polygons(data: bytes, apply_modifiers: bool, result: Result) -> bytes:
    """The same glTF with its triangles in fans, one for each face."""
    glb = Glb(data)
    done: dict[int, bool] = {}
    graph = bpy.context.evaluated_depsgraph_get()
    meshes = glb.json.get("meshes", [])
    for node in glb.json.get("nodes", []):
        number, ob = node.get("mesh"), bpy.data.objects.get(node.get("name", ""))
        if number is None or number in done or ob is None or ob.type != "MESH":
            continue
        held = ob.evaluated_get(graph) if apply_modifiers else None
        mesh = held.to_mesh() if held is not None else ob.data
        try:
            done[number] = mark(glb, meshes[number], mesh)
        finally:
            if held is not None:
                held.to_mesh_clear()
    left = [meshes[number].get("name", "?") for number in range(len(meshes)) if not done.get(number)]
    result.notes += [f"{name}: its faces are written as triangles" for name in left]
    if any(done.values()):
        used = glb.json.setdefault("extensionsUsed", [])
        if NGONS not in used:
            used.append(NGONS)
    return glb.bytes()


def mark(glb: Glb, described: dict[str, Any], mesh: Any) -> bool:
    """Rewrites the triangles of a mesh; gives whether that could be done."""
    mesh.calc_loop_triangles()
    corners = taken(mesh.loop_triangles, "loops", 3, np.int32)
    face_of = taken(mesh.loop_triangles, "polygon_index", 1, np.int32)
    material = taken(mesh.loop_triangles, "material_index", 1, np.int32)
    start, count = taken(mesh.polygons, "loop_start", 1, np.int32), taken(mesh.polygons, "loop_total", 1, np.int32)
    corners_of = list(zip(start.tolist(), count.tolist()))
    # One primitive for each material that is used, in their order; lines and points follow.
    primitives = [p for p in described["primitives"] if p.get("mode", 4) == 4]
    slots = np.unique(material)
    if len(primitives) != len(slots):
        return False
    rewritten = []
    for primitive, slot in zip(primitives, slots):
        indices = glb.indices(primitive)
        here = material == slot
        if indices is None:
            return False
        rewritten.append(fans(indices, corners[here].reshape(-1), face_of[here], corners_of))
    if any(made is None for made in rewritten):
        return False
    for primitive, made in zip(primitives, rewritten):
        glb.set_indices(primitive, made)
        primitive.setdefault("extensions", {})[NGONS] = {}
    return True
