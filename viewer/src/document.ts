// A file that is open, with everything that is known of it.

import { open, type Engine, type Info, type PortolanFile, type Report, type Scene, type Summary } from "portolan/file";
import type { Given } from "./gather.ts";

export class Document {
  file!: PortolanFile;
  summary!: Summary;
  report!: Report;
  info?: Info;
  scene?: Scene;
  glb?: Uint8Array<ArrayBuffer>;
  /** Why there is no picture. */
  why?: string;
  selected = -1;
  /** How much of what is asked at first was answered, from 0 to 1. */
  done = 0;

  constructor(
    readonly name: string,
    readonly given: Given[],
  ) {}

  /** The number of the document with a path. */
  numbered(path: string): number {
    return Math.max(0, this.summary.documents.findIndex(({ location }) => location === path || location.endsWith(`/${path}`)));
  }

  /** Names of materials with a texture that is missing. */
  unpainted(): Set<string> {
    const missing = new Set((this.info?.images ?? []).filter((image) => image.status === "missing").flatMap((image) => [image.id, image.name]));
    const lack = (this.info?.materials ?? []).filter((material) => material.textures.some((texture) => missing.has(texture.image)));
    return new Set(lack.map((material) => material.name ?? material.id ?? ""));
  }

  /** Opens it and asks what the page shows at once. A file that cannot be shown still has a report. */
  async load(engine: Engine, signal: AbortSignal, tell: (step: "reading" | "converting" | "checking") => void = () => {}): Promise<void> {
    const call = { signal };
    const step = (name: "reading" | "converting" | "checking", done: number) => {
      this.done = done;
      tell(name);
    };
    step("reading", 0.05);
    const files = await Promise.all(this.given.map(async ({ path, blob }) => ({ path, bytes: await blob.arrayBuffer() })));
    this.file = await open(files.length > 0 ? files : [{ path: this.name, bytes: new ArrayBuffer(0) }], { main: this.name, engine, signal });
    this.summary = await this.file.summary(call);
    step("converting", 0.3);
    try {
      this.glb = await this.file.glb({ embed: true }, call);
      this.scene = await this.file.scene(call);
    } catch (why) {
      passed(why);
      this.why = (why as Error).message;
    }
    step("checking", 0.7);
    this.report = await this.file.report(call);
    this.info = await this.file.info(call).catch(passed);
  }
}

/** Throws again what ended the worker; what a file itself is to blame for is told elsewhere. */
function passed(why: unknown): undefined {
  const { kind, trap } = why as { kind?: string; trap?: boolean };
  if (kind === "cancelled" || kind === "closed" || trap) throw why;
  return undefined;
}
