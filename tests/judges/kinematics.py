#!/usr/bin/env python3
"""An independent judge of `portolan pose`.

Reads robots in COLLADA 1.5 with a reader of its own (nothing of portolan is used), computes where links and nodes are at
zero, at the document's values and at random values, and compares that with `portolan pose --json` to 1e-6 of the size.

    python3 tests/judges/kinematics.py PORTOLAN FILE_OR_FOLDER...
"""

import io
import json
import math
import os
import random
import subprocess
import sys
import zipfile
from xml.etree import ElementTree

TRANSFORMS = {"translate", "rotate", "matrix", "scale", "skew", "lookat"}


# ---------------------------------------------------------------- matrices, rows of rows

def identity():
    return [[float(i == k) for k in range(4)] for i in range(4)]


def times(a, b):
    return [[sum(a[i][n] * b[n][k] for n in range(4)) for k in range(4)] for i in range(4)]


def product(all_):
    m = identity()
    for one in all_:
        m = times(m, one)
    return m


def shift(x, y, z):
    m = identity()
    m[0][3], m[1][3], m[2][3] = x, y, z
    return m


def turn(x, y, z, degrees):
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0:
        return identity()
    x, y, z = x / length, y / length, z / length
    a = math.radians(degrees)
    c, s, t = math.cos(a), math.sin(a), 1 - math.cos(a)
    return [[t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0],
            [0, 0, 0, 1]]


def rigid_inverse(m):
    """Of any matrix with the last row 0 0 0 1."""
    a = [row[:3] for row in m[:3]]
    det = (a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
           + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]))
    inv = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for k in range(3):
            r = [n for n in range(3) if n != k]
            c = [n for n in range(3) if n != i]
            minor = a[r[0]][c[0]] * a[r[1]][c[1]] - a[r[0]][c[1]] * a[r[1]][c[0]]
            inv[i][k] = (-1) ** (i + k) * minor / det
    out = identity()
    for i in range(3):
        for k in range(3):
            out[i][k] = inv[i][k]
        out[i][3] = -sum(inv[i][k] * m[k][3] for k in range(3))
    return out


def columns(m):
    return [m[i][k] for k in range(4) for i in range(4)]


# ---------------------------------------------------------------- documents

def local(element):
    return element.tag.rsplit("}", 1)[-1]


def children(element, *names):
    return [c for c in element if local(c) in names]


def child(element, name):
    found = children(element, name)
    return found[0] if found else None


def numbers(element):
    return [float(w) for w in (element.text or "").split()]


def text(element):
    return (element.text or "").strip()


class Document:
    def __init__(self, world, location, data):
        self.world, self.location = world, location
        self.root = ElementTree.parse(io.BytesIO(data)).getroot()
        self.ids, self.parents = {}, {}
        for element in self.root.iter():
            if element.get("id") and element.get("id") not in self.ids:
                self.ids[element.get("id")] = element
            for inner in element:
                self.parents[inner] = element
            world.owner[element] = self

    def follow(self, url):
        if "#" not in url:
            return self.ids.get(url)
        path, fragment = url.split("#", 1)
        if not path:
            return self.ids.get(fragment)
        other = self.world.load(path)
        return other.ids.get(fragment) if other else None


class World:
    """All documents that belong to a file."""

    def __init__(self, path):
        self.owner, self.loaded, self.archive, self.folder = {}, {}, None, os.path.dirname(path)
        with open(path, "rb") as file:
            data = file.read()
        if data[:2] == b"PK":
            self.archive = zipfile.ZipFile(io.BytesIO(data))
            manifest = ElementTree.fromstring(self.archive.read("manifest.xml"))
            name = manifest.text.strip().split("#")[0].lstrip("./")
            self.main = self.load(name)
        else:
            self.main = Document(self, os.path.basename(path), data)
            self.loaded[os.path.basename(path)] = self.main

    def load(self, name):
        if name not in self.loaded:
            try:
                if self.archive:
                    data = self.archive.read(name)
                else:
                    with open(os.path.join(self.folder, name), "rb") as file:
                        data = file.read()
                self.loaded[name] = Document(self, name, data)
            except (KeyError, OSError):
                self.loaded[name] = None
        return self.loaded[name]


