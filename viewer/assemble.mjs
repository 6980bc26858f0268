// Puts the built page and the module together in target/viewer, ready for any web server, and for disks.

import { cp, mkdir, readFile, writeFile } from "node:fs/promises";

const at = (path) => new URL(path, import.meta.url);
await mkdir(at("../target/viewer"), { recursive: true });
await cp(at("dist"), at("../target/viewer"), { recursive: true });
for (const [from, name, variable] of [
  ["portolan_bg.wasm", "portolan.wasm", "portolanModule"],
  ["fonts.bin", "fonts.bin", "portolanFonts"],
  ["whole_bg.wasm", "whole.wasm", "portolanWhole"],
]) {
  const bytes = await readFile(at(`../bindings/npm/wasm/${from}`));
  await writeFile(at(`../target/viewer/${name}`), bytes);
  // Pages from disk may not fetch files, but they may load scripts.
  await writeFile(at(`../target/viewer/${name}.js`), `globalThis.${variable} = "${bytes.toString("base64")}";\n`);
}
console.log("target/viewer written");
