// The module and the files that are open in it. Runs in a worker, or where it is called. What it leaves out is answered by the whole
// module, which is loaded when that is first asked for: physics, comparisons, and what codes mean.

import { PortolanError, trapped } from "./error.js";

/**
 * Starts the module: its glue code, and its bytes, compiled or by its address. `whole` gives the same two of the whole module.
 */
export async function start(glue, wasm, whole) {
  await glue.default({ module_or_path: wasm });
  return new Core(glue, whole);
}

class Core {
  #module;
  #whole;
  #started;
  #fonts;
  #open = new Map();

  constructor(module, whole) {
    this.#module = module;
    this.#whole = whole;
  }

  /** Does what a message says. Gives JSON and files; throws a PortolanError. */
  async call(message) {
    try {
      return this.#isForWhole(message) ? await this.#callWhole(message) : this.#call(message);
    } catch (why) {
      throw typeof why === "string" ? PortolanError.from(JSON.parse(why)) : trapped(why);
    }
  }

  /** Does the whole module answer it? Files with bodies are asked there altogether, because the engine has a say in what is found. */
  #isForWhole({ op, question, session }) {
    if (op === "compare" || question === "explain") return true;
    if (op !== "ask") return false;
    const open = this.#find(session);
    open.bodies ??= open.asked.has_bodies();
    return open.bodies || question === "simulate";
  }

  #call(message) {
    const { op, session, question, path, files, options } = message;
    const said = JSON.stringify(options ?? {});
    switch (op) {
      case "open": {
        const all = new this.#module.Files();
        for (const file of files) all.add(file.path, file.bytes);
        this.#open.set(session, { asked: new this.#module.Session(all, path, said), path, said });
        return { json: {}, files: [] };
      }
      case "ask":
        return answer(this.#find(session).asked.ask(question, said));
      case "at-large":
        return answer(this.#module.ask_at_large(question, said));
      case "fonts":
        this.#fonts = new Uint8Array(message.bytes);
        return { json: { taken: this.#module.give_fonts(this.#fonts) }, files: [] };
      case "close":
        this.#open.get(session)?.asked.free();
        this.#open.get(session)?.whole?.free();
        this.#open.delete(session);
        return { json: {}, files: [] };
      default:
        throw new PortolanError(`there is no message ${op}`, { kind: "usage" });
    }
  }

  async #callWhole({ op, session, other, question, options }) {
    const module = await this.#startWhole();
    const said = JSON.stringify(options ?? {});
    if (op === "at-large") return answer(module.ask_at_large(question, said));
    if (this.#fonts) module.give_fonts(this.#fonts);
    this.#fonts = undefined;
    const asked = this.#inWhole(module, session);
    return answer(op === "compare" ? asked.compare(this.#inWhole(module, other), question, said) : asked.ask(question, said));
  }

  /** An open file in the whole module, where it is opened when it is first asked for. */
  #inWhole(module, session) {
    const open = this.#find(session);
    if (!open.whole) {
      const all = new module.Files();
      for (const file of answer(open.asked.given()).files) all.add(file.name, file.bytes);
      open.whole = new module.Session(all, open.path, open.said);
    }
    return open.whole;
  }

  #startWhole() {
    const load = async () => {
      if (!this.#whole) throw new Error("it was not given");
      const { glue, wasm } = await this.#whole();
      await glue.default({ module_or_path: wasm });
      return glue;
    };
    // One that failed is tried again.
    this.#started ??= load().catch((why) => {
      this.#started = undefined;
      const kind = why?.kind === "whole" ? "whole" : "unreadable";
      throw new PortolanError(`the whole module cannot be loaded: ${why?.message ?? why}`, { kind });
    });
    return this.#started;
  }

  #find(session) {
    const found = this.#open.get(session);
    if (!found) throw new PortolanError("the file is not open any more; open it again", { kind: "closed" });
    return found;
  }
}

function answer(made) {
  const files = [];
  for (let i = 0; i < made.count; i += 1) files.push({ name: made.name(i), bytes: made.take(i) });
  const json = JSON.parse(made.json);
  made.free();
  return { json, files };
}
