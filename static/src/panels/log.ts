/** What happened, newest last; lines that belong under another are folded, and so are lines that say the same. */

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import { icon } from "../icons";
import { secret } from "../person";
import { went } from "../show";
import { squareName } from "../squares";
import type { Figure, LogLine } from "../store";
import { smallFace } from "../tray";
import type { Joined } from "../types";
import { ruleChip, type Html, type Ui } from "../ui";
import { t, tr } from "../words";

const MOST = 160; // lines that are drawn

interface Same { line: LogLine; times: number }
interface Entry extends Same { under: Same[] }
const ICONS: Record<string, string> = { hit: "wound", heal: "heal", roll: "dice", move: "move", card: "cards", appear: "spawn", gone: "dead", banner: "turn", glow: "star", notice: "info" };

/** Return the lines of what happened before one came, as they would stand here had one seen it: moves tell where they began, and what is gone has told its name. */
export function remembered(all: Joined): LogLine[] {
  const lines = all.history.flatMap((h) => h.events.map((event): LogLine => ({ ...event, version: h.version })));
  const known = new Map(Object.entries(all.scene.pieces ?? {}).map(([id, { name, side }]) => [id, { name, side }]));
  const spots = new Map(Object.entries(all.scene.pieces ?? {}).map(([id, { at }]) => [id, at])); // where each stood before the line at hand
  for (const { show } of [...lines].reverse()) {
    const id = show?.piece ?? "";
    if (show?.type === "move") spots.set(id, show.from ?? -1);
    else if (show?.type === "gone" && show.name) known.set(id, { name: show.name, side: show.side ?? "" });
  }
  return lines.map((line) => {
    const id = line.show?.piece ?? "";
    const who = known.get(id);
    const end = went(line);
    if (end) spots.set(id, end.at);
    return who ? { ...line, figure: { ...who, at: spots.get(id) ?? -1, ...end } } : line;
  });
}

export function logPanel(ui: Ui): Html {
  const { state } = ui.store;
  const { log, chosen, person, info, you } = state;
  return html`${guard([log, chosen, person, info, you], () => lines(ui, log.filter((line) => !secret(state, line))))}`;
}

function lines(ui: Ui, log: LogLine[]): Html {
  const entries: Entry[] = [];
  for (const line of log.slice(-MOST)) {
    const last = entries.at(-1);
    if (line.depth && last) add(last.under, { line, times: 1 });
    else if (last && !last.under.length && same(last.line, line)) last.times++;
    else entries.push({ line, times: 1, under: [] });
  }
  if (!entries.length) return html`<p class="empty">${tr("Nothing has happened yet.")}</p>`;
  return html`<div role="log" aria-label=${tr("What happened")}><ol class="log" @keydown=${walk}>${repeat(entries, ({ line }) => line, ({ line, times, under }) => html`<li class=${classes(ui, line)} tabindex="-1" data-piece=${line.show?.piece ?? ""} @pointerenter=${() => point(ui, line)} @pointerleave=${() => point(ui, null)} @focus=${() => (point(ui, line), ui.board.reveal(ui.store.state.shown.pieces?.[line.show?.piece ?? ""]?.at ?? -1))} @blur=${() => point(ui, null)}>${text(ui, line, times)}${under.length ? why(ui, line, under) : nothing}</li>`)}</ol></div>`;
}

/** The last thing that happened, where the log itself is not seen; a press opens it. */
export function lastLine(ui: Ui): Html {
  const { state } = ui.store;
  const line = [...state.log].reverse().find((l) => !l.depth && !l.undone && !secret(state, l));
  if (!line) return nothing;
  const image = ICONS[line.show?.type ?? ""];
  return html`<button type="button" class="last-line ${line.show?.type ?? ""}" aria-label=${tr("What happened last: {what}", { what: t(line.key, line.params) })} @click=${() => ui.store.set({ tab: "log" })}>${image ? html`<span class="log-icon">${icon(image)}</span>` : nothing}<span>${placed(ui, line)}</span></button>`;
}

