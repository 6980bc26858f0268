import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

/** Plain files beside the script, so that the page also works from disk, where modules do not load. */
const page = {
  name: "page",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string }): void }) {
    this.emitFile({ type: "asset", fileName: "index.html", source: readFileSync("index.html", "utf8") });
  },
};

export default defineConfig({
  plugins: [page],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    cssCodeSplit: false,
    lib: { entry: "src/main.ts", name: "portolan", formats: ["iife"], fileName: () => "viewer.js", cssFileName: "viewer" },
  },
  worker: { format: "iife" },
});
