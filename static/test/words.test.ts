// Words: templates, parameters that are keys, agreement with numbers, the client's own messages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mark, setWords, t, tr } from "../src/words";

test("templates are filled, and parameters that are keys are translated", () => {
  setWords({ "ev.hit": "{who} hits {target} for {n}", "n.frog": "Frog Knight" });
  assert.equal(t("ev.hit", { who: "Anna", target: "n.frog", n: 2 }), "Anna hits Frog Knight for 2");
  assert.equal(t("no such key"), "no such key");
  assert.equal(t("ev.hit", { who: "Anna" }), "Anna hits {target} for {n}");
});

test("words agree with the number they go with", () => {
  setWords({ "ev.hurt": "{who} suffers {n} {n|wound|wounds}" });
  assert.equal(t("ev.hurt", { who: "Anna", n: 1 }), "Anna suffers 1 wound");
  assert.equal(t("ev.hurt", { who: "Anna", n: 2 }), "Anna suffers 2 wounds");
  assert.equal(t("ev.hurt", { who: "Anna" }), "Anna suffers {n} {n|wound|wounds}");
});

test("a message of the client's own stands for itself where the page brings no other words", () => {
  assert.equal(tr("Round {n}", { n: 3 }), "Round 3");
});

test("a text is found by its mark, which the server makes in the same way", () => {
  // tests/server/test_shorten.py has the same four
  assert.deepEqual(["", "Frog Knight", "Wave 1; Push 1.", "竜の巣 🐉"].map(mark), ["#F3JHB", "#82FJc", "#Pi80w", "#eYsX8"]);
  setWords({ "ev.hit": "{who}は{target}に命中", "#82FJc": "カエル騎士" });
  assert.equal(t("Frog Knight"), "カエル騎士");
  assert.equal(t("ev.hit", { who: "Anna", target: "Frog Knight" }), "Annaはカエル騎士に命中");
  assert.equal(t("Toad Knight"), "Toad Knight");
});
