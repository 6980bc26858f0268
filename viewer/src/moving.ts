// Panels of what moves: joints, bodies and worlds.

import type { PortolanFile, WorldEvent } from "portolan/file";
import type { App } from "./app.ts";
import type { Document } from "./document.ts";
import { button, h, short } from "./dom.ts";
import { t } from "./text.ts";

/** A slider for each axis of each joint. */
export async function joints(app: App, document: Document): Promise<HTMLElement> {
  const { models } = await document.file.pose();
  const values: Record<string, number> = {};
  const list = h("div", {});
  const names = models.flatMap((model) => model.joints.map((joint) => joint.sid ?? joint.id ?? joint.name ?? ""));
  let waiting = false;
  const pose = async () => {
    if (waiting) return;
    waiting = true;
    await new Promise((done) => requestAnimationFrame(done));
    waiting = false;
    const { files } = await document.file.ask("pose", { values, to: "glb", embed: true });
    if (files[0]) app.stage?.put(files[0].bytes);
  };
  for (const model of models) {
    for (const joint of model.joints) {
      const own = joint.sid ?? joint.id ?? joint.name ?? "";
      const key = names.filter((name) => name === own).length > 1 ? `${model.instance}/${own}` : own;
      const alike = models.flatMap((one) => one.joints).filter((one) => (one.name ?? "") === (joint.name ?? "")).length;
      const called = joint.name && alike === 1 ? joint.name : key;
      joint.axes.forEach((axis) => {
        const name = joint.axes.length > 1 && axis.sid ? `${key}/${axis.sid}` : key;
        const [least, most] = axis.kind === "revolute" ? [axis.min ?? -180, axis.max ?? 180] : [axis.min ?? -1, axis.max ?? 1];
        const shown = h("output", {}, short(axis.value));
        const slider = h("input", {
          type: "range",
          min: String(least),
          max: String(most),
          step: "any",
          value: String(axis.value),
          disabled: axis.locked || axis.formula,
          aria: { label: `${called} ${axis.sid ?? ""}` },
          data: { joint: name },
          on: {
            input: () => {
              values[name] = Number(slider.value);
              shown.textContent = short(values[name]);
              void pose();
            },
          },
        });
        const unit = axis.kind === "revolute" ? "°" : "";
        const limits = axis.min === null && axis.max === null ? t("noLimits") : t("limits", { least: short(least) + unit, most: short(most) + unit });
        list.append(h("p", { class: "slider" }, h("span", {}, called), slider, shown, h("span", { class: "quiet" }, limits)));
      });
    }
  }
  const reset = button(t("reset"), () => void app.showPanel("joints", true));
  return h("div", {}, list, reset);
}

/** Bodies that fall. */
export function physics(app: App, document: Document): HTMLElement {
  const duration = h("input", { type: "number", id: "duration", value: "3", min: "0.1", max: "60", step: "0.1" });
  const simulate = async () => {
    const wanted = { duration: Number(duration.value), rate: 60, to: "glb", embed: true };
    const { files } = await document.file.ask("simulate", wanted);
    const [made] = files;
    if (made && document.scene) await app.showGlb(made.bytes, document.scene);
    app.timeline?.play();
  };
  return h(
    "div",
    {},
    h("p", {}, h("label", { htmlFor: "duration" }, `${t("duration")} `), duration, " ", button(t("simulate"), () => void app.work(simulate), { id: "simulate" })),
    h("ul", {}, ...(document.scene?.bodies ?? []).map((body) => h("li", {}, body.name))),
  );
}

/** A world that runs; the pointer reaches its sensors. */
export function world(app: App, document: Document): HTMLElement {
  const log = h("ol", { class: "log", tabIndex: 0, aria: { label: t("events") } });
  const clock = h("output", {}, t("seconds", { time: "0" }));
  let now = 0;
  let running: number | undefined;
  let busy = false;
  let started = false;
  let events: WorldEvent[] = [];
  const { file } = document;
  const step = async (by: number) => {
    if (busy || !document.scene) return;
    busy = true;
    try {
      if (!started) await file.run();
      started = true;
      now += by;
      const sent = events.map((event) => ({ ...event, t: now }));
      events = [];
      const { json, files } = await ask(file, now, sent);
      clock.textContent = t("seconds", { time: now.toFixed(2) });
      for (const event of json.trace.slice(-20)) {
        log.append(h("li", {}, `${short(event.t)} ${event.node}.${event.field} = ${JSON.stringify(event.value)}`));
      }
      while (log.childElementCount > 200) log.firstChild?.remove();
      if (files[0]) await app.showGlb(files[0].bytes, document.scene, true);
    } finally {
      busy = false;
    }
  };
  const stop = () => {
    clearInterval(running);
    running = undefined;
    toggle.textContent = t("runWorld");
  };
  const toggle = button(t("runWorld"), () => {
    if (running !== undefined) return stop();
    toggle.textContent = t("stopWorld");
    running = window.setInterval(() => void app.quietly(() => step(0.1)).catch(stop), 100);
  }, { id: "run" });
  app.whenHidden(() => {
    stop();
    if (app.stage) app.stage.hover = false;
  });
  if (app.stage) app.stage.hover = true;
  app.onpointer = (hit, kind) => {
    if (kind === "click") return;
    if (hit) events.push({ t: 0, pointer: "move", to: hit.point.toArray() as [number, number, number] });
    if (kind !== "move") events.push({ t: 0, pointer: kind });
    events = events.slice(-50);
  };
  return h("div", {}, h("p", {}, toggle, " ", button(t("stepWorld"), () => void app.quietly(() => step(0.1)), { id: "step" }), " ", clock), log);
}

async function ask(file: PortolanFile, until: number, events: WorldEvent[]) {
  return file.ask("step", { until, events, to: "glb", embed: true, allow_empty: true });
}