def transform_of(element):
    v = numbers(element)
    kind = local(element)
    if kind == "translate":
        return shift(*v)
    if kind == "rotate":
        return turn(*v)
    if kind == "scale":
        m = identity()
        m[0][0], m[1][1], m[2][2] = v
        return m
    if kind == "matrix":
        return [v[0:4], v[4:8], v[8:12], v[12:16]]
    raise ValueError(kind)


def steps(element):
    return product(transform_of(c) for c in element if local(c) in TRANSFORMS)


# ---------------------------------------------------------------- kinematics

TO_Y_UP = {"X_UP": [[0, -1, 0], [1, 0, 0], [0, 0, 1]], "Y_UP": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
           "Z_UP": [[1, 0, 0], [0, 0, 1], [0, -1, 0]]}


def space(element):
    """Unit and axis of an element that begins with both; else `None`."""
    first = element[0] if len(element) and local(element[0]) == "asset" else None
    if first is None or child(first, "unit") is None or child(first, "up_axis") is None:
        return None
    return float(child(first, "unit").get("meter", "1")), text(child(first, "up_axis"))


def into(own, document):
    """The similarity that leads from one space to another, and its scale."""
    scale, (a, b) = own[0] / document[0], (TO_Y_UP[own[1]], TO_Y_UP[document[1]])
    m = identity()
    for i in range(3):
        for k in range(3):
            m[i][k] = scale * sum(b[n][i] * a[n][k] for n in range(3))
    return m, scale


class Axis:
    def __init__(self, element):
        self.sid, self.kind = element.get("sid"), local(element)
        self.axis = numbers(child(element, "axis"))
        length = math.sqrt(sum(v * v for v in self.axis))
        self.axis = [v / length for v in self.axis] if length else self.axis
        limits = child(element, "limits")
        bound = lambda name: float(text(child(limits, name))) if limits is not None and child(limits, name) is not None else None
        self.low, self.high = bound("min"), bound("max")
        self.value, self.locked, self.computed = 0.0, False, False

    def matrix(self, value):
        if self.kind == "revolute":
            return turn(*self.axis, value)
        return shift(*[a * value for a in self.axis])


class Model:
    """One instance of a kinematics model."""

    def __init__(self, document, instance, element, way):
        self.document, self.instance, self.element, self.way = document, instance, element, way
        common = child(element, "technique_common")
        self.joints = []
        for joint in children(common, "joint", "instance_joint"):
            definition = joint if local(joint) == "joint" else document.follow(joint.get("url"))
            axes = [Axis(a) for a in children(definition, "revolute", "prismatic")]
            self.joints.append((joint.get("sid") or definition.get("sid"), definition.get("id"), axes))
        self.links, self.loops, self.node = [], {}, None
        own, around = space(element), space(document.root)
        self.into, self.scale = into(own, around) if own and around else (None, 1.0)
        for link in children(common, "link"):
            self.add(link, None, identity(), None)
        self.formulas = children(common, "formula")

    def joint(self, name):
        for nth, (sid, id_, _) in enumerate(self.joints):
            if name in (sid, id_):
                return nth
        return None

    def add(self, link, parent, attachment, joint):
        at = len(self.links)
        self.links.append((link, parent, attachment, joint, steps(link)))
        for part in link:
            joint = self.joint((part.get("joint") or "").rsplit("/", 1)[-1])
            if local(part) == "attachment_full":
                for inner in children(part, "link"):
                    self.add(inner, at, steps(part), joint)
            elif local(part) in ("attachment_start", "attachment_end"):
                self.loops.setdefault(joint, {})[local(part)] = (at, steps(part))

    def motion(self, joint, values):
        if joint is None:
            return identity()
        scale = lambda axis: self.scale if axis.kind == "prismatic" else 1.0
        return product(axis.matrix(values[axis] / scale(axis)) for axis in self.joints[joint][2])

    def places(self, values):
        out = []
        for _, parent, attachment, joint, own in self.links:
            above = identity() if parent is None else out[parent]
            out.append(product([above, attachment, self.motion(joint, values), own]))
        if self.into:
            out = [product([self.into, m, rigid_inverse(self.into)]) for m in out]
        return out

    def axes(self):
        return [(sid or id_, axis) for sid, id_, axes in self.joints for axis in axes]


