// Textures, each with a picture of it.

import type { App } from "./app.ts";
import type { Document } from "./document.ts";
import { button, facts, h, short } from "./dom.ts";
import { label } from "./places.ts";
import { t } from "./text.ts";

/** A picture that can be shown. */
interface Shown {
  name: string;
  /** Its place among the images of the scene, or -1. */
  image: number;
  blob?: Blob;
  /** Names of materials that use it. */
  users: string[];
}

interface Gltf {
  images?: { name?: string; mimeType?: string; bufferView?: number; extras?: { id?: string } }[];
  bufferViews?: { byteOffset?: number; byteLength: number }[];
  textures?: { source?: number; extensions?: Record<string, { source?: number }> }[];
  materials?: { name?: string }[];
}

/** All textures, with what uses them. */
export function textures(app: App, document: Document): HTMLElement {
  const all = gathered(document);
  if (all.length === 0) return h("p", {}, t("noTextures"));
  const items = all.map((one) => {
    const place = document.scene?.images[one.image]?.place;
    const lines = place ? button(`${t("line")} ${place.line}`, () => app.showSource(place.document, place.line, place.end_line), { class: "link" }) : null;
    const missing = one.blob ? null : h("strong", { class: "bad" }, ` ${t("missing")}`);
    const users = one.users.length > 0 ? h("span", { class: "quiet" }, ` ${one.users.join(", ")} `) : " ";
    if (!one.blob) return h("li", {}, one.name, missing, users, lines);
    const { blob } = one;
    const thumb = h("img", { src: URL.createObjectURL(blob), alt: "", width: 64, height: 64, loading: "lazy" });
    const open = h("button", { type: "button", class: "texture", on: { click: () => enlarged(one, blob) } }, thumb, ` ${one.name}`);
    return h("li", {}, open, users, lines);
  });
  const list = h("ul", { class: "textures" }, ...items);
  app.whenHidden(() => list.querySelectorAll("img").forEach((picture) => URL.revokeObjectURL(picture.src)));
  return list;
}

/** A texture as large as it fits, or pixel by pixel. */
function enlarged({ name, users }: Shown, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const told = h("div", {});
  const picture = h("img", {
    src: address,
    alt: name,
    class: "checkered",
    on: {
      load: () =>
        told.replaceChildren(
          facts([
            [t("size"), `${picture.naturalWidth} × ${picture.naturalHeight}`],
            [t("format"), `${blob.type || "—"}, ${short(Math.ceil(blob.size / 1024))} kB`],
            [t("materials"), users.join(", ")],
          ]),
        ),
      error: () => told.replaceChildren(h("p", { class: "bad" }, t("notShown"))),
    },
  });
  const exact = h("input", { type: "checkbox", id: "exact", on: { change: () => picture.classList.toggle("exact", exact.checked) } });
  const close = () => {
    dialogue.remove();
    URL.revokeObjectURL(address);
  };
  const dialogue = h(
    "dialog",
    { class: "picture", id: "texture", aria: { label: name }, on: { close } },
    h("p", {}, h("b", {}, name), " ", h("label", {}, exact, ` ${t("exact")}`), " ", button(t("done"), close)),
    h("div", { class: "enlarged", tabIndex: 0, role: "group", aria: { label: name } }, picture),
    told,
  );
  document.body.append(dialogue);
  dialogue.showModal();
}

/** The pictures of the GLB, which every browser can show, then those that no material uses. */
function gathered({ glb, scene, given }: Document): Shown[] {
  const { json, data } = glb ? opened(glb) : { json: {} as Gltf, data: new Uint8Array() };
  const all: Shown[] = (json.images ?? []).map((image, number) => {
    const view = json.bufferViews?.[image.bufferView ?? -1];
    const bytes = view && data.slice(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
    const at = (scene?.images ?? []).findIndex((one) => (image.extras?.id ? one.id === image.extras.id : label(one) === image.name));
    const blob = bytes ? { blob: new Blob([bytes], { type: image.mimeType ?? "" }) } : {};
    return { name: image.name || image.extras?.id || String(number + 1), image: at, users: users(json, number), ...blob };
  });
  const known = new Set(all.map(({ image }) => image));
  scene?.images.forEach((image, number) => {
    if (known.has(number)) return;
    const path = image.location?.replaceAll("\\", "/");
    const file = path ? given.find((one) => one.path === path || one.path.endsWith(`/${path}`)) : undefined;
    all.push({ name: label(image, image.reference ?? "—"), image: number, users: [], ...(file ? { blob: file.blob } : {}) });
  });
  return all;
}

/** The materials that lead to an image through one of their textures. */
function users(json: Gltf, image: number): string[] {
  const from = (json.textures ?? []).flatMap((texture, number) => {
    const sources = [texture.source, ...Object.values(texture.extensions ?? {}).map((one) => one.source)];
    return sources.includes(image) ? [number] : [];
  });
  const uses = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return false;
    return Object.entries(value).some(([key, inner]) => (key.endsWith("Texture") && from.includes((inner as { index: number }).index)) || uses(inner));
  };
  return (json.materials ?? []).filter(uses).map((material, number) => material.name ?? String(number + 1));
}

/** The two parts of a GLB. */
function opened(glb: Uint8Array<ArrayBuffer>): { json: Gltf; data: Uint8Array<ArrayBuffer> } {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as Gltf;
  return { json, data: glb.subarray(Math.min(glb.length, 28 + length)) };
}
