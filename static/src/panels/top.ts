/** The head of the table: round, phase, who comes next, and the tools. */

import { html, nothing } from "lit-html";
import { icon, medal } from "../icons";
import { mySeat } from "../options";
import type { State } from "../store";
import { colour, sideClass } from "../tones";
import { seatName, type Html, type Ui } from "../ui";
import { t } from "../words";
import { clockFace } from "./clock";

const WORDS = { connecting: "Connecting", online: "Connected", syncing: "Catching up", offline: "No connection", gone: "Not at the table" };

export function topBar(ui: Ui): Html {
  const { state } = ui.store;
  const turn = state.shown.turn?.["now"];
  return html`<a class="home" href="/" title="All games">${icon("home", "All games")}</a>
    <h1 class="title">${state.info?.name ?? ""}</h1>
    <div class="turn ${sideClass(state.shown, turn?.side)}">
      ${turn?.round !== undefined ? html`<span class="round"><small>Round</small> ${turn.round}</span>` : nothing}
      ${turn ? html`<span class="phase">${t(turn.phase)}</span>` : nothing}
      ${turn ? queue(ui, state) : nothing}
    </div>
    ${clockFace(state)}${state.awake === "no" ? html`<span class="sleepy">This screen may go dark: switch its screen saver off.</span>` : nothing}
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
  return html`<div class="join"><span>Join: <b>${url.replace(/^https?:\/\//, "")}</b></span>${code ?? nothing}</div>`;
}

function queue(ui: Ui, state: State): Html {
  const turn = state.shown.turn?.["now"];
  const ids = [turn?.active ?? "", ...(turn?.queue ?? [])].filter((id, i, all) => id && all.indexOf(id) === i && state.shown.pieces?.[id]);
  return html`<ol class="queue" aria-label="Order of activations">${ids.slice(0, 9).map((id) => {
    const piece = state.shown.pieces?.[id];
    return html`<li class=${id === turn?.active ? "now" : ""}><button type="button" title=${t(piece?.name ?? id)} @click=${() => ui.board.reveal(piece?.at ?? -1, 14)}>${medal(piece?.icon, colour(piece?.tone), t(piece?.name ?? id))}</button></li>`;
  })}</ol>`;
}

/** Why an answer can't be taken back just now, or "". */
function undoReason(state: State): string {
  const log = state.scene.log?.["undo"];
  if (!state.you.seats.length) return "You hold no seat.";
  if (state.scene.result?.["result"]) return "The game is over.";
  if (!log?.answers) return "There is nothing to take back.";
  return "";
}

function tools(ui: Ui, state: State): Html {
  const log = state.scene.log?.["undo"];
  const no = undoReason(state);
  const free = log?.free.some((s) => state.you.seats.includes(s)) ?? false;
  const undo = no || (free ? "Take the last answer back (U)" : "Past a roll or another's answer: the others are asked (U)");
  const owner = log?.redo_seat ?? "";
  const noRedo = state.scene.result?.["result"] ? no : !log?.redo ? "There is nothing to bring back." : owner && !state.you.seats.includes(owner) ? `Only ${seatName(state, owner)} may bring it back.` : "";
  return html`<div class="tools" role="toolbar" aria-label="Tools">
    <button type="button" class="tool ${no ? "dim" : ""} ${free ? "" : "asks"}" aria-disabled=${no ? "true" : "false"} title=${undo} aria-label=${undo}
      @click=${() => (no ? ui.store.note(no) : void ui.play.undo())}>${icon("undo")}</button>
    <button type="button" class="tool ${noRedo ? "dim" : ""}" aria-disabled=${noRedo ? "true" : "false"} title=${noRedo || "Bring it back (Y)"} aria-label=${noRedo || "Bring it back"}
      @click=${() => (noRedo ? ui.store.note(noRedo) : void ui.play.redo())}>${icon("redo")}</button>
    <button type="button" class="tool" aria-pressed=${state.past ? "true" : "false"} title="Look back (R)" aria-label="Look back" @click=${() => ui.shift.toggle()}>${icon("clock")}</button>
    <button type="button" class="tool" title="Settings" aria-label="Settings" @click=${() => ui.store.set({ settings: true })}>${icon("settings")}</button>
    <button type="button" class="tool" title="Keys and help (?)" aria-label="Keys and help" @click=${() => ui.store.set({ help: true })}>${icon("info")}</button>
    ${mySeat(state) ? html`<span class="sr">It is your turn.</span>` : nothing}</div>`;
}