def common_of(element):
    found = child(element, "technique_common")
    return found if found is not None else element


class Robots:
    def __init__(self, path):
        self.world = World(path)
        self.main = self.world.main
        self.models, self.bindings, self.locked = [], [], []
        root = self.main.root
        scene = child(root, "scene")
        instances = [] if scene is None else children(scene, "instance_kinematics_scene")
        for instance in instances:
            self.unroll(self.main, self.main.follow(instance.get("url")), [])
        if not instances:
            for element in root.iter():
                if local(element) == "kinematics_scene":
                    self.unroll(self.main, element, [])
        if not instances and not self.models:
            used = set()
            for element in root.iter():
                if local(element) == "instance_articulated_system":
                    used.add(self.main.follow(element.get("url")))
            for element in root.iter():
                if local(element) == "articulated_system" and element not in used:
                    self.unroll(self.main, element, [])
        if not instances and not self.models:
            for element in root.iter():
                if local(element) == "kinematics_model":
                    self.models.append(Model(self.main, None, element, []))
        self.axis_infos()
        for instance in instances:
            self.bind(instance)

    def unroll(self, document, element, way):
        kind = local(element)
        if kind == "kinematics_scene":
            inner = children(element, "instance_kinematics_model", "instance_articulated_system")
        else:
            inner = []
            for control in children(element, "kinematics", "motion"):
                inner += children(control, "instance_kinematics_model") + children(control, "instance_articulated_system")[:1]
        for instance in inner:
            definition = document.follow(instance.get("url"))
            if definition is None:
                continue
            owner = self.world.owner[definition]
            if local(instance) == "instance_kinematics_model":
                self.models.append(Model(owner, instance, definition, way + [(element, instance)]))
            else:
                self.unroll(owner, definition, way + [(element, instance)])

    # Parameters are found by their names, wherever they are declared: real files have one of each name. Where several
    # have it, the one in the instances on the way to the model counts.
    def param(self, name, near):
        found = []
        for document in [d for d in self.world.loaded.values() if d]:
            for element in document.root.iter():
                if (local(element) == "newparam" and element.get("sid") == name) or (
                        local(element) == "bind" and element.get("symbol") == name):
                    found.append(element)
        if len(found) > 1 and near is not None:
            inside = [f for f in found if any(f is e for e in near.iter())]
            found = inside or found
        return found[0] if found else None

    def value(self, holder, near=None, depth=0):
        """A number, or the text of a reference that is no parameter."""
        if depth > 50:
            raise ValueError("parameters in a circle")
        for inner in holder:
            kind, words = local(inner), text(inner)
            if kind in ("float", "double", "int"):
                return float(words)
            if kind == "bool":
                return 1.0 if words in ("true", "1") else 0.0
            if kind in ("param", "SIDREF", "connect_param"):
                name = inner.get("ref") or words
                param = self.param(name.rsplit("/", 1)[-1], near)
                if param is not None and param is not holder:
                    return self.value(param, near, depth + 1)
                return name
        words = text(holder)
        try:
            return float(words)
        except ValueError:
            return words

    def axis(self, path, models=None):
        """The axis that a path ends with: `…/joint/axis` or `…/joint`."""
        parts = path.split("/")
        for model in models or self.models:
            called = {model.element.get("id"), model.instance.get("sid") if model.instance is not None else None}
            for element, instance in model.way:
                called |= {element.get("id"), instance.get("sid")}
            if len(parts) > 2 and not called & set(parts[:-2]) and not called & set(parts[:-1]):
                continue
            if len(parts) >= 2:
                joint = model.joint(parts[-2])
                if joint is not None:
                    for axis in model.joints[joint][2]:
                        if axis.sid == parts[-1]:
                            return model, axis
            joint = model.joint(parts[-1])
            if joint is not None and len(model.joints[joint][2]) == 1:
                return model, model.joints[joint][2][0]
        return None

    def axis_infos(self):
        for document in [d for d in self.world.loaded.values() if d]:
            for info in document.root.iter():
                if local(info) != "axis_info" or child(info, "locked") is None:
                    continue
                found = self.axis(info.get("axis"))
                holder = child(info, "locked")
                inner = holder[0] if len(holder) else holder
                own = None
                if local(inner) == "param":
                    own = [p for p in children(info, "newparam") if p.get("sid") == text(inner)]
                value = self.value(own[0]) if own else self.value(holder)
                if found and value == 1.0:
                    found[1].locked = True

    def bind(self, instance):
        for bind in instance:
            if local(bind) == "bind_kinematics_model":
                self.bind_model(bind)
            if local(bind) != "bind_joint_axis":
                continue
            path = self.value(child(bind, "axis"))
            found = self.axis(path) if isinstance(path, str) else None
            if not found:
                print("   judge: no axis", path)
                continue
            holder = child(bind, "value")
            value = self.value(holder) if holder is not None else None
            if isinstance(value, float):
                found[1].value = value
            self.bindings.append((bind.get("target"), found[1]))

    def bind_model(self, bind):
        """The parameter leads from instance to instance; its end says which model it is."""
        inner = bind[0]
        name = (inner.get("ref") or text(inner)).rsplit("/", 1)[-1]
        candidates = self.models
        if len(candidates) > 1:
            param = self.param(name, None)
            owner = self.world.owner[param].parents.get(param) if param is not None else None
            candidates = [m for m in self.models if any(w[1] is owner for w in m.way) or m.instance is owner]
        if candidates:
            candidates[0].node = bind.get("node")

    # ------------------------------------------------------------ formulas

    def compute(self, values):
        for model in self.models:
            done, left = set(), list(model.formulas)
            for _ in range(len(left) + 1):
                for formula in list(left):
                    target = self.axis(text(child(child(formula, "target"), "param")), [model])
                    reads = [text(s) for s in formula.iter() if local(s) == "csymbol" and s.get("encoding") == "COLLADA"]
                    waits = [f for f in left if f is not formula and any(
                        self.axis(r, [model]) and self.axis(text(child(child(f, "target"), "param")), [model]) == self.axis(r, [model])
                        for r in reads)]
                    if waits:
                        continue
                    left.remove(formula)
                    math_ = next(e for e in common_of(formula).iter() if local(e) == "math")
                    number = self.evaluate(list(math_)[0], model, values, {})
                    axis = target[1]
                    values[axis] = math.degrees(number) if axis.kind == "revolute" else number

    def evaluate(self, e, model, values, given):
        kind = local(e)
        if kind == "cn":
            return float(text(e))
        if kind == "pi":
            return math.pi
        if kind in ("csymbol", "ci"):
            name = text(e)
            if name in given:
                return given[name]
            _, axis = self.axis(name, [model])
            return math.radians(values[axis]) if axis.kind == "revolute" else values[axis]
        assert kind == "apply", kind
        operator, args = e[0], [self.evaluate(a, model, values, given) for a in list(e)[1:]]
        name = local(operator)
        if name == "csymbol":
            name = text(operator)
            if name == "atan2":
                return math.atan2(*args)
            definition = model.document.ids[name]
            params = [p.get("sid") for p in children(definition, "newparam")]
            inner = next(m for m in common_of(definition).iter() if local(m) == "math")
            return self.evaluate(list(inner)[0], model, values, dict(zip(params, args)))
        if name == "plus":
            return sum(args)
        if name == "times":
            return math.prod(args)
        if name == "minus":
            return -args[0] if len(args) == 1 else args[0] - args[1]
        if name == "divide":
            return args[0] / args[1]
        if name == "power":
            return args[0] ** args[1]
        if name == "root":
            return math.sqrt(args[-1]) if len(args) == 1 else args[1] ** (1 / args[0])
        return getattr(math, {"arctan": "atan", "arccos": "acos", "arcsin": "asin", "abs": "fabs"}.get(name, name))(*args)

    # ------------------------------------------------------------ nodes

    def find(self, scope, sid, seen=None):
        """Breadth first below an element, then through instances of nodes."""
        level = [scope]
        while level:
            below = [c for e in level for c in e]
            for c in below:
                if c.get("sid") == sid:
                    return c
            level = below
        for e in [scope] + list(scope.iter()):
            if local(e) == "instance_node":
                definition = self.world.owner[e].follow(e.get("url"))
                if definition is None:
                    continue
                if definition.get("sid") == sid:
                    return definition
                found = self.find(definition, sid)
                if found is not None:
                    return found
        return None

    def element(self, path):
        parts = path.split("/")
        at = self.main.ids.get(parts[0])
        if at is None:
            at = self.find(self.main.root, parts[0])
        for part in parts[1:]:
            at = None if at is None else self.find(at, part)
        return at

    def nodes(self, values):
        drive = {}
        for path, axis in self.bindings:
            element = self.element(path) if path else None
            if element is not None and local(element) in TRANSFORMS:
                drive[element] = axis
        scene = child(self.main.root, "scene")
        instance = child(scene, "instance_visual_scene") if scene is not None else None
        if instance is not None:
            view = self.main.follow(instance.get("url"))
        else:
            view = next((e for e in self.main.root.iter() if local(e) == "visual_scene"), None)
        out = []
        if view is None:
            return out

        def visit(document, node, above, through):
            own = above
            for c in node:
                if local(c) in TRANSFORMS:
                    own = times(own, drive[c].matrix(values[drive[c]]) if c in drive else transform_of(c))
            out.append((node, through, own, above))
            for c in node:
                if local(c) == "node":
                    visit(document, c, own, None)
                elif local(c) == "instance_node":
                    definition = document.follow(c.get("url"))
                    if definition is not None:
                        visit(self.world.owner[definition], definition, own, c)

        for node in children(view, "node"):
            visit(self.main, node, identity(), None)
        return out

    def stand(self, model, nodes):
        if not model.node:
            return identity()
        element = self.element(model.node)
        for node, through, world, above in nodes:
            if node is element or through is element and through is not None:
                root = model.links[0][4]
                local_ = steps(node)
                size = 1 + math.sqrt(sum(local_[i][3] ** 2 for i in range(3)))
                same = all(abs(local_[i][k] - root[i][k]) <= 1e-5 * (size if k == 3 else 1) for i in range(3) for k in range(4))
                return times(world, rigid_inverse(root)) if same else world
        return identity()


