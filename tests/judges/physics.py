#!/usr/bin/env python3
"""Compares `portolan simulate` with pybullet (PyPI): a stack and a chain at rest, and the time that 1000 spheres take.

    python3 tests/judges/physics.py PORTOLAN      (needs `pip install pybullet`)
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import pybullet

HEAD = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created>2020-01-01T00:00:00Z</created>
<modified>2020-01-01T00:00:00Z</modified><unit meter="1"/><up_axis>Z_UP</up_axis></asset>"""
STEP = 1 / 240


def document(bodies, constraints=""):
    """Bodies are (name, place, moves, mass, shape); the friction of all is 0.5."""
    material = "<physics_material><technique_common><dynamic_friction>0.5</dynamic_friction><restitution>0</restitution>" \
               "<static_friction>0.5</static_friction></technique_common></physics_material>"
    rigid, instances, nodes = "", "", ""
    for name, place, moves, mass, shape in bodies:
        rigid += f'<rigid_body sid="{name}"><technique_common><dynamic>{str(moves).lower()}</dynamic><mass>{mass}</mass>' \
                 f"{material}<shape>{shape}</shape></technique_common></rigid_body>"
        instances += f'<instance_rigid_body body="{name}" target="#n-{name}"><technique_common/></instance_rigid_body>'
        nodes += f'<node id="n-{name}"><translate>{" ".join(map(str, place))}</translate></node>'
    return f"""{HEAD}<library_physics_models><physics_model id="m">{rigid}{constraints}</physics_model></library_physics_models>
<library_physics_scenes><physics_scene id="p"><instance_physics_model url="#m">{instances}</instance_physics_model>
<technique_common><gravity>0 0 -9.81</gravity><time_step>{STEP}</time_step></technique_common></physics_scene></library_physics_scenes>
<library_visual_scenes><visual_scene id="v">{nodes}</visual_scene></library_visual_scenes>
<scene><instance_physics_scene url="#p"/><instance_visual_scene url="#v"/></scene></COLLADA>"""


GROUND = ("ground", (0, 0, 0), False, 1, "<plane><equation>0 0 1 0</equation></plane>")


def simulate(portolan, text, at):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.dae")
        with open(path, "w") as file:
            file.write(text)
        begin = time.perf_counter()
        run = subprocess.run([portolan, "simulate", path, "--times", str(at), "--json"], capture_output=True, text=True)
        took = time.perf_counter() - begin
    if run.returncode != 0:
        sys.exit(f"portolan simulate: {run.stderr}")
    bodies = json.loads(run.stdout)["scenes"][0]["bodies"]
    return {b["sid"]: b["world"][-1][12:15] for b in bodies}, took


class Bullet:
    def __init__(self):
        self.client = pybullet.connect(pybullet.DIRECT)
        pybullet.resetSimulation()
        pybullet.setGravity(0, 0, -9.81)
        pybullet.setTimeStep(STEP)
        self.bodies = {}

    def add(self, name, place, mass, shape):
        body = pybullet.createMultiBody(mass, shape, basePosition=place)
        pybullet.changeDynamics(body, -1, lateralFriction=0.5, restitution=0, linearDamping=0, angularDamping=0)
        self.bodies[name] = body
        return body

    def run(self, seconds):
        for _ in range(round(seconds / STEP)):
            pybullet.stepSimulation()
        places = {n: pybullet.getBasePositionAndOrientation(b)[0] for n, b in self.bodies.items()}
        pybullet.disconnect(self.client)
        return places


def worst(mine, theirs):
    return max(max(abs(a - b) for a, b in zip(mine[n], theirs[n])) for n in theirs)


def stack(portolan):
    box = "<box><half_extents>0.5 0.5 0.5</half_extents></box>"
    bodies = [GROUND] + [(f"b{i}", (0, 0, 0.5 + i), True, 1, box) for i in range(10)]
    mine, _ = simulate(portolan, document(bodies), 3)
    bullet = Bullet()
    bullet.add("ground", (0, 0, 0), 0, pybullet.createCollisionShape(pybullet.GEOM_PLANE))
    shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[0.5] * 3)
    for name, place, _, mass, _ in bodies[1:]:
        bullet.add(name, place, mass, shape)
    theirs = bullet.run(3)
    exact = {f"b{i}": (0, 0, 0.5 + i) for i in range(10)}
    return worst(mine, theirs), worst(mine, exact), worst(theirs, exact)


def chain(portolan):
    ball = "<sphere><radius>0.1</radius></sphere>"
    bodies = [("top", (0, 0, 5), False, 1, ball)] + [(f"c{i}", (0, 0, 4.5 - 0.5 * i), True, 1 + i, ball) for i in range(5)]
    held = ""
    for above, below in zip(bodies, bodies[1:]):
        free = "<limits><swing_cone_and_twist><min>-INF -INF -INF</min><max>INF INF INF</max></swing_cone_and_twist></limits>"
        held += f'<rigid_constraint sid="k-{below[0]}"><ref_attachment rigid_body="{above[0]}"/>' \
                f'<attachment rigid_body="{below[0]}"><translate>0 0 0.5</translate></attachment>' \
                f"<technique_common><interpenetrate>true</interpenetrate>{free}</technique_common></rigid_constraint>"
    mine, _ = simulate(portolan, document(bodies, held), 3)
    bullet = Bullet()
    shape = pybullet.createCollisionShape(pybullet.GEOM_SPHERE, radius=0.1)
    last = bullet.add("top", (0, 0, 5), 0, shape)
    for name, place, _, mass, _ in bodies[1:]:
        body = bullet.add(name, place, mass, shape)
        pybullet.createConstraint(last, -1, body, -1, pybullet.JOINT_POINT2POINT, [0, 0, 0], [0, 0, 0], [0, 0, 0.5])
        last = body
    theirs = bullet.run(3)
    exact = {b[0]: b[1] for b in bodies}
    return worst(mine, theirs), worst(mine, exact), worst(theirs, exact)


def spheres(portolan):
    ball = "<sphere><radius>0.1</radius></sphere>"
    places = [(0.25 * (i % 10), 0.25 * (i // 10 % 10), 0.2 + 0.25 * (i // 100)) for i in range(1000)]
    bodies = [GROUND] + [(f"s{i}", place, True, 1, ball) for i, place in enumerate(places)]
    text = document(bodies)
    _, nothing = simulate(portolan, text, 0)
    _, took = simulate(portolan, text, 1)
    bullet = Bullet()
    bullet.add("ground", (0, 0, 0), 0, pybullet.createCollisionShape(pybullet.GEOM_PLANE))
    shape = pybullet.createCollisionShape(pybullet.GEOM_SPHERE, radius=0.1)
    for name, place, _, mass, _ in bodies[1:]:
        bullet.add(name, place, mass, shape)
    begin = time.perf_counter()
    bullet.run(1)
    return took, nothing, time.perf_counter() - begin


def main():
    portolan = sys.argv[1]
    failed = False
    for name, judge in (("stack", stack), ("chain", chain)):
        apart, own, other = judge(portolan)
        failed |= apart > 0.01 or own > 0.005
        print(f"{name}: {apart * 1000:.2f} mm apart; from the exact place: portolan {own * 1000:.2f} mm, pybullet {other * 1000:.2f} mm")
    took, nothing, other = spheres(portolan)
    print(f"1000 spheres, 240 steps: portolan {took:.2f} s (of which {nothing:.2f} s without steps), pybullet {other:.2f} s")
    sys.exit(failed or took > other)


if __name__ == "__main__":
    main()
