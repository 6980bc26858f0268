// The worker of the page: it gets the module from the page, because a page from disk cannot fetch it.

import { start } from "portolan/core";
import { PortolanError } from "portolan/error";
import * as glue from "portolan/glue";

let core: ReturnType<typeof start> | undefined;

self.onmessage = async ({ data: { id, wasm, ...message } }) => {
  try {
    if (message.op === "init") core = start(glue, wasm);
    const started = await core;
    if (!started) throw new PortolanError("the module is not there");
    const { json, files } = message.op === "init" ? { json: {}, files: [] } : started.call(message);
    self.postMessage({ id, json, files }, { transfer: files.map((file) => file.bytes.buffer) });
  } catch (why) {
    const error = why instanceof PortolanError ? why : new PortolanError(String(why), { trap: true });
    self.postMessage({ id, error: error.toJSON() });
  }
};
