/** The sheet of the figure that acts: values, what it may do, its cards. */

import { html, nothing } from "lit-html";
import { icon, medal } from "../icons";
import { actor, barGroups, groups, inBar, lookOf, mySeat, offered, optionId, pickGroup, sheetOf, shownLarge, tone } from "../options";
import type { State } from "../store";
import { colour, pieceColour } from "../tones";
import type { Group, Sheet, SheetAction, SheetLine, Slot, Target } from "../types";
import { cost, dice, groupIcon, hearts, pips, type Html, type Ui } from "../ui";
import { t, tr } from "../words";
import { smallMap } from "../map";
import { tells } from "../tells";
import { byTouch } from "../touch";
import { cardOf, corner, faceText, readButton } from "./cards";
import { verb } from "./prompt";

const FEW_BASIC = 2; // basic actions that are drawn as large as the others
let last = ""; // the sheet that was shown: it stays while nobody acts

export function actionBar(ui: Ui): Html {
  const { state } = ui.store;
  const offers = cardOffers(state);
  if (offers.length) return cardRow(ui, state, offers);
  const chosen = state.chosen && sheetOf(state.scene, state.chosen) ? state.chosen : actor(state);
  last = sheetOf(state.scene, chosen) || (state.scene.sheets?.[last] ? last : (Object.keys(state.scene.sheets ?? {})[0] ?? ""));
  const sheet = state.scene.sheets?.[last];
  const open = offered(state);
  const sheets = Object.values(state.scene.sheets ?? {});
  const tied = new Set(sheets.flatMap((s) => s.actions.map((a) => a.group)));
  const lent = sheets.filter((s) => s !== sheet).flatMap((s) => s.actions.filter((a) => open.some(([id]) => id === a.group)).map((a) => ({ ...a, source: s.name })));
  const loose = open.filter(([id, g]) => inBar(state, id, g) && !tied.has(id) && id !== pickGroup(state));
  if (!sheet && !loose.length && !lent.length) return nothing;
  const numbers = new Map(barGroups(state).map(([id], i) => [id, i + 1]));
  const one = (action: SheetAction): Html => deed(ui, state, action, numbers.get(action.group ?? "") ?? 0, sheet?.name ?? "");
  const all = [...(sheet?.actions ?? []), ...lent];
  const basic = all.filter((action) => action.kind === "basic");
  const small = basic.length > FEW_BASIC ? basic : []; // they lie in two rows, so that all are seen
  const many = all.filter((action) => !small.includes(action));
  return html`${sheet ? head(ui, state, sheet) : nothing}
    <div class="deeds ${state.playing || state.busy ? "still" : ""}">
      ${loose.map(([id, group]) => arm(ui, state, id, group, numbers.get(id) ?? 0))}
      ${many.map((action) => one(action))}${small.length ? html`<div class="small-deeds">${small.map((action) => one(action))}</div>` : nothing}
      ${sheet?.slots.length ? html`<div class="slots">${sheet.slots.map((slot) => slotCard(ui, state, slot))}</div>` : nothing}
    </div>`;
}

/** Whether something can be answered here that is neither on the board nor in the prompt. */
export function onlyHere(state: State): boolean {
  return cardOffers(state).length > 0 || (barGroups(state).length > 0 && offered(state).every(([, g]) => g.targets === null));
}

/** Groups of cards that may be answered with. */
export function cardOffers(state: State): [string, Group][] {
  return groups(state).filter(([id, g]) => shownLarge(g) && (!state.armed || state.armed === id));
}

const SIDE_BY_SIDE = 4; // cards that lie in one row; more are laid in two or more, so that all are seen

