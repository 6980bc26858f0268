// Where questions are answered: in a worker of this page, or by the program that serves it.

import { PortolanError, WorkerEngine, type Engine, type MadeFile, type Message } from "portolan/file";
import ModuleWorker from "./worker.ts?worker&inline";
import { t } from "./text.ts";

/** The token of the program that serves this page, if there is one. */
const served = document.querySelector<HTMLMetaElement>('meta[name="portolan-server"]')?.content ?? "";

/** Is this page served by `portolan view`? */
export const isServed = served !== "";

/** The engine of this page. */
export function makeEngine(): Engine {
  if (isServed) return new ServerEngine();
  return new WorkerEngine({ worker: () => new ModuleWorker(), wasm: moduleBytes(), fonts: fontBytes, whole: wholeBytes });
}

let bytes: Promise<ArrayBuffer> | undefined;

const later = new Map<string, Promise<ArrayBuffer>>();

/** A file that is needed later, if at all. One that failed is tried again. */
function once(name: string, variable: string): Promise<ArrayBuffer> {
  const known = later.get(name);
  if (known) return known;
  const asked = beside(name, variable);
  later.set(name, asked);
  asked.catch(() => later.delete(name));
  return asked;
}

/** The fonts of letters. */
const fontBytes = () => once("fonts.bin", "portolanFonts");

/** The whole module. */
const wholeBytes = () => once("whole.wasm", "portolanWhole");

/** The module: fetched, or from a script where pages from disk may not fetch. */
function moduleBytes(): Promise<ArrayBuffer> {
  bytes ??= beside("portolan.wasm", "portolanModule");
  // The rest comes after it, so that the page needs nobody any more.
  bytes.then(fontBytes).then(wholeBytes).catch(() => {});
  return bytes;
}

/** A file beside this page; from disk it is a script that says the same in letters. */
function beside(name: string, variable: string): Promise<ArrayBuffer> {
  return location.protocol === "file:" ? fromScript(name, variable) : fetched(name);
}

async function fetched(name: string): Promise<ArrayBuffer> {
  const response = await fetch(name);
  if (!response.ok) throw new PortolanError(t("noEngine"), { kind: "unreadable" });
  return response.arrayBuffer();
}

function fromScript(name: string, variable: string): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${name}.js`;
    script.onload = () => {
      const text = atob((globalThis as unknown as Record<string, string>)[variable] ?? "");
      const made = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i += 1) made[i] = text.charCodeAt(i);
      resolve(made.buffer);
    };
    script.onerror = () => reject(new PortolanError(t("noEngine"), { kind: "unreadable" }));
    document.head.append(script);
  });
}

/** Asks the program that serves this page. */
class ServerEngine implements Engine {
  async call(message: Message, { signal }: { signal?: AbortSignal } = {}): Promise<{ json: any; files: MadeFile[] }> {
    const { files: _, ...rest } = message as Message & { files?: unknown };
    const address = `api/call?token=${served}&message=${encodeURIComponent(JSON.stringify(rest))}`;
    const response = await fetch(address, { signal: signal ?? null, cache: "no-store" });
    const all = new DataView(await response.arrayBuffer());
    const length = all.getUint32(0, true);
    const said = JSON.parse(new TextDecoder().decode(new Uint8Array(all.buffer, 4, length)));
    if (said.error) throw PortolanError.from(said.error);
    let at = 4 + length;
    const files = said.files.map(({ name, length }: { name: string; length: number }) => {
      const bytes = new Uint8Array(all.buffer.slice(at, at + length));
      at += length;
      return { name, bytes };
    });
    return { json: said.json, files };
  }

  close(): void {}
}

/** The files that the program was started with, and a number that changes when they do. */
export async function servedFiles(): Promise<{ files: string[]; version: number }> {
  const response = await fetch(`api/files?token=${served}`, { cache: "no-store" });
  return response.json();
}
