/** Patches as engine/scene.py makes them, and what a step shows one after the other. */

import { deepEqual, equal, throws } from "node:assert/strict";
import { test } from "node:test";
import { moments, patched } from "../src/patch";
import type { Patch, Scene } from "../src/types";

const scene = (value: unknown): Scene => value as Scene;
const before = scene({ pieces: { p: { at: 3, name: "Rat" }, q: { at: 4 } }, sheets: { a: { lines: [{ v: 1, n: "x" }, { v: 2, n: "y" }] } }, tokens: {} });

test("fields, whole records, items of a list, and what is gone", () => {
  const cases: [Patch, unknown][] = [
    [{ pieces: { p: { at: 5 } } }, { ...before, pieces: { p: { at: 5, name: "Rat" }, q: { at: 4 } } }],
    [{ pieces: { p: [{ at: 5 }], r: [{ at: 1 }], q: null } }, { ...before, pieces: { p: { at: 5 }, r: { at: 1 } } }],
    [{ sheets: { a: { lines: { "1": { v: 7 } } } } }, { ...before, sheets: { a: { lines: [{ v: 1, n: "x" }, { v: 7, n: "y" }] } } }],
    [{ sheets: { a: { lines: [9] } } }, { ...before, sheets: { a: { lines: [9] } } }],
    [{ pieces: { p: { name: { a: 1 }, more: null } } }, { ...before, pieces: { p: { at: 3, name: { a: 1 }, more: null }, q: { at: 4 } } }],
    [{ tokens: null, tracks: {} }, { pieces: before.pieces, sheets: before.sheets, tracks: {} }],
  ];
  const text = JSON.stringify(before);
  for (const [patch, after] of cases) deepEqual(patched(before, patch), after);
  equal(JSON.stringify(before), text, "the old scene stays as it was");
  equal(patched(before, { tracks: {} }).pieces, before.pieces, "what has not changed is shared");
});

test("a change of what is not there does not fit", () => {
  throws(() => patched(before, { pieces: { nobody: { at: 1 } } }));
  throws(() => patched(before, { nowhere: { at: { all: 1 } } }));
});

test("no question is open but after the last frame", () => {
  const asked = scene({ pieces: { p: { at: 3 } }, decision: { now: { id: "1" } }, options: { go: { verb: "go" } } });
  const shown = moments(asked, [
    { patch: { pieces: { p: { at: 4 } } }, events: [{ key: "moved", rule: "R-1" }] },
    { events: [{ key: "rests", rule: "R-2" }] },
    { patch: { decision: { now: { id: "2" } } } },
  ]);
  deepEqual(shown.map((moment) => [moment.scene.decision, moment.scene.options, moment.events.length]), [
    [{}, {}, 1],
    [{}, {}, 1],
    [{ now: { id: "2" } }, { go: { verb: "go" } }, 0],
  ]);
  deepEqual(shown.map((moment) => moment.scene.pieces?.["p"]?.at), [4, 4, 4]);
});
