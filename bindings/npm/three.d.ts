import type { AnimationClip, Camera, Group, Loader, LoadingManager, Object3D } from "three";
import type { Engine, Losses, Pose, Report } from "./index.d.ts";

export interface Loaded {
  scene: Group;
  animations: AnimationClip[];
  cameras: Camera[];
  /** Joints and links, if the document has any. */
  kinematics?: Pose;
  losses: Losses;
  report: Report;
}

/** Loads any document that portolan reads, with the files that it refers to. */
export class PortolanLoader extends Loader<Loaded> {
  engine?: Engine;
  load(url: string, onLoad: (data: Loaded) => void, onProgress?: (event: ProgressEvent) => void, onError?: (why: unknown) => void): void;
  loadAsync(url: string, onProgress?: (event: ProgressEvent) => void): Promise<Loaded>;
  parseAsync(data: string | ArrayBuffer | ArrayBufferView, path?: string): Promise<Loaded>;
}

export { PortolanLoader as ColladaLoader };

/** For `loadMeshCb` of urdf-loader. */
export function loadMesh(path: string, manager: LoadingManager, done: (mesh: Object3D | null, why?: unknown) => void): void;
