"""Files into Blender.

Portolan reads a file, says what is wrong with it and writes binary glTF in metres with Y up; Blender's own importer makes objects,
materials, cameras, lights, armatures and animations of that. Then meshes get the faces that the file has: glTF has triangles only, and
vertices with a seam are several of its vertices.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any, Iterable

import bpy
import numpy as np

from . import told
from .glb import Glb
from .topology import Faces, aligned, joined

#: What meshes of glTF say about their shape.
MARK = "portolan_shape"


class Result:
    """What came of a file."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.findings: tuple[Any, ...] = ()
        self.losses: dict[str, Any] = {}
        self.notes: list[str] = []


def read(
    path: str,
    *,
    polygons: bool = True,
    custom_normals: bool = True,
    unit_of_file: bool = False,
    allow: Iterable[str] = (),
) -> Result:
    """Reads a file into the scene. Raises `portolan.Error` if it cannot be read at all."""
    import portolan

    result = Result()
    file = portolan.open(path, allow=list(allow))
    result.findings = tuple(f for f in file.report.findings if f.severity in ("error", "warning"))
    converted = file.convert("glb", bake_space=True, mark_shapes=polygons, all_influences=True, allow_empty=True)
    result.losses = converted.losses
    data = next(iter(converted.files.values()))
    before = set(bpy.data.objects)
    with tempfile.TemporaryDirectory(prefix="portolan-") as folder:
        name = os.path.splitext(os.path.basename(path))[0] or "scene"
        place = os.path.join(folder, f"{name}.glb")
        with open(place, "wb") as out:
            out.write(data)
        shading = "NORMALS" if custom_normals else "FLAT"
        bpy.ops.import_scene.gltf(filepath=place, merge_vertices=False, import_shading=shading, import_pack_images=True)
    result.objects = [ob for ob in bpy.data.objects if ob not in before]
    if polygons:
        shapes = {(p.geometry, p.primitive): p for p in file.polygons()}
        glb = Glb(data)
        for mesh in {ob.data for ob in result.objects if ob.type == "MESH"}:
            put_together(mesh, shapes, glb, custom_normals, result)
    if unit_of_file:
        unit = file.scene["unit"]["meters"]
        if unit > 0:
            bpy.context.scene.unit_settings.system = "METRIC"
            bpy.context.scene.unit_settings.scale_length = unit
            for ob in result.objects:
                if ob.parent is None:
                    ob.scale = [s / unit for s in ob.scale]
                    ob.location = [c / unit for c in ob.location]
    return result


def put_together(mesh: Any, shapes: dict[tuple[int, int], Any], glb: Glb, custom_normals: bool, result: Result) -> None:
    """Gives a mesh the faces of its shape."""
    mark = list(mesh.get(MARK, ()))
    if not mark:
        return
    del mesh[MARK]
    # Parts that are no faces (lines, points) are not among the polygons.
    parts = [shapes[(mark[0], number)] for number in mark[1:] if (mark[0], number) in shapes]
    if not parts:
        return
    vertices = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("vertex_index", vertices)
    faces = joined(parts, vertices)
    if faces is None:
        places = aligned(glb.corner_vertices(MARK, mark), vertices)
        faces = joined(parts, vertices, places) if places is not None else None
    if faces is None:
        result.notes.append(f"{mesh.name}: its faces stay triangles, because Blender changed them")
        return
    if faces.dropped:
        count = told.counted(faces.dropped, "face has no triangle in Blender and is", "faces have no triangles in Blender and are")
        result.notes.append(f"{mesh.name}: {count} left out")
    has_normals = custom_normals and all(part.normals is not None for part in parts)
    new = rebuilt(mesh, faces, has_normals, result)
    name = mesh.name
    mesh.user_remap(new)
    bpy.data.meshes.remove(mesh)
    new.name = name


