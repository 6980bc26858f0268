"""The handle to a file, and what it gives."""

from __future__ import annotations

import io
import json
import operator
import os
from dataclasses import dataclass, field
from html import escape
from typing import IO, TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._errors import UsageError

if TYPE_CHECKING:
    import PIL.Image
    import trimesh

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, bytes, bytearray, memoryview, IO[bytes]]
Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a document, or worth knowing."""

    code: str
    name: str
    severity: str
    message: str
    line: int
    column: int
    path: str | None
    help: str | None
    fixable: bool
    count: int

    @property
    def fix(self) -> str | None:
        """What :meth:`File.fix` does about it, in words; ``None`` if it leaves it."""
        return (self.help or "it is repaired") if self.fixable else None

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}[{self.code}] {self.message}"


@dataclass(frozen=True)
class Report:
    """What a check found."""

    #: ``valid``, ``invalid`` or ``unreadable``.
    verdict: str
    findings: tuple[Finding, ...]

    @property
    def valid(self) -> bool:
        """There is no error."""
        return self.verdict == "valid"

    @property
    def errors(self) -> list[Finding]:
        """The findings that make the document invalid."""
        return [f for f in self.findings if f.severity == "error"]

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)


@dataclass(frozen=True)
class Shape:
    """Vertices and indices. The arrays are read-only and share the memory of the file where they can."""

    name: str | None
    #: ``triangles``, ``lines`` or ``points``.
    kind: str
    #: One row for each triangle, line or point.
    indices: Indices
    #: One row for each vertex: x, y, z.
    positions: Floats
    normals: Floats | None
    texture_coordinates: Floats | None
    colors: Floats | None


@dataclass(frozen=True)
class Polygons:
    """The faces of a shape that have one material, with as many corners as they were written with.

    The corners of a face are one after the other: face ``i`` has those from ``offsets[i]`` to ``offsets[i + 1]``. Strips, fans and
    polygons with holes are triangles. The arrays are read-only and share the memory of the file where they can.
    """

    #: The index of the shape among ``File.scene["geometries"]``.
    geometry: int
    name: str | None
    #: The number of these faces in their shape.
    primitive: int
    #: The symbol that an instance binds to a material.
    material: str | None
    #: One row for each vertex of the shape: x, y, z.
    positions: Floats
    offsets: Indices
    #: The vertex of each corner.
    vertices: Indices
    #: How faces are cut into triangles: one row of three corners each, face after face.
    triangles: Indices
    #: One row for each corner, as the others below.
    normals: Floats | None
    texture_coordinates: list[Floats]
    colors: Floats | None

    @property
    def sizes(self) -> Indices:
        """The number of corners of each face."""
        return np.diff(self.offsets)


@dataclass(frozen=True)
class Draw:
    """A shape at a place."""

    shape: int
    node: int
    node_name: str | None
    material: int | None
    double_sided: bool
    #: From the shape to the world, in the unit and axes of the document.
    world: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Buffers:
    """What is drawn at a moment."""

    shapes: list[Shape]
    draws: list[Draw]
    #: False if the scene places nodes too often and was cut off.
    complete: bool


@dataclass(frozen=True)
class Converted:
    """A scene in another format."""

    #: Names and bytes; the first is the one to open.
    files: Mapping[str, bytes]
    #: What did not come over, as in ``portolan convert --losses``.
    losses: dict[str, Any]


@dataclass(frozen=True)
class Fixed:
    """A document with its faults repaired."""

    document: bytes
    changed: bool
    errors_before: int
    errors_after: int
    difference: str | None = None
    """What was changed, as a unified diff."""
    done: list[dict[str, Any]] = field(default_factory=list)
    undone: list[dict[str, Any]] = field(default_factory=list)
    offered: list[dict[str, Any]] = field(default_factory=list)


def open(
    source: Source,
    *,
    name: str | None = None,
    allow: Path | Iterable[Path] = (),
    encoding: str | None = None,
    version: str | None = None,
) -> File:
    """Opens a file by its path, its bytes, or a file object.

    A document reads files of its own folder and of those in ``allow``, one folder or several. Bytes reach no other file; ``name`` tells their
    format where the content does not.
    """
    folders = [os.fspath(a) for a in ([allow] if isinstance(allow, (str, os.PathLike)) else allow)]
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        return File(_core.open_path(path, folders, encoding, version), path)
    if isinstance(source, (bytes, bytearray, memoryview)):
        content: object = source
    elif hasattr(source, "read"):
        name = name or _name_of(source)
        content = source.read()
        if isinstance(content, str):
            raise TypeError("open the file in binary mode")
    else:
        content = source
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError(f"expected a path, bytes or a file object, not {type(content).__name__}")
    return File(_core.open_bytes(name or "document", bytes(content), folders, encoding, version))


def _name_of(source: Any) -> str | None:
    name = getattr(source, "name", None)
    return os.path.basename(name) if isinstance(name, str) else None


def _numbers(values: Iterable[float]) -> list[float]:
    """Numbers, but no text that could be read as one."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"expected numbers, not {type(values).__name__}")
    return [_number(value) for value in values]


