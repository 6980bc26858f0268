import type { Check, Diff, Info, Losses, Pose, Run, Sample, Simulate, Verify } from "./json.d.ts";

export type { Check, Diff, Info, Losses, Pose, Run, Sample, Simulate, Verify };

/** Extensions of the files that can be written. */
export type Target = "dae" | "zae" | "ogex" | "xwrl" | "x3d" | "x3dv" | "wrl" | "gltf" | "glb" | "obj" | "stl" | "ply" | "step" | (string & {});

/** Bytes with a path that has `/` between folders. */
export interface NamedBytes {
  path: string;
  bytes: Uint8Array | ArrayBuffer | Blob;
}

/** What can be opened: a path (Node), an address, a File, bytes, or a list of files. */
export type Source = string | URL | Blob | ArrayBuffer | ArrayBufferView | NamedBytes | Iterable<Blob | NamedBytes> | ArrayLike<Blob>;

/** How a call is made. */
export interface Call {
  /** Ends the work, and with it the worker. */
  signal?: AbortSignal;
}

export interface OpenOptions extends Call {
  /** What the file is called, if the source does not say. */
  name?: string;
  /** The path of the document, if there are several files. */
  main?: string;
  /** Where questions are answered; by default a worker in pages, else right here. */
  engine?: Engine;
  /** The encoding to read with, whatever the file says. */
  encoding?: string;
  /** The version of the format to check against. */
  version?: string;
}

/** A file that was made. */
export interface MadeFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export type Message =
  | { op: "open"; session: number; path: string; files: { path: string; bytes: Uint8Array }[]; options?: object }
  | { op: "ask"; session: number; question: string; options?: object }
  | { op: "compare"; session: number; other: number; question: string; options?: object }
  | { op: "at-large"; question: string; options?: object }
  | { op: "fonts"; bytes: ArrayBuffer }
  | { op: "close"; session: number };

/** Where questions are answered. */
export interface Engine {
  call(message: Message, options?: Call & { transfer?: Transferable[] }): Promise<{ json: any; files: MadeFile[] }>;
  close(): void;
  /** Stops all that is done; files must be opened again. */
  interrupt?(): void;
  /** Loads the fonts of letters. */
  letters?(): Promise<void>;
  /** Changes when what was open is gone. */
  readonly generation?: number;
}

/** Answers right here. */
export class HereEngine implements Engine {
  constructor(options?: { wasm?: WasmSource });
  call: Engine["call"];
  close(): void;
}

/** Answers in a worker, which is replaced after a trap. */
export class WorkerEngine implements Engine {
  constructor(options?: {
    worker?: () => Worker | Promise<Worker>;
    wasm?: WasmSource | Promise<WasmSource>;
    fonts?: () => Promise<ArrayBuffer>;
    /** The whole module, for workers that cannot load it by themselves. */
    whole?: () => Promise<ArrayBuffer>;
  });
  call: Engine["call"];
  interrupt(): void;
  close(): void;
  readonly generation: number;
}

/** The module: its bytes or compiled, by default the file of this package. */
export type WasmSource = BufferSource | WebAssembly.Module;

/** `whole` is said by a worker that was not given the whole module; engines give it and ask again. */
export type ErrorKind = "usage" | "refused" | "unreadable" | "internal" | "closed" | "cancelled" | "whole";

export class PortolanError extends Error {
  constructor(message: string, said?: { kind?: ErrorKind; code?: string | null; help?: string | null; trap?: boolean });
  static from(said: { message: string }): PortolanError;
  readonly kind: ErrorKind;
  readonly code: string | null;
  readonly help: string | null;
  readonly trap: boolean;
}

export interface Formats {
  read: { id: string; name: string; extensions: string[]; versions: string[] }[];
  write: string[];
  /** Extensions of documents and archives. */
  documents: string[];
}

export interface Explained {
  code: string;
  name: string;
  severity: Severity;
  spec: string;
  doc: string;
  wrong: string | null;
  right: string | null;
}

export type Severity = "error" | "warning" | "info";

export interface Summary {
  path: string;
  location: string;
  format: string;
  format_name: string;
  version: string;
  /** Can its document be repaired and edited? */
  editable: boolean;
  documents: { location: string; bytes: number; lines: number }[];
}

/** Where an object was written. */
export interface Place {
  document: number;
  line: number;
  column: number;
  end_line: number;
  element: string;
}

export interface Named {
  id: string | null;
  name: string | null;
  place: Place | null;
}

export interface SceneNode extends Named {
  sid: string | null;
  joint: boolean;
  hidden: boolean;
  children: number[];
  /** Column by column. */
  matrix: number[];
  shapes: number;
  drawn: { geometry: number | null; materials: number[] }[];
  cameras: number[];
  lights: number[];
}

export interface Scene {
  unit: { name: string; meters: number };
  up_axis: "X" | "Y" | "Z";
  nodes: SceneNode[];
  scenes: (Named & { roots: number[] })[];
  default_scene: number | null;
  geometries: Named[];
  materials: Named[];
  images: (Named & { reference: string | null; location: string | null })[];
  cameras: Named[];
  lights: Named[];
  animations: Named[];
  clips: (Named & { start: number; end: number })[];
  duration: [number, number] | null;
  mechanisms: Named[];
  bodies: { name: string }[];
}

