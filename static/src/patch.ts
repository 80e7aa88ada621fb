/** Patches: what has changed in a scene, in the scene's own shape (see webgame/engine/scene.py). */

import type { Change, Frame, GameEvent, Patch, Scene } from "./types";

type Fields = Record<string, unknown>;
type Records = Record<string, Fields>;

/** Return the scene after a patch; what has not changed is the same object. Throws if the patch does not fit. */
export function patched(scene: Scene, patch: Patch): Scene {
  const all: Record<string, Records> = { ...(scene as Record<string, Records>) };
  for (const [section, changes] of Object.entries(patch)) {
    if (changes === null) {
      delete all[section];
      continue;
    }
    const records = (all[section] = { ...all[section] });
    for (const [id, change] of Object.entries(changes)) {
      if (change === null) delete records[id];
      else records[id] = changedRecord(records[id], change);
    }
  }
  return all as Scene;
}

function changedRecord(record: Fields | undefined, change: Exclude<Change, null>): Fields {
  if (Array.isArray(change)) return change[0];
  if (!record) throw new Error("a change of what is not there");
  return changed(record, change);
}

function changed(record: Fields, fields: Fields): Fields {
  const now = { ...record };
  for (const [name, value] of Object.entries(fields)) {
    const was = record[name];
    now[name] = Array.isArray(was) && isObject(value) ? was.map((item: Fields, n) => (isObject(value[n]) ? changed(item, value[n]) : item)) : value;
  }
  return now;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is shown one after the other. */
export interface Moment { scene: Scene; events: GameEvent[] }

/** Return what the frames of a step show: a question is open after the last one only. */
export function moments(scene: Scene, frames: Frame[]): Moment[] {
  return frames.map(({ patch, events }, n) => {
    if (patch) scene = patched(scene, patch);
    return { scene: n < frames.length - 1 ? { ...scene, decision: {}, options: {} } : scene, events: events ?? [] };
  });
}
