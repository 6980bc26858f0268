// For those who run the module in a worker of their own.

import type { MadeFile, Message, PortolanError as Base, WasmSource } from "./index.d.ts";

export interface Core {
  call(message: Message): Promise<{ json: any; files: MadeFile[] }>;
}

/** A module with its glue code. */
export interface Module {
  glue: unknown;
  wasm: WasmSource | URL;
}

/**
 * Starts the module with its glue code (`portolan/glue`). `whole` gives the module that also simulates, compares and explains, with
 * its own (`portolan/glue-whole`).
 */
export function start(glue: unknown, wasm: WasmSource | URL, whole?: () => Promise<Module>): Promise<Core>;

export class PortolanError extends Base {
  toJSON(): object;
}
