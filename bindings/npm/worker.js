// A worker that answers one message after the other, in browsers and in Node.

import { load } from "./load.js";
import { PortolanError } from "./error.js";

const port = typeof self !== "undefined" && self.postMessage ? self : (await import("node:worker_threads")).parentPort;
let core;

async function receive({ id, wasm, ...message }) {
  try {
    if (message.op === "init") {
      core = load(wasm);
      await core;
      return port.postMessage({ id, json: {}, files: [] });
    }
    core ??= load();
    const { json, files } = await (await core).call(message);
    port.postMessage({ id, json, files }, files.map((file) => file.bytes.buffer));
  } catch (why) {
    const error = why instanceof PortolanError ? why : new PortolanError(String(why?.message ?? why), { trap: true });
    port.postMessage({ id, error: error.toJSON() });
  }
}

if (port === globalThis.self) port.onmessage = (event) => receive(event.data);
else port.on("message", receive);
