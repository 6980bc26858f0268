"""Faces, glTF and words of the add-on, without Blender."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import struct
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np


def load(name: str) -> Any:
    path = pathlib.Path(__file__).resolve().parents[1] / "addon" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"portolan_addon_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


topology, glb, told = load("topology"), load("glb"), load("told")


def part(sizes: list[int], vertices: list[int], triangles: list[list[int]], count: int) -> Any:
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)
    return SimpleNamespace(
        offsets=offsets, vertices=np.array(vertices, np.uint32), triangles=np.array(triangles, np.uint32).reshape(-1, 3),
        positions=np.zeros((count, 3), np.float32),
    )


def test_two_quads_share_an_edge_again() -> None:
    # Two squares side by side, each with vertices of its own in glTF, and a triangle in another part.
    first = part([4, 4], [0, 1, 4, 3, 1, 2, 5, 4], [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]], 6)
    second = part([3], [5, 2, 0], [[0, 1, 2]], 6)
    old = np.array([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 8, 9, 10])
    faces = topology.joined([first, second], old)
    assert faces.vertices.tolist() == [0, 1, 4, 3, 1, 2, 5, 4, 5, 2, 0]
    assert faces.offsets.tolist() == [0, 4, 8, 11]
    assert faces.corner_from.tolist() == [0, 1, 2, 5, 6, 7, 8, 11, 12, 13, 14]
    assert faces.face_from.tolist() == [0, 2, 4]
    assert faces.vertex_from.tolist() == [0, 1, 5, 3, 2, 6]
    assert faces.dropped == 0


def test_triangles_that_are_others_are_left_alone() -> None:
    assert topology.joined([part([4], [0, 1, 2, 3], [[0, 1, 2], [0, 2, 3]], 4)], np.arange(3)) is None


def test_faces_without_triangles_are_left_out_and_counted() -> None:
    # The second face is a line; the third has a corner without a triangle whose vertex is known from elsewhere.
    all_faces = part([3, 3, 4], [0, 1, 2, 3, 4, 5, 0, 6, 1, 2], [[0, 1, 2], [6, 7, 9]], 7)
    faces = topology.joined([all_faces], np.arange(6))
    assert faces.dropped == 1 and faces.offsets.tolist() == [0, 3, 7]
    assert faces.corner_from.tolist() == [0, 1, 2, 3, 4, 1, 5]


def test_both_sides_of_a_face_have_their_own_vertices() -> None:
    both = part([4, 4, 3, 3], [0, 1, 2, 3, 3, 2, 1, 0, 3, 2, 4, 2, 3, 4], [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7], [8, 9, 10], [11, 12, 13]], 5)
    faces = topology.joined([both], np.array([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 8, 9, 10, 11, 12, 13]))
    front, back = faces.vertices[:4].tolist(), faces.vertices[4:8].tolist()
    assert not set(front) & set(back) and faces.dropped == 0
    # Backs are joined to each other as fronts are.
    assert faces.vertices[8:11].tolist() == [3, 2, 4] and set(faces.vertices[11:13].tolist()) <= set(back)
    assert len(faces.vertex_from) == 10


def test_triangles_that_blender_left_out_are_found() -> None:
    quads = part([4, 4], [0, 1, 4, 3, 1, 2, 5, 4], [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]], 6)
    # The second triangle of the first quad is not there; its fourth corner is known from nowhere else.
    written = np.array([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7])
    there = np.array([0, 1, 2, 4, 5, 6, 4, 6, 7])
    places = topology.aligned(written, there)
    assert places.tolist() == [0, 1, 2, -1, -1, -1, 3, 4, 5, 6, 7, 8]
    faces = topology.joined([quads], there, places)
    assert faces.offsets.tolist() == [0, 4] and faces.vertices.tolist() == [0, 1, 3, 2] and faces.dropped == 1
    assert topology.aligned(written, np.array([9, 9, 9])) is None


def test_fans_begin_with_other_vertices() -> None:
    # Two quads that share their first vertex, and a pentagon.
    corners = np.array([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 8, 9, 10, 8, 10, 11, 8, 11, 12])
    indices = np.array([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 6, 7, 8, 6, 8, 9, 6, 9, 10])
    face_of = np.array([0, 0, 1, 1, 2, 2, 2])
    made = topology.fans(indices, corners, face_of, [(0, 4), (4, 4), (8, 5)])
    assert made.tolist() == [0, 1, 2, 0, 2, 3, 3, 4, 5, 3, 5, 0, 6, 7, 8, 6, 8, 9, 6, 9, 10]
    assert topology.fans(indices[:-3], corners, face_of, [(0, 4), (4, 4), (8, 5)]) is None


def test_indices_of_glb_are_replaced() -> None:
    binary = np.array([0, 1, 2, 0], np.uint16).tobytes()
    described = {
        "asset": {"version": "2.0"}, "buffers": [{"byteLength": 8}], "bufferViews": [{"buffer": 0, "byteLength": 6}],
        "accessors": [{"bufferView": 0, "componentType": 5123, "count": 3, "type": "SCALAR"}],
        "meshes": [{"primitives": [{"attributes": {}, "indices": 0}]}],
    }
    text = json.dumps(described).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    file = glb.Glb(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)
    primitive = file.json["meshes"][0]["primitives"][0]
    assert file.indices(primitive).tolist() == [0, 1, 2]
    file.set_indices(primitive, np.array([2, 1, 0]))
    again = glb.Glb(file.bytes())
    assert again.indices(again.json["meshes"][0]["primitives"][0]).tolist() == [2, 1, 0]
    assert again.json["buffers"][0]["byteLength"] == len(again.binary) == 16


def test_what_is_said() -> None:
    finding = SimpleNamespace(severity="error")
    losses = {"dropped": [{"code": "CNV1", "reason": "gone", "count": 2, "line": 7}], "baked": [{"code": "CNV2", "reason": "cut"}]}
    assert told.summary([finding], losses) == "1 error in the file, 1 kind of loss, 1 kind of approximation"
    assert told.lines("a.dae", ["x"], losses, ["n"]) == ["a.dae", "  x", "  7: dropped[CNV1] gone (2 times)", "  baked[CNV2] cut", "  note: n"]
