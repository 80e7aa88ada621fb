/** The bar of the past: where one is, ways back and on, and what can be done from there. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { awaited, decision } from "../options";
import type { State } from "../store";
import type { Lead } from "../types";
import type { Html, Ui } from "../ui";
import { t, tr } from "../words";

const PACES = [1, 2, 4, 8];

/** Over the board: that others look back; on a screen for all, where. */
export function shiftSign(ui: Ui): Html {
  const { state } = ui.store;
  if (state.past) return state.tv ? html`<div class="shift asks"><p class="shift-at">${where(state)}</p></div>` : nothing;
  const other = led(state);
  return other && !state.tv ? invitation(ui, other.who, other.name) : nothing;
}

/** In the place of the actions: the ways through the past. */
export function shiftBar(ui: Ui): Html {
  const { state } = ui.store;
  if (!state.past) return nothing;
  const other = led(state);
  const { at, of, pace } = state.past;
  const now = decision(state.live);
  const mine = now !== null && awaited(now).some((seat) => state.you.seats.includes(seat));
  const go = (name: string, key: string, glyph: string, does: () => void, off = false): Html =>
    html`<button type="button" class="tool" aria-label=${name} title="${name}${key ? ` (${key})` : ""}" aria-disabled=${off ? "true" : "false"} @click=${() => off || does()}><span aria-hidden="true">${glyph}</span></button>`;
  return html`<section class="shift" aria-label=${tr("Looking back")}>
    <p class="shift-at" role="status">${where(state)}${state.following ? html` <small>${tr("led by {name}", { name: other?.name ?? tr("nobody") })}</small>` : nothing}</p>
    <input type="range" min="0" max=${of} .value=${String(at)} aria-label=${tr("Answer")} aria-valuetext=${where(state)} @change=${(e: Event) => void ui.shift.go(Number((e.target as HTMLInputElement).value))}>
    <div class="shift-keys">
      ${go(tr("A round back"), "", "|‹‹", () => void ui.shift.by("round", -1), !at)}
      ${go(tr("An activation back"), ";", "«", () => void ui.shift.by("activation", -1), !at)}
      ${go(tr("An answer back"), ",", "‹", () => void ui.shift.by("answer", -1), !at)}
      ${pace ? go(tr("Stop"), "", "❚❚", () => void ui.shift.play(0)) : go(tr("Play"), "", "▶", () => void ui.shift.play(1), at >= of)}
      ${go(tr("An answer on"), ".", "›", () => void ui.shift.by("answer", 1), at >= of)}
      ${go(tr("An activation on"), ":", "»", () => void ui.shift.by("activation", 1), at >= of)}
      ${go(tr("A round on"), "", "››|", () => void ui.shift.by("round", 1), at >= of)}
      <span class="paces" role="group" aria-label=${tr("Speed")}>${PACES.map((n) => html`<button type="button" class="soft" aria-pressed=${pace === n ? "true" : "false"} ?disabled=${at >= of} @click=${() => void ui.shift.play(n)}>${n}×</button>`)}</span>
    </div>
    <div class="shift-more">
      <button type="button" class="soft" aria-pressed=${ui.shift.leads ? "true" : "false"} @click=${() => {
        ui.shift.lead(!ui.shift.leads);
        ui.store.set({ past: { ...state.past!, at } });
      }}>${icon("eye")} ${ui.shift.leads ? tr("Others are shown this") : tr("Show the others")}</button>
      <button type="button" class="soft" @click=${() => void share(ui, at)}>${icon("link")} ${tr("Link")}</button>
      <form method="post" action="/g/${state.game}/branch"><input type="hidden" name="token" value=${token()}><input type="hidden" name="at" value=${at}>
        <button type="submit" class="soft" title=${tr("A new game that goes on from here, with other dice")}>${icon("exchange")} ${tr("Play on from here")}</button></form>
      <button type="button" class="soft gold" @click=${() => void ui.shift.live()}>${icon("next")} ${mine ? tr("Now: your turn") : tr("Now")} <kbd>R</kbd></button>
    </div></section>`;
}

function led(state: State): Lead | undefined {
  return state.leads.find((lead) => lead.who !== state.you.player);
}

/** Someone shows the past: one may follow. */
function invitation(ui: Ui, who: string, name: string): Html {
  return html`<div class="shift asks"><p class="shift-at">${tr("{name} looks back.", { name })}</p>
    <button type="button" class="soft gold" @click=${() => ui.store.set({ following: who })}>${icon("eye")} ${tr("Look along")}</button></div>`;
}

function where(state: State): string {
  const turn = state.scene.turn?.["now"];
  const active = turn?.active ? t(state.scene.pieces?.[turn.active]?.name ?? "") : "";
  const { at = 0, of = 0 } = state.past ?? {};
  return [turn?.round !== undefined ? tr("Round {n}", { n: turn.round }) : "", active || (turn ? t(turn.phase) : ""), tr("answer {n} of {of}", { n: at, of })].filter(Boolean).join(" · ");
}

function token(): string {
  return document.getElementById("table")?.dataset["token"] ?? "";
}

/** Keep the address of this moment on the clipboard; where there is none, in the address bar. */
async function share(ui: Ui, at: number): Promise<void> {
  const url = new URL(location.href);
  url.search = `?at=${at}`;
  history.replaceState(null, "", url);
  try {
    await navigator.clipboard.writeText(url.href);
    ui.store.note(tr("The link to this moment is on your clipboard."));
  } catch {
    ui.store.note(tr("The link to this moment: {url}", { url: url.href }));
  }
}
