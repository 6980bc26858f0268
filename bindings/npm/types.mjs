// Makes json.d.ts of the schemas in docs/json, or says with --check that it is stale.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const folder = new URL("../../docs/json/", import.meta.url);
let text = "// What questions are answered with. Made from docs/json by `npm run json`.\n";
for (const name of (await readdir(folder)).sort()) {
  const schema = JSON.parse(await readFile(new URL(name, folder), "utf8"));
  const word = name.split(".")[0];
  const type = word[0].toUpperCase() + word.slice(1);
  // Names of parts are those of the whole with the part behind it, so that no two files have the same.
  schema.title = type;
  for (const part of Object.values(schema.$defs ?? {})) delete part.title;
  const defs = Object.entries(schema.$defs ?? {});
  schema.$defs = Object.fromEntries(defs.map(([key, value]) => [`${type}_${key}`, value]));
  const json = JSON.stringify(schema).replaceAll("#/$defs/", `#/$defs/${type}_`);
  const made = await compile(JSON.parse(json), type, { bannerComment: "", additionalProperties: true, unreachableDefinitions: false });
  text += `\n${made}`;
}
const file = new URL("json.d.ts", import.meta.url);
if (process.argv.includes("--check")) {
  if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    console.error("bindings/npm/json.d.ts is stale: run `npm run json`");
    process.exit(1);
  }
} else {
  await writeFile(file, text);
}
