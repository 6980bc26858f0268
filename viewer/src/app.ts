// The page: files in tabs, the picture, and the panels around it.

import { candidates, formats, PortolanError, type Engine, type Formats, type Scene } from "portolan/file";
import { Document } from "./document.ts";
import { button, h, short } from "./dom.ts";
import { isServed, makeEngine, servedFiles } from "./engine.ts";
import { chosen, dropped, type Given } from "./gather.ts";
import { joints, physics, world } from "./moving.ts";
import { about, comparing, exporting, properties, report, source } from "./panels.ts";
import { forget, recent, remember } from "./recent.ts";
import { type Hit, Stage, type Toggle } from "./stage.ts";
import { language, languages, t } from "./text.ts";
import { textures } from "./textures.ts";
import { Timeline } from "./timeline.ts";
import { Tree } from "./tree.ts";

const PANELS = { about, properties, report, source, textures, export: exporting, compare: comparing, joints, physics, world };
type PanelName = keyof typeof PANELS;
const TOGGLES: Toggle[] = ["wireframe", "bounds", "normals", "skeleton", "axes"];

export class App {
  readonly engine: Engine = makeEngine();
  readonly served = isServed;
  documents: Document[] = [];
  current?: Document;
  stage?: Stage;
  timeline?: Timeline;
  /** The lines that the source panel marks. */
  marked = { document: 0, line: 1, endLine: 0 };
  onpointer?: (hit: Hit | undefined, kind: "click" | "press" | "release" | "move") => void;
  private beside?: Stage;
  private tree?: Tree;
  private panel: PanelName = "about";
  private hidden: (() => void)[] = [];
  private known?: Promise<Formats>;
  private stop?: AbortController;
  private first?: Hit;
  private measuring = false;

  private readonly tabs = h("div", { role: "tablist", class: "tabs", aria: { label: t("files") } });
  private readonly view = h("section", { class: "view", id: "view", aria: { label: t("view") } });
  private readonly side = h("section", { class: "tree", aria: { label: t("tree") } });
  private readonly buttons = h("div", { role: "tablist", class: "panels", aria: { label: t("panels") } });
  private readonly body = h("div", { class: "body", role: "tabpanel", id: "panel", tabIndex: 0 });
  private readonly below = h("div", { class: "below" });
  private readonly status = h("p", { role: "status", class: "status" });
  private readonly tools = h("div", { class: "tools", role: "toolbar", aria: { label: t("view") } });

