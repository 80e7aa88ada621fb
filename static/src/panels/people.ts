/** The table: seats and who holds them, who is here, chat, an open vote. */

import { html, nothing } from "lit-html";
import { icon, medal } from "../icons";
import { chair, chairColour, chairIcon } from "../tones";
import { squareName } from "../squares";
import type { State } from "../store";
import type { Ballot, ChatLine, Seat } from "../types";
import { seatName, type Html, type Ui } from "../ui";
import { t, told, tr } from "../words";
import { clockChoice } from "./clock";
import { reportButton } from "./report";
import { rulingForm } from "./ruling";

export function peoplePanel(ui: Ui): Html {
  const { state } = ui.store;
  const seats = Object.entries(state.scene.seats ?? {}).sort((a, b) => a[1].order - b[1].order);
  return html`${voteBox(ui)}${rulingForm(ui)}
    <h2>${tr("Seats")}</h2><ul class="chairs">${seats.map(([id, seat]) => seatRow(ui, state, id, seat))}</ul>
    ${state.tv ? nothing : html`<p class="links">${state.watch ? html`<a href="/g/${state.game}">${tr("To the table, to sit down")}</a>` : nothing}<a href="/g/${state.game}/seats">${tr("Hand a seat to another device")}</a> <a href="/watch/${state.game}" target="_blank" rel="noopener">${tr("Look on")}</a> <a href="/watch/${state.game}?tv=1" target="_blank" rel="noopener">${tr("TV view for a big screen")}</a></p>`}
    ${windows(ui)}
    ${clockChoice(ui)}
    ${state.tv ? nothing : tableTools(ui)}
    <h2>${tr("Here now")}</h2><ul class="people">${state.presence.map((p) => html`<li>${icon(p.tv ? "eye" : p.seats.length ? "seat" : "person")}<span>${p.name}</span><small>${p.tv ? tr("screen") : p.window ? tr("looks on with {seat}", { seat: seatName(state, p.window) }) : p.seats.length ? p.seats.map((s) => seatName(state, s)).join(", ") : tr("looks on")}</small></li>`)}</ul>
    <h2>${tr("Talk")}</h2><div role="log" aria-label=${tr("Talk")}><ol class="chat">${state.chat.map(chatLine)}</ol></div>
    ${state.tv ? nothing : html`<form class="say" @submit=${(e: SubmitEvent) => void say(ui, e)}><label class="sr" for="say">${tr("Say something")}</label><input id="say" name="text" maxlength="500" autocomplete="off" placeholder=${tr("Say something")}>
      <button type="submit" class="soft" aria-label=${tr("Send")}>${icon("chat")}</button></form>`}`;
}

