/** The head of the table: round, phase, who comes next, and the tools. */

import { html, nothing } from "lit-html";
import { icon, medal } from "../icons";
import { mySeat } from "../options";
import type { State } from "../store";
import { tells } from "../tells";
import { pieceColour, sideClass } from "../tones";
import { gameName, seatName, type Html, type Ui } from "../ui";
import { t, tr } from "../words";
import { clockFace } from "./clock";

const WORDS = { connecting: tr("Connecting"), online: tr("Connected"), syncing: tr("Catching up"), offline: tr("No connection"), gone: tr("Not at the table") };

export function topBar(ui: Ui): Html {
  const { state } = ui.store;
  const turn = state.shown.turn?.["now"];
  return html`<a class="home" href="/" title=${tr("All games")}>${icon("home", tr("All games"))}</a>
    <h1 class="title">${gameName(state)}</h1>
    <div class="turn ${sideClass(state.shown, turn?.side)}">
      ${turn?.round !== undefined ? html`<span class="round"><small>${tr("Round")}</small> ${turn.round}</span>` : nothing}
      ${turn ? html`<span class="phase">${t(turn.phase)}</span>` : nothing}
      ${turn ? (state.tv ? coming(state) : queue(ui, state)) : nothing}
    </div>
    ${clockFace(state)}${state.awake === "no" ? html`<span class="sleepy">${tr("This screen may go dark: switch its screen saver off.")}</span>` : nothing}
    <span class="badge-net is-${state.connection}" role="status" title=${state.problem || WORDS[state.connection]}><i></i><span>${WORDS[state.connection]}</span></span>
    ${state.tv ? joinBox() : tools(ui, state)}`;
}

let code: Node | null = null;

/** On a big screen: where others can come to the table. */
function joinBox(): Html {
  const given = document.querySelector<HTMLTemplateElement>("#join");
  const url = given?.dataset["url"] ?? "";
  if (!url) return nothing;
  code ??= given?.content.firstElementChild?.cloneNode(true) ?? null;
  const trouble = given?.dataset["trouble"] ?? "";
  return html`<div class="join"><span>${tr("Join:")} <b>${url.replace(/^https?:\/\//, "")}</b>${trouble ? html`<small class="trouble">${icon("info")} ${trouble}</small>` : nothing}</span>${code ?? nothing}</div>`;
}

function queue(ui: Ui, state: State): Html {
  const turn = state.shown.turn?.["now"];
  const ids = [turn?.active ?? "", ...(turn?.queue ?? [])].filter((id, i, all) => id && all.indexOf(id) === i && state.shown.pieces?.[id]);
  return html`<ol class="queue" aria-label=${tr("Order of activations")}>${ids.slice(0, 9).map((id) => {
    const piece = state.shown.pieces?.[id];
    return html`<li class=${id === turn?.active ? "now" : ""}><button type="button" data-about=${tells({ piece: id })} @click=${() => ui.board.reveal(piece?.at ?? -1, 14)}>${medal(piece?.icon, pieceColour(state.shown, id), t(piece?.name ?? id))}${piece?.mark ? html`<i class="queue-no" aria-hidden="true">${piece.mark}</i>` : nothing}</button></li>`;
  })}</ol>`;
}

const SOON = 3; // names of who comes next

/** On a big screen: who comes next, by name, and what comes after them. */
function coming(state: State): Html {
  const turn = state.shown.turn?.["now"];
  const ids = (turn?.queue ?? []).filter((id) => id !== turn?.active && state.shown.pieces?.[id]);
  const names = [...new Set(ids.map((id) => state.shown.pieces?.[id]?.name ?? id))];
  const shown = names.slice(0, SOON).map((name) => {
    const first = ids.find((id) => state.shown.pieces?.[id]?.name === name) ?? "";
    const times = ids.filter((id) => state.shown.pieces?.[id]?.name === name).length;
    return html`<li>${medal(state.shown.pieces?.[first]?.icon, pieceColour(state.shown, first))}<span>${t(name)}${times > 1 ? ` ×${times}` : nothing}</span></li>`;
  });
  const then = names.length > SOON ? "…" : names.length < SOON && turn?.next ? (names.length ? tr("then {what}", { what: turn.next }) : t(turn.next)) : "";
  if (!shown.length && !then) return nothing;
  return html`<div class="coming"><b>${tr("Next:")}</b><ol aria-label=${tr("What comes next")}>${shown}${then ? html`<li class="then">${then}</li>` : nothing}</ol></div>`;
}

/** Why an answer can't be taken back just now, or "". */
function undoReason(state: State): string {
  const log = state.scene.log?.["undo"];
  if (!state.you.seats.length) return tr("You hold no seat.");
  if (state.scene.result?.["result"]) return tr("The game is over.");
  if (!log?.answers) return tr("There is nothing to take back.");
  return "";
}

function tools(ui: Ui, state: State): Html {
  const log = state.scene.log?.["undo"];
  const no = undoReason(state);
  const free = log?.free.some((s) => state.you.seats.includes(s)) ?? false;
  const undo = no || (free ? tr("Take the last answer back (U)") : tr("Past a roll or another's answer: the others are asked (U)"));
  const owner = log?.redo_seat ?? "";
  const noRedo = state.scene.result?.["result"] ? no : !log?.redo ? tr("There is nothing to bring back.") : owner && !state.you.seats.includes(owner) ? tr("Only {seat} may bring it back.", { seat: seatName(state, owner) }) : "";
  return html`<div class="tools" role="toolbar" aria-label=${tr("Tools")}>
    <button type="button" class="tool ${no ? "dim" : ""} ${free ? "" : "asks"}" aria-disabled=${no ? "true" : "false"} title=${undo} aria-label=${undo}
      @click=${() => (no ? ui.store.note(no) : void ui.play.undo())}>${icon("undo")}</button>
    <button type="button" data-tool="redo" class="tool ${noRedo ? "dim" : ""}" aria-disabled=${noRedo ? "true" : "false"} title=${noRedo || tr("Bring it back (Y)")} aria-label=${noRedo || tr("Bring it back")}
      @click=${() => (noRedo ? ui.store.note(noRedo) : void ui.play.redo())}>${icon("redo")}</button>
    <button type="button" class="tool" aria-pressed=${state.past ? "true" : "false"} title=${tr("Look back (R)")} aria-label=${tr("Look back")} @click=${() => ui.shift.toggle()}>${icon("clock")}</button>
    <button type="button" class="tool" title=${tr("Settings")} aria-label=${tr("Settings")} @click=${() => ui.store.set({ settings: true })}>${icon("settings")}</button>
    <button type="button" class="tool" title=${tr("Keys and help (?)")} aria-label=${tr("Keys and help")} @click=${() => ui.store.set({ help: true })}>${icon("info")}</button>
    ${mySeat(state) ? html`<span class="sr">${tr("It is your turn.")}</span>` : nothing}</div>`;
}
