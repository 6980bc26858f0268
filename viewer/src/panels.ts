// The panels beside the picture, each made anew when it is shown.

import { explain, type Engine, type Info, type Losses, type Named } from "portolan/file";
import type { App } from "./app.ts";
import type { Document } from "./document.ts";
import { button, facts, h, save, short } from "./dom.ts";
import { label } from "./places.ts";
import { t } from "./text.ts";

type Panel = (app: App, document: Document) => HTMLElement | Promise<HTMLElement>;

/** How many objects of a kind are listed. */
const MOST_LISTED = 300;

/** What a file is. */
export const about: Panel = (app, { info, summary, scene, why }) => {
  const size = info?.size?.map((v) => short(v)).join(" × ");
  const totals = Object.entries(info?.totals ?? {}).filter(([, count]) => Number(count) > 0);
  const images = scene?.images.map((image) =>
    h("li", {}, label(image), image.reference && !image.location ? h("strong", { class: "bad" }, ` ${t("missing")}`) : null),
  );
  const lists = (["materials", "geometries", "cameras", "lights", "animations", "clips"] as const).map((name) => {
    const all = scene?.[name] ?? [];
    if (all.length === 0) return null;
    const items = all.slice(0, MOST_LISTED).map((one) => h("li", {}, linked(app, one), ...described(info, name, one)));
    return h("details", {}, h("summary", {}, `${t(name)} (${all.length})`), h("ul", {}, ...items));
  });
  return h(
    "div",
    {},
    why ? h("p", { class: "bad" }, why) : null,
    facts([
      [t("name"), summary.path],
      [t("format"), `${summary.format_name} ${summary.version}`],
      [t("generator"), String(info?.generator ?? "")],
      [t("unit"), info?.unit ? `${info.unit.name} (${short(info.unit.meters)} m)` : ""],
      [t("upAxis"), info?.up_axis ?? ""],
      [t("size"), size ? `${size} m` : ""],
      [t("totals"), h("ul", {}, ...totals.map(([name, count]) => h("li", {}, `${count} ${name.replaceAll("_", " ")}`)))],
      [t("images"), images && images.length > 0 ? h("ul", {}, ...images) : ""],
    ]),
    ...lists,
    app.served ? h("p", {}, t("served")) : null,
    h("p", { class: "quiet" }, t("keys")),
  );
};

/** The name of something, which leads to its lines. */
function linked(app: App, one: Named): HTMLElement | string {
  const { place } = one;
  return place ? button(label(one), () => app.showSource(place.document, place.line, place.end_line), { class: "link" }) : label(one);
}

/** What is known of an object besides its name. */
function described(info: Info | undefined, list: "materials" | "geometries" | "cameras" | "lights" | "animations" | "clips", one: Named): (Node | string)[] {
  const same = (row: { id: string | null; name: string | null }) => row.id === one.id && row.name === one.name;
  if (list === "materials") {
    const row = info?.materials.find(same);
    if (!row) return [];
    const swatch = h("span", { class: "swatch" });
    swatch.style.backgroundColor = row.color ?? "transparent";
    const words = [row.shading, row.blended && t("blended"), row.double_sided && t("doubleSided"), ...row.textures.map((one) => `${one.purpose}: ${one.image}`)];
    return [" ", swatch, ` ${[row.color, ...words].filter(Boolean).join(", ")}`];
  }
  if (list === "geometries") {
    const row = info?.geometries.find(same);
    return row ? [` ${row.triangles} ${t("triangles")}, ${row.vertices} ${t("vertices")}`] : [];
  }
  if (list === "animations" || list === "clips") {
    const row = info?.[list].find(same);
    return row ? [` ${short(row.start ?? 0)} – ${t("seconds", { time: short(row.end ?? 0) })}, ${row.keys} ${t("keyFrames")}`] : [];
  }
  return [];
}

/** What is selected. */
export const properties: Panel = (app, document) => {
  const { scene } = document;
  const place = app.stage?.shown?.places[document.selected];
  const node = place && scene?.nodes[place.node];
  if (!node || !scene) return h("p", {}, t("nothingSelected"));
  const where = node.place;
  const listed = (list: "materials" | "geometries" | "cameras" | "lights", numbers: (number | null)[]) => {
    const found = [...new Set(numbers)].map((at) => (at === null ? undefined : scene[list][at])).filter((one) => one !== undefined);
    return found.length > 0 ? h("ul", {}, ...found.map((one) => h("li", {}, linked(app, one), ...described(document.info, list, one)))) : "";
  };
  const rows = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => short(node.matrix[column * 4 + row] ?? 0)).join("  "));
  const visible = h("input", {
    type: "checkbox",
    checked: place.object?.visible ?? true,
    on: { change: (event: Event) => app.setVisible(document.selected, (event.target as HTMLInputElement).checked) },
  });
  return h(
    "div",
    {},
    facts([
      [t("name"), node.name],
      [t("id"), node.id],
      [t("geometry"), listed("geometries", node.drawn.map((d) => d.geometry))],
      [t("materials"), listed("materials", node.drawn.flatMap((d) => d.materials))],
      [t("cameras"), listed("cameras", node.cameras)],
      [t("lights"), listed("lights", node.lights)],
      [t("transform"), h("pre", {}, rows.join("\n"))],
      [t("line"), where ? t("lines", { from: where.line, to: where.end_line }) : ""],
    ]),
    h("p", {}, h("label", {}, visible, ` ${t("visible")}`)),
    where ? button(t("showSource"), () => app.showSource(where.document, where.line, where.end_line)) : null,
  );
};

