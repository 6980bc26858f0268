// The page in a real browser. Pictures of it are kept in target/viewer-pictures.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { broken, example, grid, touched, written } from "./fixtures.mjs";
import { binary, done, drawn, drop, keep, launch, root, skip, started, visit } from "./page.mjs";

const run = promisify(execFile);

describe("the viewer", { skip }, () => {
  const at = started();

  test("shows a document with its texture, tree, properties and lines, and asks nobody", async () => {
    const page = await at.visit();
    await page.waitForLoadState("networkidle");
    // From here on the page is alone.
    await page.context().setOffline(true);
    const requests = [];
    page.on("request", (request) => request.url().startsWith("http") && requests.push(request.url()));
    await drop(page, [example("xvrml/lighthouse.xvrml")]);
    await done(page);
    await drop(page, [example("collada/harbour.dae"), example("collada/planks.png")]);
    await page.waitForFunction(() => document.querySelector(".status")?.textContent.includes("2287 triangles"));
    const seen = await drawn(page);
    assert.ok(seen.share > 0.05, `only ${seen.share} of the picture is drawn`);
    assert.ok(seen.mean[2] > seen.mean[0], `the sea is blue: ${seen.mean}`);
    assert.equal(await page.locator('.panel strong.bad').count(), 0, "the texture is there");
    await page.fill('input[type="search"]', "crane");
    assert.ok((await page.locator('[role="treeitem"]').count()) >= 2);
    await page.locator('[role="treeitem"] .label').first().click();
    assert.match(await page.textContent("#panel"), /Crane/);
    await page.getByRole("button", { name: "Show the lines" }).click();
    await page.waitForSelector("#panel .marked");
    assert.match(await page.locator("#panel .marked").first().textContent(), /<node .*[Cc]rane/);
    await keep(page, "harbour-source");
    await page.click("#tab-about");
    await page.click("#own");
    await page.waitForSelector("dialog img");
    await keep(page, "harbour-own-renderer");
    assert.deepEqual(requests, []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("moves animations, joints and bodies", async () => {
    const page = await at.visit();
    await drop(page, [example("collada/harbour.dae"), example("collada/planks.png")]);
    await done(page);
    const shot = () => page.locator("#view canvas").screenshot();
    const rest = await shot();
    await page.locator("#time").fill("4");
    await page.waitForTimeout(200);
    assert.notDeepEqual(await shot(), rest);
    await drop(page, [example("collada/arm.dae")]);
    await page.waitForSelector("#tab-joints");
    await done(page);
    await page.click("#tab-joints");
    await page.waitForSelector("#panel input[type=range]");
    const before = await shot();
    await page.locator("#panel input[type=range]").first().fill("60");
    await page.waitForTimeout(500);
    assert.notDeepEqual(await shot(), before);
    await keep(page, "arm-joints");
    await drop(page, [example("collada/fall.dae")]);
    await page.waitForSelector("#tab-physics");
    await done(page);
    await page.click("#tab-physics");
    const still = await shot();
    await page.click("#simulate");
    await page.waitForTimeout(2500);
    assert.notDeepEqual(await shot(), still);
    await keep(page, "fall");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("runs a world and lets the pointer reach its sensors", async () => {
    const page = await at.visit();
    await drop(page, [touched]);
    await done(page);
    const seen = await drawn(page);
    assert.ok(seen.share > 0.05 && seen.mean[1] > seen.mean[0] + 30, JSON.stringify(seen));
    await page.click("#tab-world");
    await page.click("#step");
    await page.waitForTimeout(800);
    const box = await page.locator("#view canvas").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await page.click("#step");
    await page.waitForTimeout(800);
    assert.match(await page.textContent(".log"), /Touch\.is-(over|active)/);
    await keep(page, "world");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("tells what is wrong with broken files, explains and repairs it", async () => {
    const page = await at.visit();
    await drop(page, [example("broken/worn.dae")]);
    await done(page);
    await page.click("#tab-report");
    const first = page.locator(".findings > li").first();
    const line = await first.getAttribute("data-line");
    await first.getByRole("button", { name: "Explain" }).click();
    await first.locator("pre, p:nth-of-type(2)").first().waitFor();
    await keep(page, "report");
    await first.locator(".line").click();
    await page.waitForSelector(`#panel .marked[data-number="${line}"]`);
    await page.click("#tab-report");
    const count = await page.locator(".findings > li").count();
    await page.click("#fix");
    await page.waitForSelector("#panel .diff");
    assert.match(await page.textContent("#panel .diff"), /^\+/m);
    await page.click("#open-fixed");
    await page.waitForFunction((n) => document.querySelectorAll(".findings > li").length < n, count);
    await keep(page, "fixed");
    await page.context().close();
  });

  test("tells code and line of five broken files", async () => {
    const page = await at.visit();
    for (const { file, code, line } of broken) {
      await drop(page, [file]);
      await page.waitForFunction((name) => document.querySelector('[role="tab"][aria-selected="true"]')?.textContent === name, file.name);
      await done(page);
      await page.click("#tab-report");
      await page.waitForSelector(".findings > li");
      const told = await page.locator(".findings > li").evaluateAll((all) => all.map((one) => [one.dataset.code, Number(one.dataset.line)]));
      const [found] = told.filter(([word]) => code.test(word));
      assert.equal(found?.[1], line, `${file.name}: ${JSON.stringify(told)}`);
      await page.locator(`.findings > li[data-code="${found[0]}"] .line`).first().click();
      await page.waitForSelector(`#panel .marked[data-number="${line}"]`);
    }
    await keep(page, "broken");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("exports what the binary verifies as equal", { skip: !binary && "there is no binary" }, async () => {
    const page = await at.visit();
    await drop(page, [example("collada/arm.dae")]);
    await done(page);
    await page.click("#tab-export");
    await page.selectOption("#target", "ogex");
    await page.click("#convert");
    await page.waitForSelector("#ledger");
    await keep(page, "export");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".download").first().click()]);
    const path = join(await mkdtemp(join(tmpdir(), "viewer-")), "arm.ogex");
    await download.saveAs(path);
    await run(binary, ["verify", join(root, "examples/collada/arm.dae"), path]);
    await page.context().close();
  });

  test("shows two files side by side", async () => {
    const page = await at.visit();
    const arm = await readFile(example("collada/arm.dae").path, "utf8");
    const changed = arm.replace(/<color>[^<]*<\/color>/g, "<color>0 0 1 1</color>");
    assert.notEqual(changed, arm);
    await drop(page, [example("collada/arm.dae"), written(changed, "blue.dae")]);
    await page.waitForFunction(() => document.querySelectorAll(".tabs [role=tab]").length === 2);
    await done(page);
    await page.click("#tab-compare");
    await page.selectOption("#other", "0");
    await page.waitForSelector("#verdict.bad");
    assert.equal(await page.locator("#view canvas").count(), 2);
    await page.waitForTimeout(500);
    await keep(page, "side-by-side");
    const [one, two] = ["#view canvas:nth-of-type(1)", "#view canvas:nth-of-type(2)"];
    for (const which of [one, two]) assert.ok((await drawn(page, which)).share > 0.01, which);
    assert.match(await page.textContent("#panel"), /`paint` red differs.*paint changed/, "differences are listed");
    // The second picture turns with the first.
    const before = await page.locator(two).screenshot();
    const box = await page.locator(one).boundingBox();
    await page.mouse.move(box.x + 50, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 150, box.y + 90, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(500);
    assert.notDeepEqual(await page.locator(two).screenshot(), before);
    await page.context().close();
  });

  test("shows other formats", async () => {
    for (const file of [example("opengex/lantern.ogex"), example("xvrml/lighthouse.xvrml"), example("vrml/lamp.wrl")]) {
      const page = await at.visit();
      await drop(page, [file]);
      await done(page);
      const seen = await drawn(page);
      const name = file.path.split("/").pop();
      await keep(page, name);
      assert.ok(seen.share > 0.01, `${name}: ${JSON.stringify(seen)}`);
      assert.ok((await page.locator('[role="treeitem"]').count()) > 0, name);
      await page.context().close();
    }
  });

  test("shows a missing texture as a checker pattern, and says so", async () => {
    const page = await at.visit();
    await drop(page, [example("collada/harbour.dae")]);
    await done(page);
    assert.equal(await page.locator(".panel strong.bad").count(), 1);
    await page.waitForTimeout(300);
    const magenta = await page.evaluate(() => {
      const canvas = document.querySelector("#view canvas");
      const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
      const brush = copy.getContext("2d");
      brush.drawImage(canvas, 0, 0);
      const { data } = brush.getImageData(0, 0, copy.width, copy.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] > 100 && data[i + 1] < 60 && data[i + 2] > 100) count += 1;
      return count;
    });
    assert.ok(magenta > 100, `${magenta} pixels`);
    await keep(page, "missing-texture");
    await page.context().close();
  });

  test("shows names as text", async () => {
    const page = await at.visit();
    const name = "&lt;img src=x onerror=&quot;document.title='hit'&quot;&gt;";
    const table = (await readFile(example("collada/table.dae").path, "utf8")).replace(/name="[^"]*"/g, `name="${name}"`);
    await drop(page, [written(table, "evil.dae")]);
    await done(page);
    await page.click("#tab-report");
    await page.locator('[role="treeitem"] .label').first().click();
    assert.match(await page.textContent("#panel"), /<img src=x/);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await page.title(), "Portolan");
    await page.context().close();
  });

  test("works with the keyboard alone, without findings of axe, dark and narrow", async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    for (const options of [{}, { colorScheme: "dark" }, { viewport: { width: 360, height: 740 } }]) {
      const page = await at.visit({ bypassCSP: true, ...options });
      await drop(page, [example("broken/worn.dae"), example("broken/planks.png")]);
      await done(page);
      await page.evaluate(axe);
      for (const panel of ["report", "about", "properties", "source", "textures", "compare", "export"]) {
        await page.click(`#tab-${panel}`);
        await page.waitForTimeout(150);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" ")}`), [], JSON.stringify(options));
      }
      await drop(page, [example("collada/arm.dae")]);
      await page.waitForSelector("#tab-joints");
      await done(page);
      await page.click("#tab-joints");
      await page.waitForSelector("#panel input[type=range]");
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" ")}`), [], "joints");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= (options.viewport?.width ?? 1280), `the page is ${width} wide`);
      await keep(page, options.viewport ? "narrow" : options.colorScheme ? "dark" : "light");
      await page.context().close();
    }
    const page = await at.visit();
    await drop(page, [example("collada/harbour.dae")]);
    await done(page);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("3");
    await page.waitForSelector('#tab-report[aria-selected="true"]');
    await page.keyboard.press("w");
    assert.equal(await page.isChecked("#wireframe"), true);
    await page.keyboard.press("/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForSelector('#tab-properties[aria-selected="true"]');
    await page.context().close();
  });

  test("stops work that is cancelled, and goes on", async () => {
    const page = await at.visit();
    await drop(page, [example("collada/harbour.dae"), example("collada/planks.png")]);
    await done(page);
    await drop(page, [written(grid(40_000_000), "large.dae")]);
    await page.click("#cancel");
    assert.match(await done(page), /Cancelled/);
    await page.click("#tab-export");
    await page.click("#convert");
    await page.waitForSelector("#ledger");
    await drop(page, [example("collada/washer.dae")]);
    await page.waitForFunction(() => document.querySelector(".tabs")?.textContent.includes("washer"));
    await done(page);
    assert.ok((await drawn(page)).share > 0.01);
    await page.context().close();
  });

  test("replaces a worker that dies", async () => {
    const page = await at.visit();
    await drop(page, [example("collada/arm.dae")]);
    await done(page);
    // It fails while nobody asks.
    await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error("killed"); }));
    await page.waitForTimeout(300);
    await page.click("#tab-joints");
    await page.waitForSelector("#panel input[type=range]");
    await page.click("#tab-export");
    // It fails while it is asked.
    await page.workers().at(-1).evaluate(() => { self.onmessage = () => void setTimeout(() => { throw new Error("killed"); }); });
    await page.click("#convert");
    assert.match(await done(page), /replaced/);
    await page.click("#convert");
    await page.waitForSelector("#ledger");
    // It ends without a word: whoever waits cancels.
    await page.workers().at(-1).evaluate(() => self.close()).catch(() => {});
    await page.click("#convert");
    await page.click("#cancel");
    assert.match(await done(page), /Cancelled/);
    await page.click("#convert");
    await page.waitForFunction(() => !document.querySelector(".status").dataset.busy);
    await drop(page, [example("collada/washer.dae")]);
    await page.waitForFunction(() => document.querySelector(".tabs")?.textContent.includes("washer"));
    await done(page);
    assert.ok((await drawn(page)).share > 0.01);
    await page.context().close();
  });

  test("draws by itself where there is no WebGL", async () => {
    const poor = await launch(["--disable-gpu", "--disable-webgl", "--disable-3d-apis"]);
    const page = await visit(poor, at.address());
    await drop(page, [example("collada/table.dae")]);
    await done(page);
    await page.waitForSelector("#drawn");
    assert.ok(await page.evaluate(() => document.querySelector("#drawn").naturalWidth > 0));
    await keep(page, "no-webgl");
    await poor.close();
  });

  test("is served by the program, and shows files anew when they change", { skip: !binary && "there is no binary" }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "viewer-"));
    const arm = await readFile(example("collada/arm.dae").path, "utf8");
    const path = join(folder, "arm.dae");
    await writeFile(path, arm);
    const program = spawn(binary, ["view", "--no-open", path], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [line] = await once(program.stdout, "data");
      const page = await visit(at.browser(), String(line).trim());
      await page.waitForFunction(() => /triangles/.test(document.querySelector(".status")?.textContent ?? ""));
      const before = await drawn(page);
      assert.ok(before.share > 0.01, JSON.stringify(before));
      await page.click("#tab-joints");
      await page.waitForSelector("#panel input[type=range]");
      await keep(page, "served");
      await writeFile(path, arm.replace(/<color>[^<]*<\/color>/g, "<color>0 0 1 1</color>"));
      let after = before;
      for (let tries = 0; tries < 20 && after.mean[2] <= after.mean[0]; tries += 1) {
        await page.waitForTimeout(500);
        after = await drawn(page);
      }
      assert.ok(after.mean[2] > after.mean[0], JSON.stringify(after));
      assert.deepEqual(page.faults, []);
      await page.context().close();
    } finally {
      program.kill();
    }
  });

  test("works from disk, and in Japanese", async () => {
    const page = await visit(at.browser(), `file://${root}target/viewer/index.html`, { locale: "ja-JP" });
    await drop(page, [example("collada/table.dae")]);
    await done(page);
    assert.ok((await drawn(page)).share > 0.01);
    assert.match(await page.textContent("header"), /ファイルを開く/);
    await keep(page, "from-disk");
    await page.context().close();
  });
});
