/** What may be answered, read from a scene. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { aimed, choiceOf, groups, mySeat, pickGroup } from "../src/options";
import { initial } from "../src/store";
import type { Decision, Group } from "../src/types";

const group = (over: Partial<Group>): Group => ({ verb: "do", rule: "R-1", actor: "", on: "", targets: null, params: {}, seats: ["a"], order: 0, confirm: false, ...over });
const now: Decision = { id: "d1", seats: ["a", "b"], given: [], prompt: "ask", params: {}, rule: "R-1", mode: "each", about: [], pick: [] };

function state(options: Record<string, Group>, seats: string[], decision: Partial<Decision> = {}) {
  const made = initial("g", "s", false);
  made.scene = { options, decision: { now: { ...now, ...decision } }, seats: {} };
  made.you = { name: "A", player: "p", seats, host: false };
  return made;
}

test("groups are those of the seat that answers, in order, without empty ones", () => {
  const s = state({ late: group({ order: 2 }), other: group({ seats: ["b"] }), none: group({ targets: [], on: "square" }), first: group({ order: 1 }) }, ["a"]);
  assert.deepEqual(groups(s).map(([id]) => id), ["first", "late"]);
});

test("nothing is offered to those who look on, or while an answer is on its way", () => {
  assert.equal(mySeat(state({ x: group({}) }, [])), "");
  const s = state({ x: group({}) }, ["a"]);
  s.busy = true;
  assert.deepEqual(groups(s), []);
});

test("with several seats one answers for the seat that was picked", () => {
  const s = state({ x: group({ seats: ["a", "b"] }), y: group({ seats: ["b"], order: 1 }) }, ["a", "b"]);
  assert.equal(mySeat(s), "a");
  s.seat = "b";
  assert.deepEqual(groups(s).map(([id]) => id), ["x", "y"]);
});

test("targets of all groups are lit, or of the armed group alone", () => {
  const s = state({ walk: group({ on: "square", targets: [3, 4] }), jump: group({ on: "square", targets: [4], order: 1, params: { tone: "help" } }) }, ["a"]);
  assert.deepEqual(aimed(s, "square").get(4)?.map((c) => c.id), ["walk>4", "jump>4"]);
  s.armed = "jump";
  assert.deepEqual([...aimed(s, "square").keys()], [4]);
});

test("an option's id names its group and target, also when the target holds a mark", () => {
  const s = state({ use: group({ on: "card", targets: ["odd>name"] }) }, ["a"]);
  assert.equal(choiceOf(s, "use>odd>name")?.target, "odd>name");
  assert.equal(choiceOf(s, "no>1"), null);
});

test("the first group of a pick form is the one that is picked from", () => {
  const s = state({ pick: group({ on: "card", targets: ["x", "y"] }), skip: group({ order: 1 }) }, ["a"], { pick: [1, 2] });
  assert.equal(pickGroup(s), "pick");
});
