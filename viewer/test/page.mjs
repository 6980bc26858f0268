// A page of the viewer in headless Chromium, from a small server of files.

import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const root = new URL("../../", import.meta.url).pathname;
export const pictures = join(root, "target/viewer-pictures");
const folder = join(root, "target/viewer");
const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const executable = browsers.find((path) => path && existsSync(path));

/** The program that results are compared with, and that serves the page. */
export const binary = [process.env.PORTOLAN, join(root, "target/debug/portolan"), join(root, "target/release/portolan")].find((path) => path && existsSync(path));

/** Why the tests cannot run, if they cannot. */
export const skip = !executable
  ? "there is no Chromium: `apt-get install chromium`"
  : !existsSync(join(folder, "portolan.wasm")) && "the viewer is not built: `cargo xtask web`";

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Serves the built page. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const name = request.url === "/" ? "index.html" : request.url.slice(1).split("?")[0];
    try {
      const bytes = await readFile(join(folder, name.replaceAll("..", "")));
      response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A browser with software WebGL. */
export function launch(more = []) {
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", ...more];
  return chromium.launch({ executablePath: executable, args });
}

/** A server and a browser for the tests of a suite. */
export function started() {
  const held = {};
  before(async () => Object.assign(held, { server: await serve(), browser: await launch() }));
  after(async () => {
    await held.browser?.close();
    held.server?.close();
  });
  return { browser: () => held.browser, address: () => held.server.address, visit: (options) => visit(held.browser, held.server.address, options) };
}

/** A new page at the viewer; what goes wrong in it is collected. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (why) => page.faults.push(String(why)));
  page.on("console", (line) => line.type() === "error" && page.faults.push(line.text()));
  await page.goto(address);
  await page.waitForSelector("header");
  return page;
}

/** Drops files on the page, as a user does. */
export async function drop(page, files) {
  const given = await Promise.all(
    files.map(async ({ path, bytes, name }) => ({ name: name ?? path.split("/").pop(), data: (bytes ?? (await readFile(path))).toString("base64") })),
  );
  await page.evaluate((all) => {
    const data = new DataTransfer();
    for (const { name, data: text } of all) {
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, given);
}

/** Waits until the page has done what it was asked for, and gives what it says. */
export async function done(page) {
  await page.waitForFunction(() => {
    const status = document.querySelector(".status");
    return status && status.textContent !== "" && !status.dataset.busy;
  }, undefined, { timeout: 60_000 });
  return page.textContent(".status");
}

/** Waits for what a file shows, and gives the share of pixels that are drawn with their mean colour. */
export async function drawn(page, selector = "#view canvas") {
  // A busy machine draws its first frame late.
  for (let tries = 0; ; tries += 1) {
    await page.waitForTimeout(200);
    const seen = await page.evaluate(measured, selector);
    if (seen.share > 0 || tries >= 25) return seen;
  }
}

/** Runs in the page. */
function measured(selector) {
  const canvas = document.querySelector(selector);
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const brush = copy.getContext("2d");
  brush.drawImage(canvas, 0, 0);
  const { data } = brush.getImageData(0, 0, copy.width, copy.height);
  let [count, red, green, blue] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] < 128) continue;
    count += 1;
    red += data[i];
    green += data[i + 1];
    blue += data[i + 2];
  }
  const mean = [red, green, blue].map((sum) => Math.round(sum / Math.max(1, count)));
  return { share: count / (data.length / 4), mean };
}

/** Keeps a picture of the page as output of the tests. */
export async function keep(page, name) {
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
