/** Message keys to text. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setWords, t } from "../src/words";

test("templates are filled, and parameters that are keys are translated", () => {
  setWords({ en: { "ev.hit": "{who} hits {target} for {n}", "n.frog": "Frog Knight" }, de: { "n.frog": "Froschritter" } }, "en-GB");
  assert.equal(t("ev.hit", { who: "Anna", target: "n.frog", n: 2 }), "Anna hits Frog Knight for 2");
  assert.equal(t("no such key"), "no such key");
  assert.equal(t("ev.hit", { who: "Anna" }), "Anna hits {target} for {n}");
});

test("a flat table and another language are understood", () => {
  setWords({ en: { a: "one" }, de: { a: "eins" } }, "de-AT");
  assert.equal(t("a"), "eins");
  setWords({ a: "uno" }, "es");
  assert.equal(t("a"), "uno");
});

test("words agree with the number they go with", () => {
  setWords({ "ev.hurt": "{who} suffers {n} {n|wound|wounds}" }, "en");
  assert.equal(t("ev.hurt", { who: "Anna", n: 1 }), "Anna suffers 1 wound");
  assert.equal(t("ev.hurt", { who: "Anna", n: 2 }), "Anna suffers 2 wounds");
  assert.equal(t("ev.hurt", { who: "Anna" }), "Anna suffers {n} {n|wound|wounds}");
});
