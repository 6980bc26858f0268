"""Reading and changing binary glTF. Nothing here needs Blender."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

INDICES = {5121: "<u1", 5123: "<u2", 5125: "<u4"}


class Glb:
    """A binary glTF file in memory."""

    def __init__(self, data: bytes) -> None:
        magic, _, length = struct.unpack_from("<4sII", data)
        if magic != b"glTF":
            raise ValueError("this is no binary glTF")
        self.json: dict[str, Any] = {}
        self.binary = bytearray()
        at = 12
        while at + 8 <= min(length, len(data)):
            size, kind = struct.unpack_from("<I4s", data, at)
            piece = data[at + 8 : at + 8 + size]
            if kind == b"JSON":
                self.json = json.loads(piece)
            elif kind == b"BIN\0":
                self.binary = bytearray(piece)
            at += 8 + size

    def indices(self, primitive: dict[str, Any]) -> Any | None:
        """The indices of a primitive of triangles; `None` if it is none, or stored otherwise."""
        if primitive.get("mode", 4) != 4 or "indices" not in primitive:
            return None
        accessor = self.json["accessors"][primitive["indices"]]
        view = self.json["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        # A copy, because the buffer grows.
        return np.frombuffer(bytes(self.binary), INDICES[accessor["componentType"]], accessor["count"], start)

    def corner_vertices(self, key: str, mark: list[int]) -> Any:
        """The vertex of each corner of the triangles of a mesh, as Blender numbers vertices: those that are used, part by part."""
        held = next((m for m in self.json.get("meshes", []) if m.get("extras", {}).get(key) == mark), {"primitives": []})
        corners, base = [np.zeros(0, dtype=np.int64)], 0
        for primitive in held["primitives"]:
            indices = self.indices({**primitive, "mode": 4})
            if indices is None:
                indices = np.arange(self.json["accessors"][primitive["attributes"]["POSITION"]]["count"])
            used, inverse = np.unique(indices, return_inverse=True)
            if primitive.get("mode", 4) == 4:
                corners.append(inverse.reshape(-1) + base)
            base += len(used)
        return np.concatenate(corners)

    def set_indices(self, primitive: dict[str, Any], indices: Any) -> None:
        """Writes other indices of the same number, in an accessor of their own: accessors may be shared."""
        accessor = dict(self.json["accessors"][primitive["indices"]])
        self.binary.extend(b"\0" * (-len(self.binary) % 4))
        start = len(self.binary)
        data = indices.astype(INDICES[accessor["componentType"]]).tobytes()
        self.binary.extend(data)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": start, "byteLength": len(data), "target": 34963})
        accessor["bufferView"] = len(self.json["bufferViews"]) - 1
        accessor.pop("byteOffset", None)
        self.json["accessors"].append(accessor)
        primitive["indices"] = len(self.json["accessors"]) - 1

    def bytes(self) -> bytes:
        """The file."""
        self.binary.extend(b"\0" * (-len(self.binary) % 4))
        if self.binary:
            self.json["buffers"][0]["byteLength"] = len(self.binary)
        text = json.dumps(self.json, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<I4s", len(text), b"JSON") + text
        if self.binary:
            chunks += struct.pack("<I4s", len(self.binary), b"BIN\0") + bytes(self.binary)
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
