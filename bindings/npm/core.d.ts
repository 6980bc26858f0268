// For those who run the module in a worker of their own.

import type { MadeFile, Message, PortolanError as Base, WasmSource } from "./index.d.ts";

export interface Core {
  call(message: Message): { json: any; files: MadeFile[] };
}

/** Starts the module with its glue code (`portolan/glue`). */
export function start(glue: unknown, wasm: WasmSource | URL): Promise<Core>;

export class PortolanError extends Base {
  toJSON(): object;
}
