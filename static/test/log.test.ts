/** A log that is read after a reload says the same as one that was there all along. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Played } from "../src/net";
import { remembered } from "../src/panels/log";
import { type Stage, Player } from "../src/show";
import { initial, Store } from "../src/store";
import type { GameEvent, Joined, Piece, Scene } from "../src/types";

const piece = (name: string, side: string, at: number): Piece => ({ at, size: 1, icon: "", name, side, kind: "", badges: [] }) as unknown as Piece;
const scene = (pieces: Record<string, Piece>): Scene => ({ pieces });
const HERO = (at: number): Piece => piece("Knight", "heroes", at);
const FROG = (at: number): Piece => piece("Frog", "consul", at);

const START = scene({ hero: HERO(3), frog: FROG(9) });
const PLAY: [Scene, GameEvent[]][] = [
  [START, [{ key: "looks", rule: "R-1", params: {}, show: { type: "glow", piece: "frog" } }]],
  [scene({ hero: HERO(5), frog: FROG(10) }), [
    { key: "walks", rule: "R-1", params: {}, show: { type: "move", piece: "hero", from: 3, path: [4, 5] } },
    { key: "strikes", rule: "R-1", params: {}, show: { type: "glow", piece: "hero" } },
    { key: "pushed", rule: "R-1", params: {}, show: { type: "move", piece: "frog", from: 9, path: [10] } },
  ]],
  [scene({ hero: HERO(5) }), [
    { key: "suffers", rule: "R-1", params: {}, show: { type: "hit", piece: "frog", n: 1 } },
    { key: "destroyed", rule: "R-1", params: {}, show: { type: "gone", piece: "frog", n: 0, name: "Frog", side: "consul" } },
  ]],
  [scene({ hero: HERO(7) }), [{ key: "walks", rule: "R-1", params: {}, show: { type: "move", piece: "hero", from: 5, path: [6, 7] } }]],
];

test("lines are the same live and after a reload: figures that are gone, squares before the first move", () => {
  Object.assign(globalThis, { document: { hidden: true } });
  const store = new Store({ ...initial("g", "s", false), scene: START, shown: START });
  new Player(store, {} as Stage).note(PLAY.map(([after, events], i): Played => ({ version: i + 1, made: i + 1, scene: after, events }) as unknown as Played));
  const history = PLAY.map(([, events], i) => ({ version: i + 1, events }));
  const after = remembered({ scene: PLAY.at(-1)?.[0], history } as unknown as Joined);
  const told = (lines: typeof after) => lines.map(({ key, figure }) => [key, figure?.name, figure?.side, figure?.from, figure?.at]);
  assert.deepEqual(told(after), told(store.state.log));
  assert.deepEqual(told(after), [
    ["looks", "Frog", "consul", undefined, 9],
    ["walks", "Knight", "heroes", 3, 5],
    ["strikes", "Knight", "heroes", undefined, 5],
    ["pushed", "Frog", "consul", 9, 10],
    ["suffers", "Frog", "consul", undefined, 10],
    ["destroyed", "Frog", "consul", undefined, 10],
    ["walks", "Knight", "heroes", 5, 7],
  ]);
});
