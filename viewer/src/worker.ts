// The worker of the page: it gets the module from the page, because a page from disk cannot fetch it.

import { start } from "portolan/core";
import { PortolanError } from "portolan/error";
import * as glue from "portolan/glue";
import * as wholeGlue from "portolan/glue-whole";

let core: ReturnType<typeof start> | undefined;
let whole: ArrayBuffer | undefined;

async function wholeModule() {
  if (!whole) throw new PortolanError("the page did not give it", { kind: "whole" });
  return { glue: wholeGlue, wasm: whole };
}

/** Does what a message says; what the page gives is kept here. */
async function answered(wasm: ArrayBuffer, message: { op: string; bytes?: ArrayBuffer }) {
  if (message.op === "init") core = start(glue, wasm, wholeModule);
  if (message.op === "whole") whole = message.bytes;
  const started = await core;
  if (!started) throw new PortolanError("the module is not there");
  return ["init", "whole"].includes(message.op) ? { json: {}, files: [] } : started.call(message as never);
}

self.onmessage = async ({ data: { id, wasm, ...message } }) => {
  try {
    const { json, files } = await answered(wasm, message);
    self.postMessage({ id, json, files }, { transfer: files.map((file) => file.bytes.buffer) });
  } catch (why) {
    const error = why instanceof PortolanError ? why : new PortolanError(String(why), { trap: true });
    self.postMessage({ id, error: error.toJSON() });
  }
};