def _number(value: float) -> float:
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"expected a number, not {type(value).__name__}")
    return float(value)


def _size(size: tuple[int, int]) -> tuple[int, int]:
    """Pixels of a picture."""
    if isinstance(size, (str, bytes)):
        raise TypeError(f"expected width and height, not {type(size).__name__}")
    width, height = (operator.index(pixels) for pixels in size)
    if not (0 < width < 1 << 32 and 0 < height < 1 << 32):
        raise UsageError(f"a picture cannot have {width} \u00d7 {height} pixels")
    return width, height


class File:
    """A file that was opened. Everything is read when it is asked for, and once."""

    def __init__(self, core: _core.File, place: str | None = None) -> None:
        self._core = core
        self._place = place
        self._info: dict[str, Any] | None = None

    @property
    def path(self) -> str:
        """The path that it was opened by."""
        return self._core.path

    @property
    def format(self) -> str:
        """The name of its format."""
        return self._core.format

    @property
    def version(self) -> str:
        """The version of its format."""
        return self._core.version

    @property
    def report(self) -> Report:
        """What a check finds wrong with it."""
        told = json.loads(self._core.report())
        return Report(told["verdict"], tuple(Finding(**f) for f in told["findings"]))

    @property
    def info(self) -> dict[str, Any]:
        """What it holds: the JSON of ``portolan info --json``."""
        info = self._info
        if info is None:
            info = self._info = json.loads(self._core.info())
        return info

    @property
    def scene(self) -> dict[str, Any]:
        """Nodes, shapes, materials, cameras, lights and clips, with names and ids."""
        return json.loads(self._core.scene())  # type: ignore[no-any-return]

    @property
    def losses(self) -> dict[str, Any]:
        """What of the file has no place in the scene."""
        return json.loads(self._core.losses())  # type: ignore[no-any-return]

    def to(self, path: Path, *, force: bool = False, **options: Any) -> dict[str, Any]:
        """Writes the scene to a file whose extension selects the format; returns the losses.

        The name of a format alone, such as ``"glb"``, writes beside the file that was opened, with another extension. A file that is
        there is replaced; files beside it only with ``force``. Options are those of :meth:`convert`.
        """
        wanted = os.fspath(path)
        if wanted in formats()["write"]:
            wanted = self._beside(wanted)
        return json.loads(self._core.write(wanted, force, **options))  # type: ignore[no-any-return]

    def _beside(self, format: str) -> str:
        """The path of the file with another extension."""
        if self._place is None:
            raise UsageError(f"give a path, as in `to(\"scene.{format}\")`: the file was not opened by one")
        target = f"{os.path.splitext(self._place)[0]}.{format}"
        if target == self._place:
            raise UsageError(f"{target} would be replaced by itself; give another path")
        return target

    def convert(self, format: str, **options: Any) -> Converted:
        """The scene in another format, in memory.

        Options: ``scene``, ``embed``, ``sample_rate``, ``tolerance``, ``triangulate``, ``polygons``, ``single_matrix``,
        ``up_axis``, ``unit``, ``opacity``, ``tangents``, ``precise``, ``version``, ``rebuild``, ``all_influences``, ``physics``,
        ``no_weld``, ``no_lights``, ``no_cameras``, ``bake_shapes``, ``allow_empty``, ``link``, and for glTF ``mark_shapes``: each
        mesh has in its extras as ``portolan_shape`` the index of its shape and those of its primitives, as in :meth:`polygons`,
        and ``bake_space``: numbers are in metres with Y up, without a node at the top that leads there.
        """
        files, losses = self._core.convert(format, **options)
        return Converted(dict(files), json.loads(losses))

    def glb(self, **options: Any) -> bytes:
        """The scene as binary glTF."""
        return next(iter(self.convert("glb", **options).files.values()))

    def render(
        self,
        size: tuple[int, int] = (800, 600),
        *,
        camera: str | None = None,
        time: float | None = None,
        clip: str | None = None,
        scene: str | None = None,
        background: tuple[float, float, float, float] | None = None,
        wireframe: bool = False,
        samples: int | None = None,
        opacity: str = "auto",
        lights: str = "auto",
    ) -> npt.NDArray[np.uint8]:
        """A picture as an array of rows, pixels, and red, green, blue and alpha."""
        return self._core.render(
            _size(size), camera, time, clip, scene, background, wireframe, samples, opacity, lights
        )

    def image(self, size: tuple[int, int] = (800, 600), **options: Any) -> PIL.Image.Image:
        """A picture for Pillow."""
        from PIL import Image

        return Image.fromarray(self.render(size, **options), "RGBA")

    def sample(
        self,
        times: Sequence[float] | None = None,
        *,
        rate: float | None = None,
        clip: str | None = None,
        scene: str | None = None,
    ) -> dict[str, Any]:
        """Where nodes are over time: the JSON of ``portolan sample --json``."""
        wanted = None if times is None else _numbers(times)
        return json.loads(self._core.sample(wanted, rate, clip, scene))  # type: ignore[no-any-return]

    def pose(
        self,
        values: Mapping[str, float] | None = None,
        *,
        zero: bool = False,
        clamp: bool = False,
        scene: str | None = None,
        **joints: float,
    ) -> dict[str, Any]:
        """Joints, links and nodes for values of joints: the JSON of ``portolan pose --json``."""
        wanted = [(name, _number(v)) for name, v in {**(values or {}), **joints}.items()]
        return json.loads(self._core.pose(wanted, zero, clamp, scene))  # type: ignore[no-any-return]

    def buffers(self, time: float = 0.0, *, clip: str | None = None, scene: str | None = None) -> Buffers:
        """Vertices and indices of everything that is drawn at a moment."""
        told = self._core.buffers(time, clip, scene)
        shapes = [Shape(**s) for s in told["shapes"]]
        return Buffers(shapes, [Draw(**d) for d in told["draws"]], told["complete"])

    def polygons(self) -> list[Polygons]:
        """The faces of all shapes as they were written: quads are quads."""
        return [Polygons(**p) for p in self._core.polygons()]

    def simulate(
        self, times: Sequence[float], *, step: float | None = None, scene: str | None = None
    ) -> dict[str, Any]:
        """Where bodies are as they fall and collide: the JSON of ``portolan simulate --json``."""
        return json.loads(self._core.simulate(_numbers(times), step, scene))  # type: ignore[no-any-return]

    def fix(self, *, guesses: bool = False) -> Fixed:
        """The document with its faults repaired; with ``guesses`` also where a repair is likely, but not certain."""
        document, told = self._core.fix(guesses)
        return Fixed(document, **json.loads(told))

    def verify(self, other: File | Source, *, pictures: bool = True) -> dict[str, Any]:
        """How another file differs in what it means: the JSON of ``portolan verify --json``."""
        return json.loads(self._core.verify(_opened(other)._core, pictures))  # type: ignore[no-any-return]

    def diff(self, other: File | Source, *, tolerance: float | None = None) -> dict[str, Any]:
        """What changed from this file to another: the JSON of ``portolan diff --json``."""
        return json.loads(self._core.diff(_opened(other)._core, tolerance))  # type: ignore[no-any-return]

    def get(self, address: str) -> str:
        """The value at an address, such as ``camera/YFOV``."""
        return self._core.get(address)

    def set(self, address: str, value: object) -> bytes:
        """The document with another value at an address; every other byte stays."""
        if value is None:
            raise TypeError("expected a value, not None")
        if isinstance(value, (list, tuple)):
            value = " ".join(str(v) for v in value)
        return self._core.set(address, str(value))

    def to_trimesh(self, time: float = 0.0, *, clip: str | None = None) -> trimesh.Scene:
        """The triangles at a moment as a scene of trimesh."""
        import trimesh

        told = self.buffers(time, clip=clip)
        made = trimesh.Scene()
        meshes: dict[int, trimesh.Trimesh] = {}
        for number, draw in enumerate(told.draws):
            shape = told.shapes[draw.shape]
            if shape.kind != "triangles":
                continue
            if draw.shape not in meshes:
                meshes[draw.shape] = trimesh.Trimesh(
                    vertices=shape.positions,
                    faces=shape.indices,
                    vertex_normals=shape.normals,
                    process=False,
                )
            name = f"{draw.node_name or 'node'}_{number}"
            made.add_geometry(meshes[draw.shape], node_name=name, geom_name=f"shape_{draw.shape}", transform=draw.world)
        return made

    def _repr_png_(self) -> bytes | None:
        try:
            out = io.BytesIO()
            self.image((480, 360)).save(out, "PNG")
        except ImportError:
            return None
        return out.getvalue()

    def _repr_html_(self) -> str:
        totals = self.info.get("totals", {})
        rows = "".join(
            f"<tr><th>{escape(str(k))}</th><td>{escape(str(v))}</td></tr>"
            for k, v in totals.items()
            if isinstance(v, (int, float)) and v
        )
        return f"<b>{escape(self.path)}</b> ({escape(self.format)} {escape(self.version)})<table>{rows}</table>"

    def __repr__(self) -> str:
        return f"<portolan.File {self.path!r}: {self.format} {self.version}>"


def _opened(other: File | Source) -> File:
    return other if isinstance(other, File) else open(other)


def formats() -> dict[str, Any]:
    """The formats that can be read, and the extensions that can be written."""
    return json.loads(_core.formats())  # type: ignore[no-any-return]


def explain(code: str) -> str:
    """What a code of a finding or loss means."""
    text = _core.explain(code)
    if text is None:
        raise UsageError(f"unknown code {code!r}")
    return text