/** A line of a document that is shown with a finding. */
interface Excerpt {
  path: string;
  line: number;
  into: HTMLElement;
}

/** How many findings are shown with their line at once. */
const MOST_EXCERPTS = 60;

/** Puts the lines of findings under them. */
async function quote(document: Document, excerpts: Excerpt[]): Promise<void> {
  for (const { path, line, into } of excerpts) {
    if (line < 1) continue;
    const { lines } = await document.file.source({ document: document.numbered(path), first: line, count: 1 });
    const text = lines[0]?.trim();
    if (!text || !into.firstChild) continue;
    into.firstChild.textContent = text.length > 160 ? `${text.slice(0, 160)}…` : text;
    into.hidden = false;
  }
}

/** What is wrong, and what can be done about it. */
export const report: Panel = (app, document) => {
  const all = document.report.files.flatMap((file) => file.findings.map((finding) => ({ path: file.path, finding })));
  const order = { error: 0, warning: 1, info: 2 };
  all.sort((a, b) => order[a.finding.severity] - order[b.finding.severity] || a.finding.line - b.finding.line);
  const count = (severity: string) => all.filter(({ finding }) => finding.severity === severity).length;
  const list = h("ol", { class: "findings" });
  const excerpts: Excerpt[] = [];
  for (const { path, finding } of all.slice(0, 500)) {
    const detail = h("div", {});
    const excerpt = h("pre", { class: "excerpt", hidden: true }, h("code", {}));
    excerpts.push({ path, line: finding.line, into: excerpt });
    const more = button(t("explain"), () => void explained(app.engine, finding.code, detail), { class: "link" });
    const go = button(`${t("line")} ${finding.line}`, () => app.showFinding(path, finding.line, finding.end_line ?? finding.line), { class: "link line" });
    list.append(
      h(
        "li",
        { class: finding.severity, data: { code: finding.code, line: String(finding.line) } },
        h("p", {}, h("b", {}, `${finding.code} `), finding.message, finding.count > 1 ? ` (${finding.count}×)` : ""),
        excerpt,
        finding.help ? h("p", { class: "quiet" }, finding.help) : null,
        h("p", {}, go, " ", more),
        detail,
      ),
    );
  }
  void quote(document, excerpts.slice(0, MOST_EXCERPTS)).catch(() => {});
  const outcome = h("div", { aria: { live: "polite" } });
  const repair = document.summary.editable
    ? button(t("fix"), () => void app.work(() => fixed(app, document, outcome)), { id: "fix" })
    : null;
  if (all.length === 0) return h("div", {}, h("p", { class: "good" }, t("noFindings")));
  const sums = [t("errors", { count: count("error") }), t("warnings", { count: count("warning") }), t("infos", { count: count("info") })];
  return h("div", {}, h("p", { id: "sums" }, sums.join(" · ")), repair, outcome, list);
};

async function explained(engine: Engine, code: string, into: HTMLElement): Promise<void> {
  if (into.childElementCount > 0) return into.replaceChildren();
  const { doc, wrong, right, spec } = await explain(code, engine);
  into.replaceChildren(
    ...doc.split("\n\n").map((text) => h("p", {}, text)),
    ...(wrong ? [h("p", {}, h("b", {}, t("wrong"))), h("pre", {}, wrong)] : []),
    ...(right ? [h("p", {}, h("b", {}, t("right"))), h("pre", {}, right)] : []),
    h("p", { class: "quiet" }, spec),
  );
}

async function fixed(app: App, document: Document, into: HTMLElement): Promise<void> {
  const made = await document.file.fix();
  if (!made.changed) return into.replaceChildren(h("p", {}, t("nothingToFix")));
  const name = document.summary.location.split(/[/!]/).pop() ?? document.name;
  const lines = (made.difference ?? "").split("\n").slice(0, 2000);
  const shown = lines.map((line) => h("span", { class: line[0] === "+" ? "added" : line[0] === "-" ? "removed" : "" }, `${line}\n`));
  into.replaceChildren(
    h("p", {}, t("fixed", { count: made.done.length })),
    h("ul", {}, ...made.done.slice(0, 100).map((one) => h("li", {}, `${one.code} ${t("line")} ${one.line}: ${one.title}`))),
    button(t("downloadFixed"), () => save(name, made.document), { id: "download-fixed" }),
    " ",
    app.served ? "" : button(t("openFixed"), () => void app.openFixed(document, made.document), { id: "open-fixed" }),
    h("pre", { class: "diff", tabIndex: 0 }, ...shown),
  );
}

