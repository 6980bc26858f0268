#!/usr/bin/env python3
"""An independent judge of URDF files: yourdfpy (PyPI) reads what `portolan convert` writes.

Every robot is converted to URDF; yourdfpy places its links at the document's values, at zero and at random values, and
`portolan pose` of the robot itself says where they have to be, seen from the first link, to 1e-6 of the size. Meshes are loaded
as well, and a URDF file that went through COLLADA 1.5 has the same joints, limits and masses.

    python3 tests/judges/urdf.py PORTOLAN FILE_OR_FOLDER...      (needs `pip install yourdfpy`)
"""

import json
import math
import os
import random
import subprocess
import sys
import tempfile

import numpy
import yourdfpy


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True)


def matrix(columns):
    return numpy.array(columns).reshape(4, 4).T


def robot_values(model):
    """Names of joints with one axis that may be set, with limits in the unit of the document."""
    for joint in model["joints"]:
        for axis in joint["axes"]:
            if not axis["formula"] and not axis["locked"]:
                yield joint, axis


def judge(portolan, path, seed, folder):
    target = os.path.join(folder, "robot.urdf")
    made = run(portolan, "convert", path, target, "--force", "-q", "--allow-empty")
    if made.returncode not in (0, 1) or not os.path.exists(target):
        return f"convert: exit {made.returncode} {made.stderr[-200:]}", 0
    said = json.loads(run(portolan, "pose", path, "--json").stdout)
    if not said["models"]:
        return None, 0
    robot = yourdfpy.URDF.load(target, load_meshes=True, build_scene_graph=True)
    metres = said["unit"]["meters"]
    rng = random.Random(seed)
    model = said["models"][0]
    wild = {}
    for joint, axis in robot_values(model):
        low = axis["min"] if axis["min"] is not None else (-170 if axis["kind"] == "revolute" else -0.5)
        high = axis["max"] if axis["max"] is not None else (170 if axis["kind"] == "revolute" else 0.5)
        wild[joint["sid"] or joint["id"], axis["sid"]] = round(rng.uniform(low, high), 4)
    count = 0
    for what in ("document", "zero", "random"):
        arguments = [portolan, "pose", path, "--json"]
        if what == "zero":
            arguments.append("--zero")
        if what == "random":
            instance = model["instance"] or model["id"] or model["name"]
            arguments += [f"{instance}/{joint}/{axis}={value}" for (joint, axis), value in wild.items()]
        answer = run(*arguments)
        if answer.returncode != 0:
            return f"pose: {answer.stderr[:200]}", count
        told = json.loads(answer.stdout)["models"][0]
        values = {}
        for joint in told["joints"]:
            for nth, axis in enumerate(joint["axes"]):
                name = joint["name"] or joint["sid"]
                name = name if len(joint["axes"]) == 1 else f"{name}_{nth}"
                values[name] = math.radians(axis["value"]) if axis["kind"] == "revolute" else axis["value"] * metres
        known = [j for j in robot.actuated_joint_names]
        robot.update_cfg({name: values.get(name, 0.0) for name in known})
        places = {}
        for link in told["links"]:
            places.setdefault(link["name"] or link["sid"], matrix(link["world"]))
        first = told["links"][0]["name"] or told["links"][0]["sid"]
        names = [n for n in places if n in robot.link_map]
        size = max([1e-6] + [numpy.abs(m[:3, 3]).max() * metres for m in places.values()])
        for name in names:
            mine = numpy.linalg.inv(places[first]) @ places[name]
            mine[:3, 3] *= metres
            if said["up_axis"] == "Y":
                turn = numpy.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])
                mine = turn @ mine @ turn.T
            theirs = robot.get_transform(name, first)
            count += 1
            off = max(numpy.abs(mine[:3, :3] - theirs[:3, :3]).max(), numpy.abs(mine[:3, 3] - theirs[:3, 3]).max() / size)
            if off > 1e-6:
                return f"{what}: link {name} is off by {off:.2e}: {theirs[:3, 3]}, not {mine[:3, 3]}", count
    return None, count


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                if name.lower().endswith((".dae", ".zae", ".urdf")):
                    yield os.path.join(folder, name)


def main():
    portolan, paths = sys.argv[1], sys.argv[2:]
    failed, robots, links = 0, 0, 0
    for seed, path in enumerate(files(paths)):
        said = run(portolan, "pose", path, "--json")
        if said.returncode != 0 or not json.loads(said.stdout)["models"]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            fault, count = judge(portolan, path, seed, folder)
        robots, links, failed = robots + 1, links + count, failed + (fault is not None)
        print(f"{'FAILED' if fault else 'ok    '} {os.path.basename(path)}: {fault or f'{count} links'}")
    print(f"{robots} robots, {links} link places, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