def rebuilt(old: Any, faces: Faces, has_normals: bool, result: Result) -> Any:
    """A mesh with other faces and everything else of the old one."""
    new = bpy.data.meshes.new(old.name)
    loose_edges, loose_vertices = loose(old)
    vertex_from = np.concatenate([faces.vertex_from, loose_vertices]).astype(np.int64)
    new.vertices.add(len(vertex_from))
    new.vertices.foreach_set("co", taken(old.vertices, "co", 3, np.float32)[vertex_from].reshape(-1))
    if len(loose_edges):
        where = np.full(len(old.vertices), -1, dtype=np.int32)
        where[loose_vertices] = np.arange(len(loose_vertices)) + len(faces.vertex_from)
        new.edges.add(len(loose_edges))
        new.edges.foreach_set("vertices", where[loose_edges].reshape(-1))
    new.loops.add(len(faces.vertices))
    new.loops.foreach_set("vertex_index", faces.vertices.astype(np.int32))
    new.polygons.add(len(faces.offsets) - 1)
    new.polygons.foreach_set("loop_start", faces.offsets[:-1].astype(np.int32))
    for material in old.materials:
        new.materials.append(material)
    new.polygons.foreach_set("material_index", taken(old.polygons, "material_index", 1, np.int32)[faces.face_from])
    if has_normals:
        new.polygons.foreach_set("use_smooth", np.ones(len(faces.face_from), dtype=bool))
    else:
        new.polygons.foreach_set("use_smooth", taken(old.polygons, "use_smooth", 1, bool)[faces.face_from])
    for layer in old.uv_layers:
        made = new.uv_layers.new(name=layer.name, do_init=False)
        made.uv.foreach_set("vector", taken(layer.uv, "vector", 2, np.float32)[faces.corner_from].reshape(-1))
    for colours in old.color_attributes:
        made = new.color_attributes.new(colours.name, colours.data_type, colours.domain)
        rows = faces.corner_from if colours.domain == "CORNER" else vertex_from
        made.data.foreach_set("color", taken(colours.data, "color", 4, np.float32)[rows].reshape(-1))
    for key in old.keys():
        new[key] = old[key]
    normals = taken(old.corner_normals, "vector", 3, np.float32)[faces.corner_from] if has_normals else None
    count = len(new.polygons)
    weights(old, new, vertex_from)
    shape_keys(old, new, vertex_from)
    new.update(calc_edges=True, calc_edges_loose=bool(len(loose_edges)))
    if normals is not None:
        # They are set first: what is not valid is taken away with them.
        new.normals_split_custom_set(normals)
    if new.validate() and len(new.polygons) < count:
        lost = told.counted(count - len(new.polygons), "face that Blender cannot have is", "faces that Blender cannot have are")
        result.notes.append(f"{old.name}: {lost} left out (a vertex is twice in a face)")
    return new


def taken(collection: Any, name: str, width: int, kind: Any) -> Any:
    """A property of all items, one row each."""
    values = np.empty(len(collection) * width, dtype=kind)
    collection.foreach_get(name, values)
    return values.reshape(-1, width) if width > 1 else values


def loose(mesh: Any) -> tuple[Any, Any]:
    """Edges and vertices that belong to no face."""
    used = np.zeros(len(mesh.vertices), dtype=bool)
    used[taken(mesh.loops, "vertex_index", 1, np.int32)] = True
    edges = taken(mesh.edges, "vertices", 2, np.int32)
    return edges[~used[edges].all(axis=1)], np.flatnonzero(~used)


def weights(old: Any, new: Any, vertex_from: Any) -> None:
    """Vertex groups: their names are known to an object only."""
    users = [ob for ob in bpy.data.objects if ob.data == old and ob.vertex_groups]
    if not users:
        return
    names = [group.name for group in users[0].vertex_groups]
    holder = bpy.data.objects.new("portolan-weights", new)
    groups = [holder.vertex_groups.new(name=name) for name in names]
    held = [[(g.group, g.weight) for g in vertex.groups] for vertex in old.vertices]
    for number, at in enumerate(vertex_from.tolist()):
        for group, weight in held[at]:
            groups[group].add((number,), weight, "REPLACE")
    bpy.data.objects.remove(holder)


def shape_keys(old: Any, new: Any, vertex_from: Any) -> None:
    """Shape keys with their animation."""
    if old.shape_keys is None:
        return
    holder = bpy.data.objects.new("portolan-keys", new)
    for key in old.shape_keys.key_blocks:
        made = holder.shape_key_add(name=key.name, from_mix=False)
        made.points.foreach_set("co", taken(key.points, "co", 3, np.float32)[vertex_from].reshape(-1))
        made.value, made.slider_min, made.slider_max = key.value, key.slider_min, key.slider_max
    bpy.data.objects.remove(holder)
    new.shape_keys.name = old.shape_keys.name
    had = old.shape_keys.animation_data
    if had is None:
        return
    has = new.shape_keys.animation_data_create()
    has.action = had.action
    if had.action is not None and getattr(had, "action_slot", None) is not None:
        has.action_slot = had.action_slot
    for track in had.nla_tracks:
        made = has.nla_tracks.new()
        made.name, made.mute = track.name, track.mute
        for strip in track.strips:
            copy = made.strips.new(strip.name, int(strip.frame_start), strip.action)
            if getattr(strip, "action_slot", None) is not None:
                copy.action_slot = strip.action_slot