# ---------------------------------------------------------------- the comparison

def judge(portolan, path, seed):
    robots = Robots(path)
    axes = [(m, name, axis) for m in robots.models for name, axis in m.axes()]
    for model in robots.models:
        for formula in model.formulas:
            target = robots.axis(text(child(child(formula, "target"), "param")), [model])
            if target:
                target[1].computed = True
    rng = random.Random(seed)
    wild = {}
    for _, _, axis in axes:
        low = axis.low if axis.low is not None else -170.0 if axis.kind == "revolute" else -0.5
        high = axis.high if axis.high is not None else 170.0 if axis.kind == "revolute" else 0.5
        wild[axis] = round(rng.uniform(low, high), 4)
    worst, count = 0.0, [0, 0]
    for what in ("zero", "document", "random"):
        values, arguments = {}, []
        for model, name, axis in axes:
            values[axis] = 0.0 if what == "zero" else axis.value
            if what == "random" and not axis.locked and not axis.computed:
                values[axis] = wild[axis]
                instance = model.instance.get("sid") if model.instance is not None else model.element.get("id")
                arguments.append(f"{instance}/{name}/{axis.sid}={wild[axis]}")
        robots.compute(values)
        if what == "zero":
            arguments.append("--zero")
        run = subprocess.run([portolan, "pose", path, "--json", *arguments], capture_output=True, text=True)
        if run.returncode != 0:
            return f"exit {run.returncode}: {run.stderr[:300]}", 0, count
        said = json.loads(run.stdout)
        nodes = robots.nodes(values)
        if len(nodes) != len(said["nodes"]):
            return f"{what}: {len(said['nodes'])} nodes, not {len(nodes)}", 0, count
        pairs = []
        for (node, _, world, _), other in zip(nodes, said["nodes"]):
            if node.get("id") != other["id"]:
                return f"{what}: node {other['id']}, not {node.get('id')}", 0, count
            pairs.append((f"node {other['path']}", columns(world), other["world"]))
            count[1] += 1
        if len(robots.models) != len(said["models"]):
            return f"{what}: {len(said['models'])} models, not {len(robots.models)}", 0, count
        for model, other in zip(robots.models, said["models"]):
            places, stand = model.places(values), robots.stand(model, nodes)
            if len(places) != len(other["links"]):
                return f"{what}: {len(other['links'])} links, not {len(places)}", 0, count
            given = [a for j in other["joints"] for a in j["axes"]]
            for (name, axis), told in zip(model.axes(), given):
                if abs(values[axis] - told["value"]) > 1e-6 * max(1, abs(values[axis])):
                    return f"{what}: {name} is {told['value']}, not {values[axis]}", 0, count
            for place, link in zip(places, other["links"]):
                pairs.append((f"link {link['sid']}", columns(place), link["model"]))
                pairs.append((f"link {link['sid']} in the world", columns(times(stand, place)), link["world"]))
                count[0] += 1
            for joint, ends in model.loops.items():
                if len(ends) == 2:
                    (a, ta), (b, tb) = ends["attachment_start"], ends["attachment_end"]
                    start = product([places[a], ta, model.motion(joint, values)])
                    end = times(places[b], tb)
                    gap = math.dist([r[3] for r in start[:3]], [r[3] for r in end[:3]])
                    told = next(l["gap"] for l in other["loops"] if l["joint"] == (model.joints[joint][0] or model.joints[joint][1]))
                    if abs(gap - told) > 1e-6 * max(1, gap):
                        return f"{what}: gap {told}, not {gap}", 0, count
        size = max([1e-9] + [abs(v) for _, m, _ in pairs for v in m[12:15]])
        for label, mine, theirs in pairs:
            off = max(max(abs(a - b) for a, b in zip(mine[:12], theirs[:12])),
                      max(abs(a - b) for a, b in zip(mine[12:], theirs[12:])) / size)
            worst = max(worst, off)
            if off > 1e-6:
                return f"{what}: {label} is off by {off}: {theirs[12:15]}, not {mine[12:15]}", worst, count
    return None, worst, count


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
            continue
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                full = os.path.join(folder, name)
                if not name.lower().endswith((".dae", ".zae")):
                    continue
                try:
                    with open(full, "rb") as file:
                        data = file.read()
                    if data[:2] == b"PK":
                        archive = zipfile.ZipFile(io.BytesIO(data))
                        data = b"".join(archive.read(n) for n in archive.namelist() if n.lower().endswith(".dae"))
                except (OSError, zipfile.BadZipFile):
                    continue
                if b"kinematics_model" in data:
                    yield full


def main():
    portolan, paths = sys.argv[1], sys.argv[2:]
    failed, total = 0, [0, 0, 0]
    for seed, path in enumerate(files(paths)):
        try:
            fault, worst, count = judge(portolan, path, seed)
        except (ElementTree.ParseError, AttributeError, TypeError, ValueError, KeyError, AssertionError) as why:
            print(f"  skipped {path}: the judge cannot read it ({type(why).__name__}: {why})")
            continue
        total = [total[0] + 1, total[1] + count[0], total[2] + count[1]]
        failed += fault is not None
        print(f"{'FAILED' if fault else 'ok    '} {os.path.basename(path)}: {fault or f'worst {worst:.1e}'}, "
              f"{count[0]} links, {count[1]} nodes")
    print(f"{total[0]} files, {total[1]} links, {total[2]} nodes, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
