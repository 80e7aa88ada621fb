/** The prompt bar: who must answer what, and why; with the answers that need no board. */

import { html, nothing } from "lit-html";
import { icon, medal } from "../icons";
import { awaited, decision, groups, inBar, mySeat, mySeats, ofCards, onlyEnds, optionId, pickGroup, shownLarge, tone } from "../options";
import type { State } from "../store";
import { handedRound } from "../person";
import { chair, chairColour, chairIcon, colour, pieceColour } from "../tones";
import type { Decision, Group, Target } from "../types";
import { cost, groupIcon, pips, ruleChip, seatName, type Html, type Ui } from "../ui";
import { tells } from "../tells";
import { smallFace } from "../tray";
import { t, tr } from "../words";
import { findCard } from "./cards";

export function promptBar(ui: Ui): Html {
  const { state } = ui.store;
  const now = decision(state.scene);
  if (state.version < 0) return html`<div class="prompt"><p class="ask">${tr("Coming to the table…")}</p></div>`;
  if (state.past && !state.playing) return pastPrompt(ui, state);
  if (state.playing) return played(ui, state);
  if (now && state.rules.closed) return shut(state);
  if (!now) return html`<div class="prompt"><p class="ask">${state.scene.result?.["result"] ? tr("The game is over.") : tr("Nothing is asked.")}</p></div>`;
  return mySeat(state) ? mine(ui, state, now) : theirs(ui, state, now);
}

/** That nothing is played at present, and where the host changes that. */
function shut(state: State): Html {
  return html`<div class="prompt theirs closed">${icon("lock")}<p class="ask"><span class="ask-text">${tr("The host has closed the table: nothing is played until it is open again.")}</span></p>
    ${state.you.host && !state.tv ? html`<a class="button soft" href="/g/${state.game}/manage">${tr("Open it again")}</a>` : nothing}</div>`;
}

/** What was asked at the moment that is looked back to. */
function pastPrompt(ui: Ui, state: State): Html {
  const now = decision(state.scene);
  const names = now ? now.seats.map((s) => seatName(state, s)).join(", ") : "";
  const words = now ? t(now.prompt, now.params) : tr("The game is over.");
  return html`<div class="prompt theirs past">${icon("clock")}${ask(ui, html`<span class="wait">${names ? tr("The past: {names} had to answer:", { names }) : tr("The past:")}</span> `, words, now?.rule ?? "")}</div>`;
}

const FAR = 2; // steps that may wait before the table counts as behind

/** What happens just now: who acts, what is done, and the card it comes from. */
function played(ui: Ui, state: State): Html {
  const { event } = state.now;
  const turn = state.shown.turn?.["now"];
  const acts = [event?.show?.piece ?? "", turn?.active ?? ""].find((id) => state.shown.pieces?.[id]) ?? "";
  const piece = state.shown.pieces?.[acts];
  const behind = state.behind > FAR;
  return html`<div class="prompt playing">${piece ? medal(piece.icon, pieceColour(state.shown, acts)) : nothing}
    <p class="ask"><span class="ask-text">${event ? t(event.key, event.params) : t(turn?.phase ?? "")}</span></p>${lastCard(ui, state)}
    ${state.tv && !behind ? nothing : html`<div class="skip-box">${behind ? html`<small class="behind" role="status">${tr("{n} steps behind", { n: state.behind })}</small>` : nothing}
    ${state.tv ? nothing : html`<button type="button" class="soft ${behind ? "gold" : ""}" @click=${() => ui.player.skip()}>${icon("next")} ${behind ? tr("Jump to now") : tr("Skip")} <kbd>Space</kbd></button>`}</div>`}</div>`;
}

/** The card in play beside the board, where there is room for it: the question keeps its line. */
export function cardStrip(ui: Ui): Html {
  const { state } = ui.store;
  if (state.tv || (state.past && !state.playing) || (!state.playing && !decision(state.scene))) return nothing;
  return !state.playing && plays(state) ? nothing : lastCard(ui, state);
}

/** Whether it is the turn of the side that one answers for: the card in play is the others'. */
function plays(state: State): boolean {
  const seat = mySeat(state);
  return seat !== "" && state.shown.turn?.["now"]?.side === state.scene.seats?.[seat]?.side;
}

/** The card in play, command by command, with the one that is performed lit; else the card that was turned up last. */
function lastCard(ui: Ui, state: State): Html {
  const turn = state.shown.turn?.["now"];
  if (turn?.card && turn.program) return program(ui, state, turn.card, turn.program);
  const { card } = state.now;
  const text = card ? findCard(state.fixed, card) : undefined;
  if (!text) return nothing;
  const id = Object.entries(state.fixed.cards ?? {}).find(([, c]) => c === text)?.[0] ?? card;
  return html`<button type="button" class="last-card" title=${t(text.text)} @click=${() => ui.store.set({ card: id })}>${medal(text.icon, colour(text.tone))}<span><b>${t(text.name)}</b><small>${t(text.text)}</small></span></button>`;
}

