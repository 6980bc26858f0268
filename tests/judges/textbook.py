#!/usr/bin/env python3
"""Compares `portolan simulate` with the textbook: results by formula, within the error of the time step.

    python3 tests/judges/textbook.py PORTOLAN
"""

import json
import math
import os
import subprocess
import sys
import tempfile

G = 9.81
PORTOLAN = sys.argv[1]
FAILED = []


def material(friction=None, restitution=None, static=None):
    parts = ""
    if friction is not None:
        parts += f"<dynamic_friction>{friction}</dynamic_friction>"
    if restitution is not None:
        parts += f"<restitution>{restitution}</restitution>"
    if static is not None or friction is not None:
        parts += f"<static_friction>{friction if static is None else static}</static_friction>"
    return f"<physics_material><technique_common>{parts}</technique_common></physics_material>"


class World:
    """A document: bodies with their nodes, constraints, animations. Y is up unless it is said otherwise."""

    def __init__(self, gravity=(0, -G, 0), step=1 / 240, unit=1, up="Y_UP", version="1.4.1"):
        self.gravity, self.step, self.unit, self.up = gravity, step, unit, up
        self.bodies, self.instances, self.nodes, self.held, self.animations = "", "", "", "", ""

    def body(self, sid, shape, place="", dynamic=True, mass=None, more="", instance="", surface="", node_sid=""):
        massed = "" if mass is None else f"<mass>{mass}</mass>"
        self.bodies += (f'<rigid_body sid="{sid}"><technique_common><dynamic>{str(dynamic).lower()}</dynamic>{massed}{more}{surface}'
                        f"<shape>{shape}</shape></technique_common></rigid_body>")
        self.instances += f'<instance_rigid_body body="{sid}" target="#n-{sid}"><technique_common>{instance}</technique_common></instance_rigid_body>'
        self.nodes += f'<node id="n-{sid}">{place}</node>'
        return self

    def hold(self, sid, first, second, limits="", more="", interpenetrate=True, spring="", enabled=True):
        self.held += (f'<rigid_constraint sid="{sid}"><ref_attachment rigid_body="{first[0]}">{first[1]}</ref_attachment>'
                      f'<attachment rigid_body="{second[0]}">{second[1]}</attachment><technique_common><enabled>{str(enabled).lower()}</enabled>'
                      f"<interpenetrate>{str(interpenetrate).lower()}</interpenetrate><limits>{limits}</limits>{spring}</technique_common></rigid_constraint>")
        return self

    def text(self):
        gravity = "" if self.gravity is None else f'<gravity>{" ".join(map(str, self.gravity))}</gravity>'
        return f"""<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created>2020-01-01T00:00:00Z</created>
<modified>2020-01-01T00:00:00Z</modified><unit name="u" meter="{self.unit}"/><up_axis>{self.up}</up_axis></asset>{self.animations}
<library_physics_models><physics_model id="m">{self.bodies}{self.held}</physics_model></library_physics_models>
<library_physics_scenes><physics_scene id="p"><instance_physics_model url="#m">{self.instances}</instance_physics_model>
<technique_common>{gravity}<time_step>{self.step}</time_step></technique_common></physics_scene></library_physics_scenes>
<library_visual_scenes><visual_scene id="v">{self.nodes}</visual_scene></library_visual_scenes>
<scene><instance_physics_scene url="#p"/><instance_visual_scene url="#v"/></scene></COLLADA>"""

    def run(self, times, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.dae")
            with open(path, "w") as file:
                file.write(self.text())
            run = subprocess.run([PORTOLAN, "simulate", path, "--times", ",".join(f"{t:.9g}" for t in times), "--json", *options],
                                 capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"portolan simulate: {run.stderr}")
        self.json = json.loads(run.stdout)
        return {b["sid"]: b for b in self.json["scenes"][0]["bodies"]}


def at(x, y, z=0):
    return f"<translate>{x} {y} {z}</translate>"


def turn(x, y, z, angle):
    return f"<rotate>{x} {y} {z} {angle}</rotate>"


def ball(r):
    return f"<sphere><radius>{r}</radius></sphere>"


def box(x, y, z):
    return f"<box><half_extents>{x} {y} {z}</half_extents></box>"


GROUND = "<plane><equation>0 1 0 0</equation></plane>"
FREE = "-INF -INF -INF", "INF INF INF"


def angular(low, high):
    return f"<swing_cone_and_twist><min>{low}</min><max>{high}</max></swing_cone_and_twist>"


def linear(low, high):
    return f"<linear><min>{low}</min><max>{high}</max></linear>"


def expect(what, value, wanted, tolerance):
    good = abs(value - wanted) <= tolerance
    print(f'{"ok  " if good else "FAIL"} {what}: {value:.6g}, by the book {wanted:.6g} (± {tolerance:.2g})')
    if not good:
        FAILED.append(what)


def places(body, axis=1):
    return [m[12 + axis] for m in body["world"]]


def crossings(values, times):
    found = []
    for (a, b), (s, t) in zip(zip(values, values[1:]), zip(times, times[1:])):
        if a > 0 >= b:
            found.append(s + (t - s) * a / (a - b))
    return found


def period(values, times):
    passed = crossings(values, times)
    return (passed[-1] - passed[0]) / (len(passed) - 1) if len(passed) > 1 else float("nan")


def steps(seconds, count):
    return [seconds * i / count for i in range(count + 1)]


def falling():
    for unit, up, axis in ((1, "Y_UP", 1), (0.01, "Y_UP", 1), (0.001, "Z_UP", 2), (1000, "Y_UP", 1), (0.0254, "Z_UP", 2)):
        g = G / unit
        gravity = [0, 0, 0]
        gravity[axis] = -g
        w = World(gravity, unit=unit, up=up)
        w.body("b", ball(0.1 / unit), mass=1, instance=f"<velocity>{2 / unit} 0 0</velocity>")
        b = w.run([0, 0.5, 1])["b"]
        for t, m in zip((0.5, 1), b["world"][1:]):
            expect(f"fall, unit {unit}, after {t}", m[12 + axis] * unit, -G * t * t / 2, G * t / 240)
            expect(f"drift, unit {unit}, after {t}", m[12] * unit, 2 * t, 1e-6)
        expect("speed", b["velocities"][2][axis] * unit, -G, 0.05)
    b = World(None).body("b", ball(1), mass=1, instance="<velocity>1 2 3</velocity><angular_velocity>0 0 1.5</angular_velocity>").run([0, 2])["b"]
    expect("no gravity", b["world"][1][13], 4, 1e-6)
    expect("turning", math.atan2(b["world"][1][1], b["world"][1][0]), 3, 1e-3)
    # The centre of mass flies straight; the body turns about it.
    w = World(None).body("b", ball(0.1), mass=1, more="<mass_frame><translate>1 0 0</translate></mass_frame><inertia>1 1 1</inertia>",
                         instance="<angular_velocity>0 0 3.14159265</angular_velocity>")
    b = w.run([0, 1])["b"]
    expect("turn about the centre of mass", b["world"][1][12], 2, 0.02)


def spinning():
    """A free symmetric top: the axis precesses about the angular momentum at L / I1."""
    w = World(None, step=1 / 1000).body("b", box(1, 1, 1), mass=1, more="<mass_frame><translate>0 0 0</translate></mass_frame><inertia>1 2 1</inertia>",
                                        instance="<angular_velocity>0.5 5 0</angular_velocity>")
    b = w.run([0, 1])["b"]
    # Momentum is conserved: L = (0.5, 10, 0).
    m = b["world"][1]
    rows = [[m[0], m[4], m[8]], [m[1], m[5], m[9]], [m[2], m[6], m[10]]]
    omega = b["angular_velocities"][1]
    local = [sum(rows[k][i] * omega[k] for k in range(3)) for i in range(3)]
    scaled = [local[0], 2 * local[1], local[2]]
    momentum = [sum(rows[i][k] * scaled[k] for k in range(3)) for i in range(3)]
    for axis, wanted in zip(range(3), (0.5, 10, 0)):
        expect(f"angular momentum {'xyz'[axis]}", momentum[axis], wanted, 0.1)


def bouncing():
    for share in (1, 0.64, 0.25, 0):
        for friction in (0, 0.5):
            s = material(friction, share)
            w = World(step=1 / 960).body("g", GROUND, dynamic=False, surface=s).body("b", ball(0.1), at(0, 1.1), mass=1, surface=s)
            times = steps(1.3, 520)
            b = w.run(times)["b"]
            fall = math.sqrt(2 / G)
            second = fall + 2 * math.sqrt(2 * share / G)
            top = max((y - 0.1 for y, t in zip(places(b), times) if fall + 0.02 < t < second + 0.01 or share == 0), default=0) if share else \
                max(y - 0.1 for y, t in zip(places(b), times) if t > fall + 0.02)
            expect(f"bounce {share}, friction {friction}", top, share, 0.02)
            expect(f"bounce {share}, friction {friction}, drift", places(b, 0)[-1], 0, 1e-3)
    # A ball thrown sideways with much friction leaves turning: its speed along falls by 2/7.
    s = material(1, 1)
    w = World(step=1 / 960).body("g", GROUND, dynamic=False, surface=s).body("b", ball(0.1), at(0, 1.1), mass=1, surface=s, instance="<velocity>1 0 0</velocity>")
    b = w.run([0, 0.8])["b"]
    expect("bounce with grip: speed along", b["velocities"][1][0], 5 / 7, 0.02)
    expect("bounce with grip: turning", b["angular_velocities"][1][2], -5 / 7 / 0.1, 0.2)


def sliding():
    for friction in (0.1, 0.3, 0.5):
        s = material(friction, 0)
        w = World().body("g", GROUND, dynamic=False, surface=s).body("b", box(0.5, 0.1, 0.5), at(0, 0.1), mass=2, surface=s, instance="<velocity>3 0 0</velocity>")
        way = 9 / (2 * friction * G)
        expect(f"box slides to rest, friction {friction}", places(w.run([0, 6])["b"], 0)[1], way, 0.02 * way + 0.02)
    for angle in (10, 20, 30, 40):
        for friction in (0, 0.2, 0.5, 1):
            s = material(friction, 0)
            a = math.radians(angle)
            w = World().body("g", GROUND, turn(0, 0, 1, angle), dynamic=False, surface=s)
            w.body("b", box(0.3, 0.1, 0.3), turn(0, 0, 1, angle) + at(0, 0.1), mass=1, surface=s)
            m = w.run([0, 1])["b"]["world"][1]
            way = -(m[12] * math.cos(a) + m[13] * math.sin(a))
            wanted = max(0, G * (math.sin(a) - friction * math.cos(a))) / 2
            expect(f"slope {angle}, friction {friction}", way, wanted, 0.02 * wanted + 0.01)
    # Held at rest, sliding once it moves.
    for pushed, wanted in ((0, 0), (1, 1 + G * (math.sin(math.pi / 6) - 0.2 * math.cos(math.pi / 6)) / 2)):
        s = material(0.2, 0, static=0.8)
        a = math.pi / 6
        w = World().body("g", GROUND, turn(0, 0, 1, 30), dynamic=False, surface=s)
        speed = f"<velocity>{-pushed * math.cos(a)} {-pushed * math.sin(a)} 0</velocity>"
        w.body("b", box(0.3, 0.1, 0.3), turn(0, 0, 1, 30) + at(0, 0.1), mass=1, surface=s, instance=speed)
        m = w.run([0, 1])["b"]["world"][1]
        expect(f"two coefficients, speed {pushed}", -(m[12] * math.cos(a) + m[13] * math.sin(a)), wanted, 0.02 * wanted + 0.01)


def rolling():
    a = math.radians(20)
    for name, shape, share in (("ball", ball(0.2), 5 / 7), ("shell", "<hollow>true</hollow>" + ball(0.2), 3 / 5),
                               ("cylinder", f"<cylinder><height>0.4</height><radius>0.2 0.2</radius></cylinder>{turn(1, 0, 0, 90)}", 2 / 3)):
        s = material(0.8, 0)
        w = World().body("g", GROUND, turn(0, 0, 1, 20), dynamic=False, surface=s)
        w.body("b", shape, turn(0, 0, 1, 20) + at(0, 0.2), surface=s)
        m = w.run([0, 1])["b"]["world"][1]
        expect(f"{name} rolls", -((m[12] + 0.2 * math.sin(a)) * math.cos(a) + (m[13] - 0.2 * math.cos(a)) * math.sin(a)), share * G * math.sin(a) / 2, 0.03)
    s = material(0.3, 0)
    w = World().body("g", GROUND, dynamic=False, surface=s).body("b", ball(0.1), at(0, 0.1), mass=1, surface=s, instance="<velocity>2 0 0</velocity>")
    b = w.run([0, 2])["b"]
    expect("from sliding to rolling", b["velocities"][1][0], 10 / 7, 0.02)


def colliding():
    for share in (1, 0.25, 0):
        s = material(0, share)
        w = World(None, step=1 / 480).body("a", ball(0.5), at(0, 0), mass=1, surface=s, instance="<velocity>2 0 0</velocity>")
        w.body("b", ball(0.5), at(3, 0), mass=3, surface=s)
        bodies = w.run([0, 2])
        e = math.sqrt(share)
        expect(f"impact {share}, first", bodies["a"]["velocities"][1][0], 2 * (1 - 3 * e) / 4, 0.02)
        expect(f"impact {share}, second", bodies["b"]["velocities"][1][0], 2 * (1 + e) / 4, 0.02)
    # Fast and thin: nothing passes through.
    s = material(0, 0)
    w = World(None).body("w", box(0.01, 2, 2), at(5, 0), dynamic=False, surface=s).body("b", ball(0.05), mass=1, surface=s, instance="<velocity>500 0 0</velocity>")
    expect("wall holds", places(w.run([0, 1])["b"], 0)[1], 4.94, 0.06)


def swinging():
    for amplitude in (5, 40, 80):
        a = math.radians(amplitude)
        w = World().body("b", ball(0.01), at(math.sin(a), -math.cos(a)), mass=1, more="<mass_frame><translate>0 0 0</translate></mass_frame><inertia>1e-4 1e-4 1e-4</inertia>")
        w.body("t", ball(0.01), dynamic=False)
        w.hold("h", ("t", ""), ("b", at(-math.sin(a), math.cos(a))), angular("0 0 -INF", "0 0 INF"))
        times = steps(12, 1200)
        b = w.run(times)["b"]
        agm_a, agm_b = 1.0, math.cos(a / 2)
        for _ in range(20):
            agm_a, agm_b = (agm_a + agm_b) / 2, math.sqrt(agm_a * agm_b)
        wanted = 2 * math.pi * math.sqrt(1.0001 / G) / agm_a
        expect(f"pendulum {amplitude}", period(places(b, 0), times), wanted, 0.01 * wanted)
        # It comes back as high.
        expect(f"pendulum {amplitude} keeps its energy", max(places(b)[600:]), -math.cos(a), 0.02)
        # A ball joint swings the same.
    w = World().body("t", ball(0.01), dynamic=False).body("b", box(0.5, 0.05, 0.05), at(0.5, 0), mass=3)
    w.hold("h", ("t", ""), ("b", at(-0.5, 0)), angular(*FREE))
    times = steps(10, 1000)
    b = w.run(times)["b"]
    inertia = 3 * (0.25 * 4 + 0.0025 * 4) / 12 + 3 * 0.25
    agm_a, agm_b = 1.0, math.cos(math.pi / 4)
    for _ in range(20):
        agm_a, agm_b = (agm_a + agm_b) / 2, math.sqrt(agm_a * agm_b)
    wanted = 2 * math.pi * math.sqrt(inertia / (3 * G * 0.5)) / agm_a
    expect("rod from the horizontal", period(places(b, 0), times), wanted, 0.015 * wanted)


def springs():
    for damping in (0, 2):
        spring = f"<spring><linear><stiffness>200</stiffness><damping>{damping}</damping></linear></spring>"
        w = World(step=1 / 480).body("t", ball(0.01), dynamic=False).body("b", ball(0.1), mass=2)
        w.hold("s", ("t", ""), ("b", ""), linear("0 -INF 0", "0 INF 0"), spring=spring)
        times = steps(3, 600)
        b = w.run(times)["b"]
        sag = 2 * G / 200
        omega, decay = math.sqrt(200 / 2), damping / 4
        wanted = 2 * math.pi / math.sqrt(omega ** 2 - decay ** 2)
        ys = [y + sag for y in places(b)]
        expect(f"spring, damping {damping}", period(ys, times), wanted, 0.01 * wanted)
        last = max(ys[-130:])
        peak = sag * math.exp(-decay * (times[-130] + wanted / 2))
        expect(f"spring, damping {damping}, amplitude", last, peak if damping else sag, 0.08 * sag)
    # Lengths of centimetres: stiffness is force of the document for a length of it.
    w = World((0, -981, 0), unit=0.01, step=1 / 480).body("t", ball(1), dynamic=False).body("b", ball(10), mass=2)
    w.hold("s", ("t", ""), ("b", ""), linear("0 -INF 0", "0 INF 0"), spring="<spring><linear><stiffness>200</stiffness></linear></spring>")
    times = steps(3, 600)
    b = w.run(times)["b"]
    sag = 2 * 981 / 200
    expect("spring in centimetres", period([y + sag for y in places(b)], times), 2 * math.pi * math.sqrt(2 / 200), 0.01)
    # A target.
    w = World(None).body("t", ball(0.01), dynamic=False).body("b", ball(0.1), mass=2)
    w.hold("s", ("t", ""), ("b", ""), linear("-INF 0 0", "INF 0 0"),
           spring="<spring><linear><stiffness>100</stiffness><damping>30</damping><target_value>0.5</target_value></linear></spring>")
    expect("spring with a target", places(w.run([0, 5])["b"], 0)[1], 0.5, 0.005)
    # Torque for a degree.
    w = World(None, step=1 / 480).body("t", ball(0.01), dynamic=False)
    w.body("b", box(0.5, 0.5, 0.5), mass=6, instance="<angular_velocity>0 0 0.5</angular_velocity>")
    w.hold("s", ("t", ""), ("b", ""), angular("0 0 -INF", "0 0 INF"), spring="<spring><angular><stiffness>1</stiffness></angular></spring>")
    times = steps(4, 800)
    b = w.run(times)["b"]
    angles = [math.atan2(m[1], m[0]) for m in b["world"]]
    expect("torsion", period(angles, times), 2 * math.pi * math.sqrt(1 / (180 / math.pi)), 0.01)


def limits():
    door = lambda w: w.body("t", ball(0.01), dynamic=False).body("b", box(0.5, 0.05, 0.05), at(0.5, 0), mass=1)
    for low, high in ((-40, 10), (-75, 0), (-10, 30)):
        w = door(World()).hold("h", ("t", ""), ("b", at(-0.5, 0)), angular(f"0 0 {low}", f"0 0 {high}"))
        m = w.run([0, 4])["b"]["world"][1]
        expect(f"hinge {low}", math.degrees(math.atan2(m[1], m[0])), low, 1)
    # One side only.
    w = door(World()).hold("h", ("t", ""), ("b", at(-0.5, 0)), angular("0 0 -30", "0 0 INF"))
    m = w.run([0, 4])["b"]["world"][1]
    expect("hinge with one limit", math.degrees(math.atan2(m[1], m[0])), -30, 1)
    # About x and y, too: the arm lies along another axis.
    for axis, arm, place in (("x", box(0.05, 0.05, 0.5), at(0, 0, 0.5)), ):
        for limit in (25, 60):
            w = World().body("t", ball(0.01), dynamic=False).body("b", arm, place, mass=1)
            w.hold("h", ("t", ""), ("b", at(0, 0, -0.5)), angular(f"{-limit} 0 0", f"{limit} 0 0"))
            m = w.run([0, 4])["b"]["world"][1]
            expect(f"swing about x {limit}", math.degrees(math.atan2(-m[9], m[10])), limit, 1)
    for limit in (25, 60):
        w = World((0, 0, -G)).body("t", ball(0.01), dynamic=False).body("b", box(0.5, 0.05, 0.05), at(0.5, 0), mass=1)
        w.hold("h", ("t", ""), ("b", at(-0.5, 0)), angular(f"0 {-limit} 0", f"0 {limit} 0"))
        m = w.run([0, 4])["b"]["world"][1]
        expect(f"swing about y {limit}", math.degrees(math.atan2(-m[2], m[0])), limit, 1)
    # All at once: a ragdoll's shoulder. The arm (along z) falls by 30 about x, though it may turn about y by 60 and twist by 45.
    w = World().body("t", ball(0.01), dynamic=False).body("b", box(0.05, 0.05, 0.5), at(0, 0, 0.5), mass=1)
    w.hold("h", ("t", ""), ("b", at(0, 0, -0.5)), angular("-30 -60 -45", "30 60 45"))
    m = w.run([0, 6])["b"]["world"][1]
    expect("swing of a ball joint, about x", math.degrees(math.atan2(-m[9], m[10])), 30, 1.5)
    w = World((-G, 0, 0)).body("t", ball(0.01), dynamic=False).body("b", box(0.05, 0.05, 0.5), at(0, 0, 0.5), mass=1)
    w.hold("h", ("t", ""), ("b", at(0, 0, -0.5)), angular("-30 -60 -45", "30 60 45"))
    m = w.run([0, 6])["b"]["world"][1]
    expect("swing of a ball joint, about y", math.degrees(math.atan2(m[8], m[10])), -60, 1.5)
    w = World(None).body("t", ball(0.01), dynamic=False).body("b", box(0.1, 0.1, 0.5), mass=1, instance="<angular_velocity>0 0 2</angular_velocity>")
    w.hold("h", ("t", ""), ("b", ""), angular("-30 -60 -45", "30 60 45"))
    twist = [math.degrees(math.atan2(m[1], m[0])) for m in w.run(steps(5, 500))["b"]["world"]]
    expect("twist of a ball joint", max(twist), 45, 2.5)
    # Along: a slider.
    w = World().body("t", ball(0.01), dynamic=False).body("b", ball(0.1), mass=1)
    w.hold("h", ("t", ""), ("b", ""), linear("0 -2 0", "0 1 0"))
    expect("slider", places(w.run([0, 3])["b"])[1], -2, 0.01)
    w = World().body("t", ball(0.01), dynamic=False).body("b", ball(0.1), mass=1)
    w.hold("h", ("t", ""), ("b", ""), linear("0 -0.5 0", "0 INF 0"))
    expect("slider with one limit", places(w.run([0, 3])["b"])[1], -0.5, 0.01)
    # Locked but for a place off zero.
    w = World().body("t", ball(0.01), dynamic=False).body("b", ball(0.1), at(1, 0), mass=1)
    w.hold("h", ("t", at(1, 0)), ("b", ""))
    m = w.run([0, 2])["b"]["world"][1]
    expect("welded x", m[12], 1, 1e-3)
    expect("welded y", m[13], 0, 5e-3)
    w = World().body("t", ball(0.01), at(5, 0), dynamic=False).body("b", ball(0.1), mass=1)
    w.hold("h", ("t", ""), ("b", ""), enabled=False)
    expect("not enabled", places(w.run([0, 1])["b"])[1], -G / 2, 0.05)


def standing():
    s = material(0.5, 0)
    w = World(step=1 / 120).body("g", GROUND, dynamic=False, surface=s)
    for i in range(10):
        w.body(f"b{i}", box(0.5, 0.5, 0.5), at(0, 0.5 + i), mass=1, surface=s)
    bodies = w.run([0, 3])
    for i in range(10):
        expect(f"stack {i}", places(bodies[f"b{i}"])[1], 0.5 + i, 0.002)
    w = World((0, -981, 0), unit=0.01, step=1 / 60).body("g", GROUND, dynamic=False, surface=s)
    for i in range(3):
        w.body(f"b{i}", box(5, 5, 5), at(0, 5 + 10 * i), mass=1, surface=s)
    bodies = w.run([0, 3])
    for i in range(3):
        expect(f"stack in centimetres {i}", places(bodies[f"b{i}"])[1], 5 + 10 * i, 0.1)
    # Dropped from a hand's width: all shapes come to rest at their height.
    for name, shape, height in (("box", box(0.2, 0.1, 0.3), 0.1), ("ball", ball(0.3), 0.3), ("cylinder", "<cylinder><height>0.4</height><radius>0.3 0.3</radius></cylinder>", 0.2),
                                ("capsule", f"<capsule><height>0.6</height><radius>0.1 0.1</radius></capsule>{turn(0, 0, 1, 90)}", 0.1),
                                ("cone", "<tapered_cylinder><height>0.4</height><radius1>0.1 0.1</radius1><radius2>0.3 0.3</radius2></tapered_cylinder>", 0.2)):
        w = World().body("g", GROUND, dynamic=False, surface=s).body("b", shape, at(0, 0.5), mass=1, surface=s)
        expect(f"{name} comes to rest", places(w.run([0, 5])["b"])[1], height, 0.003)


def following():
    animation = """<library_animations><animation id="a"><source id="t"><float_array id="ta" count="2">0 2</float_array><technique_common><accessor source="#ta" count="2" stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>
<source id="o"><float_array id="oa" count="2">0 2</float_array><technique_common><accessor source="#oa" count="2" stride="1"><param name="X" type="float"/></accessor></technique_common></source>
<source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array><technique_common><accessor source="#ia" count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
<sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>
<channel source="#s" target="n-f/p.X"/></animation></library_animations>"""
    s = material(1, 0)
    w = World()
    w.animations = animation
    w.body("f", box(5, 0.5, 5), '<translate sid="p">0 -0.5 0</translate>', dynamic=False, surface=s)
    w.body("b", box(0.2, 0.2, 0.2), at(0, 0.2), mass=1, surface=s)
    bodies = w.run([0, 1, 2])
    expect("carried", places(bodies["b"], 0)[2], 2, 0.08)
    expect("carrier", places(bodies["f"], 0)[1], 1, 1e-6)
    # A weight on a rope below an animated hook.
    w = World()
    w.animations = animation
    w.body("f", ball(0.1), '<translate sid="p">0 0 0</translate>', dynamic=False)
    w.body("b", ball(0.1), at(0, -1), mass=1)
    w.hold("h", ("f", ""), ("b", at(0, 1)), angular(*FREE))
    b = w.run(steps(2, 20))["b"]
    lengths = [math.dist(m[12:15], (min(t, 2), 0, 0)) for m, t in zip(b["world"], steps(2, 20))]
    expect("rope below a hook", max(lengths), 1, 0.01)


for judge in (falling, spinning, bouncing, sliding, rolling, colliding, swinging, springs, limits, standing, following):
    if len(sys.argv) > 2 and judge.__name__ not in sys.argv[2:]:
        continue
    print(f"-- {judge.__name__}")
    judge()
print(f"{len(FAILED)} failed: {', '.join(FAILED)}" if FAILED else "all agree")
sys.exit(bool(FAILED))
