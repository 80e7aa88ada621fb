/** The end: who won, why, and what is left to look at. The focus is on its heading: it opens unasked, and a key meant for the board must not close it. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import type { LogLine, State } from "../store";
import { sideClass } from "../tones";
import { ruleChip, type Html, type Ui } from "../ui";
import { t, tr } from "../words";

const HOW: Record<string, [string, string]> = { win: [tr("Victory"), "trophy"], loss: [tr("Defeat"), "dead"], draw: [tr("Draw"), "exchange"] };

export function resultBox(ui: Ui): Html {
  const { state } = ui.store;
  const result = state.scene.result?.["result"];
  if (!result) return nothing;
  const round = state.scene.turn?.["now"]?.round;
  return html`<div class="result"><h2 tabindex="-1" autofocus>${t(result.reason, result.params)} ${ruleChip(ui, result.rule)}</h2>
    <ul class="results">${Object.entries(result.sides).map(([side, how]) => {
      const [words, image] = HOW[how] ?? [how, "star"];
      return html`<li class="${how} ${sideClass(state.scene, side)}">${icon(image)}<b>${words}</b><span>${t(side)}</span></li>`;
    })}</ul>
    <p>${round !== undefined ? tr("{n} {n|round|rounds}.", { n: round }) : nothing} ${result.undos ? tr("Taken back past a roll: {n}.", { n: result.undos }) : nothing}</p>
    ${statistics(state)}
    ${state.tv ? nothing : html`<p class="links">${goesOn(ui)} <a href="/">${tr("Another game")}</a> <button type="button" class="soft" @click=${() => void ui.shift.go(0)}>${tr("Watch it again")}</button> <a href="/g/${state.game}/proof">${tr("Check the dice")}</a> <a href="/g/${state.game}/save">${tr("Keep the game as a file")}</a></p>`}</div>`;
}

/** The way to the table's next game: there is one already, or those who had a seat set it up. */
function goesOn(ui: Ui): Html {
  const { state } = ui.store;
  if (state.next) return html`<a class="again-link" href="/g/${state.next.id}">${tr("The table goes on: follow")}</a>`;
  if (!state.you.seats.length && !state.you.host) return nothing;
  const token = document.getElementById("table")?.dataset["token"] ?? "";
  return html`<form method="post" action="/g/${state.game}/rematch"><input type="hidden" name="token" value=${token}>
    <button type="submit" class="answer done again-link" name="keep" value=${state.info?.keeps ? "1" : ""}>${icon("exchange")} ${tr("Play again with the same seats")}${state.info?.keeps ? html`<small>${tr("all chosen as before")}</small>` : nothing}</button>
    ${state.info?.keeps ? html`<button type="submit" class="soft">${tr("Play again, choose anew")}</button>` : nothing}</form>`;
}

/** The table goes on elsewhere: a box that leads there, until one goes. */
export function nextBox(ui: Ui): Html {
  const { next, tv } = ui.store.state;
  if (!next) return nothing;
  return html`<div class="note next"><p>${next.started ? tr("The table goes on: the next game runs.") : next.by ? tr("The table goes on: {name} has set up the next game.", { name: next.by }) : tr("The table goes on: the next game waits for its start.")}</p>
    ${tv ? nothing : html`<a class="button soft gold" href="/g/${next.id}">${tr("Follow")}</a>`}</div>`;
}

/** Go along by oneself once the next game runs: who had a seat, and screens for all. */
export function goAlong(state: State): void {
  if (!state.next?.started || (!state.tv && !state.you.seats.length)) return;
  location.href = state.tv ? `/watch/${state.next.id}?tv=1` : `/g/${state.next.id}`;
}

interface Tally { rolls: number; best: number; hurt: number; healed: number; fallen: number; steps: number }
const COLUMNS: [keyof Tally, string][] = [["rolls", tr("Rolls")], ["best", tr("Best roll")], ["hurt", tr("Wounds")], ["healed", tr("Healed")], ["fallen", tr("Fallen")], ["steps", tr("Squares")]];

/** What the log that this device has seen adds up to, for each figure that has a seat and for each side. */
function statistics(state: State): Html {
  const seated = new Set(Object.values(state.scene.seats ?? {}).map((s) => s.piece));
  const rows = new Map<string, Tally>();
  for (const line of state.log) {
    if (line.undone || !line.figure) continue;
    count(rows, line.figure.side, line);
    if (seated.has(line.show?.piece ?? "")) count(rows, line.figure.name, line);
  }
  const shown = COLUMNS.filter(([key]) => [...rows.values()].some((tally) => tally[key] > 0));
  if (!shown.length) return nothing;
  return html`<table class="tally"><thead><tr><td></td>${shown.map(([, name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${[...rows].map(([name, tally]) => html`<tr><th scope="row">${t(name)}</th>${shown.map(([key]) => html`<td>${tally[key]}</td>`)}</tr>`)}</tbody></table>`;
}

function count(rows: Map<string, Tally>, name: string, line: LogLine): void {
  const tally = rows.get(name) ?? { rolls: 0, best: 0, hurt: 0, healed: 0, fallen: 0, steps: 0 };
  rows.set(name, tally);
  const { type, n = 0, total = 0, path = [], dice = [] } = line.show ?? {};
  if (type === "roll" && dice.length) [tally.rolls, tally.best] = [tally.rolls + 1, Math.max(tally.best, total)];
  else if (type === "hit") tally.hurt += n;
  else if (type === "heal") tally.healed += n;
  else if (type === "gone") tally.fallen++;
  else if (type === "move") tally.steps += path.length;
}
