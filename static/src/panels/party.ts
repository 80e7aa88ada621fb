/** Who is on the board: the figures with a sheet, the others grouped, and the tracks. */

import { html, nothing } from "lit-html";
import { icon, medal } from "../icons";
import { mySeats } from "../options";
import type { State } from "../store";
import { tells } from "../tells";
import { chair, colour, pieceColour, sideClass, sides } from "../tones";
import type { Badge, Piece, Sheet, Track } from "../types";
import { hearts, look, type Html, type Ui } from "../ui";
import { known, t, tr } from "../words";
import { value } from "./actions";

export function partyPanel(ui: Ui): Html {
  const { state } = ui.store;
  const sheets = Object.values(state.shown.sheets ?? {}).sort((a, b) => a.order - b.order);
  return html`${tracks(ui, state)}
    <h2>${tr("Party")}</h2><ul class="party">${sheets.map((sheet) => member(ui, state, sheet))}</ul>
    ${foes(ui, state, new Set(sheets.map((s) => s.piece)))}`;
}

function member(ui: Ui, state: State, sheet: Sheet): Html {
  const piece = state.shown.pieces?.[sheet.piece];
  const seat = state.scene.seats?.[sheet.seat];
  const holder = html`<small>${seat?.bot ? tr("bot") : (seat?.holder ?? "")}</small>`;
  const classes = ["member", piece ? sideClass(state.shown, piece.side) : "", piece?.state ? `is-${piece.state}` : "", mySeats(state).includes(sheet.seat) ? "asked" : "", sheet.seat ? `chair-${chair(state.scene, sheet.seat)}` : ""];
  return html`<li><button type="button" class=${classes.join(" ")} aria-pressed=${state.chosen === sheet.piece ? "true" : "false"} data-about=${tells({ piece: sheet.piece })} @click=${() => look(ui, sheet.piece)}>
    ${medal(sheet.icon, pieceColour(state.shown, sheet.piece))}
    <span class="member-name">${t(sheet.name)}${state.tv ? nothing : holder}</span>
    ${state.tv ? html`<span class="member-row">${hearts(piece?.health)}${holder}</span>` : hearts(piece?.health)}
    <span class="member-values">${sheet.lines.filter((l) => l.icon && !l.dice && l.icon !== "health").map((l) => html`<span title=${t(l.label)}>${icon(l.icon, t(l.label))}${l.value}</span>`)}</span>
    ${badges(piece?.badges)}</button>
    ${state.chosen === sheet.piece ? html`<dl class="values">${sheet.lines.filter((l) => l.dice).map((l) => value(state, l))}</dl>
      <ul class="ability-list">${sheet.abilities.map((a) => html`<li><b>${t(a.name)}</b> ${t(a.text)}</li>`)}</ul>` : nothing}</li>`;
}

export function badges(list: Badge[] | undefined): Html {
  if (!list?.length) return nothing;
  return html`<span class="badges">${list.map((b) => html`<span class="badge" title=${t(b.name)}>${medal(b.icon, colour(b.tone), t(b.name))}${b.n > 0 ? html`<i>${b.n}</i>` : nothing}</span>`)}</span>`;
}

/** Figures without a sheet, by side and name. */
function foes(ui: Ui, state: State, shown: Set<string>): Html {
  const bySide = new Map<string, Map<string, [string, Piece][]>>();
  for (const [id, piece] of Object.entries(state.shown.pieces ?? {})) {
    if (shown.has(id) || piece.at < 0) continue;
    const kinds = bySide.get(piece.side) ?? new Map<string, [string, Piece][]>();
    bySide.set(piece.side, kinds);
    kinds.set(piece.name, [...(kinds.get(piece.name) ?? []), [id, piece]]);
  }
  const order = sides(state.shown);
  const found = [...bySide].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  const about = (side: string): Html => (known(`${side}.about`) ? html`<p class="side-about">${t(`${side}.about`)}</p>` : nothing);
  return html`${found.map(([side, kinds]) => html`<h2>${t(side)}</h2>${about(side)}<ul class="foes">${[...kinds.values()].map((list) => foe(ui, state, list))}</ul>`)}`;
}

function foe(ui: Ui, state: State, list: [string, Piece][]): Html {
  const first = list[0];
  if (!first) return nothing;
  const next = (): void => {
    const at = list.findIndex(([id]) => id === state.chosen);
    const id = list[(at + 1) % list.length]?.[0] ?? first[0];
    ui.store.set({ chosen: id });
    ui.board.reveal(state.shown.pieces?.[id]?.at ?? -1, 12);
  };
  const hurt = list.filter(([, p]) => p.health && p.health[0] < p.health[1]);
  const card = first[1].card && state.fixed.cards?.[first[1].card] ? first[1].card : "";
  return html`<li class="foe ${sideClass(state.shown, first[1].side)}">
    <button type="button" class="foe-main" data-about=${tells({ piece: list.some(([id]) => id === state.chosen) ? state.chosen : first[0] })} @click=${next}>${medal(first[1].icon, pieceColour(state.shown, first[0]))}<span>${t(first[1].name)}</span>
      ${list.length > 1 ? html`<b class="times">×${list.length}</b>` : nothing}
      ${list.length === 1 ? hearts(first[1].health) : hurt.length ? html`<small>${tr("{n} hurt", { n: hurt.length })}</small>` : nothing}
      ${list.length === 1 ? badges(first[1].badges) : nothing}</button>
    ${card && !state.tv ? html`<button type="button" class="more" title=${tr("Card of {name}", { name: first[1].name })} aria-label=${tr("Card of {name}", { name: first[1].name })} @click=${() => ui.store.set({ card })}>${icon("look")}</button>` : nothing}</li>`;
}

function tracks(ui: Ui, state: State): Html {
  const list = Object.values(state.shown.tracks ?? {}).sort((a, b) => a.order - b.order);
  return list.length ? html`<ul class="tracks" aria-label=${tr("Tracks")}>${list.map((track) => trackOf(ui, state, track))}</ul>` : nothing;
}

function trackOf(ui: Ui, state: State, track: Track): Html {
  const words = `${t(track.name)}: ${track.max ? tr("{n} of {of}", { n: track.value, of: track.max }) : track.value}${track.text ? `. ${t(track.text)}` : ""}`;
  return html`<li class="track ${track.side ? sideClass(state.shown, track.side) : ""}" title=${words} @click=${() => ui.store.note(words)}>${icon(track.icon)}<span class="track-name">${t(track.name)}</span>
    <b>${track.value}${track.max ? html`<small>/${track.max}</small>` : nothing}</b></li>`;
}
