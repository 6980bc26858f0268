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
        Object.defineProperty(this, 'length', { value: parts.length });
      }
      toString() { return Array.from(this).join(' '); }
      toJSON() { return Array.from(this); }
      [Symbol.iterator]() { return Array.prototype.values.call(this); }
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
    });
  }
  vector(SFVec2f);
  vector(SFVec3f);
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

  // Lists.
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
    return type;
  }
  const of = (type) => Object.assign((v) => (v instanceof type ? v : new type(...v)), { tuple: true });
  const types = { SFVec2f, SFVec3f, SFColor, SFRotation };
  for (const [single, type] of Object.entries({ ...types })) types['MF' + single.slice(2)] = list('MF' + single.slice(2), of(type));
  for (const [name, make] of [['Float', Number], ['Int32', (v) => v | 0], ['Time', Number], ['String', String], ['Node', (v) => v]]) {
    types['MF' + name] = list('MF' + name, make);
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
  function read(id, field) {
    const found = host.get(id, field);
    if (found === '') return undefined;
    const value = wrap(...JSON.parse(found));
    return bound(value, () => host.set(id, field, text(value)));
  }
  // A value of several parts that is written when a part of it is.
  function bound(value, write) {
    if (typeof value !== 'object' || value === null || value[mark] !== undefined) return value;
    return new Proxy(value, {
      get(target, key) {
        const part = target[key];
        return typeof key === 'string' && typeof part === 'object' ? bound(part, write) : part;
      },
      set(target, key, part) { target[key] = part; write(); return true; },
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
          if (Object.hasOwn(methods, key)) return methods[key](id);
          const accessor = /^([gs]et)([A-Z].*)$/.exec(key);
          if (accessor === null) return undefined;
          const field = accessor[2][0].toLowerCase() + accessor[2].slice(1);
          if (accessor[1] === 'get') return host.get(id, field) === '' ? undefined : () => read(id, field);
          return (value) => { host.set(id, field, text(value)); };
        },
        set(_, key, value) { host.set(id, String(key), text(value)); return true; },
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
  function plain(v) {
    if (v === null || v === undefined) return null;
    if (typeof v !== 'object' && typeof v !== 'function') return typeof v === 'bigint' ? Number(v) : v;
    if (v[mark] !== undefined) return { node: v[mark] };
    if (v instanceof Date) return v.getTime() / 1000;
    return Array.from(v, plain);
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
  const ask = (...given) => host.ask(JSON.stringify(given.map(plain)));
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
    SFNode, Browser, print, Date: SimulatedDate,
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
