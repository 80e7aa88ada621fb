/** What is taken down says where each figure stood then, not before or after. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Played } from "../src/net";
import { type Stage, Player } from "../src/show";
import { initial, Store } from "../src/store";
import type { Scene } from "../src/types";

const standing = (at: number): Scene => ({ pieces: { thug: { at, size: 1, name: "Thug", side: "villains", icon: "", kind: "", tone: "" } } }) as unknown as Scene;
const frame = (at: number, key: string, show: object): Played => ({ version: 1, made: 1, scene: standing(at), events: [{ key, show: { piece: "thug", ...show } }] }) as unknown as Played;

test("frames that are not shown one by one name the square after each move", () => {
  Object.assign(globalThis, { document: { hidden: true } });
  const store = new Store({ ...initial("g", "s", false), scene: standing(2), shown: standing(2) });
  const player = new Player(store, {} as Stage);
  player.note([frame(4, "moves", { type: "move", from: 2, path: [3, 4] }), frame(4, "strikes", { type: "glow" })]);
  const squares = store.state.log.map((line) => [line.figure?.from, line.figure?.at]);
  assert.deepEqual(squares, [[2, 4], [undefined, 4]]);
});
