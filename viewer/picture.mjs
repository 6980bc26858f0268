// Makes the picture of the viewer in docs/src/images: `node picture.mjs`, after `cargo xtask web`.

import { join } from "node:path";
import { done, drop, launch, root, serve, visit } from "./test/page.mjs";

const server = await serve();
const browser = await launch();
const page = await visit(browser, server.address, { viewport: { width: 1200, height: 720 } });
const example = (name) => ({ path: join(root, "examples", name) });
await drop(page, [example("collada/harbour.dae"), example("collada/planks.png")]);
await done(page);
await page.locator('[role="treeitem"] .label', { hasText: "CraneTop" }).click();
await page.getByRole("button", { name: "Show the lines" }).click();
await page.waitForSelector("#panel .marked");
await page.waitForTimeout(500);
await page.screenshot({ path: join(root, "docs/src/images/viewer.png") });
await browser.close();
server.close();
