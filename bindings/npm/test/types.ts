// Compiled, never run: what users write has types.

import { explain, formats, open, PortolanError, WorkerEngine } from "../index.js";
import { ColladaLoader, loadMesh } from "../three.js";

export async function use(): Promise<number> {
  const file = await open("robot.dae", { engine: new WorkerEngine() });
  const report = await file.report();
  for (const finding of report.files[0]?.findings ?? []) {
    const line: number = finding.line;
    console.log(finding.code, line, (await explain(finding.code)).doc);
  }
  const { files, losses } = await file.convert("glb", { up_axis: "Z", opacity: "strict" });
  const dropped: number = losses.dropped.length;
  const bytes: Uint8Array = files[0]!.bytes;
  const pose = await file.pose({ shoulder: 30 }, { clamp: true });
  const joints = pose.models.flatMap((model) => model.joints);
  const picture = await file.render({ width: 64, height: 64, background: [1, 1, 1, 1] });
  await file.step(1, { events: [{ t: 0.5, pointer: "press" }] });
  // @ts-expect-error there is no such axis
  await file.convert("dae", { up_axis: "W" });
  new ColladaLoader().load("robot.dae", ({ scene, kinematics }) => console.log(scene.children, kinematics?.models));
  loadMesh("mesh.dae", undefined!, (mesh) => mesh?.updateMatrix());
  if (dropped > 0) throw new PortolanError("lost", { kind: "refused" });
  return bytes.length + joints.length + picture.width + (await formats()).read.length;
}
