/** The end: who won, why, and what is left to look at. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { sideClass } from "../tones";
import { ruleChip, type Html, type Ui } from "../ui";
import { t } from "../words";

const HOW: Record<string, [string, string]> = { win: ["Victory", "trophy"], loss: ["Defeat", "dead"], draw: ["Draw", "exchange"] };

export function resultBox(ui: Ui): Html {
  const { state } = ui.store;
  const result = state.scene.result?.["result"];
  if (!result) return nothing;
  const round = state.scene.turn?.["now"]?.round;
  return html`<div class="result"><h2>${t(result.reason, result.params)} ${ruleChip(ui, result.rule)}</h2>
    <ul class="results">${Object.entries(result.sides).map(([side, how]) => {
      const [words, image] = HOW[how] ?? [how, "star"];
      return html`<li class="${how} ${sideClass(state.scene, side)}">${icon(image)}<b>${words}</b><span>${t(side)}</span></li>`;
    })}</ul>
    <p>${round !== undefined ? `${round} rounds.` : nothing} ${result.undos ? `Taken back past a roll, as all agreed: ${result.undos}.` : nothing}</p>
    ${state.tv ? nothing : html`<p class="links"><a href="/g/${state.game}/proof">Check the dice</a> <a href="/g/${state.game}/save">Keep the game as a file</a> <a href="/">All games</a></p>`}</div>`;
}
