// The scene as a tree that is walked with the keyboard.

import type { Scene } from "portolan/file";
import { h } from "./dom.ts";
import { label, type Place } from "./places.ts";
import { t } from "./text.ts";

/** Rows that a search shows at most. */
const MOST_FOUND = 500;

export class Tree {
  readonly element: HTMLElement;
  private readonly list = h("ul", { role: "tree", aria: { label: t("tree") } });
  private readonly items = new Map<number, HTMLElement>();
  private readonly count = h("span", { aria: { live: "polite" } });
  readonly search = h("input", { type: "search", placeholder: t("search"), aria: { label: t("search") }, on: { input: () => this.fill() } });

  constructor(
    private readonly scene: Scene,
    private readonly places: Place[],
    private readonly choose: (place: number) => void,
    private readonly see: (place: number, visible: boolean) => void,
  ) {
    this.element = h("div", { class: "column" }, h("p", {}, this.search, " ", this.count), this.list);
    this.list.addEventListener("keydown", (event) => this.walk(event));
    this.fill();
  }

  /** Marks a place and brings it into sight. */
  mark(place: number): void {
    if (!this.items.has(place) && this.search.value === "") this.unfold(place);
    this.list.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
    const item = this.items.get(place);
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    this.focusable(item);
    item.scrollIntoView({ block: "nearest" });
  }

  private unfold(place: number): void {
    const above: number[] = [];
    for (let at = this.places[place]?.parent ?? -1; at >= 0; at = this.places[at]?.parent ?? -1) above.unshift(at);
    for (const at of above) this.open(at, true);
  }

  private fill(): void {
    this.items.clear();
    const words = this.search.value.trim().toLowerCase();
    const all = this.places.map((_, at) => at);
    const hit = (at: number) => {
      const node = this.scene.nodes[this.places[at]?.node ?? -1];
      return `${node?.name ?? ""} ${node?.id ?? ""}`.toLowerCase().includes(words);
    };
    const shown = words ? all.filter(hit) : all.filter((at) => this.places[at]?.parent === -1);
    this.count.textContent = words ? t("found", { count: shown.length }) : "";
    this.list.replaceChildren(...shown.slice(0, MOST_FOUND).map((at) => this.row(at, words === "")));
    const first = this.list.querySelector<HTMLElement>('[role="treeitem"]');
    if (first) this.focusable(first);
    // Small scenes are shown whole.
    if (!words && this.places.length <= 60) all.forEach((at) => this.open(at, true));
  }

  private row(at: number, nested: boolean): HTMLElement {
    const place = this.places[at];
    const node = this.scene.nodes[place?.node ?? -1];
    const below = nested && (place?.children.length ?? 0) > 0;
    const kind = node?.shapes ? "■" : node?.cameras.length ? "◉" : node?.lights.length ? "✹" : node?.joint ? "⚬" : "·";
    const text = h("span", { class: "label" }, `${kind} ${label(node)}`);
    // Keyboards use H.
    const eye = h("span", { class: "eye", title: t("visible"), aria: { hidden: "true" }, on: { click: () => this.flip(at) } });
    const item = h("li", { role: "treeitem", tabIndex: -1, aria: { selected: "false" }, data: { place: String(at) } }, eye, text);
    this.dim(item, at);
    if (below) item.setAttribute("aria-expanded", "false");
    text.addEventListener("click", () => {
      this.choose(at);
      if (below && !item.querySelector("ul")) this.open(at, true);
    });
    this.items.set(at, item);
    return item;
  }

  /** Hides what is at a place, or shows it again. */
  flip(at: number): void {
    const object = this.places[at]?.object;
    this.see(at, !(object?.visible ?? true));
    const item = this.items.get(at);
    if (item) this.dim(item, at);
  }

  /** Says whether a row's object is hidden. */
  dim(item: HTMLElement | undefined = undefined, at = -1): void {
    if (!item) return this.items.forEach((one, place) => this.dim(one, place));
    const hidden = this.places[at]?.object?.visible === false;
    item.classList.toggle("off", hidden);
    if (hidden) item.setAttribute("aria-description", t("hidden"));
    else item.removeAttribute("aria-description");
  }

  private open(at: number, open: boolean): void {
    const item = this.items.get(at);
    if (!item?.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", String(open));
    item.querySelector(":scope > ul")?.remove();
    if (open) item.append(h("ul", { role: "group" }, ...(this.places[at]?.children ?? []).map((child) => this.row(child, true))));
  }

  private focusable(item: HTMLElement): void {
    this.list.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    item.tabIndex = 0;
  }

  private walk(event: KeyboardEvent): void {
    const items = [...this.list.querySelectorAll<HTMLElement>('[role="treeitem"]')];
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
    const at = Number(item?.dataset.place ?? -1);
    const go = (to: HTMLElement | null | undefined) => {
      if (!to) return;
      this.focusable(to);
      to.focus();
    };
    if (!item) return;
    const number = items.indexOf(item);
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(items[number + 1]),
      ArrowUp: () => go(items[number - 1]),
      Home: () => go(items[0]),
      End: () => go(items.at(-1)),
      ArrowRight: () => (item.querySelector("ul") ? go(items[number + 1]) : this.open(at, true)),
      ArrowLeft: () => (item.querySelector("ul") ? this.open(at, false) : go(item.parentElement?.closest<HTMLElement>('[role="treeitem"]'))),
      h: () => this.flip(at),
      Enter: () => this.choose(at),
      " ": () => this.choose(at),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