/** What is told under a line, folded: the reasons and all that followed at once. */
function why(ui: Ui, line: LogLine, under: Same[]): Html {
  return html`<details><summary aria-label=${tr("Why? {n} more on: {what}", { n: under.length, what: t(line.key, line.params) })}>${tr("why?")} <small>${under.length}</small></summary><ol>${under.map((more) => html`<li class="under ${classes(ui, more.line)}" @pointerenter=${() => point(ui, more.line)} @pointerleave=${() => point(ui, line)}>${text(ui, more.line, more.times)}</li>`)}</ol></details>`;
}

function classes(ui: Ui, line: LogLine): string {
  const { chosen } = ui.store.state;
  return `${line.show?.type ?? ""} ${line.show?.ruling ? "by-hand" : ""} ${line.undone ? "undone" : ""} ${chosen && line.show?.piece === chosen ? "about" : ""}`;
}

/** Ring the figure that a line is about; null: none. */
function point(ui: Ui, line: LogLine | null): void {
  ui.store.set({ pointed: line?.show?.piece ?? "" });
}

/** Up and down go from line to line. */
function walk(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const lines = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(":scope > li")];
  const at = lines.indexOf(event.target as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  lines[at + step]?.focus();
}

/** Bring the last line about a figure into view. */
export function find(box: HTMLElement, piece: string): void {
  [...box.querySelectorAll<HTMLElement>(".log > li")].reverse().find((line) => line.dataset["piece"] === piece)?.scrollIntoView({ block: "center" });
}

function same(a: LogLine, b: LogLine): boolean {
  return a.show?.type !== "roll" && a.undone === b.undone && a.rule === b.rule && a.figure?.at === b.figure?.at && t(a.key, a.params) === t(b.key, b.params);
}

/** Put a line below the others, or count it if one says the same already. */
function add(list: Same[], more: Same): void {
  const found = list.find((s) => same(s.line, more.line));
  if (found) found.times++;
  else list.push(more);
}

function text(ui: Ui, line: LogLine, times: number): Html {
  const kind = line.show?.type ?? "";
  const image = line.show?.ruling ? "vote" : ICONS[kind];
  const piece = line.show?.piece ?? "";
  const { fixed } = ui.store.state;
  const show = (): void => ui.board.reveal(ui.store.state.shown.pieces?.[piece]?.at ?? line.figure?.at ?? -1);
  const dice = kind === "roll" ? (line.show?.dice ?? []) : [];
  return html`<span class="log-icon" @click=${show}>${image ? icon(image) : nothing}</span><span class="log-text">${line.undone ? html`<s>${placed(ui, line)}</s>` : placed(ui, line)}</span>${times > 1 ? html` <b class="times">×${times}</b>` : nothing}
    ${dice.length ? html`<span class="log-dice">${dice.map(([code, face]) => smallFace(fixed, code, face))}</span>` : nothing} ${ruleChip(ui, line.rule)}`;
}

/** A line's sentence, with the square beside the figure's name: there may be several of that name. */
function placed(ui: Ui, line: LogLine): Html {
  const words = t(line.key, line.params);
  const { figure } = line;
  const name = figure ? t(figure.name) : "";
  const at = name ? words.indexOf(name) : -1;
  if (!figure || figure.at < 0 || at < 0) return html`${words}`;
  const end = at + name.length;
  return html`${words.slice(0, end)} <small class="where">${where(ui, figure)}</small>${words.slice(end)}`;
}

function where(ui: Ui, figure: Figure): string {
  const to = squareName(figure.at, ui.board.width);
  return figure.from === undefined ? to : `${squareName(figure.from, ui.board.width)}→${to}`;
}

const away = new WeakMap<HTMLElement, boolean>();

/** Keep the newest line in view, unless somebody reads older ones. */
export function follow(box: HTMLElement): void {
  if (!away.has(box)) {
    away.set(box, false);
    box.addEventListener("scroll", () => away.set(box, box.scrollHeight - box.scrollTop - box.clientHeight > 60), { passive: true });
  }
  if (!away.get(box)) box.scrollTop = box.scrollHeight;
}