/** Cards to choose from, each with its text and what it would replace. */
function cardRow(ui: Ui, state: State, offers: [string, Group][]): Html {
  const count = offers.reduce((sum, [, g]) => sum + (g.targets?.length ?? 0), 0);
  const kind = offers.some(([, g]) => g.params["looks"]) ? "gallery" : count > SIDE_BY_SIDE ? `many across-${Math.min(5, Math.ceil(count / 2))}` : "";
  return html`<div class="answers offers ${kind}">${offers.flatMap(([id, group]) => (group.targets ?? []).map((target) => offer(ui, state, id, group, target, offers.length > 1, kind)))}</div>`;
}

function offer(ui: Ui, state: State, id: string, group: Group, target: Target, several: boolean, kind: string): Html {
  const option = optionId(id, target);
  const text = cardOf(state, target);
  const picks = id === pickGroup(state) ? state.picks.includes(target) : null;
  const sheet = state.scene.sheets?.[sheetOf(state.scene, group.actor)];
  const slot = text && sheet?.slots.find((s) => s.icon === text.icon && s.tone === text.tone);
  const old = slot?.card ? state.fixed.cards?.[slot.card] : undefined;
  const first = state.preview === option;
  const look = lookOf(group, target);
  const whole = Object.keys(state.fixed.cards ?? {}).find((id) => state.fixed.cards?.[id] === text);
  return html`<span class="offer-box"><button type="button" class="answer offer ${look ? "pictured" : ""} tone-${tone(group)} ${first ? "preview" : ""}" data-option=${option} aria-pressed=${picks === null ? nothing : String(picks)}
    @click=${() => (picks === null ? twice(ui, option, () => ui.play.choose(option, byTouch())) : ui.play.choose(option))} data-about=${tells({ option })}>
    <span class="offer-top">${look?.map ? smallMap(look.map, look.tone) : medal(text?.icon ?? look?.icon ?? "cards", colour(text?.tone ?? look?.tone))}<b>${t(text?.name ?? String(target))}</b>${corner(text)}</span>
    ${look ? nothing : faceText(text, "offer-text")}
    ${!look && (several || sheet) ? html`<span class="offer-for">${verb(group)}</span>` : nothing}
    ${slot ? html`<span class="offer-old">${old ? html`${tr("replaces {card}", { card: old.name })}: ${t(old.text)}` : html`${t(slot.name)}: ${tr("free")}`}</span>` : nothing}
    ${first && !picks ? html`<span class="again">${kind ? tr("Touch again") : tr("Touch again to choose")}</span>` : nothing}</button>${whole ? readButton(ui, whole) : nothing}</span>`;
}

/** A finger's first touch shows an option, the second takes it; a mouse has shown it already. What is only picked can be put back: it takes one. */
function twice(ui: Ui, option: string, act: () => void): void {
  if (!byTouch() || ui.store.state.preview === option) return act();
  ui.store.set({ preview: option });
  ui.query.point({ option });
}

function head(ui: Ui, state: State, sheet: Sheet): Html {
  const piece = state.shown.pieces?.[sheet.piece];
  const named = sheet.seat && sheet.seat !== mySeat(state) ? state.scene.seats?.[sheet.seat]?.holder : "";
  return html`<div class="sheet-head">
    <button type="button" class="portrait" title=${tr("Show {name} on the board", { name: sheet.name })} @click=${() => ui.board.reveal(piece?.at ?? -1, 12)}>${medal(sheet.icon, pieceColour(state.shown, sheet.piece))}</button>
    <div class="sheet-name"><h2>${t(sheet.name)}</h2>${named ? html`<small>${named}</small>` : nothing}${hearts(piece?.health)}</div>
    <dl class="values">${sheet.lines.filter((line) => !(piece?.health && line.icon === "health")).map((line) => value(state, line))}</dl>
    ${sheet.abilities.length ? html`<p class="abilities">${sheet.abilities.map((a) => html`<button type="button" class="ability" title=${t(a.text)} @click=${() => ui.store.note(`${t(a.name)}: ${t(a.text)}`)}>${t(a.name)}</button>`)}</p>` : nothing}
  </div>`;
}

