/** Presses that can't have been meant: what has just come under a resting pointer gets none. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { GUARD, Still } from "../src/still";

function table() {
  const page = { now: 0, at: new Map<string, string>() };
  const still = new Still((x, y) => page.at.get(`${x},${y}`) ?? "", () => page.now);
  const press = (x: number, y: number, after = 0): boolean => {
    still.down(x, y);
    page.now += after;
    return still.takes();
  };
  return { page, still, press };
}

test("a button that comes under a resting pointer is not pressed until it has been there for a while", () => {
  const { page, still, press } = table();
  still.moved(10, 10);
  page.at.set("10,10", "end");
  page.now = 1000;
  assert.equal(press(10, 10), false, "nobody has looked since: it has just come");
  page.now += GUARD - 1;
  assert.equal(press(10, 10), false);
  page.now += 1;
  assert.equal(press(10, 10), true);
});

test("the same, where the page told of each change", () => {
  const { page, still, press } = table();
  page.at.set("10,10", "attack");
  still.moved(10, 10);
  page.at.set("10,10", "pass");
  still.look();
  page.now = GUARD;
  assert.equal(press(10, 10), true);
});

test("a pointer that moves there means what it finds", () => {
  const { page, still, press } = table();
  still.moved(10, 10);
  page.at.set("40,10", "end");
  assert.equal(press(40, 10), true);
  still.moved(10, 10);
  still.moved(40, 10);
  assert.equal(press(40, 10), true);
});

test("the same answer again is meant; one that changes between down and up is not", () => {
  const { page, still, press } = table();
  page.at.set("10,10", "end");
  still.moved(10, 10);
  still.look();
  assert.equal(press(10, 10), true);
  assert.equal(press(10, 10), true);
  still.down(10, 10);
  page.at.set("10,10", "other");
  assert.equal(still.takes(), false);
});

test("a finger that taps twice where the first tap changed the button", () => {
  const { page, press } = table();
  page.at.set("10,10", "attack");
  assert.equal(press(10, 10), true);
  page.at.set("10,10", "pass");
  page.now = 200;
  assert.equal(press(10, 10), false);
});

test("what is no answer is always pressed, and a wheel's zoom is meant", () => {
  const { page, still, press } = table();
  page.at.set("10,10", "");
  assert.equal(press(10, 10), true);
  still.turned();
  page.at.set("10,10", "walk");
  assert.equal(press(10, 10), true);
});
