// Animations over time, with their keys.

import { button, h, named } from "./dom.ts";
import type { Stage } from "./stage.ts";
import { t } from "./text.ts";

/** Frames in a second that are stepped through. */
const FRAMES = 30;

export class Timeline {
  readonly element: HTMLElement;
  private readonly slider = h("input", { type: "range", min: "0", step: "any", value: "0", id: "time", aria: { label: t("time") }, on: { input: () => this.seek(Number(this.slider.value)) } });
  private readonly clips: ReturnType<Stage["clips"]>;
  private readonly choice: HTMLSelectElement;
  private readonly shown = h("output", {}, t("seconds", { time: "0.00" }));
  private readonly keys = h("div", { class: "keys", aria: { hidden: "true" } });
  private readonly toggle = button(t("play"), () => (this.playing ? this.pause() : this.play()), { id: "play" });
  private playing = false;
  private last = 0;

  constructor(private readonly stage: Stage) {
    this.clips = stage.clips();
    this.choice = h("select", { id: "clip", on: { change: () => this.start() } }, ...this.clips.map((clip, i) => h("option", { value: String(i) }, clip.name)));
    const track = h("div", { class: "track" }, this.slider, this.keys);
    this.element = h("div", { class: "timeline", hidden: this.clips.length === 0 }, named(button("‹", () => this.step(-1), { id: "back" }), t("back")), this.toggle, named(button("›", () => this.step(1), { id: "forth" }), t("forth")), h("label", { htmlFor: "clip", class: "hidden" }, t("clip")), this.choice, track, this.shown);
    if (this.clips.length > 0) this.start();
  }

  play(): void {
    if (this.clips.length === 0) return;
    this.playing = true;
    this.toggle.textContent = t("pause");
    this.last = performance.now();
    requestAnimationFrame((now) => this.go(now));
  }

  pause(): void {
    this.playing = false;
    this.toggle.textContent = t("play");
  }

  flip(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** The moment that is shown, as our own renderer takes it; unknown where it is one of several clips. */
  moment(): { time?: number } {
    return this.clips.length === 1 ? { time: Number(this.slider.value) } : {};
  }

  /** One frame back or forth. */
  private step(by: number): void {
    this.pause();
    const time = Number(this.slider.value) + by / FRAMES;
    this.slider.value = String(Math.max(0, Math.min(Number(this.slider.max), time)));
    this.seek(Number(this.slider.value));
  }

  private start(): void {
    const clip = this.clips[this.choice.selectedIndex];
    const duration = clip?.duration || 1;
    this.slider.max = String(duration);
    // Marks are drawn as a picture: styles of elements would need a weaker policy.
    const context = Object.assign(document.createElement("canvas"), { width: 600, height: 6 });
    const brush = context.getContext("2d");
    if (brush) {
      brush.fillStyle = "#e37";
      for (const key of clip?.keys ?? []) brush.fillRect(Math.min(598, (key / duration) * 598), 0, 2, 6);
    }
    this.keys.replaceChildren(context);
    this.seek(0);
  }

  private go(now: number): void {
    if (!this.playing || !this.element.isConnected) return;
    const duration = Number(this.slider.max);
    const next = Number(this.slider.value) + (now - this.last) / 1000;
    this.last = now;
    this.slider.value = String(next >= duration ? 0 : next);
    this.seek(Number(this.slider.value));
    requestAnimationFrame((later) => this.go(later));
  }

  private seek(time: number): void {
    this.stage.seek(this.choice.selectedIndex, time);
    this.shown.textContent = t("seconds", { time: time.toFixed(2) });
  }
}
