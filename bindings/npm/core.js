// The module and the files that are open in it. Runs in a worker, or where it is called.

import { PortolanError, trapped } from "./error.js";

/** Starts the module: its glue code, and its bytes, compiled or by its address. */
export async function start(glue, wasm) {
  await glue.default({ module_or_path: wasm });
  return new Core(glue);
}

class Core {
  #module;
  #open = new Map();

  constructor(module) {
    this.#module = module;
  }

  /** Does what a message says. Gives JSON and files; throws a PortolanError. */
  call(message) {
    try {
      return this.#call(message);
    } catch (why) {
      throw typeof why === "string" ? PortolanError.from(JSON.parse(why)) : trapped(why);
    }
  }

  #call(message) {
    const { op, session, other, question, path, files, options } = message;
    const said = JSON.stringify(options ?? {});
    switch (op) {
      case "open": {
        const all = new this.#module.Files();
        for (const file of files) all.add(file.path, file.bytes);
        this.#open.set(session, new this.#module.Session(all, path, said));
        return { json: {}, files: [] };
      }
      case "ask":
        return answer(this.#find(session).ask(question, said));
      case "compare":
        return answer(this.#find(session).compare(this.#find(other), question, said));
      case "at-large":
        return answer(this.#module.ask_at_large(question, said));
      case "fonts":
        return { json: { taken: this.#module.give_fonts(new Uint8Array(message.bytes)) }, files: [] };
      case "close":
        this.#open.get(session)?.free();
        this.#open.delete(session);
        return { json: {}, files: [] };
      default:
        throw new PortolanError(`there is no message ${op}`, { kind: "usage" });
    }
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
