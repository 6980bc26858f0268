// The module as it lies in this package.

import { start } from "./core.js";

/** Loads the module: from its bytes, a compiled module, or the file beside this one. `copy` tells several apart. */
export async function load(wasm, copy = 0) {
  const glue = await (copy === 0 ? import("./wasm/portolan.js") : import(/* @vite-ignore */ `./wasm/portolan.js?copy=${copy}`));
  const main = wasm ?? (await own(new URL("./wasm/portolan_bg.wasm", import.meta.url)));
  return start(glue, main, () => whole(copy));
}

/** The whole module, which answers what the other one leaves out. */
async function whole(copy) {
  const glue = await (copy === 0 ? import("./wasm/whole.js") : import(/* @vite-ignore */ `./wasm/whole.js?copy=${copy}`));
  return { glue, wasm: await own(new URL("./wasm/whole_bg.wasm", import.meta.url)) };
}

async function own(address) {
  return isOnDisk(address) ? fromDisk(address) : address;
}

/** The fonts of letters, which few files need. */
export async function ownFonts() {
  const address = new URL("./wasm/fonts.bin", import.meta.url);
  return isOnDisk(address) ? fromDisk(address) : (await fetch(address)).arrayBuffer();
}

function isOnDisk(address) {
  return address.protocol === "file:" && typeof process !== "undefined";
}

async function fromDisk(address) {
  const { readFile } = await import("node:fs/promises");
  return readFile(address);
}
