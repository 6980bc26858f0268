// The picture: a scene of three.js made from the GLB of a file.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { VertexNormalsHelper } from "three/addons/helpers/VertexNormalsHelper.js";
import { GLTFLoader, type GLTF } from "three/addons/loaders/GLTFLoader.js";
import type { Scene } from "portolan/file";
import { match, type Place, unroll } from "./places.ts";

export type Toggle = "wireframe" | "bounds" | "normals" | "skeleton" | "axes";

/** What was clicked: the place of a node and the point in metres. */
export interface Hit {
  place: number;
  point: THREE.Vector3;
}

type Triple = [number, number, number];

/** What a file shows. */
export interface Shown {
  gltf: GLTF;
  places: Place[];
  objects: Map<THREE.Object3D, number>;
}

/** A node of glTF, as far as it is placed. */
interface Placed {
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly camera = new THREE.PerspectiveCamera(45, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  shown?: Shown;
  /** Called after the camera moved, and when something was clicked. */
  onmove?: () => void;
  onpick?: (hit: Hit | undefined, kind: "click" | "press" | "release" | "move") => void;
  /** Are moves of the pointer told as well? */
  hover = false;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly light = new THREE.Group();
  private readonly helpers = new THREE.Group();
  private mixer?: THREE.AnimationMixer;
  private through?: THREE.Camera;
  private toggles = new Set<Toggle>();
  private selected?: THREE.BoxHelper;
  private measured?: THREE.Group;
  private waiting = false;

  constructor(name: string) {
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
    // Throws where there is no WebGL.
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6);
    sun.position.set(0.5, 1, 1);
    this.light.add(new THREE.HemisphereLight(0xffffff, 0x888888, 1.8), sun);
    this.scene.add(this.helpers, this.camera);
    this.camera.add(this.light);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => {
      this.draw();
      this.onmove?.();
    });
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  /** Shows a GLB in place of what was there. */
  async show(glb: Uint8Array<ArrayBuffer>, scene: Scene, keepCamera = false, unpainted = new Set<string>()): Promise<void> {
    const gltf = await new GLTFLoader().parseAsync(glb.buffer, "");
    this.clear();
    const places = unroll(scene);
    const objects = match(scene, places, gltf);
    this.shown = { gltf, places, objects };
    this.scene.add(gltf.scene);
    gltf.scene.updateMatrixWorld(true);
    let lights = 0;
    gltf.scene.traverse((object) => (lights += (object as THREE.Light).isLight ? 1 : 0));
    // The lights of a document are often made for other programs: a soft one is always there.
    this.light.visible = true;
    this.light.children.forEach((one) => ((one as THREE.Light).intensity = lights > 0 ? 1.0 : 1.7));
    this.mixer = new THREE.AnimationMixer(gltf.scene);
    this.paint(unpainted);
    if (!keepCamera) {
      this.fit();
      this.begin();
    }
    this.refresh();
  }

  /** Gives materials whose texture is missing a checker pattern, as our own renderer does. */
  private paint(unpainted: Set<string>): void {
    if (unpainted.size === 0) return;
    const pixels = new Uint8Array(8 * 8 * 4).map((_, i) => [255, 0, 255, 255][i % 4] ?? 0);
    for (let i = 0; i < 64; i += 1) if (((i >> 3) + i) % 2) pixels.set([64, 64, 64, 255], i * 4);
    const checker = new THREE.DataTexture(pixels, 8, 8);
    checker.wrapS = checker.wrapT = THREE.RepeatWrapping;
    checker.colorSpace = THREE.SRGBColorSpace;
    checker.needsUpdate = true;
    this.shown?.gltf.scene.traverse((object) => {
      for (const material of [(object as THREE.Mesh).material ?? []].flat()) {
        if (!unpainted.has(material.name) || !(material instanceof THREE.MeshStandardMaterial) || material.map) continue;
        material.map = checker;
        material.color.set(0xffffff);
        material.needsUpdate = true;
      }
    });
  }

  private clear(): void {
    if (this.shown) {
      this.scene.remove(this.shown.gltf.scene);
      this.shown.gltf.scene.traverse((object) => {
        const mesh = object as THREE.Mesh;
        mesh.geometry?.dispose();
        for (const material of [mesh.material ?? []].flat()) {
          for (const value of Object.values(material)) if ((value as THREE.Texture)?.isTexture) (value as THREE.Texture).dispose();
          material.dispose();
        }
      });
    }
    this.mixer = undefined;
    this.through = undefined;
    this.ruler();
    this.select(-1);
  }