/** Lines of the document, those of an object marked. */
export const source: Panel = async (app, document) => {
  const { document: number, line, endLine } = app.marked;
  const first = Math.max(1, line - 20);
  const { lines, total, location } = await document.file.source({ document: number, first, count: 200 });
  const code = h("code", {});
  lines.forEach((text, i) => {
    const at = first + i;
    const marked = at >= line && at <= endLine;
    code.append(h("span", { class: marked ? "marked" : "", data: { number: String(at) } }, `${text}\n`));
  });
  const move = (by: number) => app.showSource(number, Math.min(total, Math.max(1, line + by)), Math.min(total, Math.max(1, line + by)));
  const pre = h("pre", { class: "source", tabIndex: 0 }, code);
  queueMicrotask(() => pre.querySelector(".marked")?.scrollIntoView({ block: "center" }));
  return h(
    "div",
    { class: "column" },
    h("p", {}, `${location} · ${t("lines", { from: first, to: first + lines.length - 1 })} / ${total}`),
    h("p", {}, button(t("previous"), () => move(-150)), " ", button(t("next"), () => move(150))),
    pre,
  );
};

/** Other formats, with what is lost on the way. */
export const exporting: Panel = async (app, document) => {
  const { write } = await app.formats();
  const select = h("select", { id: "target" }, ...write.map((extension) => h("option", { value: extension }, `.${extension}`)));
  select.value = "glb";
  const outcome = h("div", { aria: { live: "polite" } });
  const convert = async () => {
    const { files, losses } = await document.file.convert(select.value, { name: stem(document.name), embed: select.value === "glb" ? true : undefined });
    const links = files.map((file) => h("li", {}, button(t("download", { name: file.name }), () => save(file.name, file.bytes), { class: "download" })));
    outcome.replaceChildren(h("ul", {}, ...links), ledger(app, document, losses));
  };
  return h(
    "div",
    {},
    h("p", {}, h("label", { htmlFor: "target" }, `${t("convertTo")} `), select, " ", button(t("convert"), () => void app.work(convert), { id: "convert" })),
    outcome,
  );
};

function stem(name: string): string {
  const last = name.split("/").pop() ?? name;
  return last.includes(".") ? last.slice(0, last.lastIndexOf(".")) : last;
}

function ledger(app: App, document: Document, losses: Losses): HTMLElement {
  const at = ({ file, line }: Losses["dropped"][number]) =>
    line ? [" ", button(`${t("line")} ${line}`, () => app.showFinding(file ?? document.name, line, line), { class: "link line" })] : [];
  const kinds = ["dropped", "approximated", "baked", "noted"] as const;
  const parts = kinds.filter((kind) => losses[kind].length > 0).map((kind) =>
    h(
      "section",
      {},
      h("h3", {}, `${t(kind)} (${losses[kind].length})`),
      h("ul", {}, ...losses[kind].slice(0, 300).map((loss) => h("li", {}, h("b", {}, `${loss.code} `), loss.reason, ...at(loss)))),
    ),
  );
  return h("div", { id: "ledger" }, h("p", {}, t("kept", { count: losses.kept })), ...(parts.length > 0 ? parts : [h("p", { class: "good" }, t("lossless"))]));
}

/** Two files side by side. */
export const comparing: Panel = (app, document) => {
  const others = app.documents.filter((other) => other !== document);
  const select = h("select", { id: "other" }, h("option", { value: "-1" }, t("none")), ...others.map((other, i) => h("option", { value: String(i) }, other.name)));
  const outcome = h("div", { aria: { live: "polite" } });
  const compare = async () => {
    const other = others[Number(select.value)];
    await app.showBeside(other);
    if (!other) return outcome.replaceChildren();
    const verified = await document.file.verify(other.file);
    const changed = await document.file.diff(other.file);
    const list = (rows: (Node | string)[][]) => h("ul", {}, ...rows.slice(0, 300).map((row) => h("li", {}, ...row)));
    const at = (place: { line: number } | null) => (place ? [" ", button(`${t("line")} ${place.line}`, () => app.showSource(0, place.line, place.line), { class: "link" })] : []);
    const meanings = verified.differences.map((one) => [h("b", {}, one.place), ` ${one.what}`, ...at(one.a)]);
    const writings = changed.changes.map((one) => [
      h("b", {}, `${one.class} ${one.name}`),
      ` ${t(one.change)}`,
      ...at(one.a as { line: number } | null),
      ...one.fields.slice(0, 20).map((field) => h("div", {}, `${field.field}: `, h("del", {}, field.old), " ", h("ins", {}, field.new))),
    ]);
    outcome.replaceChildren(
      h("p", { id: "verdict", class: verified.equal ? "good" : "bad" }, verified.equal ? t("same") : t("different")),
      h("h3", {}, t("differences")),
      list(meanings),
      h("h3", {}, t("changes")),
      list(writings),
    );
  };
  select.addEventListener("change", () => void app.work(compare));
  return h("div", {}, h("p", {}, h("label", { htmlFor: "other" }, `${t("other")} `), select), outcome);
};
