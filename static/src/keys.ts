/** The keyboard: everything the mouse does. */

import { coverage } from "./board/marks";
import { actor, aimed, barGroups, groups } from "./options";
import { SEARCH } from "./panels/book";
import { squareName } from "./squares";
import type { Ui } from "./ui";
import { tr } from "./words";

export interface Acts {
  act(square: number, touch: boolean): void;
  move(square: number): void; // the cursor
}

export function listenKeys(ui: Ui, acts: Acts): void {
  document.addEventListener("keydown", (event) => {
    const from = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || from.matches("input, textarea, select")) return;
    if (document.querySelector("dialog[open], .curtain:not([hidden])")) return;
    const board = from === (ui.board.svg as unknown as HTMLElement);
    if ((board && boardKey(ui, acts, event.key)) || globalKey(ui, acts, event.key)) event.preventDefault();
  });
}

function boardKey(ui: Ui, acts: Acts, key: string): boolean {
  const { state } = ui.store;
  const { width, height } = ui.board;
  const at = state.cursor >= 0 ? state.cursor : start(ui);
  const [x, y] = [at % width, Math.floor(at / width)];
  switch (key) {
    case "ArrowLeft": acts.move(y * width + Math.max(0, x - 1)); return true;
    case "ArrowRight": acts.move(y * width + Math.min(width - 1, x + 1)); return true;
    case "ArrowUp": acts.move(Math.max(0, y - 1) * width + x); return true;
    case "ArrowDown": acts.move(Math.min(height - 1, y + 1) * width + x); return true;
    case "d": case "D": line(ui); return true;
    case "Enter": if (state.cursor >= 0) acts.act(state.cursor, false); return true;
    default: return false;
  }
}

let begin = -1; // where a line that is drawn by keys begins

/** Begin a line at the cursor, or end it there. */
function line(ui: Ui): void {
  const { cursor } = ui.store.state;
  if (cursor < 0) return;
  if (begin < 0) ui.store.note(tr("A line from {square}: go to its end and press D.", { square: squareName((begin = cursor), ui.board.width) }));
  else {
    if (begin !== cursor) void ui.play.arrow([begin, cursor]);
    begin = -1;
  }
}

/** Where the cursor starts: on the active figure. */
export function start(ui: Ui): number {
  const { state } = ui.store;
  return Math.max(0, state.scene.pieces?.[state.scene.turn?.["now"]?.active ?? ""]?.at ?? 0);
}

/** Go to the next square that can be answered on. */
function target(ui: Ui, acts: Acts, step: number): void {
  const { state } = ui.store;
  const { width } = ui.board;
  const squares = new Set<number>();
  for (const square of aimed(state, "square").keys()) squares.add(Number(square));
  for (const id of aimed(state, "piece").keys()) squares.add(coverage(state, String(id), width)[0] ?? -1);
  squares.delete(-1);
  const sorted = [...squares].sort((a, b) => a - b);
  if (!sorted.length) return;
  const next = step > 0 ? sorted.find((s) => s > state.cursor) ?? sorted[0] : [...sorted].reverse().find((s) => s < state.cursor) ?? sorted.at(-1);
  ui.board.svg.focus();
  acts.move(next ?? 0);
}

function globalKey(ui: Ui, acts: Acts, key: string): boolean {
  const { state } = ui.store;
  if (state.playing && (key === " " || key === "Enter" || key === "Escape")) {
    ui.player.skip();
    return true;
  }
  switch (key) {
    case "Escape": {
      const had = ui.play.back();
      if (had) ui.board.svg.focus();
      return had;
    }
    case "+": case "=": ui.board.view.zoom(1.25); return true;
    case "-": case "−": ui.board.view.zoom(0.8); return true;
    case "0": ui.board.view.fit(); return true;
    case "n": case "N": target(ui, acts, 1); return true;
    case "p": case "P": target(ui, acts, -1); return true;
    case "u": void ui.play.undo(); return true;
    case "y": void ui.play.redo(); return true;
    case "b": ui.board.svg.focus(); return true;
    case "v": case "V": outlook(ui); return true;
    case "o": case "O": ui.store.set({ listing: true }); return true;
    case "/": ui.store.set({ rule: SEARCH }); return true;
    case "a": document.querySelector<HTMLElement>(".answers button, .deeds button")?.focus(); return true;
    case "g": if (document.querySelector(".hint")) ui.guide.gotIt(); return true;
    case "l": ui.store.set({ tab: "log" }); (document.querySelector<HTMLElement>("[data-panel=log] .log > li:last-child") ?? document.querySelector<HTMLElement>("[data-panel=log]"))?.focus(); return true;
    case "r": ui.shift.toggle(); return true;
    case ",": void ui.shift.by("answer", -1); return true;
    case ".": void ui.shift.by("answer", 1); return true;
    case ";": void ui.shift.by("activation", -1); return true;
    case ":": void ui.shift.by("activation", 1); return true;
    case "?": ui.store.set({ help: true }); return true;
    default:
      return /^[1-9]$/.test(key) && arm(ui, Number(key));
  }
}

/** Show what a figure sees and reaches: that under the cursor, else the one looked at, else who acts; again: no more. */
export function outlook(ui: Ui): void {
  const { state } = ui.store;
  const here = state.cursorShown ? ui.board.on(state.cursor)[0] : undefined;
  const piece = here ?? (state.chosen || actor(state));
  ui.store.set({ outlook: state.outlook && (!here || here === state.outlook) ? "" : piece });
}

/** Take up the n-th action of the bar. */
function arm(ui: Ui, n: number): boolean {
  const { state } = ui.store;
  const found = groups(state).length ? barGroups(state)[n - 1] : undefined;
  if (found) ui.play.press(found[0]);
  return found !== undefined;
}
