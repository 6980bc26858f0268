// Compares what the module says of files with what the binary says: `node test/parity.mjs BINARY PATH…`.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { open, WorkerEngine } from "../index.js";

const run = promisify(execFile);
const DOCUMENT = /\.(dae|ogex|xwrl|xvrml|x3d|x3dv|wrl|gltf|glb|obj|stl|zae|kmz)$/i;

/** All documents at or below paths. */
export async function documents(paths) {
  const found = [];
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) {
      const entries = await readdir(path, { recursive: true });
      found.push(...entries.filter((e) => DOCUMENT.test(e)).map((e) => join(path, e)));
    } else {
      found.push(path);
    }
  }
  return found.sort();
}

/** What the binary makes of a file: GLB, losses, findings, or nothing where it refuses. */
async function native(binary, path, folder) {
  const [glb, losses] = [join(folder, "out.glb"), join(folder, "losses.json")];
  const name = basename(path);
  const options = { cwd: dirname(path), maxBuffer: 1 << 30 };
  const call = (args) => run(binary, args, options).catch((why) => why);
  const made = await call(["convert", name, glb, "--losses", losses, "--quiet", "--embed", "--force"]);
  const checked = await call(["check", "--format", "json", name]);
  const out = { glb: null, losses: null, findings: JSON.parse(checked.stdout).files, status: made.code ?? 0 };
  if (out.status === 0) {
    out.glb = await readFile(glb);
    out.losses = JSON.parse(await readFile(losses, "utf8"));
    await rm(glb);
    await rm(losses);
  }
  return out;
}

async function module(path, engine) {
  const file = await open(path, { engine });
  try {
    const findings = (await file.report()).files;
    const made = await file.convert("glb", { embed: true, name: "out" }).catch((why) => {
      if (why.trap) throw why;
      return { files: [], losses: null };
    });
    return { glb: made.files[0]?.bytes ?? null, losses: made.losses, findings };
  } finally {
    await file.close().catch(() => {});
  }
}

/** A file outside of the document's folder is denied on disk, and not there in memory: neither is read. */
function blurred(key, value) {
  if (Array.isArray(value)) return value.filter((item) => !["REF060", "REF061"].includes(item?.code));
  const absent = /(access to `[^`]*` is denied|file `[^`]*` (does not exist|was not found)).*$/;
  return typeof value === "string" ? value.replace(absent, "a file is not there") : value;
}

/** How the two differ; empty if they do not. */
export async function differences(binary, path, engine, folder) {
  const one = await native(binary, path, folder);
  let two;
  try {
    two = await module(path, engine);
  } catch (why) {
    if (why.trap) return [`trap: ${why.cause?.stack ?? why.message}`];
    return one.glb === null ? [] : [`error: ${why.message}`];
  }
  const found = [];
  if ((one.glb === null) !== (two.glb === null)) found.push(`only ${one.glb ? "the binary" : "the module"} converts it`);
  else if (one.glb && Buffer.compare(one.glb, two.glb) !== 0) found.push("other bytes of the GLB");
  for (const part of ["losses", "findings"]) {
    const [a, b] = [one[part], two[part]].map((v) => JSON.stringify(v, blurred));
    if (a !== b && !(part === "losses" && one.glb === null)) {
      let at = 0;
      while (a[at] === b[at]) at += 1;
      found.push(`other ${part}: …${a.slice(Math.max(0, at - 60), at + 100)}… and …${b.slice(Math.max(0, at - 20), at + 100)}…`);
    }
  }
  return found;
}

/** Goes through all documents and tells each that differs. */
export async function compareAll(binary, paths, tell = console.log) {
  const folder = await mkdtemp(join(tmpdir(), "portolan-"));
  const engine = new WorkerEngine();
  let [count, bad] = [0, 0];
  for (const path of await documents(paths)) {
    count += 1;
    const found = await differences(binary, path, engine, folder);
    if (found.length > 0) {
      bad += 1;
      tell(`${path}: ${found.join("; ")}`);
    }
  }
  engine.close();
  await rm(folder, { recursive: true });
  return { count, bad };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [binary, ...paths] = process.argv.slice(2).map((path) => resolve(path));
  const { count, bad } = await compareAll(binary, paths);
  console.log(`${count} files, ${bad} differ`);
  process.exitCode = bad > 0 ? 1 : 0;
}
