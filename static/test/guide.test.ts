/** Hints: which one comes, and where its card goes; what one missed; the time left. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { missed } from "../src/away";
import { next, placed, shared, type Sight } from "../src/guide";
import { timeText } from "../src/panels/clock";
import { covered, handedRound, secret } from "../src/person";
import { prefs } from "../src/prefs";
import { initial, type LogLine } from "../src/store";
import type { Hint, Piece, Seat } from "../src/types";

const sight = (over: Partial<Sight>): Sight => ({ prompt: "", offers: [], phase: "", events: new Set(), ...over });
const hint = (when: Hint["when"], say: string): Hint => ({ when, say, point: { panel: "log" } });

test("the first hint that fits and was not read comes", () => {
  const guide = [hint({ prompt: "ask.who" }, "a"), hint({ offer: "attack." }, "b"), hint({ phase: "consul" }, "c"), hint({ event: "ev.hit" }, "d")];
  const all = sight({ prompt: "ask.who", offers: ["attack.STR"], phase: "consul", events: new Set(["ev.hit"]) });
  assert.deepEqual(["", "a", "ab", "abc", "abcd"].map((read) => next(guide, new Set(read), all)?.say), ["a", "b", "c", "d", undefined]);
  assert.equal(next(guide, new Set(), sight({ prompt: "ask.whom", offers: ["no.attack."] })), null);
});

test("a card lies beside its target and inside the window, wherever that is", () => {
  const window = { w: 360, h: 740 };
  for (let x = 0; x <= 320; x += 20) {
    for (let y = 0; y <= 700; y += 20) {
      const target = { x, y, w: 40, h: 40 };
      const card = placed(target, 300, 140, window);
      assert.equal(shared(card, target), 0, `${x},${y}: ${JSON.stringify(card)}`);
      assert.ok(card.x >= 0 && card.y >= 0 && card.x + card.w <= 360 && card.y + card.h <= 740, JSON.stringify(card));
    }
  }
});

test("of the free sides the one that covers least of what is needed is taken", () => {
  const window = { w: 1000, h: 800 };
  assert.equal(placed({ x: 480, y: 300, w: 40, h: 40 }, 300, 140, window).side, "below");
  assert.equal(placed({ x: 480, y: 300, w: 40, h: 40 }, 300, 140, window, [{ x: 300, y: 350, w: 400, h: 100 }]).side, "above");
  assert.equal(placed({ x: 0, y: 0, w: 1000, h: 800 }, 300, 140, window).side, "over");
});

test("where every side covers something, a card goes apart, to where it covers nothing", () => {
  const window = { w: 1000, h: 800 };
  const target = { x: 480, y: 300, w: 40, h: 40 };
  const crowd = { x: 250, y: 80, w: 500, h: 500 };
  const card = placed(target, 220, 140, window, [crowd]);
  assert.equal(card.side, "over");
  assert.equal(shared(card, crowd), 0);
  assert.equal(shared(card, target), 0);
  assert.notEqual(placed(target, 220, 140, window, [{ ...crowd, weight: 0.01 }]).side, "over", "it is not worth going away for");
});

test("time is told in minutes and seconds, past the end with a plus", () => {
  assert.deepEqual([125_000, 59_001, 60_000, 0, -12_400].map(timeText), ["2:05", "1:00", "1:00", "0:00", "+0:12"]);
});

const seat = (over: Partial<Seat>): Seat => ({ name: "", side: "", piece: "", icon: "", order: 0, holder: "", bot: "", ...over });

function table(seats: string[], hides: boolean) {
  const state = initial("g", "s", false);
  state.you = { name: "A", player: "p", seats, host: false };
  state.live = state.scene = { seats: { ann: seat({ piece: "p.ann" }), bob: seat({ piece: "p.bob", order: 1 }) }, pieces: { pet: { seat: "ann" } as Piece } };
  state.info = { id: "g", name: "", system: "s", scenario: "", locked: false, commit: "", hides };
  return state;
}

test("cards are covered only where they are hidden and the device goes from hand to hand", () => {
  prefs.handed = "auto";
  const both = table(["ann", "bob"], true);
  assert.ok(handedRound(both) && covered(both, "ann") && covered(both, "bob"), "nobody has said who they are");
  both.person = "ann";
  assert.deepEqual([covered(both, "ann"), covered(both, "bob"), covered(both, "cat")], [false, true, false]);
  assert.deepEqual([["ann"], ["bob"], []].map((seats) => secret(both, { key: "drew", rule: "", seats })), [false, true, false]);
  assert.ok(!covered(table(["ann"], true), "ann"), "a device of one seat");
  assert.ok(!handedRound(table(["ann", "bob"], false)), "nothing is hidden");
  prefs.handed = "round";
  const open = table(["ann", "bob"], false);
  assert.deepEqual([handedRound(open), covered(open, "ann")], [true, false]);
  prefs.handed = "one";
  assert.ok(!covered(both, "bob"), "one person plays both");
  prefs.handed = "auto";
});

test("since you left: lines after the last version seen, one's own figures' apart", () => {
  const state = table(["ann"], false);
  const line = (version: number, piece: string, over: Partial<LogLine> = {}): LogLine => ({ key: `${version}${piece}`, rule: "", version, show: { type: "hit", piece }, ...over });
  const log = [line(3, "p.ann"), line(5, "p.ann", { depth: 1 }), line(5, "p.bob", { depth: 1 }), line(6, "pet"), line(7, "m1"), line(8, "m2", { undone: true })];
  const found = missed(state, log, { version: 4, made: 0 });
  assert.deepEqual(found?.mine.map((l) => l.key), ["5p.ann", "6pet"]);
  assert.deepEqual(found?.others.map((l) => l.key), ["7m1"]);
  assert.equal(missed(state, log, { version: 8, made: 0 }), null);
});
