/** What the panels are given, and small pieces that many of them use. */

import { html, nothing, type TemplateResult } from "lit-html";
import type { Board } from "./board/board";
import type { Guide } from "./guide";
import { icon, known } from "./icons";
import type { Play } from "./play";
import type { Query } from "./query";
import type { Shift } from "./shift";
import type { Player } from "./show";
import type { State, Store } from "./store";
import { colour } from "./tones";
import type { Fixed, Group } from "./types";
import { t, tr } from "./words";

export interface Ui {
  store: Store;
  play: Play;
  query: Query;
  board: Board;
  player: Player;
  shift: Shift;
  guide: Guide;
}
export type Html = TemplateResult | typeof nothing;

/** A rule's number; a press opens its text. */
export function ruleChip(ui: Ui, rule: string | undefined, first?: () => void): Html {
  if (!rule) return nothing;
  if (ui.store.state.tv) return html`<span class="cite">${rule}</span>`;
  return html`<button type="button" class="cite" title=${tr("Read rule {rule}", { rule })} aria-label=${tr("Rule {rule}", { rule })} @click=${(e: Event) => {
    e.stopPropagation();
    first?.();
    ui.store.set({ rule });
  }}>${rule}</button>`;
}

/** Cost in points, as pips. */
export function pips(n: number, kind = "ap"): Html {
  if (!n || n < 0) return nothing;
  if (n > 5) return html`<span class="pips ${kind}">${n}</span>`;
  return html`<span class="pips ${kind}" role="img" aria-label=${tr("costs {n}", { n })}>${Array.from({ length: n }, () => html`<i></i>`)}</span>`;
}

/** The cost a group names as a hint. */
export function cost(group: Group): number {
  if (group.params["tone"] === "end") return 0;
  const ap = group.params["ap"];
  return typeof ap === "number" ? ap : 0;
}

export function groupIcon(group: Group): string {
  const named = group.params["icon"];
  if (typeof named === "string" && named && known(named)) return named;
  const tone = group.params["tone"];
  return tone === "attack" ? "crossed-swords" : tone === "move" ? "move" : tone === "end" ? "next" : tone === "help" ? "heal" : "activate";
}

/** A text of dice, "2B1R+1", as little dice. */
export function dice(fixed: Fixed, text: string): Html {
  const parts = text.match(/\d+[A-Za-z]+|[^\d]+|\d+/g) ?? [];
  return html`<span class="dice" title=${text}>${parts.map((part) => {
    const [, n, code] = /^(\d+)([A-Za-z]+)$/.exec(part) ?? [];
    const die = code ? fixed.dice?.[code] : undefined;
    if (!die) return html`<span>${part.trim()}</span>`;
    return Array.from({ length: Math.min(8, Number(n)) }, () => html`<svg class="die" viewBox="0 0 20 20" role="img" aria-label=${t(die.name)}><rect x="1" y="1" width="18" height="18" rx="4.5" fill=${colour(die.tone)} /><circle cx="10" cy="10" r="3" /></svg>`);
  })}</span>`;
}

/** Hearts (or a bar, if there are many). */
export function hearts(health: [number, number] | undefined): Html {
  if (!health || health[1] <= 0) return nothing;
  const [left, full] = health;
  const words = tr("{n} of {of} hearts", { n: left, of: full });
  if (full > 8) {
    return html`<span class="hearts"><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${words}><rect width="100" height="10" rx="3" class="bar-back"></rect><rect width=${(100 * left) / full} height="10" rx="3" class="bar-fill"></rect></svg><b>${left}/${full}</b></span>`;
  }
  return html`<span class="hearts" role="img" aria-label=${words}>${Array.from({ length: full }, (_, i) => html`<span class=${i < left ? "heart" : "heart lost"}>${icon("health")}</span>`)}</span>`;
}

export function look(ui: Ui, piece: string, across = 12): void {
  const at = ui.store.state.shown.pieces?.[piece]?.at ?? -1;
  ui.store.set({ chosen: ui.store.state.chosen === piece ? "" : piece });
  ui.board.reveal(at, across);
}

/** Return the name of the game: one that its scenario gave it in the reader's language, what people wrote as it is. */
export function gameName(state: State): string {
  const { name, scenario } = state.info ?? { name: "", scenario: "" };
  if (name === scenario) return t(name);
  const further = /^(.*), game (\d+)$/.exec(name);
  return further?.[1] === scenario ? tr("{name}, game {n}", { name: t(scenario), n: Number(further[2]) }) : name;
}

export function seatName(state: State, seat: string): string {
  const found = state.scene.seats?.[seat];
  return found ? t(found.name) : seat;
}
