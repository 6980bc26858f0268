// Questions are answered in a worker that can be replaced.

import { PortolanError } from "./error.js";

/** Answers in a worker. A trap, a file that takes too long or too much memory costs the worker, which is replaced. */
export class WorkerEngine {
  #make;
  #wasm;
  #fonts;
  #whole;
  #given = new Map();
  #worker;
  #waiting = new Map();
  #next = 1;
  /** How many workers there were: what was open in an earlier one is gone. */
  generation = 0;

  constructor({ worker, wasm, fonts, whole }) {
    this.#make = worker;
    this.#fonts = fonts;
    this.#whole = whole;
    this.#wasm = wasm;
  }

  /** Sends a message. Options: `signal` ends the worker when it is aborted, `transfer` lists buffers to be handed over. */
  async call(message, options) {
    try {
      return await this.#send(message, options);
    } catch (why) {
      if (why.kind !== "whole" || !this.#whole) throw why;
      // The worker cannot load the whole module by itself: it is given it.
      await this.#give("whole", this.#whole);
      return this.#send(message, options);
    }
  }

  async #send(message, { signal, transfer = [] } = {}) {
    signal?.throwIfAborted();
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    const id = (this.#next += 1);
    const stop = () => this.interrupt();
    signal?.addEventListener("abort", stop, { once: true });
    // In Node a program ends although a worker waits, but not while somebody waits for the worker.
    worker.ref?.();
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        worker.postMessage({ id, ...message }, transfer);
      });
    } finally {
      signal?.removeEventListener("abort", stop);
      if (this.#waiting.size === 0) worker.unref?.();
    }
  }

  /** Loads the fonts of letters, once for each worker. A file can be opened without them: its letters are told to be missing. */
  async letters() {
    await this.#give("fonts", this.#fonts).catch(() => {});
  }

  async #give(op, load) {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    if (!load || this.#given.get(op) === worker) return;
    const bytes = await load();
    this.#given.set(op, worker);
    await this.call({ op, bytes });
  }

  /** Ends the worker and with it all that it does; the next message starts another one. */
  interrupt() {
    this.#fail(new PortolanError("cancelled", { kind: "cancelled" }));
  }

  /** Ends the worker; whoever waits for it is told. */
  close() {
    this.#fail(new PortolanError("closed", { kind: "closed" }));
  }

  async #start() {
    this.generation += 1;
    const worker = await this.#make();
    listen(worker, "message", (data) => this.#receive(data));
    const died = (why) =>
      this.#fail(new PortolanError(why?.message || "the worker stopped", { kind: "internal", trap: true }));
    listen(worker, "error", died);
    listen(worker, "messageerror", died);
    if (this.#wasm !== undefined) worker.postMessage({ id: 0, op: "init", wasm: await this.#wasm });
    return worker;
  }

  #receive({ id, error, json, files }) {
    const waiting = this.#waiting.get(id);
    if (error?.trap) return this.#fail(PortolanError.from(error));
    if (id === 0 && error) return this.#fail(PortolanError.from(error));
    this.#waiting.delete(id);
    if (error) waiting?.reject(PortolanError.from(error));
    else waiting?.resolve({ json, files });
  }

  #fail(why) {
    const worker = this.#worker;
    this.#worker = undefined;
    Promise.resolve(worker).then((w) => w?.terminate(), () => {});
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(why);
  }
}

function listen(worker, name, heard) {
  if (worker.on) worker.on(name, heard);
  else worker.addEventListener(name, (event) => heard(name === "message" ? event.data : event));
}
