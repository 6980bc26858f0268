"""What the package promises, tried on the examples of the repository."""

from __future__ import annotations

import io
import os
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import portolan

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"
ARM = EXAMPLES / "collada" / "arm.dae"


def triangle(corners: int = 3, columns: int = 1) -> bytes:
    """A mesh whose corners are its vertices in order, so that nothing needs a copy. Each index is written once for each column."""
    points = " ".join(f"{i} {i % 7} 0" for i in range(corners))
    normals = " ".join(["0 0 1"] * corners)
    indices = " ".join(" ".join([str(i)] * columns) for i in range(corners))
    inputs = "".join(f'<input semantic="TEXTANGENT" source="#q" offset="{i}" set="{i}"/>' for i in range(1, columns))
    return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>
<library_geometries><geometry id="g" name="sheet"><mesh><source id="p"><float_array id="pa" count="{3 * corners}">{points}
</float_array><technique_common><accessor source="#pa" count="{corners}" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<source id="q"><float_array id="qa" count="{3 * corners}">{normals}</float_array><technique_common>
<accessor source="#qa" count="{corners}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/><input semantic="NORMAL" source="#q"/></vertices>
<triangles count="{corners // 3}"><input semantic="VERTEX" source="#v" offset="0"/>{inputs}<p>{indices}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="holder"><translate sid="t">1 2 3</translate>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>""".encode()


def test_open_by_path_bytes_and_file() -> None:
    by_path = portolan.open(ARM)
    assert by_path.format == "COLLADA" and by_path.version == "1.5.0"
    assert portolan.open(str(ARM)).report.verdict == by_path.report.verdict
    with ARM.open("rb") as stream:
        assert portolan.open(stream).format == "COLLADA"
    assert portolan.open(ARM.read_bytes(), name="arm.dae").format == "COLLADA"


def test_wrong_types_are_type_errors() -> None:
    for wrong in (3, None, ["a.dae"], io.StringIO("text")):
        with pytest.raises(TypeError):
            portolan.open(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        portolan.open(triangle(), name="a.dae").glb(nonsense=1)
    with pytest.raises(ValueError):
        portolan.open(triangle(), name="a.dae").glb(up_axis="W")


def test_errors_have_codes_and_help() -> None:
    with pytest.raises(portolan.UnreadableError) as caught:
        portolan.open("no-such-file.dae")
    assert caught.value.code and caught.value.message and isinstance(caught.value, OSError)
    assert portolan.explain(caught.value.code)
    with pytest.raises(portolan.UsageError):
        portolan.explain("XYZ999")
    with pytest.raises(portolan.UsageError):
        portolan.open(triangle(), name="a.dae").convert("docx")


def test_findings_are_objects_with_lines() -> None:
    broken = triangle().replace(b'<input semantic="POSITION" source="#p"/>', b'<input semantic="POSITION" source="#r"/>')
    report = portolan.open(broken, name="a.dae").report
    assert not report.valid and len(report) == len(report.findings)
    first = report.errors[0]
    assert first.line > 1 and first.column > 0 and first.message and first.code in str(first)
    assert portolan.open(triangle(), name="a.dae").report.valid


def test_info_and_scene() -> None:
    file = portolan.open(triangle(6), name="a.dae")
    assert file.info["totals"]["triangles"] == 2
    scene = file.scene
    assert scene["nodes"][0]["name"] == "holder" and scene["nodes"][0]["matrix"][12:15] == [1, 2, 3]
    assert scene["up_axis"] == "Y" and scene["geometries"][0]["id"] == "g"


def test_conversion_and_its_losses(tmp_path: pathlib.Path) -> None:
    file = portolan.open(ARM)
    losses = file.to(tmp_path / "arm.glb")
    assert (tmp_path / "arm.glb").read_bytes()[:4] == b"glTF" and "dropped" in losses
    assert file.glb()[:4] == b"glTF"
    separate = file.convert("gltf", embed=False)
    assert any(name.endswith(".gltf") for name in separate.files)
    assert file.verify(portolan.open(tmp_path / "arm.glb"), pictures=False)["equal"] in (True, False)
    with pytest.raises(portolan.UnwritableError):
        file.to(tmp_path / "no" / "such" / "folder" / "x.glb")
    # An input is never overwritten.
    copy = tmp_path / "copy.dae"
    copy.write_bytes(triangle())
    with pytest.raises(portolan.Error):
        portolan.open(copy).to(copy)
    assert copy.read_bytes() == triangle()


def test_pictures() -> None:
    file = portolan.open(ARM)
    picture = file.render((64, 48))
    assert picture.shape == (48, 64, 4) and picture.dtype == np.uint8 and picture[..., 3].max() == 255
    assert file.image((32, 32)).size == (32, 32)
    png = file._repr_png_()
    assert png is not None and png[:4] == b"\x89PNG"
    assert "arm.dae" in file._repr_html_()


def test_arrays_share_the_memory_of_the_file() -> None:
    file = portolan.open(triangle(300), name="a.dae")
    first, second = file.buffers(), file.buffers()
    shape = first.shapes[0]
    assert shape.indices.shape == (100, 3) and shape.indices.dtype == np.uint32
    assert shape.positions.shape == (300, 3) and shape.positions.dtype == np.float32
    assert not shape.positions.flags.writeable and not shape.positions.flags.owndata
    # Two views of the same numbers.
    assert shape.positions.ctypes.data == second.shapes[0].positions.ctypes.data
    with pytest.raises(ValueError):
        shape.positions[0, 0] = 1
    # The array keeps its owner alive.
    positions = shape.positions
    del file, first, second, shape
    assert positions[2].tolist() == [2, 2, 0]


def test_indices_of_several_columns_are_not_copied() -> None:
    file = portolan.open(triangle(300, columns=3), name="a.dae")
    first, second = (file.buffers().shapes[0].indices for _ in range(2))
    # Three indices for each corner, of which the first is taken: they are twelve bytes apart.
    assert first.shape == (100, 3) and first.dtype == np.uint32 and first.strides == (36, 12)
    assert first.tolist() == np.arange(300).reshape(100, 3).tolist()
    assert first.ctypes.data == second.ctypes.data and not first.flags.writeable and not first.flags.owndata
    del file, second
    assert first[99].tolist() == [297, 298, 299]


def test_wrong_types_are_refused_everywhere() -> None:
    file: Any = portolan.open(ARM)
    for wrong in (
        lambda: file.sample("0"),
        lambda: file.sample(["0"]),
        lambda: file.simulate("0"),
        lambda: file.pose(elbow="1"),
        lambda: file.render("8x8"),
        lambda: file.render((8.5, 8)),
        lambda: file.render((8, 8), camera=1),
        lambda: file.to(5),
        lambda: file.to("a.glb", embed="yes"),
        lambda: file.set("elbow", None),
        lambda: file.verify(5),
        lambda: portolan.open(None),  # type: ignore[arg-type]
        lambda: portolan.open(ARM, allow=3),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            wrong()
    for size in ((0, 8), (-1, 8), (8, 1 << 40)):
        with pytest.raises(portolan.UsageError):
            file.render(size)


def test_a_format_is_written_beside_the_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "arm.dae"
    path.write_bytes(ARM.read_bytes())
    assert portolan.open(path).to("glb")["dropped"] == []
    assert (tmp_path / "arm.glb").read_bytes()[:4] == b"glTF"
    with pytest.raises(portolan.UsageError):
        portolan.open(path).to("dae")
    with pytest.raises(portolan.UsageError):
        portolan.open(path.read_bytes(), name="arm.dae").to("glb")


def test_findings_say_how_they_are_fixed() -> None:
    findings = portolan.open(EXAMPLES / "broken" / "worn.dae").report.findings
    assert any(f.fix for f in findings) and all(bool(f.fix) == f.fixable for f in findings)


def test_one_folder_may_be_allowed(tmp_path: pathlib.Path) -> None:
    for folder in ("in", "nodes"):
        (tmp_path / folder).mkdir()
    asset = "<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified></asset>"
    start = f'<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">{asset}'
    path = tmp_path / "in" / "a.dae"
    path.write_text(
        start + '<library_visual_scenes><visual_scene id="s"><node id="n"><instance_node url="../nodes/b.dae#m"/></node></visual_scene>'
        '</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>'
    )
    (tmp_path / "nodes" / "b.dae").write_text(start + '<library_nodes><node id="m"/></library_nodes></COLLADA>')
    denied = portolan.open(path)
    assert [f.code for f in denied.report] == ["REF061"] and [n["id"] for n in denied.scene["nodes"]] == ["n"]
    allowed: list[Any] = [tmp_path, str(tmp_path), [tmp_path]]
    for folders in allowed:
        file = portolan.open(path, allow=folders)
        assert len(file.report) == 0 and [n["id"] for n in file.scene["nodes"]] == ["n", "m"]
    # Bytes have no folder, and nothing is said of files beside them.
    assert len(portolan.open(path.read_bytes(), name="a.dae").report) == 0


GROWTH = """
import pathlib, sys
import portolan