export interface ConvertOptions {
  name?: string;
  scene?: string;
  embed?: boolean;
  sample_rate?: number;
  tolerance?: number;
  triangulate?: boolean;
  polygons?: boolean;
  single_matrix?: boolean;
  up_axis?: "X" | "Y" | "Z";
  unit?: number;
  opacity?: "auto" | "strict" | "inverted";
  no_weld?: boolean;
  no_lights?: boolean;
  no_cameras?: boolean;
  tangents?: boolean;
  all_influences?: boolean;
  /** glTF: are bodies written as `KHR_physics_rigid_bodies`, which is a draft? */
  physics?: boolean;
  precise?: boolean;
  version?: string;
  rebuild?: boolean;
  allow_empty?: boolean;
  /** The moment of the change, as documents write it. */
  touch?: string;
}

export interface RenderOptions {
  width?: number;
  height?: number;
  camera?: string;
  /** The point to look from, in place of a camera: in metres, with Y up; `fov` is the height of what is seen, in degrees. */
  viewpoint?: { from: [number, number, number]; to: [number, number, number]; up: [number, number, number]; fov: number };
  time?: number;
  clip?: string;
  scene?: string;
  /** Red, green, blue and alpha from 0 to 1. */
  background?: [number, number, number, number];
  wireframe?: boolean;
  samples?: number;
  opacity?: "auto" | "strict" | "inverted";
  lights?: "auto" | "scene";
  allow_empty?: boolean;
}

export interface Picture {
  width: number;
  height: number;
  time: number;
  losses: Losses;
  png: Uint8Array<ArrayBuffer>;
}

export interface SimulateOptions {
  times?: number[];
  duration?: number;
  rate?: number;
  step?: number;
  scene?: string;
}

/** What a user does in a world. */
export type WorldEvent = { t: number } & (
  | { set: string; value: unknown }
  | { viewer: { position?: [number, number, number]; orientation?: [number, number, number, number] } }
  | { walk: [number, number, number] }
  | { activate: string }
  | { bind: string }
  | { pointer: "move"; to: [number, number, number] }
  | { pointer: "press" | "release" | "leave" }
);

export interface StepOptions {
  until?: number;
  rate?: number;
  events?: WorldEvent[];
  watch?: string[];
}

export interface Repaired {
  code: string;
  title: string;
  line: number;
  column: number;
  certain: boolean;
}

export interface Fix {
  changed: boolean;
  errors_before: number;
  errors_after: number;
  done: Repaired[];
  undone: Repaired[];
  offered: Repaired[];
  /** As `diff -u` shows it. */
  difference: string | null;
  document: Uint8Array<ArrayBuffer>;
}

export interface SourceLines {
  document: number;
  location: string;
  first: number;
  lines: string[];
  total: number;
}

export interface Report {
  files: Check["files"];
}

/** Opens a file. */
export function open(source: Source, options?: OpenOptions): Promise<PortolanFile>;
/** Formats that are read and written. */
export function formats(engine?: Engine): Promise<Formats>;
/** What the code of a finding or loss means. */
export function explain(code: string, engine?: Engine): Promise<Explained>;
/** The engine that is used unless another one is given. */
export function defaultEngine(): Engine;
/** The paths that may be meant as the document, the likeliest first. */
export function candidates(paths: string[], documents: string[]): string[];

/** An open file. */
export class PortolanFile {
  readonly path: string;
  ask(question: string, options?: object, call?: Call): Promise<{ json: any; files: MadeFile[] }>;
  summary(call?: Call): Promise<Summary>;
  report(call?: Call): Promise<Report>;
  info(call?: Call): Promise<Info>;
  scene(call?: Call): Promise<Scene>;
  losses(call?: Call): Promise<Losses>;
  /** References to files that are not there. */
  missing(call?: Call): Promise<string[]>;
  convert(to: Target, options?: ConvertOptions, call?: Call): Promise<{ files: MadeFile[]; losses: Losses }>;
  glb(options?: ConvertOptions, call?: Call): Promise<Uint8Array<ArrayBuffer>>;
  render(options?: RenderOptions, call?: Call): Promise<Picture>;
  sample(options?: { times?: number[]; rate?: number; clip?: string; scene?: string }, call?: Call): Promise<Sample>;
  pose(values?: Record<string, number>, options?: { zero?: boolean; clamp?: boolean; scene?: string }, call?: Call): Promise<Pose>;
  simulate(options?: SimulateOptions, call?: Call): Promise<Simulate>;
  run(options?: StepOptions & { start?: string; viewpoint?: string }, call?: Call): Promise<Run>;
  step(until: number, options?: Omit<StepOptions, "until">, call?: Call): Promise<Run>;
  fix(options?: { guesses?: boolean }, call?: Call): Promise<Fix>;
  get(address: string, call?: Call): Promise<string>;
  set(address: string, value: string | number, call?: Call): Promise<Uint8Array<ArrayBuffer>>;
  source(options?: { document?: number; first?: number; count?: number }, call?: Call): Promise<SourceLines>;
  verify(other: PortolanFile, options?: { pictures?: boolean }, call?: Call): Promise<Verify>;
  diff(other: PortolanFile, options?: { tolerance?: number }, call?: Call): Promise<Diff>;
  close(): Promise<void>;
}
