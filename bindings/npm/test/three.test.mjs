import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

// The loaders of three.js report progress to pages.
globalThis.ProgressEvent ??= class {};
const { ColladaLoader, loadMesh } = await import("../three.js");
const example = (name) => new URL(`../../../examples/${name}`, import.meta.url);

test("documents become objects of three.js", async () => {
  const { scene, kinematics, losses } = await new ColladaLoader().parseAsync(await readFile(example("collada/arm.dae")), "arm.dae");
  let meshes = 0;
  scene.traverse((object) => (meshes += object.isMesh ? 1 : 0));
  assert.ok(meshes > 0);
  assert.ok(kinematics.models[0].joints.length > 0);
  assert.ok(losses.kept > 0);
});

test("meshes are loaded for robots", async () => {
  const address = `data:model/vnd.collada+xml;base64,${(await readFile(example("collada/table.dae"))).toString("base64")}`;
  const mesh = await new Promise((done, fail) => loadMesh(address, undefined, (made, why) => (made ? done(made) : fail(why))));
  assert.ok(mesh.children.length > 0);
});
