// Files that were open before, kept by the browser on this computer.

import type { Given } from "./gather.ts";

/** A file that was open, with everything that was given with it. */
export interface Recent {
  name: string;
  /** When it was opened, in milliseconds. */
  when: number;
  given: Given[];
}

/** How many are kept, and how large what is kept with one may be. */
const MOST = 8;
const MOST_BYTES = 64 << 20;
const STORE = "files";

/** The files that were open before, the latest first. None where the browser keeps nothing. */
export async function recent(): Promise<Recent[]> {
  const all = await within<Recent[]>("readonly", (store) => store.getAll()).catch(() => []);
  return all.sort((a, b) => b.when - a.when);
}

/** Keeps a file that was opened. One that is too large is not kept. */
export async function remember(name: string, given: Given[]): Promise<void> {
  const bytes = given.reduce((sum, { blob }) => sum + blob.size, 0);
  if (given.length === 0 || bytes > MOST_BYTES) return;
  // What a file of the disk says may be gone later: its bytes are copied.
  const copied = await Promise.all(given.map(async ({ path, blob }) => ({ path, blob: new Blob([await blob.arrayBuffer()]) })));
  await within("readwrite", (store) => store.put({ name, when: Date.now(), given: copied })).catch(() => {});
  for (const { name: old } of (await recent()).slice(MOST)) await within("readwrite", (store) => store.delete(old)).catch(() => {});
}

/** Forgets all of them. */
export async function forget(): Promise<void> {
  await within("readwrite", (store) => store.clear()).catch(() => {});
}

/** Does something with the store. */
async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open("portolan", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "name" });
  const base = (await settled(opening)) as IDBDatabase;
  try {
    return (await settled(act(base.transaction(STORE, mode).objectStore(STORE)))) as T;
  } finally {
    base.close();
  }
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    if ("onblocked" in request) (request as IDBOpenDBRequest).onblocked = () => reject(new Error("blocked"));
  });
}