  /** Frames everything, from the front, slightly from above and from the right. */
  fit(): void {
    this.through = undefined;
    this.controls.enabled = true;
    this.resize();
    const box = this.box();
    const size = Math.max(box.getSize(new THREE.Vector3()).length(), 1e-6);
    const centre = box.getCenter(new THREE.Vector3());
    const distance = size / 2 / Math.sin(THREE.MathUtils.degToRad(this.camera.fov / 2)) / Math.min(1, this.camera.aspect);
    this.camera.near = size / 1000;
    this.camera.far = size * 100;
    this.camera.position.copy(centre).add(new THREE.Vector3(0.45, 0.35, 1).normalize().multiplyScalar(distance * 1.02));
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(centre);
    this.controls.update();
    this.draw();
  }

  /** Begins where the first camera of the document is, if it shows the scene. */
  private begin(): void {
    const camera = this.shown?.gltf.cameras.find((one) => one instanceof THREE.PerspectiveCamera);
    if (!camera) return;
    camera.updateWorldMatrix(true, false);
    const place = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
    const ahead = new THREE.Vector3(0, 0, -1).transformDirection(camera.matrixWorld);
    const box = this.box();
    const centre = box.getCenter(new THREE.Vector3());
    const distance = centre.clone().sub(place).dot(ahead);
    const size = box.getSize(new THREE.Vector3()).length();
    const aside = centre.clone().sub(place).normalize().angleTo(ahead);
    if (distance <= 0 || distance > size * 10 || aside > THREE.MathUtils.degToRad(camera.fov / 2)) return;
    this.camera.position.copy(place);
    this.controls.target.copy(place.clone().addScaledVector(ahead, distance));
    this.controls.update();
  }

