"""Faces between Blender and glTF. Nothing here needs Blender.

glTF has triangles only. Both ways the triangles of a face stand one after the other, in the order of the faces, so that faces
can be put together again exactly when their corners are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

import numpy as np


@dataclass
class Faces:
    """A mesh with its faces put together: what its parts were in the triangles."""

    #: The vertex of each corner.
    vertices: Any
    #: The first corner of each face, and behind them the number of all corners.
    offsets: Any
    #: The corner of a triangle that each corner was.
    corner_from: Any
    #: The triangle that each face was (the first of them).
    face_from: Any
    #: The vertex of the triangles that each vertex was.
    vertex_from: Any
    #: Faces that have no triangles, and are left out.
    dropped: int


def aligned(expected: Any, there: Any) -> Any | None:
    """For each corner of the triangles that were written its place among those that are there; -1 for those that were left out.

    Blender leaves out triangles with a vertex twice, and the second of two with the same vertices; the others stay in their order.
    """
    places = np.full(len(expected), -1, dtype=np.int64)
    wanted, found = expected.reshape(-1, 3).tolist(), there.reshape(-1, 3).tolist()
    at = 0
    for number, triangle in enumerate(wanted):
        if at < len(found) and found[at] == triangle:
            places[3 * number : 3 * number + 3] = range(3 * at, 3 * at + 3)
            at += 1
    return places if at == len(found) else None


def joined(parts: Sequence[Any], corner_vertices: Any, places: Any | None = None) -> Faces | None:
    """Faces of a mesh that consists of triangles.

    `parts` are the polygons of the parts of the mesh as `portolan.File.polygons` gives them, in the order of their triangles;
    `corner_vertices` is the vertex of each corner of the triangles that are there, and `places` says where those are that the parts
    have (`aligned`), if they are not all there. Vertices that are one in the document are one again. Gives `None` where the
    triangles are not those of the parts.
    """
    count = sum(len(part.triangles) for part in parts) * 3
    if count != len(corner_vertices if places is None else places):
        return None
    corners, faces, sources, sizes = [], [], [], []
    first, dropped = 0, 0
    for part in parts:
        drawn = part.triangles.reshape(-1)
        place = np.full(len(part.vertices), -1, dtype=np.int64)
        # The first place of each corner: later ones are written first.
        here = np.arange(first, first + len(drawn)) if places is None else places[first : first + len(drawn)]
        drawn_here = drawn[here >= 0]
        place[drawn_here[::-1]] = here[here >= 0][::-1]
        missing = place < 0
        if missing.any():
            # A corner on the line between its neighbours may have no triangle: another corner of the same vertex serves.
            known = np.full(len(part.positions), -1, dtype=np.int64)
            known[part.vertices[~missing]] = place[~missing]
            place[missing] = known[part.vertices[missing]]
        size = np.diff(part.offsets).astype(np.int64)
        face_of = np.repeat(np.arange(len(size)), size)
        good = np.ones(len(size), dtype=bool)
        good[face_of[place[: len(face_of)] < 0]] = False
        good &= size >= 3
        dropped += int(len(size) - good.sum())
        kept = good[face_of]
        starts = part.offsets[:-1].astype(np.int64)
        corners.append(place[: len(face_of)][kept])
        faces.append(place[starts[good]] // 3)
        sources.append(part.vertices[: len(face_of)][kept].astype(np.int64))
        sizes.append(size[good])
        first += len(drawn)
    corner_from = np.concatenate(corners) if corners else np.zeros(0, dtype=np.int64)
    source = np.concatenate(sources) if sources else np.zeros(0, dtype=np.int64)
    if sizes:
        size = np.concatenate(sizes)
        source = source + np.repeat(layers(source, size), size) * (int(source.max(initial=0)) + 1)
    _, at, vertices = np.unique(source, return_index=True, return_inverse=True)
    offsets = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]) if sizes else np.zeros(1, dtype=np.int64)
    vertex_from = corner_vertices[corner_from[at]]
    face_from = np.concatenate(faces) if faces else np.zeros(0, dtype=np.int64)
    return Faces(vertices.reshape(-1), offsets, corner_from, face_from, vertex_from, dropped)


def layers(source: Any, sizes: Any) -> Any:
    """How many faces before each one have the same vertices.

    Blender has no two faces with the same vertices, but files have: one for each side. The second then has vertices of its own.
    """
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    counted = np.zeros(len(sizes), dtype=np.int64)
    for size in np.unique(sizes):
        here = np.flatnonzero(sizes == size)
        corners = np.sort(source[starts[here][:, None] + np.arange(size)], axis=1)
        _, first, group = np.unique(corners, axis=0, return_index=True, return_inverse=True)
        group = group.reshape(-1)
        if len(first) == len(here):
            continue
        order = np.argsort(group, kind="stable")
        begins = np.searchsorted(group[order], np.arange(len(first)))
        rank = np.empty(len(here), dtype=np.int64)
        rank[order] = np.arange(len(here)) - begins[group[order]]
        counted[here] = rank
    return counted


def fans(indices: Any, triangle_corners: Any, face_of: Any, corners_of: Sequence[tuple[int, int]]) -> Any | None:
    """Indices of triangles rewritten so that each face is a fan with another first vertex than the one before, as the extension
    `FB_ngon_encoding` asks for.

    `indices` are those of glTF, `triangle_corners` the corners of Blender in the same order, `face_of` the face of each triangle, and
    `corners_of` the first corner and the number of corners of each face. Gives `None` where they do not fit together.
    """
    if len(indices) != len(triangle_corners) or len(face_of) * 3 != len(indices):
        return None
    vertex = dict(zip(triangle_corners[::-1].tolist(), indices[::-1].tolist()))
    out: list[int] = []
    last, before = -1, -1
    for face in face_of.tolist():
        if face == last:
            continue
        last = face
        start, count = corners_of[face]
        ring = [vertex.get(start + k) for k in range(count)]
        if None in ring:
            return None
        turn = next((k for k in range(count) if ring[k] != before), 0)
        ring = ring[turn:] + ring[:turn]
        before = ring[0]
        for k in range(1, count - 1):
            out += (ring[0], ring[k], ring[k + 1])
    return np.array(out, dtype=np.uint32) if len(out) == len(indices) else None
