/** Names and footprints of squares. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { footprint, middle, squareName } from "../src/squares";

test("squares are named by letters and numbers", () => {
  assert.equal(squareName(0, 33), "A1");
  assert.equal(squareName(2 + 3 * 33, 33), "C4");
  assert.equal(squareName(26, 33), "AA1");
});

test("a large figure covers four squares; one off the board none", () => {
  assert.deepEqual(footprint(12, 2, 10), [12, 13, 22, 23]);
  assert.deepEqual(footprint(-1, 2, 10), []);
  assert.deepEqual(middle(12, 2, 10), { x: 300, y: 200 });
});