  private box(): THREE.Box3 {
    const box = new THREE.Box3();
    if (this.shown) box.setFromObject(this.shown.gltf.scene, true);
    return box.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1)) : box;
  }

  /** The names of the cameras of the document. */
  cameras(): string[] {
    return this.shown?.gltf.cameras.map((camera, i) => camera.name || `${i + 1}`) ?? [];
  }

  /** Looks through a camera of the document, or freely. */
  look(number: number): void {
    this.through = this.shown?.gltf.cameras[number];
    this.controls.enabled = !this.through;
    this.resize();
  }

  /** Turns one of the aids on or off. */
  toggle(name: Toggle, on: boolean): void {
    if (on) this.toggles.add(name);
    else this.toggles.delete(name);
    this.refresh();
  }

  private refresh(): void {
    this.helpers.clear();
    const shown = this.shown?.gltf.scene;
    if (!shown) return this.draw();
    const size = this.box().getSize(new THREE.Vector3()).length();
    shown.traverse((object) => {
      const mesh = object as THREE.Mesh;
      for (const material of [mesh.material ?? []].flat()) {
        if ("wireframe" in material) material.wireframe = this.toggles.has("wireframe");
      }
      if (mesh.isMesh && this.toggles.has("normals") && mesh.geometry.getAttribute("normal")) {
        this.helpers.add(new VertexNormalsHelper(mesh, size / 50, 0x00aaff));
      }
    });
    if (this.toggles.has("bounds")) this.helpers.add(new THREE.Box3Helper(this.box(), 0xff8800));
    if (this.toggles.has("skeleton")) this.helpers.add(new THREE.SkeletonHelper(shown));
    if (this.toggles.has("axes")) this.helpers.add(new THREE.AxesHelper(size / 2));
    this.draw();
  }

  /** From where the picture is looked at, as our own renderer takes it. */
  viewpoint(): { viewpoint: { from: Triple; to: Triple; up: Triple; fov: number } } {
    const camera = this.through instanceof THREE.PerspectiveCamera ? this.through : this.camera;
    camera.updateWorldMatrix(true, false);
    const at = (vector: THREE.Vector3) => vector.toArray() as Triple;
    const from = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
    const ahead = new THREE.Vector3(0, 0, -1).transformDirection(camera.matrixWorld);
    const up = new THREE.Vector3(0, 1, 0).transformDirection(camera.matrixWorld);
    const distance = Math.max(from.distanceTo(this.box().getCenter(new THREE.Vector3())), 1e-6);
    return { viewpoint: { from: at(from), to: at(from.clone().addScaledVector(ahead, distance)), up: at(up), fov: camera.fov } };
  }

  /** Draws a line between two points over everything else, or none. */
  ruler(from?: THREE.Vector3, to?: THREE.Vector3): void {
    if (this.measured) this.scene.remove(this.measured);
    this.measured = undefined;
    if (from && to) {
      const geometry = new THREE.BufferGeometry().setFromPoints([from, to]);
      const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: 0xff3377, depthTest: false }));
      const ends = new THREE.Points(geometry, new THREE.PointsMaterial({ color: 0xff3377, size: 8, sizeAttenuation: false, depthTest: false }));
      line.renderOrder = ends.renderOrder = 1;
      this.measured = new THREE.Group().add(line, ends);
      this.scene.add(this.measured);
    }
    this.draw();
  }

  /** Marks the object of a place; -1 marks none. */
  select(place: number): void {
    if (this.selected) this.scene.remove(this.selected);
    this.selected = undefined;
    const object = this.shown?.places[place]?.object;
    if (object) {
      this.selected = new THREE.BoxHelper(object, 0xff3377);
      this.scene.add(this.selected);
    }
    this.draw();
  }

  setVisible(place: number, visible: boolean): void {
    const object = this.shown?.places[place]?.object;
    if (object) object.visible = visible;
    this.draw();
  }

  /** The clips with their lengths in seconds. */
  clips(): { name: string; duration: number; keys: number[] }[] {
    return (this.shown?.gltf.animations ?? []).map((clip, i) => {
      const keys = new Set(clip.tracks.slice(0, 50).flatMap((track) => [...track.times]));
      return { name: clip.name || `${i + 1}`, duration: clip.duration, keys: [...keys].sort((a, b) => a - b).slice(0, 500) };
    });
  }

  /** Puts everything where a clip has it at a time. */
  seek(clip: number, time: number): void {
    const animation = this.shown?.gltf.animations[clip];
    if (!animation || !this.mixer) return;
    this.mixer.stopAllAction();
    const action = this.mixer.clipAction(animation).play();
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    this.mixer.setTime(Math.min(time, animation.duration));
    this.selected?.update();
    this.draw();
  }

  /** Puts nodes where another GLB of the same scene has them. */
  put(glb: Uint8Array<ArrayBuffer>): void {
    const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
    const { nodes = [] } = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as { nodes?: Placed[] };
    this.shown?.gltf.scene.traverse((object) => {
      const index = (this.shown?.gltf.parser.associations.get(object) as { nodes?: number } | undefined)?.nodes;
      const node = index === undefined ? undefined : nodes[index];
      if (!node) return;
      if (node.matrix) new THREE.Matrix4().fromArray(node.matrix).decompose(object.position, object.quaternion, object.scale);
      else {
        object.position.fromArray(node.translation ?? [0, 0, 0]);
        object.quaternion.fromArray(node.rotation ?? [0, 0, 0, 1]);
        object.scale.fromArray(node.scale ?? [1, 1, 1]);
      }
    });
    this.selected?.update();
    this.draw();
  }

  /** Lets another stage look from the same side. */
  follow(other: Stage): void {
    this.camera.position.copy(other.camera.position);
    this.camera.quaternion.copy(other.camera.quaternion);
    this.camera.near = other.camera.near;
    this.camera.far = other.camera.far;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(other.controls.target);
    this.draw();
  }

  /** Draws soon, once for all that changed. */
  draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.renderer.render(this.scene, this.through ?? this.camera);
    });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    for (const camera of [this.camera, this.through]) {
      if (camera instanceof THREE.PerspectiveCamera) {
        camera.aspect = width / height;
        camera.updateProjectionMatrix();
      }
    }
    this.draw();
  }

  private listen(): void {
    let down: [number, number] | undefined;
    const tell = (kind: "click" | "press" | "release" | "move") => (event: PointerEvent) =>
      this.onpick?.(this.pick(event.offsetX, event.offsetY), kind);
    this.canvas.addEventListener("pointerdown", (event) => {
      down = [event.clientX, event.clientY];
      tell("press")(event);
    });
    this.canvas.addEventListener("pointermove", (event) => this.hover && tell("move")(event));
    this.canvas.addEventListener("pointerup", (event) => {
      tell("release")(event);
      const still = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4;
      if (still) tell("click")(event);
    });
  }

  private pick(x: number, y: number): Hit | undefined {
    if (!this.shown) return undefined;
    const ray = new THREE.Raycaster();
    const place = new THREE.Vector2((x / this.canvas.clientWidth) * 2 - 1, 1 - (y / this.canvas.clientHeight) * 2);
    ray.setFromCamera(place, this.through ?? this.camera);
    for (const hit of ray.intersectObject(this.shown.gltf.scene, true)) {
      for (let object: THREE.Object3D | null = hit.object; object; object = object.parent) {
        const at = this.shown.objects.get(object);
        if (at !== undefined) return { place: at, point: hit.point };
      }
      return { place: -1, point: hit.point };
    }
    return undefined;
  }
}
