import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import test from "node:test";
import { compareAll } from "./parity.mjs";

const root = new URL("../../../", import.meta.url).pathname;
const places = [process.env.PORTOLAN, `${root}target/debug/portolan`, `${root}target/release/portolan`];
const binary = places.find((path) => path && existsSync(path));

test("the module gives the bytes, findings and losses of the binary", { skip: !binary && "there is no binary" }, async () => {
  const told = [];
  const folders = ["examples", "tests/suite"].map((folder) => root + folder);
  const { count, bad } = await compareAll(binary, folders, (line) => told.push(line));
  assert.ok(count > 100, `only ${count} files`);
  assert.equal(bad, 0, told.slice(0, 20).join("\n"));
});