def resident():
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

file = portolan.open(sys.argv[1])
file.scene
before = resident()
shapes = file.buffers().shapes
total = sum(float(shape.positions[::97].sum()) + int(shape.indices[::97].sum()) for shape in shapes)
after = resident()
print(sum(shape.positions.nbytes + shape.normals.nbytes + shape.indices.nbytes for shape in shapes) // 1024, before, after)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
@pytest.mark.parametrize("columns", [1, 3])
def test_arrays_need_no_memory(tmp_path: pathlib.Path, columns: int) -> None:
    """Arrays of tens of megabytes make the process grow by less than a twentieth."""
    path = tmp_path / "large.dae"
    path.write_bytes(triangle(1_500_000, columns))
    done = subprocess.run([sys.executable, "-c", GROWTH, os.fspath(path)], capture_output=True, text=True, check=True)
    arrays, before, after = map(int, done.stdout.split())
    assert arrays > 40_000 and after - before < before / 20, done.stdout


SQUARE = triangle(6).replace(b'<triangles count="2">', b'<polylist count="1">').replace(b"</triangles>", b"</polylist>").replace(
    b"<p>0 1 2 3 4 5</p>", b"<vcount>4</vcount><p>0 1 2 5</p>"
)


def test_polygons_have_their_corners() -> None:
    (faces,) = portolan.open(SQUARE, name="a.dae").polygons()
    assert faces.name == "sheet" and faces.geometry == 0 and faces.primitive == 0 and faces.material is None
    assert faces.sizes.tolist() == [4] and faces.offsets.tolist() == [0, 4] and faces.vertices.tolist() == [0, 1, 2, 5]
    assert faces.vertices.dtype == faces.offsets.dtype == np.uint32 and faces.positions.shape == (6, 3)
    assert faces.triangles.shape == (2, 3) and sorted(set(faces.triangles.reshape(-1).tolist())) == [0, 1, 2, 3]
    assert faces.normals is not None and faces.normals.tolist() == [[0, 0, 1]] * 4
    assert faces.texture_coordinates == [] and faces.colors is None
    for array in (faces.positions, faces.vertices, faces.triangles, faces.offsets):
        assert not array.flags.writeable
    # Nothing is copied where the numbers stand as they are given.
    file = portolan.open(triangle(300), name="a.dae")
    assert file.polygons()[0].positions.ctypes.data == file.buffers().shapes[0].positions.ctypes.data


def test_meshes_of_gltf_say_which_shape_they_are() -> None:
    import json
    import struct

    glb = portolan.open(SQUARE, name="a.dae").glb(mark_shapes=True)
    (length,) = struct.unpack_from("<I", glb, 12)
    (mesh,) = json.loads(glb[20 : 20 + length])["meshes"]
    assert mesh["extras"]["portolan_shape"] == [0, 0]


def test_bodies_fall() -> None:
    told = portolan.open(EXAMPLES / "collada" / "fall.dae").simulate([0.0, 0.5])
    assert told["times"] == [0.0, 0.5]
    with pytest.raises(TypeError):
        portolan.open(ARM).simulate([None])  # type: ignore[list-item]


def test_draws_and_trimesh() -> None:
    file = portolan.open(triangle(6), name="a.dae")
    draw = file.buffers().draws[0]
    assert draw.node_name == "holder" and draw.world[:3, 3].tolist() == [1, 2, 3]
    trimesh = pytest.importorskip("trimesh")
    scene = file.to_trimesh()
    assert isinstance(scene, trimesh.Scene)
    assert scene.bounds.tolist() == [[1, 2, 3], [6, 7, 3]]


def test_sample_pose_get_set_fix_diff() -> None:
    file = portolan.open(ARM)
    assert file.sample([0.0, 1.0])["times"] == [0.0, 1.0]
    with pytest.raises(ValueError):
        file.sample([0.0], rate=30)
    joints = file.pose(elbow=10)
    axes = {j["sid"]: j["axes"][0] for j in joints["models"][0]["joints"]}
    assert axes["elbow"]["value"] == 10 and axes["elbow"]["given"]
    plain = portolan.open(triangle(), name="a.dae")
    assert plain.get("n/t") == "1 2 3" and plain.get("n@name") == "holder"
    changed = plain.set("n@name", "other")
    assert b'name="other"' in changed and len(changed) == len(triangle()) - 1
    assert plain.fix().changed is False
    fixed = portolan.open(EXAMPLES / "broken" / "worn.dae").fix()
    assert fixed.changed and fixed.errors_after == 0 and fixed.difference and "+" in fixed.difference
    assert plain.diff(portolan.open(changed, name="b.dae"))


def test_command_line() -> None:
    run = subprocess.run([sys.executable, "-m", "portolan", "info", os.fspath(ARM)], capture_output=True, text=True)
    assert run.returncode == 0 and "collada 1.5.0" in run.stdout


def test_threads_work_side_by_side() -> None:
    from concurrent.futures import ThreadPoolExecutor

    documents = [triangle(3 * n) for n in range(1, 9)]
    with ThreadPoolExecutor(4) as pool:
        files = list(pool.map(lambda d: portolan.open(d, name="a.dae").info["totals"]["triangles"], documents))
    assert files == list(range(1, 9))
