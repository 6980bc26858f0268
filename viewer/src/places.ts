// From the outline of a scene to its places, and to objects of three.js.

import type { Object3D } from "three";
import type { GLTF } from "three/addons/loaders/GLTFLoader.js";
import type { Named, Scene, SceneNode } from "portolan/file";

/** One occurrence of a node. */
export interface Place {
  /** The number of the node in the outline. */
  node: number;
  /** The number of the place above, or -1. */
  parent: number;
  children: number[];
  object?: Object3D;
}

/** Most places that are shown. */
const MOST = 200_000;

/** What something is called. */
export function label(named: Named | undefined, otherwise = "—"): string {
  return named?.name || named?.id || otherwise;
}

/** All places of the default scene, in the order of the hierarchy. */
export function unroll(scene: Scene): Place[] {
  const places: Place[] = [];
  const view = scene.scenes[scene.default_scene ?? 0];
  const put = (node: number, parent: number, depth: number) => {
    if (places.length >= MOST || depth > 500) return;
    const at = places.push({ node, parent, children: [] }) - 1;
    places[parent]?.children.push(at);
    for (const child of scene.nodes[node]?.children ?? []) put(child, at, depth + 1);
  };
  for (const root of view?.roots ?? []) put(root, -1, 0);
  return places;
}

/** Finds the objects of places: those with the same id or name, in the same order. */
export function match(scene: Scene, places: Place[], gltf: GLTF): Map<Object3D, number> {
  const waiting = new Map<string, number[]>();
  places.forEach((place, at) => {
    const key = keyOf(scene.nodes[place.node]);
    if (key) waiting.set(key, [...(waiting.get(key) ?? []), at]);
  });
  waiting.forEach((list) => list.reverse());
  const found = new Map<Object3D, number>();
  gltf.scene.traverse((object) => {
    const index = (gltf.parser.associations.get(object) as { nodes?: number } | undefined)?.nodes;
    if (index === undefined) return;
    const node = gltf.parser.json.nodes[index] as { name?: string; extras?: { id?: string } };
    const at = waiting.get(node.extras?.id ? `#${node.extras.id}` : `${node.name ?? ""}`)?.pop();
    const place = at === undefined ? undefined : places[at];
    if (at === undefined || !place) return;
    place.object = object;
    found.set(object, at);
  });
  return found;
}

function keyOf(node: SceneNode | undefined): string | undefined {
  return node?.id ? `#${node.id}` : (node?.name ?? undefined);
}
