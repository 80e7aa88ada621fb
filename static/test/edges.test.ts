/** Where what lies outside the view is pointed at. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { outside } from "../src/board/edges";

const at = (x: number, y: number) => ({ x, y, square: 0, tone: "attack", own: false });

test("what is in view is not pointed at, the rest on the side where it lies farthest out", () => {
  const found = outside([at(50, 50), at(-30, 50), at(140, -20), at(90, 260), at(400, 300)], { x: 0, y: 0, w: 100, h: 100 });
  assert.deepEqual(Object.entries(found).map(([side, spots]) => [side, spots.map((s) => s.x)]), [["left", [-30]], ["right", [140, 400]], ["above", []], ["below", [90]]]);
});
