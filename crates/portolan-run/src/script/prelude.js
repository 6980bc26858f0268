// What scripts find when they begin: types of values, nodes, Browser, time. `host` reaches the world; texts are JSON.
(function (host) {
  'use strict';
  const mark = Symbol('node');
  const known = new Map();

  // Values of several numbers.
  function tuple(name, parts, defaults) {
    const type = class {
      constructor(...given) {
        if (given.length === 1 && Array.isArray(given[0])) given = given[0];
        for (let i = 0; i < parts.length; i++) this[i] = given[i] === undefined ? defaults[i] : Number(given[i]);
      }
      toString() { return Array.from(this).join(' '); }
      toJSON() { return Array.from(this); }
      [Symbol.iterator]() { return parts.map((_, i) => this[i]).values(); }
      assign(other) { for (let i = 0; i < parts.length; i++) this[i] = Number(other[i]); return this; }
    };
    parts.forEach((part, i) => {
      for (const word of part.split(' ')) {
        Object.defineProperty(type.prototype, word, {
          get() { return this[i]; },
          set(v) { this[i] = Number(v); },
          configurable: true,
        });
      }
    });
    Object.defineProperty(type.prototype, 'length', { value: parts.length });
    Object.defineProperty(type, 'name', { value: name });
    return type;
  }
  const SFVec2f = tuple('SFVec2f', ['x s', 'y t'], [0, 0]);
  const SFVec3f = tuple('SFVec3f', ['x', 'y', 'z'], [0, 0, 0]);
  const SFColor = tuple('SFColor', ['r', 'g', 'b', 'a'], [0, 0, 0, 1]);
  const SFRotationBase = tuple('SFRotation', ['x', 'y', 'z', 'angle'], [0, 0, 1, 0]);

  function vector(type) {
    const map = (a, f) => new type(Array.from(a, f));
    Object.assign(type.prototype, {
      add(b) { return map(this, (v, i) => v + b[i]); },
      subtract(b) { return map(this, (v, i) => v - b[i]); },
      multiply(f) { return map(this, (v) => v * f); },
      divide(f) { return map(this, (v) => v / f); },
      negate() { return map(this, (v) => -v); },
      dot(b) { return Array.from(this).reduce((sum, v, i) => sum + v * b[i], 0); },
      normalize() { const l = this.magnitude(); return l > 0 ? this.divide(l) : map(this, (v) => v); },
      magnitude() { return Math.sqrt(this.dot(this)); },
      // What `v.length()` became; `v.length` counts the parts.
      $length() { return this.magnitude(); },
    });
  }
  vector(SFVec2f);
  vector(SFVec3f);
  // Whatever else has a function of that name.
  Object.defineProperty(Object.prototype, '$length', { value(...given) { return this.length(...given); } });
  SFVec3f.prototype.cross = function (b) {
    const [x, y, z] = this;
    return new SFVec3f(y * b[2] - z * b[1], z * b[0] - x * b[2], x * b[1] - y * b[0]);
  };
  SFColor.prototype.getHSV = function () {
    const [r, g, b] = this;
    const most = Math.max(r, g, b), range = most - Math.min(r, g, b);
    let hue = 0;
    if (range > 0) {
      if (most === r) hue = ((g - b) / range + 6) % 6;
      else if (most === g) hue = (b - r) / range + 2;
      else hue = (r - g) / range + 4;
    }
    return [hue * 60, most > 0 ? range / most : 0, most];
  };
  SFColor.prototype.setHSV = function (h, s, v) {
    const part = (n) => {
      const k = (n + h / 60) % 6;
      return v - v * s * Math.max(0, Math.min(k, 4 - k, 1));
    };
    this[0] = part(5); this[1] = part(3); this[2] = part(1);
  };

  // Rotations as quaternions [x, y, z, w].
  function quaternion(r) {
    const length = Math.hypot(r[0], r[1], r[2]);
    const s = length > 0 ? Math.sin(r[3] / 2) / length : 0;
    return [r[0] * s, r[1] * s, r[2] * s, length > 0 ? Math.cos(r[3] / 2) : 1];
  }
  function product(a, b) {
    return [
      a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
      a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
      a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
      a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ];
  }
  function rotation(q) {
    const s = Math.hypot(q[0], q[1], q[2]);
    if (s < 1e-12) return new SFRotation(0, 0, 1, 0);
    return new SFRotation(q[0] / s, q[1] / s, q[2] / s, 2 * Math.atan2(s, q[3]));
  }
  class SFRotation extends SFRotationBase {
    constructor(...given) {
      const [a, b] = given;
      if (a instanceof SFVec3f && b instanceof SFVec3f) {
        // From one direction to another.
        const [from, to] = [a.normalize(), b.normalize()];
        const axis = from.cross(to);
        const sine = axis.magnitude();
        const n = sine > 1e-12 ? axis.divide(sine) : new SFVec3f(0, 0, 1);
        super(n[0], n[1], n[2], Math.atan2(sine, from.dot(to)));
      } else if (a instanceof SFVec3f) super(a[0], a[1], a[2], b);
      else super(...given);
    }
    getAxis() { return new SFVec3f(this[0], this[1], this[2]); }
    setAxis(v) { for (let i = 0; i < 3; i++) this[i] = v[i]; }
    inverse() { return new SFRotation(this[0], this[1], this[2], -this[3]); }
    // This one first, then the other.
    multiply(other) { return rotation(product(quaternion(other), quaternion(this))); }
    multVec(v) {
      const q = quaternion(this);
      const [x, y, z] = product(product(q, [v[0], v[1], v[2], 0]), [-q[0], -q[1], -q[2], q[3]]);
      return new SFVec3f(x, y, z);
    }
    slerp(other, share) {
      const a = quaternion(this);
      let b = quaternion(other);
      let dot = a.reduce((sum, v, i) => sum + v * b[i], 0);
      if (dot < 0) { b = b.map((v) => -v); dot = -dot; }
      const angle = Math.acos(Math.min(dot, 1)), sine = Math.sin(angle);
      const [p, q] = sine < 1e-9 ? [1 - share, share] : [Math.sin(angle * (1 - share)) / sine, Math.sin(angle * share) / sine];
      return rotation(a.map((v, i) => v * p + b[i] * q));
    }
  }

  // A matrix of four rows, for vectors that are rows: the last one moves.
  class VrmlMatrix {
    constructor(...given) {
      for (let row = 0; row < 4; row++) {
        this[row] = [0, 1, 2, 3].map((at) => (given.length > 0 ? Number(given[row * 4 + at]) : Number(row === at)));
      }
    }
    static of(make) { return new VrmlMatrix(...[0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((at) => make(row, at)))); }
    setTransform(translation, turn, scale, scaleOrientation, center) {
      const rotated = (r) => {
        const rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => (r ? r.multVec(axis) : axis));
        return VrmlMatrix.of((row, at) => (row < 3 && at < 3 ? rows[row][at] : Number(row === at)));
      };
      const moved = (v, sign) => VrmlMatrix.of((row, at) => (row === 3 && at < 3 && v ? sign * v[at] : Number(row === at)));
      const scaled = VrmlMatrix.of((row, at) => (row !== at ? 0 : row < 3 && scale ? scale[row] : 1));
      const back = scaleOrientation && scaleOrientation.inverse();
      const steps = [moved(center, -1), rotated(back), scaled, rotated(scaleOrientation), rotated(turn), moved(center, 1), moved(translation, 1)];
      const all = steps.reduce((a, b) => a.multRight(b));
      for (let row = 0; row < 4; row++) this[row] = all[row];
    }
    // Without a scale that leans.
    getTransform(translation, turn, scale) {
      const rows = [0, 1, 2].map((row) => new SFVec3f(...this[row].slice(0, 3)));
      const sizes = rows.map((row) => row.magnitude());
      if (rows[0].cross(rows[1]).dot(rows[2]) < 0) sizes.forEach((size, i) => { sizes[i] = -size; });
      if (translation) translation.assign(this[3]);
      if (scale) scale.assign(sizes);
      if (turn) {
        const m = rows.map((row, i) => Array.from(row, (v) => (sizes[i] === 0 ? 0 : v / sizes[i])));
        const axis = new SFVec3f(m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]);
        const trace = m[0][0] + m[1][1] + m[2][2], sine = axis.magnitude() / 2;
        const angle = Math.atan2(sine, (trace - 1) / 2);
        let along = axis.normalize();
        if (sine < 1e-9 && trace < 0) {
          const most = [0, 1, 2].reduce((a, b) => (m[b][b] > m[a][a] ? b : a));
          along = new SFVec3f(...m[most].map((v, i) => (v + Number(i === most)) / 2)).normalize();
        } else if (sine < 1e-9) along = new SFVec3f(0, 0, 1);
        turn.assign([...along, angle]);
      }
    }
    multRight(b) { return VrmlMatrix.of((row, at) => [0, 1, 2, 3].reduce((sum, i) => sum + this[row][i] * b[i][at], 0)); }
    multLeft(b) { return b.multRight(this); }
    multVecMatrix(v) {
      const [x, y, z, w] = [0, 1, 2, 3].map((at) => v[0] * this[0][at] + v[1] * this[1][at] + v[2] * this[2][at] + this[3][at]);
      return new SFVec3f(x / w, y / w, z / w);
    }
    multMatrixVec(v) { return this.transpose().multVecMatrix(v); }
    transpose() { return VrmlMatrix.of((row, at) => this[at][row]); }
    inverse() {
      const a = [0, 1, 2, 3].map((row) => [...this[row], ...[0, 1, 2, 3].map((at) => Number(row === at))]);
      for (let i = 0; i < 4; i++) {
        const most = [0, 1, 2, 3].slice(i).reduce((p, q) => (Math.abs(a[q][i]) > Math.abs(a[p][i]) ? q : p));
        [a[i], a[most]] = [a[most], a[i]];
        a[i] = a[i].map((v, _, row) => v / row[i]);
        for (let j = 0; j < 4; j++) if (j !== i) a[j] = a[j].map((v, at) => v - a[j][i] * a[i][at]);
      }
      return VrmlMatrix.of((row, at) => a[row][at + 4]);
    }
    toString() { return [0, 1, 2, 3].map((row) => this[row].join(' ')).join(' '); }
  }
  class SFImage {
    constructor(x = 0, y = 0, comp = 0, array = []) { Object.assign(this, { x, y, comp, array }); }
  }

  // Lists. They grow where a part of an element behind their end is written; what was left out has its default.
  const isIndex = (key) => typeof key === 'string' && /^(0|[1-9][0-9]{0,6})$/.test(key);
  function list(name, make) {
    const type = class extends Array {
      static get [Symbol.species]() { return Array; }
      constructor(...given) {
        super();
        if (given.length === 1 && Array.isArray(given[0]) && !make.tuple) given = given[0];
        for (const item of given) this.push(make(item));
      }
    };
    Object.defineProperty(type, 'name', { value: name });
    // This is asked only for what a list does not have.
    Object.setPrototypeOf(type.prototype, new Proxy(Object.create(Array.prototype), {
      get(target, key, list) {
        if (!isIndex(key) || !Array.isArray(list)) return Reflect.get(target, key, list);
        if (!make.tuple) return Number(key) < list.length ? make.start : undefined;
        for (let i = list.length; i < Number(key); i++) list[i] = make.new();
        return list[key] = make.new();
      },
    }));
    return type;
  }
  const of = (type) => Object.assign((v) => (v instanceof type ? v : new type(...v)), { tuple: true, new: () => new type() });
  const types = { SFVec2f, SFVec3f, SFColor, SFRotation };
  for (const [single, type] of Object.entries({ ...types })) types['MF' + single.slice(2)] = list('MF' + single.slice(2), of(type));
  const scalars = { Float: [Number, 0], Int32: [(v) => v | 0, 0], Time: [Number, 0], String: [String, ''], Node: [(v) => v, null] };
  for (const [name, [make, start]] of Object.entries(scalars)) {
    types['MF' + name] = list('MF' + name, Object.assign((v) => make(v), { start }));
  }

  // Nodes: one object each, whatever way leads to it.
  const methods = {
    addChild: (id) => (child) => host.change(id, 'add', text(child)),
    removeChild: (id) => (child) => host.change(id, 'remove', text(child)),
    getChildren: (id) => () => read(id, 'children'),
    setChildren: (id) => (all) => host.set(id, 'children', text(all)),
    getName: (id) => () => host.name(id),
    getType: (id) => () => host.kind(id),
    toString: (id) => () => host.name(id),
    toJSON: (id) => () => ({ node: id }),
  };
  // Nodes of VRML97 that are a list of the node around them here, with the field that holds the list there.
  const folded = { coord: 'point', texCoord: 'point', normal: 'vector', color: 'color' };
  // What an appearance of VRML97 has, and the kinds of node that are it here.
  const surface = { material: 'Material', texture: 'Texture', textureTransform: 'Texture' };
  // The field that an event belongs to.
  const bare = (key) => String(key).replace(/^set_/, '').replace(/_changed$/, '');
  function read(id, field) {
    const found = host.get(id, field);
    if (found === '') return undefined;
    const value = wrap(...JSON.parse(found));
    return bound(value, () => host.set(id, field, text(value)), inner(id, bare(field)));
  }
  // The fields of the node that a list was in VRML97.
  function inner(id, field) {
    if (Object.hasOwn(folded, field)) {
      const names = (key) => typeof key === 'string' && bare(key) === folded[field];
      return { names, get: () => read(id, field), set: (_, value) => write(id, field, value) };
    }
    // One node in VRML97, a list of one here.
    if (field === 'geometry' || field === 'source') {
      const first = () => JSON.parse(host.get(id, field) || '[0,[]]')[1][0];
      const names = (key) => typeof key === 'string' && first() !== undefined && host.get(first(), key) !== '';
      return { names, get: (key) => node(first())[key], set: (key, value) => { node(first())[key] = value; } };
    }
    if (field !== 'appearance') return undefined;
    const names = (key) => typeof key === 'string' && Object.hasOwn(surface, bare(key));
    return { names, get: (key) => part(id, bare(key)), set: (key, value) => setPart(id, bare(key), value) };
  }
  // Material or texture of a shape.
  function part(id, name) {
    const all = JSON.parse(host.get(id, 'appearance') || '[0,[]]')[1];
    const found = all.find((one) => host.kind(one) === surface[name]);
    return found === undefined ? null : node(found);
  }
  function setPart(id, name, value) {
    const all = JSON.parse(host.get(id, 'appearance') || '[0,[]]')[1];
    const others = all.filter((one) => host.kind(one) !== surface[name]).map(node);
    host.set(id, 'appearance', text(value === null ? others : [...others, value]));
  }
  // Writes a field. A node of VRML97 that is a list here is given as that list.
  function write(id, key, value) {
    const field = bare(key);
    const held = field === 'appearance' ? 'appearance' : Object.hasOwn(folded, field) ? folded[field] : undefined;
    if (held !== undefined && host.get(id, field) !== '') {
      if (value === null) value = [];
      else if (value[mark] !== undefined) value = read(value[mark], held) ?? value;
    }
    host.set(id, String(key), text(value));
  }
  // A value of several parts that is written when a part of it is.
  function bound(value, write, within) {
    if (typeof value !== 'object' || value === null || value[mark] !== undefined) return value;
    return new Proxy(value, {
      get(target, key) {
        if (within !== undefined && within.names(key)) return within.get(key);
        const part = target[key];
        return typeof key === 'string' && typeof part === 'object' ? bound(part, write) : part;
      },
      set(target, key, part) {
        if (within !== undefined && within.names(key)) within.set(key, part);
        else { target[key] = part; write(); }
        return true;
      },
    });
  }
  function node(id) {
    if (!known.has(id)) {
      known.set(id, new Proxy({}, {
        get(_, key) {
          if (key === mark) return id;
          if (key === Symbol.toPrimitive) return () => host.name(id);
          if (typeof key === 'symbol') return undefined;
          const value = read(id, key);
          if (value !== undefined) return value;
          if (key === 'node' && id === host.root()) return (name) => found(name);
          // Fonts are a part of their text, materials and textures of an appearance that has a name.
          if (bare(key) === 'fontStyle' && host.kind(id) === 'Text') return node(id);
          if (Object.hasOwn(surface, bare(key)) && host.get(id, 'appearance') !== '') return part(id, bare(key));
          if (Object.hasOwn(methods, key)) return methods[key](id);
          const accessor = /^([gs]et)([A-Z].*)$/.exec(key);
          if (accessor === null) return undefined;
          const field = accessor[2][0].toLowerCase() + accessor[2].slice(1);
          if (accessor[1] === 'get') return host.get(id, field) === '' ? undefined : () => read(id, field);
          return (value) => { write(id, field, value); };
        },
        set(_, key, value) {
          if (Object.hasOwn(surface, bare(key)) && host.get(id, 'appearance') !== '') setPart(id, bare(key), value);
          else write(id, key, value);
          return true;
        },
        has(_, key) { return typeof key === 'string' && host.get(id, key) !== ''; },
      }));
    }
    return known.get(id);
  }
  function found(name) {
    const id = host.find(String(name));
    return id < 0 ? undefined : node(id);
  }

  // Values from the world and back.
  function wrap(type, data) {
    if (type === 'SFNode') return data < 0 ? null : node(data);
    if (type === 'MFNode') return new types.MFNode(...data.map(node));
    const made = types[type];
    return made === undefined ? data : type.startsWith('MF') ? new made(...data) : new made(...data);
  }
  function plain(v, inList) {
    if (v === null || v === undefined) return null;
    if (typeof v !== 'object' && typeof v !== 'function') return typeof v === 'bigint' ? Number(v) : v;
    if (v[mark] !== undefined) return { node: v[mark] };
    if (v instanceof Date) return v.getTime() / 1000;
    // A number that is none is 0 in a list, so that the rest of the list is seen.
    const long = inList || Array.isArray(v) && v.length > 4;
    return Array.from(v, (part) => (Number.isNaN(part) && long ? 0 : plain(part, Array.isArray(v))));
  }
  const text = (v) => JSON.stringify(plain(v));
  const coerce = (type, v) => {
    const made = types[type];
    if (made === undefined || v instanceof made || v === null || typeof v !== 'object') return v;
    return new made(...v);
  };

  // The fields of the script itself.
  const own = new Map();
  function declare(name, type, data, output) {
    const field = { type, output, value: wrap(type, data), set: false, before: '' };
    field.before = text(field.value);
    own.set(name, field);
    Object.defineProperty(globalThis, name, {
      get() { return field.value; },
      set(v) { field.value = coerce(type, v); field.set = true; },
      configurable: true,
      enumerable: true,
    });
  }
  // What was written since, as JSON.
  function written() {
    const all = [];
    for (const [name, field] of own) {
      const now = text(field.value);
      if (field.output ? field.set || now !== field.before : now !== field.before) all.push([name, JSON.parse(now)]);
      field.set = false;
      field.before = now;
    }
    return JSON.stringify(all);
  }
  function call(name, given) {
    const f = globalThis[name];
    if (typeof f !== 'function' || !Object.hasOwn(globalThis, name)) return false;
    const args = JSON.parse(given);
    if (args.length > 0) f(wrap(...args[0]), args[1]);
    else f();
    return true;
  }
  function put(name, given) {
    const field = own.get(name);
    if (field === undefined) return;
    field.value = wrap(...JSON.parse(given));
    field.before = text(field.value);
  }

  // Time and chance are those of the simulation.
  const RealDate = Date;
  const SimulatedDate = class Date extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(host.now() * 1000);
      else if (given.length > 1) super(RealDate.UTC(...given));
      else super(given[0]);
    }
    static now() { return host.now() * 1000; }
    getTimezoneOffset() { return 0; }
    toString() { return this.toUTCString(); }
    toLocaleString() { return this.toUTCString(); }
  };
  for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    for (const way of ['get', 'set']) {
      const utc = RealDate.prototype[way + 'UTC' + part];
      if (utc !== undefined) SimulatedDate.prototype[way + part] = utc;
    }
  }
  let seed = 0x9e3779b9;
  Math.random = function () {
    seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
    return (seed >>> 0) / 4294967296;
  };

  const created = (source) => new types.MFNode(...JSON.parse(host.create(String(source))).map(node));
  const print = (...words) => host.print(words.map(String).join(' '));
  const ask = (...given) => host.ask(JSON.stringify(given.map((v) => plain(v))));
  const Browser = {
    getName: () => 'portolan',
    getVersion: () => '0.1',
    getCurrentSpeed: () => 0,
    getCurrentFrameRate: () => 0,
    getWorldURL: () => host.url(),
    replaceWorld: (nodes) => ask('replace', nodes),
    loadURL: (url, parameter) => ask('load', url, parameter),
    setDescription: () => {},
    createVrmlFromString: (source) => created(source),
    createVrmlFromURL: (urls, to, event) => ask('create', urls, to, event),
    addRoute: (...route) => ask('route', ...route),
    deleteRoute: (...route) => ask('unroute', ...route),
    print,
    println: print,
  };
  // A constructor that gives a node does not give an object of its own.
  const SFNode = function (source) { return source === undefined ? null : created(source)[0] ?? null; };
  Object.assign(globalThis, types, {
    SFNode, SFImage, VrmlMatrix, Browser, print, trace: print, Date: SimulatedDate,
    World: node(host.root()),
    TRUE: true, FALSE: false, NULL: null,
  });
  // Nodes by name, behind everything else.
  Object.setPrototypeOf(globalThis, new Proxy(Object.prototype, {
    get(target, key) {
      if (typeof key === 'string' && !(key in target)) return found(key);
      return target[key];
    },
    has(target, key) { return key in target || typeof key === 'string' && host.find(key) >= 0; },
  }));
  return { declare, written, call, put };
})
