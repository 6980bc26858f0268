// From what a caller has to files with paths and bytes.

import { PortolanError } from "./error.js";

/** Files that documents refer to, by their extensions; others beside a document are not read. */
const BESIDE = /\.(png|jpe?g|tga|bmp|gif|tiff?|dds|webp|ktx2?|hdr|exr|psd|pcx|rgb|mtl|bin|js|xml|txt|svg|wav|mp3|ogg|aiff?|au|midi?|mpe?g|mov|avi|mp4|webm)$/i;
/** What is read at most around a document on disk. */
const MOST_FILES = 5000;
const MOST_BYTES = 1 << 30;

/** Paths and bytes of everything that a source stands for, and the path of the document if it says which. */
export async function gather(source, name, documents) {
  if (source instanceof URL || (typeof source === "string" && /^(https?|data|blob):/.test(source))) {
    const response = await fetch(source);
    if (!response.ok) throw new PortolanError(`${source}: ${response.status}`, { kind: "unreadable", code: "IO001" });
    const path = name ?? (decodeURIComponent(new URL(response.url || source).pathname.split("/").pop()) || "document");
    return { files: [{ path, bytes: new Uint8Array(await response.arrayBuffer()) }], path };
  }
  if (typeof source === "string") return fromDisk(source, documents);
  const list = isOne(source) ? [source] : [...source];
  const files = await Promise.all(list.map((one) => fromMemory(one, name)));
  return { files, path: files.length === 1 ? files[0].path : undefined };
}

function isOne(source) {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source) || isBlob(source) || "bytes" in source;
}

function isBlob(source) {
  return typeof Blob !== "undefined" && source instanceof Blob;
}

async function fromMemory(one, name) {
  if (isBlob(one)) {
    const path = name ?? (one.webkitRelativePath || one.name || "document");
    return { path: clean(path), bytes: new Uint8Array(await one.arrayBuffer()) };
  }
  if (one instanceof ArrayBuffer) return { path: name ?? "document", bytes: new Uint8Array(one) };
  if (ArrayBuffer.isView(one)) {
    return { path: name ?? "document", bytes: new Uint8Array(one.buffer, one.byteOffset, one.byteLength) };
  }
  const inner = await fromMemory(one.bytes, one.path);
  return { path: clean(one.path), bytes: inner.bytes };
}

function clean(path) {
  return path.replaceAll("\\", "/").replace(/^(\.?\/)+/, "");
}

/** A document on disk with what lies below its folder. */
async function fromDisk(given, documents) {
  const { readFile, readdir, stat } = await import("node:fs/promises");
  const { join, dirname, basename, relative, sep } = await import("node:path");
  const folder = dirname(given);
  const read = async (path) => {
    try {
      return await readFile(path);
    } catch (why) {
      throw new PortolanError(`${path}: ${why.message}`, { kind: "unreadable", code: "IO001" });
    }
  };
  const files = [{ path: basename(given), bytes: await read(given) }];
  if (/\.(zae|kmz|glb|stl)$/i.test(given)) return { files, path: basename(given) };
  let bytes = 0;
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      const inside = relative(folder, path).split(sep).join("/");
      if (entry.name.startsWith(".") || inside === basename(given)) continue;
      if (entry.isDirectory()) waiting.push(path);
      const wanted = BESIDE.test(entry.name) || documents.some((e) => entry.name.toLowerCase().endsWith(`.${e}`));
      if (!entry.isFile() || !wanted) continue;
      bytes += (await stat(path)).size;
      if (files.length >= MOST_FILES || bytes > MOST_BYTES) return { files, path: basename(given) };
      files.push({ path: inside, bytes: await read(path) });
    }
  }
  return { files, path: basename(given) };
}

/** The paths that may be meant as the document, the likeliest first. */
export function candidates(paths, documents) {
  const extension = (path) => path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const rank = (path) => documents.indexOf(extension(path));
  const depth = (path) => path.split("/").length;
  const known = paths.filter((path) => rank(path) >= 0);
  return known.sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b) || (a < b ? -1 : 1));
}