async function say(ui: Ui, event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const field = (event.target as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
  const text = field.value.trim();
  if (text && (await ui.play.say(text))) field.value = "";
}

function chatLine(line: ChatLine): Html {
  const at = line.at ? new Date(line.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "";
  return html`<li class=${line.kind ?? ""}>${line.name ? html`<b>${line.name}</b> ` : nothing}<span>${line.kind === "notice" ? told(line.text) : line.text}</span> <time>${at}</time></li>`;
}

function botName(bot: string): string {
  const said = t(`bot.${bot}`);
  return said === `bot.${bot}` ? bot : said;
}

function seatRow(ui: Ui, state: State, id: string, seat: Seat): Html {
  const mine = state.you.seats.includes(id);
  const stood = seat.bot && seat.holder && !seat.holder.startsWith("Computer") ? seat.holder : tr("Computer");
  const who = seat.bot ? tr("{name} (bot: {bot})", { name: stood, bot: botName(seat.bot) }) : seat.holder || tr("free");
  return html`<li class="seat chair-${chair(state.scene, id)} ${mine ? "mine" : ""}">${medal(chairIcon(state.scene, id), chairColour(state.scene, id))}
    <span class="seat-name">${t(seat.name)}<small>${who}${state.absent.includes(id) ? html` · ${tr("absent")}` : nothing}</small></span>
    ${state.tv || state.watch ? nothing : html`<span class="chair-acts">${seatActs(ui, state, id, seat, mine)}</span>`}</li>`;
}

function seatActs(ui: Ui, state: State, id: string, seat: Seat, mine: boolean): Html {
  const act = (what: string, words: string, more: Record<string, string> = {}): Html =>
    html`<button type="button" class="soft" @click=${() => leave(ui, what, id, more)}>${words}</button>`;
  const bot = state.bots[0];
  const others = state.presence.filter((p) => p.id !== state.you.player && !p.tv);
  const away = !mine && state.absent.includes(id);
  if (seat.bot && away) return nothing; // its owner takes it back by coming
  if (seat.bot) return act("unbot", mine ? tr("Play myself") : tr("Take the bot off"));
  if (!seat.holder) return html`${act("take", tr("Sit down"))}${bot && (state.you.host || state.you.seats.length) ? act("bot", tr("Let a bot play"), { bot }) : nothing}`;
  if (away && bot && !state.you.host) return state.you.seats.length ? act("bot", tr("Let a bot play until they are back"), { bot }) : nothing;
  if (!mine && !(state.you.host && away)) return nothing;
  return html`${act("leave", mine ? tr("Stand up") : tr("Free the seat"))}${bot ? act("bot", away ? tr("Let a bot play until they are back") : tr("Let a bot play"), { bot }) : nothing}
    ${mine ? others.map((p) => act("give", tr("Give to {name}", { name: p.name }), { to: p.id })) : nothing}`;
}

/** Whether spectators may look at hands: what the players agree on, and the seats to look on with. */
function windows(ui: Ui): Html {
  const { state } = ui.store;
  const { unveiled } = state.rules;
  const over = state.scene.result?.["result"] !== undefined;
  if (state.tv || over) return html``;
  if (!state.watch) {
    if (!state.you.seats.length || !state.info?.hides) return html``;
    return html`<p class="links"><button type="button" class="soft" @click=${() => void ui.play.unveil(!unveiled)}>${icon("eye")} ${unveiled ? tr("Hide all hands from spectators") : tr("Let spectators look at all hands…")}</button></p>`;
  }
  if (!unveiled && !state.you.window) return html``;
  const seats = Object.entries(state.scene.seats ?? {}).sort((a, b) => a[1].order - b[1].order);
  return html`<p class="links">${tr("Look on with")} ${seats.map(([id, seat]) => html`<a href="/watch/${state.game}?seat=${id}" aria-current=${state.you.window === id ? "true" : nothing}>${t(seat.name)}</a> `)}<a href="/watch/${state.game}">${tr("nobody")}</a></p>`;
}

/** Change a seat; ask first if nobody but bots would play on. */
function leave(ui: Ui, what: string, seat: string, more: Record<string, string>): void {
  const people = Object.entries(ui.store.state.scene.seats ?? {}).filter(([, s]) => s.holder && !s.bot);
  const last = people.length === 1 && people[0]?.[0] === seat && !ui.store.state.scene.result?.["result"];
  if (last && (what === "leave" || what === "bot")) ui.store.set({ leaving: { what, seat, more } });
  else void ui.play.seat(what, seat, more);
}

/** What can be done with the table beside playing. */
function tableTools(ui: Ui): Html {
  const { state } = ui.store;
  if (state.draft) return nothing; // its form is above
  const over = state.scene.result?.["result"] !== undefined;
  return html`<p class="links tools-more">
    ${state.you.seats.length && !over ? html`<button type="button" class="soft" @click=${() => void ui.play.draft()}>${icon("vote")} ${tr("Make a ruling…")}</button>` : nothing}
    ${reportButton(ui)}
    ${state.you.host ? html`<a href="/g/${state.game}/manage">${tr("Door, people, name, delete")}</a>` : nothing}</p>`;
}

/** What an open vote is about, and whom it waits for. */
function question(ui: Ui, vote: Ballot): string {
  const seats = vote.waiting.map((s) => seatName(ui.store.state, s));
  if (vote.kind === "bot") return tr("{name} asks to let a bot play {seat}, who is absent. Waiting for {seats}.", { name: vote.by, seat: seatName(ui.store.state, vote.seat), seats });
  if (vote.kind === "unveil") return tr("{name} asks to let spectators look at all hands. Waiting for {seats}.", { name: vote.by, seats });
  if (vote.kind === "ruling") return tr("{name} proposes: “{what}” Waiting for {seats}.", { name: vote.by, what: proposal(ui, vote), seats });
  const what = vote.answers === 1 ? tr("the last answer") : tr("the last {n} answers", { n: vote.answers });
  return tr("{name} asks to take {what} back. Waiting for {seats}.", { name: vote.by, what, seats });
}

/** What a ruling would set, as the log would tell it, with the squares. */
function proposal(ui: Ui, vote: Ballot): string {
  return (vote.says ?? []).map((line) => {
    const at = [line.show?.from ?? [], line.show?.path ?? []].flat().map((square) => squareName(square, ui.board.width)).join(" → ");
    return `${t(line.key, line.params)}${at ? ` (${at})` : ""}`;
  }).join(" ");
}

/** An open vote, if there is one. */
export function voteBox(ui: Ui): Html {
  const { state } = ui.store;
  const { vote } = state;
  if (!vote || vote.state !== "open") return nothing;
  const mine = vote.waiting.some((s) => state.you.seats.includes(s));
  const own = state.you.player === vote.asker;
  return html`<div class="vote" role="alertdialog" aria-label=${tr("Vote")}>${icon("vote")}<p>${question(ui, vote)}</p>
    ${mine && !state.tv ? html`<button type="button" class="answer tone-help" @click=${() => void ui.play.vote(vote.id, true)}>${tr("Yes")}</button>` : nothing}
    ${(mine || own) && !state.tv ? html`<button type="button" class="answer tone-attack" @click=${() => void ui.play.vote(vote.id, false)}>${own ? tr("Withdraw") : tr("No")}</button>` : nothing}</div>`;
}
