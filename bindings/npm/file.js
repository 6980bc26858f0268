// Opens files and asks them everything that `portolan` knows, with whatever engine there is. For bundles that bring their
// own worker; `index.js` is this with workers of its own.

import { WorkerEngine } from "./engine.js";
import { PortolanError } from "./error.js";
import { candidates, gather } from "./sources.js";

export { PortolanError, WorkerEngine, candidates };

let make = () => {
  throw new PortolanError("an engine must be given", { kind: "usage" });
};
let usual;

/** Says what makes the engine that is used unless another one is given. */
export function usually(maker) {
  make = maker;
}

/** The engine that is used unless another one is given. */
export function defaultEngine() {
  usual ??= make();
  return usual;
}

/** Formats that are read and written. */
export async function formats(engine = defaultEngine()) {
  return (await engine.call({ op: "at-large", question: "formats" })).json;
}

/** What the code of a finding or loss means. */
export async function explain(code, engine = defaultEngine()) {
  return (await engine.call({ op: "at-large", question: "explain", options: { code } })).json;
}

let sessions = 0;
const WORLD = /\.(xwrl|xvrml|x3d|x3dv|x3dz|wrl|wrz|vrml)$/i;

/**
 * Opens a file: a path (in Node), an address, a File or Blob, bytes, or a list of Files or of `{ path, bytes }` with
 * everything that it refers to.
 */
export async function open(source, { name, main, engine = defaultEngine(), signal, encoding, version } = {}) {
  const { documents } = await formats(engine);
  const { files, path } = await gather(source, name, documents);
  const chosen = main ?? path ?? candidates(files.map((file) => file.path), documents)[0];
  if (chosen === undefined) throw new PortolanError("none of the files is a document", { kind: "unreadable", code: "IO006" });
  // Worlds may have letters, other scenes have none.
  if (files.some((file) => WORLD.test(file.path))) await engine.letters?.();
  const session = (sessions += 1);
  const options = { encoding, version };
  await engine.call({ op: "open", session, path: chosen, files, options }, { signal });
  return new PortolanFile(engine, session, chosen);
}

/** An open file. Each method is the question of the same name. */
export class PortolanFile {
  #engine;
  #session;
  #generation;

  constructor(engine, session, path) {
    this.#engine = engine;
    this.#session = session;
    this.#generation = engine.generation;
    this.path = path;
  }

  /** Asks a question by its name, and gives its JSON and files. */
  async ask(question, options, { signal } = {}) {
    this.#isThere();
    return this.#engine.call({ op: "ask", session: this.#session, question, options }, { signal });
  }

  summary(call) {
    return this.#json("summary", {}, call);
  }

  report(call) {
    return this.#json("report", {}, call);
  }

  info(call) {
    return this.#json("info", {}, call);
  }

  scene(call) {
    return this.#json("scene", {}, call);
  }

  losses(call) {
    return this.#json("losses", {}, call);
  }

  missing(call) {
    return this.#json("missing", {}, call);
  }

  async convert(to, options, call) {
    const { json, files } = await this.ask("convert", { ...options, to }, call);
    return { files, losses: json.losses };
  }

  /** The scene as one binary glTF file. */
  async glb(options, call) {
    return (await this.convert("glb", options, call)).files[0].bytes;
  }

  async render(options, call) {
    const { json, files } = await this.ask("render", options, call);
    return { ...json, png: files[0].bytes };
  }

  sample(options, call) {
    return this.#json("sample", options, call);
  }

  pose(values = {}, options = {}, call = undefined) {
    return this.#json("pose", { ...options, values }, call);
  }

  simulate(options, call) {
    return this.#json("simulate", options, call);
  }

  /** Loads a world so that it runs. */
  run(options, call) {
    return this.#json("run", options, call);
  }

  /** Leads a world that runs to a time. */
  step(until, options = {}, call = undefined) {
    return this.#json("step", { ...options, until }, call);
  }

  async fix(options, call) {
    const { json, files } = await this.ask("fix", options, call);
    return { ...json, document: files[0].bytes };
  }

  async get(address, call) {
    return (await this.#json("get", { address }, call)).value;
  }

  async set(address, value, call) {
    return (await this.ask("set", { address, value: String(value) }, call)).files[0].bytes;
  }

  source(options, call) {
    return this.#json("source", options, call);
  }

  /** Whether another file means the same. */
  async verify(other, options, { signal } = {}) {
    return this.#compare(other, "verify", options, signal);
  }

  /** What changed from this file to another one. */
  async diff(other, options, { signal } = {}) {
    return this.#compare(other, "diff", options, signal);
  }

  /** Lets go of it. */
  async close() {
    if (this.#generation === this.#engine.generation) {
      await this.#engine.call({ op: "close", session: this.#session });
    }
  }

  async #json(question, options, call) {
    return (await this.ask(question, options, call)).json;
  }

  async #compare(other, question, options, signal) {
    this.#isThere();
    other.#isThere();
    const message = { op: "compare", session: this.#session, other: other.#session, question, options };
    return (await this.#engine.call(message, { signal })).json;
  }

  #isThere() {
    if (this.#generation !== this.#engine.generation) {
      throw new PortolanError("the worker was replaced; open the file again", { kind: "closed" });
    }
  }
}
