// Measures the module against the binary with one thread, and against assimpjs if it is installed somewhere:
// `node test/speed.mjs BINARY FILE [FOLDER_WITH_ASSIMPJS]`. The least of several runs counts, in seconds of processor time.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { HereEngine, open } from "../index.js";

const RUNS = 7;
const [binary, path, peer] = process.argv.slice(2);
const bytes = readFileSync(path);

/** Processor time that something takes, at least. */
async function least(act) {
  let best = Infinity;
  for (let i = 0; i < RUNS; i += 1) {
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

/** The same of the binary, as the shell counts it. */
function native() {
  let best = Infinity;
  const folder = mkdtempSync(join(tmpdir(), "speed-"));
  const made = join(folder, "out.glb");
  for (let i = 0; i < RUNS; i += 1) {
    const said = execFileSync("sh", ["-c", '"$0" convert "$1" "$2" --embed --force --quiet && times', binary, path, made], { env: { ...process.env, RAYON_NUM_THREADS: "1" } });
    const children = String(said).trim().split("\n").at(-1).split(" ");
    const seconds = children.map((word) => /(\d+)m([\d.]+)s/.exec(word)).map(([, m, s]) => 60 * m + Number(s));
    best = Math.min(best, seconds[0] + seconds[1]);
  }
  rmSync(folder, { recursive: true });
  return best;
}

const engine = new HereEngine();
let glb = 0;
const own = await least(async () => {
  const file = await open([{ path: basename(path), bytes }], { engine });
  glb = (await file.convert("glb", { embed: true })).files[0].bytes.length;
  await file.close();
});
const program = native();
console.log(`module ${own.toFixed(3)} s, binary ${program.toFixed(3)} s, ratio ${(own / program).toFixed(2)}, GLB of ${glb} bytes`);

if (peer) {
  const assimpjs = createRequire(`${resolve(peer)}/`)("assimpjs");
  const ajs = await assimpjs();
  let size = 0;
  const theirs = await least(() => {
    const list = new ajs.FileList();
    list.AddFile(basename(path), new Uint8Array(bytes));
    const result = ajs.ConvertFileList(list, "glb2");
    if (!result.IsSuccess()) throw new Error(result.GetErrorCode());
    size = result.GetFile(0).GetContent().length;
    result.delete?.();
    list.delete?.();
  });
  console.log(`assimpjs ${theirs.toFixed(3)} s, ${(theirs / own).toFixed(1)} times the module, GLB of ${size} bytes; ours is ${((100 * glb) / size).toFixed(0)} %`);
}
