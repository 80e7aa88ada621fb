/** Cards where they lie: hands, rows face up, piles. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { aimed, decision, mySeat, type Choice } from "../options";
import { covered } from "../person";
import type { State } from "../store";
import { colour } from "../tones";
import type { Area, Card, CardText, Fixed, Target } from "../types";
import { ruleChip, seatName, type Html, type Ui } from "../ui";
import { t, tr } from "../words";

export function cardsPanel(ui: Ui): Html {
  const { state } = ui.store;
  const areas = Object.entries(state.shown.areas ?? {}).sort((a, b) => a[1].order - b[1].order);
  const lit = aimed(state, "card");
  const piles = areas.filter(([, a]) => a.kind === "pile");
  const rows = areas.filter(([, a]) => a.kind !== "pile");
  if (!areas.length) return html`<p class="empty">${tr("No cards lie on the table.")}</p>`;
  return html`${rows.map(([id, area]) => row(ui, state, id, area, lit))}
    ${piles.length ? html`<h2>${tr("Piles")}</h2><ul class="piles">${piles.map(([, area]) => pile(area))}</ul>` : nothing}`;
}

function row(ui: Ui, state: State, id: string, area: Area, lit: Map<number | string, Choice[]>): Html {
  const hidden = area.owner ? covered(state, area.owner) : false; // for the eyes of another person at this device
  const cards = Object.entries(hidden ? {} : (state.shown.cards ?? {})).filter(([, c]) => c.area === id).sort((a, b) => a[1].order - b[1].order);
  const owner = area.owner ? ` (${seatName(state, area.owner)})` : "";
  return html`<section class="area"><h2>${icon(area.icon)} ${t(area.name, area as unknown as Record<string, unknown>)}${owner}<small>${area.count ?? cards.length}</small></h2>
    ${cards.length ? html`<ul class="hand">${cards.map(([key, card]) => html`<li>${faceOf(ui, state, key, card, lit.get(key) ?? [])}</li>`)}</ul>` : html`<p class="empty">${hidden ? tr("Covered.") : tr("Nothing here.")}</p>`}</section>`;
}

function faceOf(ui: Ui, state: State, id: string, card: Card, choices: Choice[]): Html {
  const text = state.fixed.cards?.[card.card];
  const first = choices[0];
  const press = (): void => {
    if (first && choices.length === 1) ui.play.choose(first.id);
    else ui.store.set({ card: card.card });
  };
  return html`<button type="button" class="face small ${card.state ?? ""} ${first ? `lit tone-${first.tone}` : ""} ${state.picks.includes(id) ? "picked" : ""}" data-card=${id} @click=${press}
    title=${first ? t(first.verb.verb, first.verb.params) : mySeat(state) && decision(state.scene) ? `${tr("Read")}. ${tr("That is not among the answers to what is asked just now.")}` : tr("Read")}>${cardFace(text, card.card)}</button>${first ? readButton(ui, card.card) : nothing}`;
}

/** Reads a card that a press would answer with. */
export function readButton(ui: Ui, card: string): Html {
  const name = t(ui.store.state.fixed.cards?.[card]?.name ?? card);
  return html`<button type="button" class="read" title=${tr("Read {card}", { card: name })} aria-label=${tr("Read {card}", { card: name })} @click=${() => ui.store.set({ card })}>${icon("look")}</button>`;
}

/** Return the text of a card by its id, or by the end of it. */
export function findCard(fixed: Fixed, id: string): CardText | undefined {
  const cards = fixed.cards ?? {};
  return cards[id] ?? Object.entries(cards).find(([key]) => key.endsWith(`.${id}`))?.[1];
}

/** Return the text of a card that is a target: one that lies there, or one by its own id. */
export function cardOf(state: State, target: Target): CardText | undefined {
  const lies = state.scene.cards?.[String(target)];
  return state.fixed.cards?.[lies?.card ?? ""] ?? findCard(state.fixed, String(target));
}

/** A card's face, drawn with its colour and icon. */
export function cardFace(text: CardText | undefined, id: string): Html {
  return html`<svg class="face-ribbon" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" fill=${colour(text?.tone)} /></svg>
    <span class="face-art"><svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19" fill=${colour(text?.tone)} opacity="0.28" /></svg>${icon(text?.icon ?? "cards")}</span>
    <span class="face-name">${t(text?.name ?? id)}</span>${text ? html`<span class="face-kind">${t(text.kind)}</span>${corner(text)}${faceText(text, "face-text")}` : nothing}`;
}

/** The value in a card's corner. */
export function corner(text: CardText | undefined): Html {
  return text?.corner ? html`<b class="face-corner">${text.corner}</b>` : nothing;
}

/** What a card says, part by part if it has parts. */
export function faceText(text: CardText | undefined, name: string): Html {
  if (!text?.face?.length) return html`<span class=${name}>${t(text?.text ?? "")}</span>`;
  return html`<span class="${name} in-parts">${text.face.map((part) => html`<span>${t(part)}</span>`)}</span>`;
}

/** The lines of a card that its face does not say already. */
function furtherLines(text: CardText): string[] {
  return (text.lines ?? []).filter((line) => !text.face?.includes(line));
}

function pile(area: Area): Html {
  return html`<li class="pile" title=${t(area.name)}><span class="pile-back">${icon(area.icon ?? "cards")}<b>${area.count ?? 0}</b></span><span>${t(area.name, area as unknown as Record<string, unknown>)}</span>
    ${area.discarded !== undefined ? html`<small>${tr("{n} discarded", { n: area.discarded })}</small>` : nothing}</li>`;
}

/** Why a card on the table can't be chosen just now, for who is asked. */
function idle(ui: Ui, card: string): Html {
  const { state } = ui.store;
  const lit = aimed(state, "card");
  const here = Object.entries(state.scene.cards ?? {}).filter(([, c]) => c.card === card);
  const now = decision(state.scene);
  if (!now || !mySeat(state) || !here.length || here.some(([id]) => lit.has(id))) return nothing;
  return html`<p class="face-no">${tr("That is not among the answers to what is asked just now.")} ${t(now.prompt, now.params)} ${ruleChip(ui, now.rule)}</p>`;
}

/** The dialog in which a card is read. */
export function cardReader(ui: Ui): Html {
  const { card, fixed } = ui.store.state;
  const text = fixed.cards?.[card];
  if (!card) return nothing;
  const lines = text ? furtherLines(text) : [];
  const told = text && lines.some((line) => t(line).endsWith(t(text.text))); // one of the lines says it again
  return html`<div class="face large ${told ? "told" : ""}">${cardFace(text, card)}
    ${lines.length ? html`<ul class="face-lines">${lines.map((line) => html`<li>${t(line)}</li>`)}</ul>` : nothing}
    ${idle(ui, card)}
    <p class="face-foot">${ruleChip(ui, text?.rule)}${text?.entry ? html` <a class="cite face-entry" href="/box/${ui.store.state.system}/${text.entry}" target="_blank" rel="noopener">${tr("In the book of figures")}</a>` : nothing}</p></div>`;
}
