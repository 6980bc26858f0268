// Opens COLLADA, OpenGEX, xVRML, X3D, VRML, glTF, OBJ and STL files and asks them everything that `portolan` knows.

import { WorkerEngine as AnyWorkerEngine } from "./engine.js";
import { usually } from "./file.js";
import { load, ownFonts } from "./load.js";

export { candidates, defaultEngine, explain, formats, open, PortolanError, PortolanFile } from "./file.js";

let copies = 0;

/** Answers where it is called. After a trap the module is loaded anew. */
export class HereEngine {
  #wasm;
  #core;
  #lettered;

  constructor({ wasm } = {}) {
    this.#wasm = wasm;
  }

  /** Loads the fonts of letters, once for each copy of the module. */
  async letters() {
    this.#core ??= load(this.#wasm, (copies += 1));
    if (this.#lettered === this.#core) return;
    this.#lettered = this.#core;
    await this.call({ op: "fonts", bytes: await ownFonts() });
  }

  async call(message) {
    // The glue code keeps one instance of the module for each copy of itself.
    this.#core ??= load(this.#wasm, (copies += 1));
    const core = await this.#core;
    try {
      return await core.call(message);
    } catch (why) {
      if (why.trap) this.#core = undefined;
      throw why;
    }
  }

  close() {
    this.#core = undefined;
  }
}

/** Answers in a worker, by default that of this package. */
export class WorkerEngine extends AnyWorkerEngine {
  constructor({ worker = ownWorker, wasm, fonts = ownFonts, whole } = {}) {
    super({ worker, wasm, fonts, whole });
  }
}

async function ownWorker() {
  if (typeof Worker !== "undefined") return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const { Worker: NodeWorker } = await import("node:worker_threads");
  return new NodeWorker(new URL("./worker.js", import.meta.url));
}

// In pages a worker, so that they never freeze.
usually(() => (typeof window !== "undefined" && typeof Worker !== "undefined" ? new WorkerEngine() : new HereEngine()));
