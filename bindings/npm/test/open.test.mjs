import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { explain, formats, HereEngine, open, PortolanError, WorkerEngine } from "../index.js";

const example = (name) => new URL(`../../../examples/${name}`, import.meta.url).pathname;

test("everything that can be asked of a document is answered", async () => {
  const file = await open(example("collada/harbour.dae"));
  const summary = await file.summary();
  assert.equal(summary.format, "collada");
  const report = await file.report();
  assert.deepEqual(report.files[0].findings, []);
  const info = await file.info();
  assert.equal(info.totals.triangles, 2287);
  const { files, losses } = await file.convert("glb");
  assert.equal(new TextDecoder().decode(files[0].bytes.slice(0, 4)), "glTF");
  assert.ok(losses.kept > 0);
  const picture = await file.render({ width: 32, height: 16 });
  assert.deepEqual([picture.width, picture.height, picture.png[1]], [32, 16, 0x50]);
  const scene = await file.scene();
  const cargo = scene.nodes.find((node) => node.id === "cargo");
  const { lines } = await file.source({ first: cargo.place.line, count: 1 });
  assert.match(lines[0], /<node id="cargo"/);
  assert.equal((await file.sample({ times: [0, 1] })).times.length, 2);
  assert.deepEqual(await file.missing(), []);
  await file.close();
  await assert.rejects(file.info(), { kind: "closed" });
});

test("other formats come out, and are read again as equal", async () => {
  const file = await open(example("collada/table.dae"));
  for (const to of (await formats()).write) {
    const { files } = await file.convert(to);
    assert.ok(files[0].bytes.length > 0, to);
  }
  const [dae] = (await file.convert("dae", { rebuild: true })).files;
  const again = await open(dae.bytes, { name: "table.dae" });
  assert.equal((await file.verify(again)).equal, true);
  assert.ok(Array.isArray((await file.diff(again)).changes));
});

test("joints, bodies and worlds move", async () => {
  const arm = await open(example("collada/arm.dae"));
  const joint = (await arm.pose()).models[0].joints[0];
  assert.ok((await arm.pose({ [joint.sid]: 10 })).nodes.length > 0);
  const fall = await open(example("collada/fall.dae"));
  const fallen = await fall.simulate({ times: [0, 0.5] });
  assert.deepEqual(fallen.times, [0, 0.5]);
  const world = await open(example("xvrml/lighthouse.xvrml"));
  await world.run();
  assert.equal((await world.step(1)).until, 1);
});

test("repairs come with their difference", async () => {
  const file = await open(example("broken/worn.dae"));
  const fixed = await file.fix();
  assert.equal(fixed.changed, true);
  assert.match(fixed.difference, /^--- /);
  const again = await open(fixed.document, { name: "worn.dae" });
  assert.ok((await again.report()).files[0].findings.length < (await file.report()).files[0].findings.length);
});

test("files beside the document are found, and missing ones told", async () => {
  const bytes = await readFile(example("collada/harbour.dae"));
  const planks = await readFile(example("collada/planks.png"));
  const alone = await open(bytes, { name: "harbour.dae" });
  assert.deepEqual(await alone.missing(), ["planks.png"]);
  const both = await open([
    { path: "model/planks.png", bytes: planks },
    { path: "model/harbour.dae", bytes },
  ]);
  assert.equal(both.path, "model/harbour.dae");
  assert.deepEqual(await both.missing(), []);
});

test("wrong requests and hopeless files are errors with codes", async () => {
  await assert.rejects(open(example("none.dae")), { kind: "unreadable", code: "IO001" });
  await assert.rejects(open(new Uint8Array(0), { name: "empty.zae" }).then((f) => f.info()), PortolanError);
  const file = await open(example("collada/table.dae"));
  await assert.rejects(file.convert("doc"), { kind: "usage" });
  await assert.rejects(file.ask("sing"), { kind: "usage" });
  await assert.rejects(explain("XYZ999"), { kind: "usage" });
});

test("a worker answers as well, and is replaced when it is stopped", async () => {
  const engine = new WorkerEngine();
  const file = await open(example("collada/harbour.dae"), { engine });
  const here = await open(example("collada/harbour.dae"), { engine: new HereEngine() });
  assert.deepEqual(Buffer.from(await file.glb()), Buffer.from(await here.glb()));
  const stop = new AbortController();
  const long = file.render({ width: 4096, height: 4096 }, { signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(long, { kind: "cancelled" });
  const again = await open(example("collada/harbour.dae"), { engine });
  assert.equal((await again.info()).totals.triangles, 2287);
  await assert.rejects(file.info(), { kind: "closed" });
  engine.close();
});
