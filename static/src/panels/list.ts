/** All answers to what is asked, as a list in words: those on the board too. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { decision, mySeat, offered, optionId, pickGroup } from "../options";
import { squareName } from "../squares";
import { coverage } from "../board/marks";
import type { State } from "../store";
import type { Group, Target } from "../types";
import { cost, groupIcon, pips, ruleChip, type Html, type Ui } from "../ui";
import { t, tr } from "../words";
import { targetLook, verb } from "./prompt";

export function answerList(ui: Ui): Html {
  const { state } = ui.store;
  const now = decision(state.scene);
  if (!now || !mySeat(state)) return html`<h2>${tr("Answers")}</h2><p>${tr("You are not asked just now.")}</p>`;
  return html`<h2>${t(now.prompt, now.params)} ${ruleChip(ui, now.rule)}</h2><ul class="all-answers" aria-label=${tr("Answers")}>${offered(state).map(([id, group]) => entry(ui, state, id, group))}</ul>`;
}

function entry(ui: Ui, state: State, id: string, group: Group): Html {
  const take = (option: string): void => {
    if (id !== pickGroup(state)) ui.store.set({ listing: false });
    ui.play.choose(option);
  };
  const head = html`${icon(groupIcon(group))} ${verb(group)} ${pips(cost(group))}`;
  if (group.targets === null) return html`<li><button type="button" class="soft" data-option=${id} @click=${() => take(id)}>${head}</button> ${ruleChip(ui, group.rule)}</li>`;
  const picks = id === pickGroup(state) ? state.picks : null;
  return html`<li><h3 id="list-${id}">${head} ${ruleChip(ui, group.rule)}</h3><ul class="answers" aria-labelledby="list-${id}">${group.targets.map((target) => html`<li><button type="button" class="soft" data-option=${optionId(id, target)}
    aria-pressed=${picks ? String(picks.includes(target)) : nothing} @click=${() => take(optionId(id, target))}>${targetName(state, group.on, target, ui.board.width)}</button></li>`)}</ul></li>`;
}

/** A target in words, with its square if it stands on the board. */
export function targetName(state: State, on: string, target: Target, width: number): string {
  if (on === "square") return squareName(Number(target), width);
  const [at] = on === "piece" ? coverage(state, String(target), width) : [];
  const { name } = targetLook(state, on, target);
  return at === undefined || at < 0 ? name : `${name}, ${squareName(at, width)}`;
}
