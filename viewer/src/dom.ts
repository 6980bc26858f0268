// Elements of the page. Everything that comes from a file becomes text, never markup.

type Child = Node | string | null | undefined | false;
type Properties<E> = Partial<Omit<E, "style" | "dataset">> & {
  class?: string;
  data?: Record<string, string>;
  aria?: Record<string, string>;
  on?: Record<string, (event: never) => void>;
};

/** Makes an element. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> & { role?: string } = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { class: className, data, aria, on, role, ...rest } = properties;
  if (className) element.className = className;
  if (role) element.setAttribute("role", role);
  Object.assign(element, rest);
  for (const [name, value] of Object.entries(data ?? {})) element.dataset[name] = value;
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${name}`, value);
  for (const [name, heard] of Object.entries(on ?? {})) element.addEventListener(name, heard as EventListener);
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button that does something. */
export function button(label: string, act: () => void, properties: { class?: string; id?: string; title?: string } = {}) {
  return h("button", { type: "button", on: { click: act }, ...properties }, label);
}

/** Gives an element whose text is a sign a name. */
export function named<E extends HTMLElement>(element: E, name: string): E {
  element.title = name;
  element.setAttribute("aria-label", name);
  return element;
}

/** A list of terms and what they are. */
export function facts(rows: [string, Child | Child[]][]): HTMLElement {
  const list = h("dl", { class: "facts" });
  for (const [term, value] of rows) {
    const children = Array.isArray(value) ? value : [value];
    if (children.every((child) => child === null || child === undefined || child === "")) continue;
    list.append(h("dt", {}, term), h("dd", {}, ...children));
  }
  return list;
}

/** Saves bytes as a file. */
export function save(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes]));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A number as people read it. */
export function short(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}