function program(ui: Ui, state: State, card: string, steps: { name: string; state: string }[]): Html {
  const text = state.fixed.cards?.[card];
  const told = text && steps.every((step) => t(text.text).includes(t(step.name))); // the commands say it all
  const words = html`<span class="program-card">${text ? medal(text.icon, colour(text.tone)) : nothing}<span><b>${t(text?.name ?? card)}</b>${text?.text && !told ? html`<small>${t(text.text)}</small>` : nothing}</span></span>
    <ol>${steps.map((step) => html`<li class=${step.state} aria-current=${step.state === "now" ? "step" : nothing}>${step.state === "done" ? icon("check", "done") : nothing}${t(step.name)}</li>`)}</ol>`;
  if (state.tv) return html`<div class="program">${words}</div>`;
  return html`<button type="button" class="program" title=${tr("Read the card")} @click=${() => ui.store.set({ card })}>${words}</button>`;
}

const LONG = 46; // letters of a question that gets smaller ones

/** What is asked; one line or two, and its rule. */
function ask(ui: Ui, before: Html, words: string, rule: string): Html {
  return html`<p class="ask ${words.length > LONG ? "long" : ""}" title=${words}><span class="ask-text">${before}${words}</span> ${ruleChip(ui, rule)}</p>`;
}

function theirs(ui: Ui, state: State, now: Decision): Html {
  const asked = awaited(now);
  const seats = asked.length ? asked : now.seats;
  const names = seats.map((s) => seatName(state, s));
  const people = seats.map((s) => (state.scene.seats?.[s]?.bot ? "" : (state.scene.seats?.[s]?.holder ?? "")));
  const asks = t(now.prompt, now.params);
  const [only] = names.length === 1 ? names : [];
  const rest = only && asks.startsWith(`${only}:`) ? asks.slice(only.length + 1).trim() : asks;
  const said = only !== undefined && rest.startsWith(only); // the question names who must answer
  return html`<div class="prompt theirs">
    ${asked.slice(0, 3).map((s) => medal(chairIcon(state.scene, s), chairColour(state.scene, s)))}
    ${ask(ui, html`<span class="wait">${waiting(said ? people.filter(Boolean) : names.map((name, n) => (people[n] ? `${name} (${people[n]})` : name)))}</span> `, rest, now.rule)}${lastCard(ui, state)}</div>`;
}

function waiting(names: string[]): string {
  return names.length ? tr("Waiting for {names}:", { names }) : tr("Waiting:");
}

const CHOOSE: Record<string, string> = { square: tr("{verb}: choose a square"), piece: tr("{verb}: choose a figure"), card: tr("{verb}: choose a card"), seat: tr("{verb}: choose a player") };

function mine(ui: Ui, state: State, now: Decision): Html {
  const seats = mySeats(state);
  const seat = mySeat(state);
  const asks = t(now.prompt, now.params);
  const name = seatName(state, seat);
  const armed = state.armed ? state.scene.options?.[state.armed] : undefined;
  const anyOfMine = seats.length > 1 && now.mode === "any";
  const handed = handedRound(state) && state.person !== seat;
  const named = handed || (state.you.seats.length > 1 && !anyOfMine && !asks.includes(name));
  return html`<div class="prompt mine chair-${chair(state.scene, seat)} ${state.busy ? "busy" : ""}">
    <div class="who">${seats.length > 1
      ? seats.map((s) => html`<button type="button" class="seat-pick" aria-pressed=${s === seat ? "true" : "false"} title=${tr("Answer for {seat}", { seat: seatName(state, s) })}
          @click=${() => ui.store.set({ seat: s, armed: "", picks: [], preview: "" })}>${medal(chairIcon(state.scene, s), chairColour(state.scene, s), seatName(state, s))}</button>`)
      : medal(chairIcon(state.scene, seat), chairColour(state.scene, seat))}</div>
    ${ask(ui, named ? html`<span class="for">${handed ? tr("Give the device to {name}.", { name }) : `${name}:`}</span> ` : nothing, armed ? (CHOOSE[armed.on] ?? tr("{verb}: choose one")).replace("{verb}", () => verb(armed)) : asks, armed?.rule ?? now.rule)}
    ${plays(state) ? nothing : lastCard(ui, state)}
    <button type="button" class="soft all" title=${tr("All answers as a list (O)")} aria-label=${tr("All answers as a list")} @click=${() => ui.store.set({ listing: true })}>${icon("scroll")}</button>
    <div class="answers" role="group" aria-label=${tr("Answers")}>
      ${armed ? html`${shownLarge(armed) ? nothing : chips(ui, state, state.armed, armed)}<button type="button" class="soft" @click=${() => ui.play.back()}>${icon("cancel")} ${tr("Back")} <kbd>Esc</kbd></button>` : answers(ui, state)}
      ${pickGroup(state) ? picking(ui, state, now) : nothing}
    </div>
  </div>`;
}

