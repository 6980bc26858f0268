// Makes the picture of a finding in the terminal, docs/src/images/finding.png, from what the program prints: `node terminal.mjs`,
// after `cargo build`.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { binary, launch, root } from "./test/page.mjs";

const COLOURS = { 30: "#484f58", 31: "#ff7b72", 32: "#7ee787", 33: "#f2cc60", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd", 37: "#e6edf3" };
const command = ["check", "examples/broken/worn.dae", "--only", "REF001", "--color", "always"];
if (!binary) throw new Error("there is no program: `cargo build`");
const { stdout } = spawnSync(binary, command, { cwd: root, encoding: "utf8" });

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The output with its colours as HTML. */
function html(text) {
  let [bold, dim, colour, made] = [false, false, "", ""];
  for (const part of text.split(/(\x1b\[[\d;]*m)/)) {
    const codes = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
    if (codes === undefined) {
      const style = [bold && "font-weight:bold", dim && "opacity:.6", colour && `color:${colour}`].filter(Boolean).join(";");
      made += style ? `<span style="${style}">${escaped(part)}</span>` : escaped(part);
      continue;
    }
    for (const code of codes.split(";").map(Number)) {
      if (code === 0) [bold, dim, colour] = [false, false, ""];
      else if (code === 1) bold = true;
      else if (code === 2) dim = true;
      else if (code === 22) [bold, dim] = [false, false];
      else if (code === 39) colour = "";
      else colour = COLOURS[code >= 90 ? code - 60 : code] ?? colour;
    }
  }
  return made;
}

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1000, height: 600 }, deviceScaleFactor: 1.5 });
await page.setContent(`<body style="margin:0;background:transparent"><div id="it" style="display:inline-block;padding:16px 22px;background:#0d1117;color:#e6edf3;border-radius:10px">
<pre style="margin:0;font:14px/1.45 'DejaVu Sans Mono',monospace"><span style="color:#7ee787">$</span> portolan ${escaped(command.slice(0, 4).join(" "))}\n${html(stdout.trimEnd())}</pre></div>`);
await page.locator("#it").screenshot({ path: join(root, "docs/src/images/finding.png"), omitBackground: true });
await browser.close();
