import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, describeAll } from "../src/board/speak";
import { matching } from "../src/rules";
import { initial } from "../src/store";
import { numberOn } from "../src/tray";

const RULES = {
  "AB-1": { section: "Abilities", text: "A word says what it does." },
  "MV-2": { section: "Moves", text: "No diagonal step past a corner." },
  "MV-3": { section: "Moves", text: "A structure is no ground." },
};

test("a search finds rules by number, section and text, in this order", () => {
  const found = (words: string): string[] => matching(RULES, words).map(([number]) => number);
  assert.deepEqual(found("mv"), ["MV-2", "MV-3"]);
  assert.deepEqual(found("moves"), ["MV-2", "MV-3"]);
  assert.deepEqual(found("Diagonal corner"), ["MV-2"]);
  assert.deepEqual(found("no"), ["MV-2", "MV-3"]);
  assert.deepEqual(found("dragon"), []);
});

test("every square is told as one that is asked for alone", () => {
  const state = initial("g", "s", false);
  state.fixed = { board: { w: 3, h: 2, floor: ["...", "..#"], tiles: [], terrain: { mud: [1] }, walls: [], doors: [] }, terrain: { mud: { name: "Mud", icon: "", tone: "negative", text: "" } } };
  state.scene = {
    pieces: { a: { at: 0, size: 2, icon: "", name: "Ogre", side: "foes", kind: "elite", health: [1, 3], badges: [{ icon: "", name: "Poison", n: 2 }] } },
    tokens: { k: { at: 2, icon: "", name: "Key", kind: "key" } },
  };
  const all = describeAll(state, 3, 2);
  assert.deepEqual(all, [0, 1, 2, 3, 4, 5].map((square) => describe(state, square, 3)));
  assert.equal(all[1], "B1: Ogre, 1 of 3 hearts, Poison 2; Mud");
  assert.equal(all[2], "C1: Key");
  assert.equal(all[5], "C2: no square");
});

test("a die with numbers alone shows each as a number, the one too", () => {
  const die = (...faces: Record<string, number>[]): { name: string; tone: string; faces: Record<string, number>[] } => ({ name: "d", tone: "", faces });
  const six = die({ pips: 1 }, { pips: 2 }, { pips: 6 });
  assert.deepEqual([0, 1, 2].map((face) => numberOn(six, face)), [1, 2, 6]);
  assert.deepEqual([0, 1, 2].map((face) => numberOn(die({ star: 1 }, {}, { star: 2 }), face)), [0, 0, 0]);
  assert.equal(numberOn(die({ star: 1 }, { star: 1, heart: 1 }), 0), 0);
  assert.equal(numberOn(undefined, 0), 0);
});