  /** Puts everything on the page. */
  start(): void {
    document.documentElement.lang = language;
    document.title = t("title");
    const pick = h("input", { type: "file", multiple: true, hidden: true, id: "files", aria: { label: t("open") }, on: { change: () => void this.openChosen(pick) } });
    const folder = h("input", { type: "file", multiple: true, hidden: true, id: "folder", aria: { label: t("openFolder") }, on: { change: () => void this.openChosen(folder) } });
    folder.webkitdirectory = true;
    const words = h("select", { aria: { label: t("languageChoice") }, on: { change: () => this.speak(words.value) } }, ...Object.entries(languages).map(([key, text]) => h("option", { value: key, selected: key === language }, text.language)));
    const head = h(
      "header",
      {},
      h("h1", {}, t("title")),
      isServed ? null : button(t("open"), () => pick.click(), { id: "open" }),
      isServed ? null : button(t("openFolder"), () => folder.click()),
      this.tabs,
      h("span", { class: "grow" }),
      words,
      button("◐", () => this.theme(), { title: t("theme"), id: "theme" }),
      pick,
      folder,
    );
    head.querySelector("#theme")?.setAttribute("aria-label", t("theme"));
    const main = h("main", {}, this.side, h("div", { class: "middle" }, this.tools, this.view, this.below), h("section", { class: "panel", aria: { label: t("panels") } }, this.buttons, this.body));
    document.body.replaceChildren(head, main, this.status);
    this.view.append(h("div", { class: "drop" }, h("p", {}, t("drop"))));
    if (!isServed) void this.offerRecent();
    document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
    this.makeStage();
    this.makeTools();
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer && !isServed) void dropped(event.dataTransfer).then((files) => this.openAll(files));
    });
    addEventListener("keydown", (event) => this.key(event, pick));
    if (isServed) void this.watch();
  }

  /** Offers the files that were open before. */
  private async offerRecent(): Promise<void> {
    const all = await recent();
    if (all.length === 0 || this.current) return;
    const list = h("ul", {}, ...all.map(({ name, given }) => h("li", {}, button(name, () => void this.work(() => this.openOne(new Document(name, given))), { class: "link recent" }))));
    const clear = button(t("forget"), () => void forget().then(() => box.remove()), { id: "forget" });
    const box = h("div", { class: "recents" }, h("h2", {}, t("recent")), list, clear);
    this.view.querySelector(".drop")?.append(box);
  }

  private speak(words: string): void {
    localStorage.setItem("language", words);
    location.reload();
  }

  private theme(): void {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
  }

  private makeStage(): void {
    try {
      this.stage = new Stage(t("view"));
      this.stage.onpick = (hit, kind) => this.picked(hit, kind);
      this.stage.onmove = () => this.stage && this.beside?.follow(this.stage);
    } catch {
      this.say(t("noWebgl"));
    }
  }

  private makeTools(): void {
    const boxes = TOGGLES.map((name) => {
      const box = h("input", { type: "checkbox", id: name, on: { change: () => [this.stage, this.beside].forEach((stage) => stage?.toggle(name, box.checked)) } });
      return h("label", {}, box, ` ${t(name)}`);
    });
    const measure = h("input", { type: "checkbox", id: "measure", on: { change: () => this.measure(measure.checked) } });
    const cameras = h("select", { id: "camera", aria: { label: t("camera") }, on: { change: () => this.stage?.look(Number(cameras.value)) } });
    this.tools.append(button(t("fit"), () => this.stage?.fit(), { id: "fit" }), cameras, ...boxes, h("label", {}, measure, ` ${t("measure")}`), button(t("own"), () => void this.work(() => this.drawn()), { id: "own" }));
    this.tools.hidden = true;
  }

  private measure(on: boolean): void {
    this.measuring = on;
    this.first = undefined;
    this.stage?.ruler();
    if (on) this.say(t("measureHint"));
  }

  private picked(hit: Hit | undefined, kind: "click" | "press" | "release" | "move"): void {
    this.onpointer?.(hit, kind);
    if (kind !== "click") return;
    if (this.measuring && hit) {
      if (!this.first) this.first = hit;
      else {
        const metres = this.first.point.distanceTo(hit.point);
        this.stage?.ruler(this.first.point, hit.point);
        const unit = this.current?.scene?.unit ?? { name: "m", meters: 1 };
        this.say(t("distance", { metres: short(metres), units: short(metres / unit.meters), unit: unit.name }));
        this.first = undefined;
      }
    } else if (hit && hit.place >= 0) {
      this.select(hit.place);
    }
  }

  /** Selects the node at a place, here, in the picture and in the tree. */
  select(place: number): void {
    if (!this.current) return;
    this.current.selected = place;
    this.stage?.select(place);
    this.tree?.mark(place);
    void this.showPanel("properties", true);
  }

  /** Hides or shows what is at a place. */
  setVisible(place: number, visible: boolean): void {
    this.stage?.setVisible(place, visible);
    this.tree?.dim();
  }

  private async openChosen(input: HTMLInputElement): Promise<void> {
    const files = input.files ? chosen(input.files) : [];
    input.value = "";
    await this.openAll(files);
  }

  /** Opens what was given: the likeliest document, or the one that the user chooses of several. */
  async openAll(given: Given[]): Promise<void> {
    await this.work(async () => {
      const { documents } = await this.formats();
      const paths = candidates(given.map((file) => file.path), documents);
      if (paths.length === 0) throw new PortolanError(given.map((file) => file.path).slice(0, 5).join(", ") || "—", { kind: "unreadable" });
      const depth = (path: string) => path.split("/").length;
      const likely = paths.filter((path) => depth(path) === depth(paths[0] ?? ""));
      // Several files of which none lies deeper were meant all; of a folder one is meant.
      const single = likely.length === 1 || depth(paths[0] ?? "") > 1;
      const wanted = single ? [likely.length > 1 ? await this.choose(likely) : (likely[0] ?? "")] : likely;
      for (const path of wanted) await this.openOne(new Document(path, given));
    });
  }

  private choose(paths: string[]): Promise<string> {
    return new Promise((resolve) => {
      const dialogue = h("dialog", { aria: { label: t("choose") } }, h("p", {}, t("choose")), ...paths.slice(0, 100).map((path) => h("p", {}, button(path, () => {
        dialogue.remove();
        resolve(path);
      }))));
      document.body.append(dialogue);
      dialogue.showModal();
    });
  }

  async openOne(document: Document): Promise<void> {
    this.say(t("reading", { name: document.name }), true);
    this.stop = new AbortController();
    await document.load(this.engine, this.stop.signal, (step) => this.say(t(step, { name: document.name }), true, false, document.done));
    this.documents.push(document);
    await this.show(document);
    if (!isServed) void remember(document.name, document.given);
  }

  async openFixed(from: Document, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const name = from.summary.location.includes("!") ? from.name.replace(/\.\w+$/, ".dae") : from.name;
    const others = from.given.filter((file) => file.path !== name);
    await this.work(() => this.openOne(new Document(name, [{ path: name, blob: new Blob([bytes]) }, ...others])));
  }

  /** Brings a file to the front. */
  async show(document: Document): Promise<void> {
    this.current = document;
    this.marked = { document: 0, line: 1, endLine: 0 };
    this.drawTabs();
    await this.showBeside(undefined);
    if (document.glb && document.scene) await this.showGlb(document.glb, document.scene);
    else this.view.replaceChildren(h("p", { class: "drop" }, document.why ?? ""));
    this.tools.hidden = false;
    const errors = document.report.files.some((file) => file.findings.some((finding) => finding.severity === "error"));
    await this.showPanel(errors || !document.glb ? "report" : "about");
    this.say(document.info ? `${document.name}: ${document.info.totals.triangles} ${t("triangles")}` : document.name);
  }

  /** Shows a GLB with its tree and time line. */
  async showGlb(glb: Uint8Array<ArrayBuffer>, scene: Scene, keepCamera = false): Promise<void> {
    if (!this.stage) return this.drawInstead();
    if (this.stage.canvas.parentElement !== this.view) this.view.replaceChildren(this.stage.canvas);
    await this.stage.show(glb, scene, keepCamera, this.current?.unpainted());
    if (keepCamera) return;
    this.tree = new Tree(scene, this.stage.shown?.places ?? [], (place) => this.select(place), (place, visible) => this.stage?.setVisible(place, visible));
    this.side.replaceChildren(this.tree.element);
    this.timeline = new Timeline(this.stage);
    this.below.replaceChildren(this.timeline.element);
    const cameras = this.tools.querySelector<HTMLSelectElement>("#camera");
    cameras?.replaceChildren(h("option", { value: "-1" }, t("freeCamera")), ...this.stage.cameras().map((name, i) => h("option", { value: String(i) }, name)));
  }

  /** Without WebGL the picture is drawn by Portolan itself. */
  private async drawInstead(): Promise<void> {
    const picture = await this.picture();
    picture.id = "drawn";
    this.view.replaceChildren(picture);
  }

  private async picture(): Promise<HTMLImageElement> {
    const width = Math.max(64, Math.min(1024, this.view.clientWidth || 512));
    const height = Math.max(64, Math.min(1024, this.view.clientHeight || 512));
    const made = await this.current?.file.render({ width, height, ...this.stage?.viewpoint(), ...this.timeline?.moment() });
    const address = made ? URL.createObjectURL(new Blob([made.png], { type: "image/png" })) : "";
    return h("img", { src: address, alt: t("ownTitle") });
  }

  /** Portolan's own picture beside that of three.js. */
  private async drawn(): Promise<void> {
    const picture = await this.picture();
    const dialogue = h("dialog", { class: "picture", aria: { label: t("ownTitle") } }, h("p", {}, t("ownTitle"), " ", button(t("done"), () => dialogue.remove())), picture);
    document.body.append(dialogue);
    dialogue.showModal();
  }

  /** Shows another file beside this one, with one camera for both. */
  async showBeside(other: Document | undefined): Promise<void> {
    this.beside?.canvas.remove();
    this.view.classList.toggle("both", other !== undefined);
    this.beside = undefined;
    if (!other?.glb || !other.scene || !this.stage) return;
    this.beside = new Stage(`${t("view")}: ${other.name}`);
    this.beside.controls.enabled = false;
    this.view.append(this.beside.canvas);
    await this.beside.show(other.glb, other.scene, false, other.unpainted());
    this.stage.fit();
    this.beside.follow(this.stage);
  }

  private drawTabs(): void {
    const items = this.documents.flatMap((document) => {
      const tab = h("button", { type: "button", role: "tab", aria: { selected: String(document === this.current), controls: "view" }, on: { click: () => void this.work(() => this.show(document)) } }, document.name);
      return [tab, button("✕", () => void this.close(document), { title: t("close", { name: document.name }) })];
    });
    // What closes a file is no tab itself.
    this.tabs.replaceChildren(...items.filter((_, i) => i % 2 === 0));
    const closing = items[this.documents.indexOf(this.current as Document) * 2 + 1];
    this.tabs.parentElement?.querySelector(".close")?.remove();
    if (closing && !isServed) {
      closing.classList.add("close");
      closing.setAttribute("aria-label", closing.title);
      this.tabs.after(closing);
    }
    this.drawPanelButtons();
  }

  private async close(document: Document): Promise<void> {
    this.documents = this.documents.filter((other) => other !== document);
    await document.file.close().catch(() => {});
    const last = this.documents.at(-1);
    if (last) return this.work(() => this.show(last));
    location.reload();
  }

  private names(): PanelName[] {
    const { scene, summary } = this.current ?? {};
    const all: PanelName[] = ["about", "properties", "report", "source", "textures", "export", "compare"];
    if (scene && scene.mechanisms.length > 0) all.push("joints");
    if (scene && scene.bodies.length > 0) all.push("physics");
    if (summary && ["xvrml", "x3d", "vrml97"].includes(summary.format)) all.push("world");
    return all;
  }

  private drawPanelButtons(): void {
    this.buttons.replaceChildren(
      ...this.names().map((name) =>
        h("button", { type: "button", role: "tab", id: `tab-${name}`, aria: { selected: String(name === this.panel), controls: "panel" }, on: { click: () => void this.showPanel(name) } }, t(name)),
      ),
    );
  }

  /** Shows a panel; `quiet` leaves the other one open where it is in front. */
  async showPanel(name: PanelName, again = false): Promise<void> {
    const document = this.current;
    if (!document) return;
    if (again && this.panel === "world" && name === "properties") return;
    this.hidden.splice(0).forEach((act) => act());
    this.onpointer = undefined;
    this.panel = name;
    this.drawPanelButtons();
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    try {
      const made = PANELS[name];
      const panel = async () => made(this, document);
      const shown = await panel().catch(async (why: PortolanError) => {
        if (why.kind !== "closed" && !why.trap) throw why;
        await this.reopen();
        return panel();
      });
      if (this.panel === name) this.body.replaceChildren(shown);
    } catch (why) {
      this.body.replaceChildren(h("p", { class: "bad" }, (why as Error).message));
    }
  }

  /** Does something when the panel is left. */
  whenHidden(act: () => void): void {
    this.hidden.push(act);
  }

  /** Shows lines of a document. */
  showSource(document: number, line: number, endLine: number): void {
    this.marked = { document, line, endLine };
    void this.showPanel("source");
  }

  /** Shows the lines of a finding, and selects what they say. */
  showFinding(path: string, line: number, endLine: number): void {
    const { scene } = this.current ?? {};
    const number = this.current?.numbered(path) ?? 0;
    const places = this.stage?.shown?.places ?? [];
    const about = (at: number) => scene?.nodes[places[at]?.node ?? -1]?.place;
    const inside = places.map((_, at) => at).filter((at) => {
      const place = about(at);
      return place && place.document === number && place.line <= line && line <= place.end_line;
    });
    const nearest = inside.sort((a, b) => (about(b)?.line ?? 0) - (about(a)?.line ?? 0))[0];
    if (nearest !== undefined && this.current) {
      this.current.selected = nearest;
      this.stage?.select(nearest);
      this.tree?.mark(nearest);
    }
    this.showSource(number, line, endLine);
  }

  /** Formats that are read and written. */
  formats(): Promise<Formats> {
    this.known ??= formats(this.engine);
    return this.known;
  }

  /** Does something that takes time; what fails is told. */
  async work(act: () => Promise<void>): Promise<void> {
    this.say(t("working"), true);
    try {
      await act().catch(async (why: PortolanError) => {
        // A worker that died while nobody asked was replaced by one that has no files: once more.
        if (why.kind !== "closed") throw why;
        await this.reopen();
        await act();
      });
      if (this.status.dataset.busy) this.say("");
    } catch (why) {
      const { kind, trap, message } = why as PortolanError;
      this.say(kind === "cancelled" ? t("cancelled") : t(trap ? "replaced" : "failed", { why: message }), false, kind !== "cancelled");
      if (trap || kind === "cancelled") await this.reopen();
    }
  }

  /** Does something again and again, without a word unless it fails. */
  async quietly(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (why) {
      this.say(t("failed", { why: (why as Error).message }), false, true);
      throw why;
    }
  }

  /** A new worker knows nothing of the files that were open. */
  private async reopen(): Promise<void> {
    this.known = undefined;
    for (const document of this.documents) {
      await document.load(this.engine, new AbortController().signal).catch(() => {});
    }
  }

  private say(text: string, busy = false, bad = false, share?: number): void {
    const cancel = busy && !isServed ? button(t("cancel"), () => this.cancel(), { id: "cancel" }) : null;
    this.status.classList.toggle("bad", bad);
    if (busy) this.status.dataset.busy = "yes";
    else delete this.status.dataset.busy;
    const bar = share === undefined ? [] : [h("progress", { value: share, max: 1, aria: { label: text } }), " "];
    this.status.replaceChildren(...bar, text, ...(cancel ? [" ", cancel] : []));
  }

  private cancel(): void {
    this.stop?.abort();
    this.engine.interrupt?.();
  }

  private key(event: KeyboardEvent, pick: HTMLInputElement): void {
    const typing = (event.target as HTMLElement).closest("input, select, textarea, dialog");
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const number = Number(event.key);
    const name = this.names()[number - 1];
    const click = (id: string) => this.tools.querySelector<HTMLElement>(`#${id}`)?.click();
    const keys: Record<string, () => void> = {
      o: () => pick.click(),
      f: () => this.stage?.fit(),
      w: () => click("wireframe"),
      b: () => click("bounds"),
      n: () => click("normals"),
      m: () => click("measure"),
      s: () => click("skeleton"),
      "/": () => this.tree?.search.focus(),
    };
    if (!(event.target as HTMLElement).closest("button")) keys[" "] = () => this.timeline?.flip();
    const act = name ? () => void this.showPanel(name) : keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Opens the files of the program that serves this page, and opens them anew when they change. */
  private async watch(): Promise<void> {
    let seen = -1;
    for (;;) {
      const now = await servedFiles().catch(() => undefined);
      if (now && now.version !== seen) {
        seen = now.version;
        const front = this.current?.name;
        this.documents = [];
        for (const path of now.files) await this.work(() => this.openOne(new Document(path, [])));
        const again = this.documents.find((document) => document.name === front);
        if (again) await this.work(() => this.show(again));
      }
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}