export function value(state: State, line: SheetLine): Html {
  const title = [[t(line.label), line.title ? t(line.title) : ""].filter(Boolean).join(": "), line.text ? t(line.text) : ""].filter(Boolean).join(". ");
  return html`<div class="value" title=${title}>
    <dt class=${line.icon && !line.dice ? "has-icon" : ""}>${line.icon && !line.dice ? icon(line.icon) : nothing}<span>${t(line.label)}</span></dt>
    <dd>${line.dice ? dice(state.fixed, line.dice) : t(String(line.value))}${line.dice && line.icon ? icon(line.icon) : nothing}${line.title ? html`<small>${t(line.title)}</small>` : nothing}</dd></div>`;
}

/** A group with targets on the board that is no action of the sheet: walk, attack, ... */
function arm(ui: Ui, state: State, id: string, group: Group, number: number): Html {
  return html`<button type="button" class="deed arm tone-${tone(group)}" data-option=${id} aria-pressed=${state.armed === id ? "true" : "false"} @click=${() => ui.play.press(id)} data-about=${tells({ group: id })}>
    <span class="deed-top">${icon(groupIcon(group))}${pips(cost(group))}</span>
    <span class="deed-name">${verb(group)}</span>
    <span class="deed-foot"><small>${group.on === "square" ? tr("{n} {n|square|squares}", { n: group.targets?.length ?? 0 }) : tr("{n} {n|target|targets}", { n: group.targets?.length ?? 0 })}</small>${number > 0 && number < 10 ? html`<kbd>${number}</kbd>` : nothing}</span></button>`;
}

const KINDS: Record<string, string> = { offense: "crossed-swords", support: "heal", emergency: "potion", basic: "melee" };

function deed(ui: Ui, state: State, action: SheetAction, number: number, own: string): Html {
  const group = offered(state).find(([id]) => id === action.group);
  const id = action.group ?? "";
  const potion = action.kind === "emergency" || action.kind === "potion";
  const about = { group: id };
  const source = action.source && action.source !== own ? t(action.source) : "";
  return html`<button type="button" class="deed card ${action.kind} ${potion ? "potion" : ""} ${group ? `tone-${tone(group[1])}` : "off"}" data-option=${id}
    aria-pressed=${state.armed === id && id ? "true" : "false"} aria-disabled=${group ? "false" : "true"}
    @click=${() => (!group ? ui.query.point(id ? about : null) : group[1].targets === null ? twice(ui, id, () => ui.play.press(id, byTouch())) : ui.play.press(id))}
    data-about=${id ? tells(group && group[1].targets === null ? { option: id } : about) : nothing}>
    <span class="deed-top">${icon(action.icon || (potion ? "potion" : KINDS[action.kind]) || "activate")}${pips(action.cost, potion ? "pp" : "ap")}</span>
    <span class="deed-name">${t(action.name)}</span>
    <span class="deed-text">${t(action.text)}</span>
    <span class="deed-foot">${state.preview === id && id ? html`<small class="again">${tr("Touch again")}</small>` : source ? html`<small>${source}</small>` : nothing}${number > 0 && number < 10 ? html`<kbd>${number}</kbd>` : nothing}</span></button>`;
}

function slotCard(ui: Ui, state: State, slot: Slot): Html {
  const card = state.fixed.cards?.[slot.card];
  const words = [`${t(slot.name)}: ${slot.card ? t(card?.name ?? slot.card) : tr("empty")}`, slot.text ? t(slot.text) : "", card ? t(card.text) : ""].filter(Boolean).join(". ");
  if (!slot.card) return html`<button type="button" class="slot empty-slot" title=${words} @click=${() => ui.store.note(words)}>${medal(slot.icon, colour(slot.tone), words)}</button>`;
  return html`<button type="button" class="slot ${slot.off ? "off" : ""}" title=${words} @click=${() => ui.store.set({ card: slot.card })}>
    ${medal(card?.icon ?? slot.icon, colour(slot.tone))}<span>${t(card?.name ?? slot.card)}</span></button>`;
}
