// A loader for three.js in place of its ColladaLoader, for every format that portolan reads.

import { FileLoader, Loader, LoaderUtils } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { defaultEngine, open } from "./index.js";

/** How often files that a document refers to are fetched: documents lead to documents. */
const ROUNDS = 3;

export class PortolanLoader extends Loader {
  /** Where questions are answered. */
  engine = undefined;

  load(url, onLoad, onProgress, onError) {
    const failed = (why) => {
      if (onError) onError(why);
      else console.error(why);
      this.manager.itemError(url);
    };
    this.loadAsync(url, onProgress).then(onLoad, failed);
  }

  async loadAsync(url, onProgress) {
    const base = this.path + url;
    const folder = this.resourcePath || LoaderUtils.extractUrlBase(base);
    const main = await this.#fetch(url, onProgress);
    const path = decodeURIComponent(url.split(/[?#]/)[0].split("/").pop()) || "document";
    const files = [{ path, bytes: main }];
    let file = await this.#open(files, path);
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = await this.#beside(await file.missing(), folder, files);
      if (found.length === 0) break;
      files.push(...found);
      await file.close();
      file = await this.#open(files, path);
    }
    return this.#result(file);
  }

  /** Reads a document that is here already: text or bytes. */
  async parseAsync(data, path = "document") {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data);
    return this.#result(await this.#open([{ path, bytes }], path));
  }

  #open(files, main) {
    // Bytes are copied into the module, so that they can be given again.
    return open(files, { main, engine: this.engine ?? defaultEngine() });
  }

  async #fetch(url, onProgress) {
    const loader = new FileLoader(this.manager);
    loader.setPath(this.path).setResponseType("arraybuffer").setRequestHeader(this.requestHeader);
    loader.setWithCredentials(this.withCredentials);
    return new Uint8Array(await loader.loadAsync(url, onProgress));
  }

  async #beside(references, folder, known) {
    const wanted = references
      .map((reference) => reference.split("#")[0].replaceAll("\\", "/"))
      .filter((path) => path && !/^[a-z]+:/i.test(path) && !known.some((file) => file.path === path));
    const fetched = await Promise.all(
      [...new Set(wanted)].map(async (path) => {
        try {
          const loader = new FileLoader(this.manager).setResponseType("arraybuffer");
          const bytes = await loader.loadAsync(folder + encodeURI(decodeURI(path)));
          return { path: decodeURI(path).replace(/^(\.\/)+/, ""), bytes: new Uint8Array(bytes) };
        } catch {
          return null; // It is drawn as a checker pattern, and the report tells it.
        }
      }),
    );
    return fetched.filter((file) => file !== null);
  }

  async #result(file) {
    const { files, losses } = await file.convert("glb", { embed: true });
    const report = await file.report();
    const scene = await file.scene();
    const kinematics = scene.mechanisms.length > 0 ? await file.pose() : undefined;
    await file.close();
    const gltf = await new GLTFLoader(this.manager).parseAsync(files[0].bytes.buffer, "");
    gltf.scene.animations = gltf.animations;
    return {
      scene: gltf.scene,
      animations: gltf.animations,
      cameras: gltf.cameras,
      kinematics,
      losses,
      report,
    };
  }
}

/** The name that three.js' own loader has. */
export { PortolanLoader as ColladaLoader };

/** For `loadMeshCb` of urdf-loader. */
export function loadMesh(path, manager, done) {
  new PortolanLoader(manager).load(path, (result) => done(result.scene), undefined, (why) => done(null, why));
}
