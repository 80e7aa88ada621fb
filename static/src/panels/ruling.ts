/** A table ruling: what to set by hand when a rule is wrong. All seats agree before it is done. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { squareName } from "../squares";
import type { Draft } from "../store";
import type { Ruling } from "../types";
import type { Html, Ui } from "../ui";
import { t, tr } from "../words";

const kinds = (): [Ruling["kind"], string][] => [["move", tr("Move a figure")], ["wounds", tr("Set its wounds")], ["status", tr("Put or take a status")], ["token", tr("Put or take a token")]];

/** The choices of a list: value and words. */
type Choice = [string, string];

export function rulingForm(ui: Ui): Html {
  const { draft } = ui.store.state;
  if (!draft) return nothing;
  const { what } = draft;
  const done = whole(draft);
  return html`<form class="ruling" aria-label=${tr("A table ruling")} @submit=${(event: SubmitEvent) => {
    event.preventDefault();
    if (done) void ui.play.rule(done);
  }}><h2>${icon("vote")} ${tr("A table ruling")}</h2>
    <p><small>${tr("For when a rule is wrong: all seats must agree. Press a figure or a square on the board, or choose here.")}</small></p>
    ${list("kind", tr("What to set"), kinds(), what.kind, (kind) => set(ui, { kind: kind as Ruling["kind"], ...(kind === "token" ? {} : { piece: what.piece ?? "" }) }))}
    ${what.kind === "token" ? tokenFields(ui, draft) : figureFields(ui, draft)}
    <p class="answers"><button type="submit" class="answer done" ?disabled=${!done}>${icon("check")} ${tr("Propose")}</button>
    <button type="button" class="soft" @click=${() => ui.store.set({ draft: null })}>${tr("Cancel")}</button></p></form>`;
}

function set(ui: Ui, what: Ruling): void {
  const { draft } = ui.store.state;
  if (draft) ui.store.set({ draft: { ...draft, what } });
}

function list(id: string, name: string, choices: Choice[], value: string, take: (value: string) => void): Html {
  return html`<div class="ruling-line"><label for="ruling-${id}">${name}</label><select id="ruling-${id}" @change=${(event: Event) => take((event.target as HTMLSelectElement).value)}>
    ${choices.some(([id]) => id === value) ? nothing : html`<option value="" selected>${tr("choose…")}</option>`}
    ${choices.map(([id, words]) => html`<option value=${id} .selected=${id === value}>${words}</option>`)}</select></div>`;
}

function squares(ui: Ui, draft: Draft): Html {
  const { what, offered } = draft;
  const choices = offered.squares.map((at): Choice => [String(at), squareName(at, ui.board.width)]);
  return list("square", tr("Square"), choices, what.at === undefined ? "" : String(what.at), (at) => set(ui, { ...what, at: Number(at) }));
}

function figureFields(ui: Ui, draft: Draft): Html {
  const { what, offered } = draft;
  const able = Object.entries(offered.figures).filter(([, f]) => what.kind !== "move" || f.moves !== false);
  const figures = able.map(([id, f]): Choice => [id, `${t(f.name)}, ${squareName(f.at, ui.board.width)}`]);
  const figure = offered.figures[what.piece ?? ""];
  return html`${list("figure", tr("Figure"), figures, what.piece ?? "", (piece) => set(ui, { kind: what.kind, piece }))}
    ${!figure ? nothing : what.kind === "move" ? squares(ui, draft) : what.kind === "wounds" ? wounds(ui, draft, figure) : statuses(ui, draft, figure.status ?? [])}`;
}

function wounds(ui: Ui, draft: Draft, figure: { wounds?: number; most?: number }): Html {
  const { what } = draft;
  const choices = Array.from({ length: (figure.most ?? 0) + 1 }, (_, n): Choice => [String(n), n === (figure.wounds ?? 0) ? tr("{n} (as now)", { n }) : String(n)]);
  return list("wounds", tr("Wounds"), choices, what.n === undefined ? "" : String(what.n), (n) => set(ui, { ...what, n: Number(n) }));
}

function statuses(ui: Ui, draft: Draft, has: string[]): Html {
  const { what, offered } = draft;
  const choices = offered.status.map((name): Choice => [name, has.includes(name) ? tr("Take off: {name}", { name }) : tr("Put on: {name}", { name })]);
  return list("status", tr("Status"), choices, what.name ?? "", (name) => set(ui, { ...what, name, on: !has.includes(name) }));
}

function tokenFields(ui: Ui, draft: Draft): Html {
  const { what, offered } = draft;
  const put = Object.entries(offered.tokens).map(([kind, name]): Choice => [`+${kind}`, tr("Put on the board: {name}", { name })]);
  const taken = Object.entries(offered.lying).map(([id, token]): Choice => [`-${id}`, tr("Take away: {name}, {square}", { name: token.name, square: squareName(token.at, ui.board.width) })]);
  const value = what.name ? `${what.on === false ? "-" : "+"}${what.name}` : "";
  const take = (chosen: string): void => set(ui, { kind: "token", name: chosen.slice(1), on: chosen.startsWith("+"), ...(chosen.startsWith("+") && what.at !== undefined ? { at: what.at } : {}) });
  return html`${list("token", tr("Token"), [...put, ...taken], value, take)}${what.name && what.on !== false ? squares(ui, draft) : nothing}`;
}

/** The ruling as it is sent, or null as long as something is missing. */
function whole({ what }: Draft): Ruling | null {
  const given = (value: unknown): boolean => value !== undefined && value !== "";
  if (what.kind === "token") return given(what.name) && (what.on === false || given(what.at)) ? what : null;
  if (!given(what.piece)) return null;
  return given(what.kind === "move" ? what.at : what.kind === "wounds" ? what.n : what.name) ? what : null;
}

/** A press on the board while a ruling is written: it names a figure, or the square for what is chosen. Return whether it did. */
export function ruleAt(ui: Ui, square: number): boolean {
  const { draft } = ui.store.state;
  if (!draft || square < 0) return false;
  const { what, offered } = draft;
  const piece = ui.board.on(square).find((id) => offered.figures[id]);
  const lies = Object.entries(offered.lying).find(([, token]) => token.at === square)?.[0];
  if (what.kind === "token") {
    if (what.name && what.on !== false && offered.squares.includes(square)) set(ui, { ...what, at: square });
    else if (lies) set(ui, { kind: "token", name: lies, on: false });
  } else if (piece) set(ui, { kind: what.kind, piece });
  else if (what.kind === "move" && what.piece && offered.squares.includes(square)) set(ui, { ...what, at: square });
  return true;
}
