/** The sheet of the figure that acts: values, what it may do, its cards. */

import { html, nothing } from "lit-html";
import { icon, medal } from "../icons";
import { actor, mySeat, offered, pickGroup, sheetOf, tone } from "../options";
import type { State } from "../store";
import { colour } from "../tones";
import type { Group, Sheet, SheetAction, SheetLine, Slot } from "../types";
import { cost, dice, groupIcon, hearts, pips, type Html, type Ui } from "../ui";
import { t } from "../words";
import { inBar, verb } from "./prompt";

export function actionBar(ui: Ui): Html {
  const { state } = ui.store;
  const chosen = state.chosen && sheetOf(state.scene, state.chosen) ? state.chosen : actor(state);
  const sheet = state.scene.sheets?.[sheetOf(state.scene, chosen)];
  const open = offered(state);
  const tied = new Set(sheet?.actions.map((a) => a.group) ?? []);
  const loose = open.filter(([id, g]) => inBar(state, id, g) && !tied.has(id) && id !== pickGroup(state));
  if (!sheet && !loose.length) return html`<p class="empty">No figure acts just now.</p>`;
  return html`${sheet ? head(ui, state, sheet) : nothing}
    <div class="deeds ${state.playing || state.busy ? "still" : ""}">
      ${loose.map(([id, group], i) => arm(ui, state, id, group, i + 1))}
      ${sheet?.actions.map((action) => deed(ui, state, action)) ?? nothing}
      ${sheet?.slots.map((slot) => slotCard(ui, state, slot)) ?? nothing}
    </div>`;
}

function head(ui: Ui, state: State, sheet: Sheet): Html {
  const piece = state.shown.pieces?.[sheet.piece];
  const named = sheet.seat && sheet.seat !== mySeat(state) ? state.scene.seats?.[sheet.seat]?.holder : "";
  return html`<div class="sheet-head">
    <button type="button" class="portrait" title="Show ${t(sheet.name)} on the board" @click=${() => ui.board.reveal(piece?.at ?? -1, 12)}>${medal(sheet.icon, colour(piece?.tone))}</button>
    <div class="sheet-name"><h2>${t(sheet.name)}</h2>${named ? html`<small>${named}</small>` : nothing}${hearts(piece?.health)}</div>
    <dl class="values">${sheet.lines.filter((line) => !(piece?.health && line.icon === "health")).map((line) => value(state, line))}</dl>
    ${sheet.abilities.length ? html`<p class="abilities">${sheet.abilities.map((a) => html`<span class="ability" tabindex="0" title=${t(a.text)}>${t(a.name)}</span>`)}</p>` : nothing}
  </div>`;
}

export function value(state: State, line: SheetLine): Html {
  return html`<div class="value" title=${[t(line.label), line.title ? t(line.title) : ""].filter(Boolean).join(": ")}>
    <dt>${line.icon && !line.dice ? icon(line.icon) : nothing}<span>${t(line.label)}</span></dt>
    <dd>${line.dice ? dice(state.fixed, line.dice) : t(String(line.value))}${line.dice && line.icon ? icon(line.icon) : nothing}${line.title ? html`<small>${t(line.title)}</small>` : nothing}</dd></div>`;
}

/** A group with targets on the board that is no action of the sheet: walk, attack, ... */
function arm(ui: Ui, state: State, id: string, group: Group, number: number): Html {
  return html`<button type="button" class="deed arm tone-${tone(group)}" data-option=${id} aria-pressed=${state.armed === id ? "true" : "false"} @click=${() => ui.play.press(id)}>
    <span class="deed-top">${icon(groupIcon(group))}${pips(cost(group))}</span>
    <span class="deed-name">${verb(group)}</span>
    <span class="deed-foot"><small>${group.targets?.length ?? 0} ${group.on === "square" ? "square" : "target"}${group.targets?.length === 1 ? "" : "s"}</small>${number < 10 ? html`<kbd>${number}</kbd>` : nothing}</span></button>`;
}

const KINDS: Record<string, string> = { offense: "crossed-swords", support: "heal", emergency: "potion", basic: "melee" };

function deed(ui: Ui, state: State, action: SheetAction): Html {
  const group = offered(state).find(([id]) => id === action.group);
  const id = action.group ?? "";
  const potion = action.kind === "emergency" || /^(drink|potion)/.test(id);
  const about = { group: id };
  return html`<button type="button" class="deed card ${action.kind} ${potion ? "potion" : ""} ${group ? `tone-${tone(group[1])}` : "off"}" data-option=${id}
    aria-pressed=${state.armed === id && id ? "true" : "false"} aria-disabled=${group ? "false" : "true"}
    @click=${() => (group ? ui.play.press(id) : ui.query.point(about))} @focus=${() => !group && id && ui.query.point(about)}
    @pointerenter=${() => id && ui.query.point(group && group[1].targets === null ? { option: id } : about)} @pointerleave=${() => ui.query.point(null)}>
    <span class="deed-top">${icon(action.icon || (potion ? "potion" : KINDS[action.kind]) || "activate")}${pips(action.cost, potion ? "pp" : "ap")}</span>
    <span class="deed-name">${t(action.name)}</span>
    <span class="deed-text">${t(action.text)}</span>
    ${action.source ? html`<span class="deed-foot"><small>${t(action.source)}</small></span>` : nothing}</button>`;
}

function slotCard(ui: Ui, state: State, slot: Slot): Html {
  const card = state.fixed.cards?.[slot.card];
  if (!slot.card) return html`<span class="slot empty-slot" title="${t(slot.name)}: empty">${medal(slot.icon, colour(slot.tone), `${t(slot.name)}: empty`)}</span>`;
  return html`<button type="button" class="slot ${slot.off ? "off" : ""}" title=${t(card?.text ?? "")} @click=${() => ui.store.set({ card: slot.card })}>
    ${medal(card?.icon ?? slot.icon, colour(slot.tone))}<span>${t(card?.name ?? slot.card)}</span></button>`;
}