/** A group's verb in words. */
export function verb(group: Group): string {
  return t(group.verb, group.params);
}

function answers(ui: Ui, state: State): Html[] {
  return groups(state)
    .filter(([id, group]) => !inBar(state, id, group) && !shownLarge(group) && id !== pickGroup(state))
    .map(([id, group]) => {
      if (group.targets === null) return button(ui, state, id, group);
      if (group.targets.length <= 12) return html`<span class="chips"><span class="verb">${verb(group)}</span>${chips(ui, state, id, group)}</span>`;
      return button(ui, state, id, group);
    });
}

function button(ui: Ui, state: State, id: string, group: Group): Html {
  const count = group.targets?.length;
  const early = tone(group) === "end" && !onlyEnds(state); // something else can still be done
  return html`<button type="button" class="answer tone-${tone(group)} ${early ? "early" : ""}" data-option=${id} @click=${() => ui.play.press(id)} data-about=${tells(group.targets === null ? { option: id } : { group: id })}>
    ${icon(groupIcon(group))}<span>${verb(group)}</span>${count ? html`<small>${count}</small>` : nothing}${pips(cost(group))}</button>`;
}

/** One button for each target that is no place on the board. */
function chips(ui: Ui, state: State, id: string, group: Group): Html {
  const elsewhere = group.on === "square" ? [] : (group.targets ?? []).filter((target) => group.on !== "piece" || !onBoard(state, target));
  if (!elsewhere.length) return nothing;
  const picks = id === pickGroup(state) ? state.picks : null;
  return html`${elsewhere.map((target) => {
    const option = optionId(id, target);
    const shown = targetLook(state, group.on, target);
    const [, die = "", face = ""] = /^\d+:(\w+):(\d+)$/.exec(String(target)) ?? []; // one of the dice that lie there
    return html`<button type="button" class="answer chip tone-${tone(group)}" data-option=${option} aria-pressed=${picks ? (picks.includes(target) ? "true" : "false") : nothing}
      @click=${() => ui.play.choose(option)} data-about=${tells({ option })}>
      ${shown.icon ? medal(shown.icon, shown.colour) : nothing}${group.on === "value" && state.fixed.dice?.[die] ? smallFace(state.fixed, die, Number(face)) : html`<span>${shown.name}</span>`}</button>`;
  })}`;
}

/** Whether a target called a piece can be pointed at on the board. */
function onBoard(state: State, target: Target): boolean {
  const id = String(target);
  const token = state.scene.tokens?.[id];
  return (state.scene.pieces?.[id]?.at ?? -1) >= 0 || (token?.at ?? -1) >= 0 || Boolean(token?.squares?.length);
}

/** Name, icon and colour of a target. */
export function targetLook(state: State, on: string, target: Target): { name: string; icon: string; colour: string } {
  const id = String(target);
  if (on === "card") {
    const card = state.scene.cards?.[id];
    const text = state.fixed.cards?.[card?.card ?? id];
    return { name: t(text?.name ?? id), icon: text?.icon ?? "cards", colour: colour(text?.tone) };
  }
  if (on === "seat") {
    const seat = state.scene.seats?.[id];
    return { name: t(seat?.name ?? id), icon: seat?.icon ?? "seat", colour: chairColour(state.scene, id) };
  }
  if (on === "piece") {
    const piece = state.scene.pieces?.[id];
    const thing = piece ?? state.scene.tokens?.[id];
    return { name: t(thing?.name ?? id), icon: thing?.icon ?? "", colour: piece ? pieceColour(state.scene, id) : colour(thing?.tone) };
  }
  return { name: t(id), icon: "", colour: "" };
}

function picking(ui: Ui, state: State, now: Decision): Html {
  const [least = 0, most = 0] = now.pick;
  const id = pickGroup(state);
  const group = state.scene.options?.[id];
  const range = least === most ? `${least}` : tr("{least} to {most}", { least, most });
  return html`${group && !shownLarge(group) ? html`<span class="chips">${chips(ui, state, id, group)}</span>` : nothing}
    <button type="button" class="answer done" ?disabled=${state.picks.length < least} @click=${() => ui.play.done()}>
      ${icon("check")}<span>${tr("Done")}</span><small>${tr("{n} of {of}", { n: state.picks.length, of: range })}</small></button>
    ${group && ofCards(group) ? html`<small class="hold">${tr("Hold a card to read it.")}</small>` : nothing}`;
}
