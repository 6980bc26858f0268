#!/usr/bin/env python3
"""Measures Portolan beside other readers of COLLADA, and prints the tables of `docs/src/compare.md`.

    python3 docs/compare.py [--portolan target/release/portolan] [FOLDER…]

First the scene `examples/collada/harbour.dae` and its worn part become GLB files with each tool, and what is in those
files is counted. Then every `.dae` below the folders (by default the fixtures in `tests/suite/collada`) is given to
each tool, with a limit of 60 seconds. Tools that are not installed are left out: `apt install assimp-utils`,
`pip install pycollada trimesh`.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[1]
LIMIT = 60

PYCOLLADA = """
import collada, sys
scene = collada.Collada(sys.argv[1]).scene
triangles = 0
for shape in scene.objects('geometry') if scene else ():
    for part in shape.primitives():
        part = part.triangleset() if hasattr(part, 'triangleset') else part
        triangles += len(getattr(part, 'vertex_index', None) if hasattr(part, 'vertex_index') else ())
print(triangles)
"""
TRIMESH = "import trimesh, sys; trimesh.load(sys.argv[1], force='scene').export(sys.argv[2])"


def tools(portolan):
    """Name, version, and the command that makes a GLB of a file; `None` for a tool that only reads."""
    found = {}
    version = lambda *command: subprocess.run(command, capture_output=True, text=True).stdout
    if portolan:
        name = "portolan " + version(portolan, "--version").split()[-1]
        found[name] = lambda a, b: [portolan, "convert", "--quiet", a, b]
    if shutil.which("assimp"):
        words = [w for w in version("assimp", "version").split() if w.startswith("v") or w[0].isdigit()]
        found["assimp " + words[0].lstrip("v")] = lambda a, b: ["assimp", "export", a, b, "-fglb2"]
    for module, package, script in (("trimesh", "trimesh", TRIMESH), ("collada", "pycollada", PYCOLLADA)):
        ask = f"import {module}; print({module}.__version__)"
        asked = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
        if asked.returncode == 0:
            found[f"{package} {asked.stdout.strip()}"] = lambda a, b, s=script: [sys.executable, "-c", s, a, b]
    return found


def run(command):
    """Runs a command: status (`None` if it took too long), seconds, megabytes at most, and what it printed."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        signal.signal(signal.SIGALRM, lambda *_: child.kill())
        signal.alarm(LIMIT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        signal.alarm(0)
        seconds = time.monotonic() - start
        out.seek(0)
        return child.returncode, seconds, usage.ru_maxrss / 1024, out.read().decode(errors="replace")


# --- What is in a GLB -------------------------------------------------------------------------------------------------


def glb(path):
    data = path.read_bytes()
    return json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])


def times(a, b):
    """The product of two matrices, column by column."""
    return [sum(a[k * 4 + r] * b[c * 4 + k] for k in range(4)) for c in range(4) for r in range(4)]


def local(node):
    if "matrix" in node:
        return node["matrix"]
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    s = node.get("scale", (1, 1, 1))
    columns = ((1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
               (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
               (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)))
    turned = [v * s[i] for i, column in enumerate(columns) for v in (*column, 0)]
    return [*turned, *node.get("translation", (0, 0, 0)), 1]


def facts(document):
    """What a GLB shows: counts, and the height of everything in metres."""
    triangles, low, high, lights = 0, float("inf"), float("-inf"), 0
    nodes, accessors = document.get("nodes", []), document.get("accessors", [])
    roots = document.get("scenes", [{}])[document.get("scene", 0)].get("nodes", [])
    identity = [float(i % 5 == 0) for i in range(16)]
    waiting = [(root, identity) for root in roots]
    while waiting:
        index, above = waiting.pop()
        node = nodes[index]
        place = times(above, local(node))
        waiting += [(child, place) for child in node.get("children", ())]
        lights += "KHR_lights_punctual" in node.get("extensions", {})
        for part in document["meshes"][node["mesh"]]["primitives"] if "mesh" in node else ():
            if part.get("mode", 4) != 4:
                continue
            positions = accessors[part["attributes"]["POSITION"]]
            triangles += accessors[part["indices"]]["count"] // 3 if "indices" in part else positions["count"] // 3
            for corner in range(8):
                p = [positions[("min", "max")[corner >> i & 1]][i] for i in range(3)] + [1]
                y = sum(place[c * 4 + 1] * p[c] for c in range(4))
                low, high = min(low, y), max(high, y)
    held = lambda image: "bufferView" in image or image.get("uri", "").startswith("data:")
    colours = [m.get("pbrMetallicRoughness", {}).get("baseColorFactor", (1, 1, 1, 1)) for m in document["materials"]]
    channels = [channel for animation in document.get("animations", ()) for channel in animation["channels"]]
    return {"triangles": triangles, "invisible materials": sum(colour[3] == 0 for colour in colours),
            "pictures in the file": sum(held(image) for image in document.get("images", ())),
            "animated nodes": len({channel["target"].get("node") for channel in channels}),
            "cameras": sum("camera" in node for node in nodes), "lights": lights,
            "height": f"{high - low:.2f} m" if triangles else "", "meshes stored": len(document.get("meshes", ()))}


# --- Tables -----------------------------------------------------------------------------------------------------------


def scene_table(source, found, folder):
    rows = {}
    for name, command in found.items():
        target = folder / f"{name.split()[0]}-{source.stem}.glb"
        status, seconds, memory, _ = run(command(str(source), str(target)))
        if name.startswith("pycollada"):
            continue
        rows[name] = facts(glb(target)) if status == 0 and target.exists() else {"triangles": f"fails ({status})"}
    names = list(rows)
    print(f"| {source.name} |", " | ".join(names), "|\n|---|" + "---|" * len(names))
    for fact in next(iter(rows.values())):
        print(f"| {fact} |", " | ".join(str(rows[name].get(fact, "")) for name in names), "|")
    print()


def folder_table(files, found, folder):
    """File by file and not tool by tool, so that whatever else the machine does slows all of them."""
    results = {name: [] for name in found}
    for file in files:
        for name, command in found.items():
            target = folder / "out.glb"
            target.unlink(missing_ok=True)
            results[name].append(run(command(str(file), str(target))))
    print(f"| {len(files)} files | read | refused | crashed | too slow | median | peak memory |\n|---|" + "---|" * 6)
    for name, runs in results.items():
        slow = sum(status == -signal.SIGKILL for status, *_ in runs)
        crashed = sum(status < 0 for status, *_ in runs) - slow
        read, refused = (sum(wanted(status) for status, *_ in runs) for wanted in (lambda s: s == 0, lambda s: s > 0))
        middle = statistics.median(seconds for _, seconds, *_ in runs) * 1000
        memory = max(memory for _, _, memory, _ in runs)
        print(f"| {name} | {read} | {refused} | {crashed} | {slow} | {middle:.0f} ms | {memory:.0f} MB |")


def main():
    parser = argparse.ArgumentParser(description="Measures Portolan beside other readers of COLLADA.")
    parser.add_argument("--portolan", default=str(TOP / "target/release/portolan"))
    parser.add_argument("folders", nargs="*", default=[str(TOP / "tests/suite/collada")])
    arguments = parser.parse_args()
    found = tools(shutil.which(arguments.portolan))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for source in ("collada/harbour.dae", "broken/worn.dae", "broken/sketch.dae"):
            scene_table(TOP / "examples" / source, found, folder)
        files = sorted(f for place in arguments.folders for f in pathlib.Path(place).rglob("*.dae"))
        folder_table(files, found, folder)


if __name__ == "__main__":
    main()
