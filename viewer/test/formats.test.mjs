// Files as people have them: archives with buildings and robots, skins that move, worlds that hear the pointer.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { building, example, robot, stem, written } from "./fixtures.mjs";
import { binary, done, drawn, drop, keep, skip, started } from "./page.mjs";

const run = promisify(execFile);

describe("formats in the viewer", { skip }, () => {
  const at = started();

  /** The share of the picture with a colour that a test knows. */
  const share = (page, test) =>
    page.evaluate((source) => {
      const canvas = document.querySelector("#view canvas");
      const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
      const brush = copy.getContext("2d");
      brush.drawImage(canvas, 0, 0);
      const { data } = brush.getImageData(0, 0, copy.width, copy.height);
      const is = new Function("r", "g", "b", `return ${source}`);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128 && is(data[i], data[i + 1], data[i + 2])) count += 1;
      return count / (data.length / 4);
    }, test);

  test("a building in a .kmz: red roof, wooden walls, the texture beside its model", async () => {
    const page = await at.visit({ bypassCSP: true });
    await drop(page, [await building()]);
    assert.match(await done(page), /14 triangles/);
    await drawn(page);
    assert.ok((await share(page, "r > 90 && g < 60 && b < 60")) > 0.01, "the roof is red");
    assert.ok((await share(page, "r > 90 && g > 60 && b < g")) > 0.02, "the walls are wooden");
    assert.match(await page.textContent("#panel"), /inch/);
    await page.click("#tab-textures");
    await page.click(".texture");
    await page.waitForSelector("#texture dd");
    assert.match(await page.textContent("#texture"), /\d+ × \d+/);
    assert.match(await page.textContent("#texture"), /Wall/);
    await keep(page, "building-texture");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#texture", { state: "detached" });
    await page.locator('[role="treeitem"] .label', { hasText: "Building" }).click();
    await page.getByRole("button", { name: "Show the lines" }).click();
    await page.waitForSelector("#panel .marked");
    assert.match(await page.locator("#panel .marked").first().textContent(), /<node id="building"/);
    await keep(page, "building");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("a robot in a .zae: joints move it, findings lead to lines in the archive", async () => {
    const page = await at.visit();
    await drop(page, [await robot()]);
    await done(page);
    await page.click("#tab-joints");
    await page.waitForSelector("#panel input[type=range]");
    assert.match(await page.textContent("#panel"), /from .*° to .*°/);
    const rest = await page.locator("#view canvas").screenshot();
    await page.locator("#panel input[type=range]").first().fill("40");
    await page.waitForTimeout(600);
    assert.notDeepEqual(await page.locator("#view canvas").screenshot(), rest);
    await keep(page, "robot");
    const broken = await robot((text) => text.replace(/<instance_geometry url="#[^"]*"/, '<instance_geometry url="#gone"'));
    await drop(page, [{ ...broken, name: "broken.zae" }]);
    await page.waitForFunction(() => document.querySelector(".tabs")?.textContent.includes("broken"));
    await done(page);
    await page.click("#tab-report");
    const finding = page.locator('.findings > li[data-code="REF001"]').first();
    const line = await finding.getAttribute("data-line");
    await finding.locator(".excerpt:not([hidden])").waitFor();
    assert.match(await finding.locator(".excerpt").textContent(), /#gone/);
    await finding.locator(".line").click();
    const marked = page.locator(`#panel .marked[data-number="${line}"]`);
    await marked.waitFor();
    assert.match(await marked.textContent(), /#gone/);
    assert.match(await page.textContent("#panel"), /broken\.zae.*arm\.dae/);
    await keep(page, "archive-line");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("an .ogex with skin and animation bends, and shows its bones", async () => {
    const page = await at.visit({ bypassCSP: true });
    await drop(page, [stem]);
    assert.match(await done(page), /4 triangles/);
    const seen = await drawn(page);
    assert.ok(seen.mean[1] > seen.mean[0] + 30, `it is green: ${seen.mean}`);
    const right = () =>
      page.evaluate(() => {
        const canvas = document.querySelector("#view canvas");
        const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
        const brush = copy.getContext("2d");
        brush.drawImage(canvas, 0, 0);
        const { data } = brush.getImageData(0, 0, copy.width, copy.height);
        let most = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128) most = Math.max(most, (i / 4) % copy.width);
        return most / copy.width;
      });
    const still = await right();
    await page.locator("#time").fill("1");
    await page.waitForTimeout(300);
    assert.ok((await right()) > still + 0.03, `it bends to the right: ${still}, ${await right()}`);
    await page.click("#back");
    assert.match(await page.textContent(".timeline output"), /0\.97/);
    await page.check("#skeleton");
    await page.waitForTimeout(300);
    await keep(page, "stem");
    await page.check("#normals");
    await page.check("#bounds");
    await page.waitForTimeout(300);
    await keep(page, "stem-aids");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("our own renderer draws the same view", async () => {
    const page = await at.visit();
    await drop(page, [example("collada/arm.dae")]);
    await done(page);
    const box = await page.locator("#view canvas").boundingBox();
    await page.mouse.move(box.x + 50, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 190, box.y + 120, { steps: 5 });
    await page.mouse.up();
    await drawn(page);
    await page.click("#own");
    await page.waitForSelector("dialog img");
    await keep(page, "own-renderer");
    // What both draw, of what either draws.
    const alike = await page.evaluate(async () => {
      const picture = document.querySelector("dialog img");
      await picture.decode();
      const size = [200, 200];
      const mask = (source) => {
        const copy = Object.assign(document.createElement("canvas"), { width: size[0], height: size[1] });
        const brush = copy.getContext("2d");
        brush.drawImage(source, 0, 0, ...size);
        const { data } = brush.getImageData(0, 0, ...size);
        return Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 3] > 128);
      };
      const [one, two] = [mask(document.querySelector("#view canvas")), mask(picture)];
      const both = one.filter((drawn, i) => drawn && two[i]).length;
      return both / one.filter((drawn, i) => drawn || two[i]).length;
    });
    assert.ok(alike > 0.9, `${alike}`);
    await page.context().close();
  });

  test("physics is stepped frame by frame", async () => {
    const page = await at.visit();
    await drop(page, [example("collada/fall.dae")]);
    await done(page);
    await page.click("#tab-physics");
    await page.click("#simulate");
    await page.waitForFunction(() => !document.querySelector(".timeline").hidden);
    await page.click("#play");
    const shot = () => page.locator("#view canvas").screenshot();
    await page.locator("#time").fill("0");
    await page.waitForTimeout(200);
    const first = await shot();
    for (let i = 0; i < 9; i += 1) await page.click("#forth");
    await page.waitForTimeout(200);
    assert.match(await page.textContent(".timeline output"), /0\.30/);
    assert.notDeepEqual(await shot(), first);
    await page.context().close();
  });

  test("every format comes out, and the binary verifies what is lossless", { skip: !binary && "there is no binary" }, async () => {
    const page = await at.visit();
    await drop(page, [example("collada/table.dae")]);
    await done(page);
    await page.click("#tab-export");
    await page.waitForSelector("#target");
    const folder = await mkdtemp(join(tmpdir(), "viewer-"));
    const targets = await page.locator("#target option").evaluateAll((all) => all.map((one) => one.value));
    assert.ok(targets.length >= 12, targets.join(" "));
    for (const target of targets) {
      await page.selectOption("#target", target);
      await page.click("#convert");
      await page.waitForFunction((name) => document.querySelector(".download")?.textContent.endsWith(`.${name}`), target);
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".download").first().click()]);
      const path = join(folder, `table.${target}`);
      await download.saveAs(path);
      if (["dae", "zae", "glb"].includes(target)) await run(binary, ["verify", example("collada/table.dae").path, path, "--ignore", "light"]).catch((why) => assert.fail(`${target}: ${why.stdout}`));
    }
    await page.context().close();
  });

  test("a folder with textures is dropped as a whole", async () => {
    const page = await at.visit();
    const folder = await mkdtemp(join(tmpdir(), "viewer-"));
    await writeFile(join(folder, "empty.txt"), "");
    await page.setInputFiles("#folder", example("collada").path);
    await page.waitForSelector("dialog");
    await page.locator("dialog button", { hasText: "harbour.dae" }).click();
    await done(page);
    assert.equal(await page.locator(".panel strong.bad").count(), 0, "the texture is there");
    await page.context().close();
  });

  test("what was open is offered again, and forgotten when that is wished", async () => {
    const page = await at.visit();
    await drop(page, [written((await import("node:fs")).readFileSync(example("collada/table.dae").path, "utf8"), "table.dae")]);
    await done(page);
    await page.waitForTimeout(300);
    await page.reload();
    await page.locator(".recent", { hasText: "table.dae" }).click();
    await done(page);
    assert.ok((await drawn(page)).share > 0.01);
    await page.reload();
    await page.waitForSelector("#forget");
    await keep(page, "recent");
    await page.click("#forget");
    await page.waitForTimeout(200);
    await page.reload();
    await page.waitForSelector(".drop");
    await page.waitForTimeout(300);
    assert.equal(await page.locator(".recent").count(), 0);
    await page.context().close();
  });

  test("points are measured, cameras are looked through, objects are hidden", async () => {
    const page = await at.visit();
    await drop(page, [example("collada/harbour.dae"), example("collada/planks.png")]);
    await done(page);
    await page.check("#measure");
    const box = await page.locator("#view canvas").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.click(box.x + box.width / 2 + 60, box.y + box.height / 2 + 20);
    await page.waitForFunction(() => / m \(/.test(document.querySelector(".status").textContent));
    await keep(page, "measured");
    await page.uncheck("#measure");
    const shot = () => page.locator("#view canvas").screenshot();
    const cameras = await page.locator("#camera option").count();
    assert.ok(cameras > 1, "the document has a camera");
    const free = await shot();
    await page.selectOption("#camera", "0");
    await page.waitForTimeout(300);
    assert.notDeepEqual(await shot(), free);
    await page.selectOption("#camera", "-1");
    await page.waitForTimeout(300);
    const all = await shot();
    await page.fill('input[type="search"]', "crane");
    await page.locator('[role="treeitem"] .eye').first().click();
    await page.waitForTimeout(300);
    assert.notDeepEqual(await shot(), all);
    await keep(page, "hidden");
    await page.context().close();
  });
});
