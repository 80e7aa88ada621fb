/** A hint of the guide: its card, and the ring around what it points at. */

import { html, nothing } from "lit-html";
import { coverage } from "../board/marks";
import { placed, type Box, type Guide, type Shunned } from "../guide";
import { icon } from "../icons";
import { offered } from "../options";
import { middle } from "../squares";
import type { Hint } from "../types";
import type { Html, Ui } from "../ui";
import { t, tr } from "../words";

const PANELS: Record<string, string> = {
  prompt: ".prompt-box", board: ".board-box", actions: ".acts", party: "[data-panel=party]", cards: "[data-panel=cards]", log: "[data-panel=log]", table: "[data-panel=table]",
  turn: ".turn", undo: ".tools .tool:nth-child(1)", back: ".tools .tool:nth-child(3)", help: ".tools .tool:last-of-type",
};

export function guideCard(guide: Guide, hint: Hint | null): Html {
  if (!hint) return nothing;
  return html`<svg class="hint-lead" aria-hidden="true"><line /></svg><div class="hint-ring" aria-hidden="true" hidden></div>
    <div class="hint" role="note" aria-label=${tr("Hint")}>
      <p>${icon("info")} ${t(hint.say)}</p>
      <div class="hint-acts"><button type="button" class="answer done" @click=${() => guide.gotIt()}>${tr("Got it")} <kbd>G</kbd></button>
        <button type="button" class="soft" @click=${() => guide.set(false)}>${tr("No more hints")}</button></div></div>`;
}

/** Put the card beside what it points at, and the ring around that. */
export function placeGuide(ui: Ui, hint: Hint | null, box: HTMLElement): void {
  const [card, ring] = [box.querySelector<HTMLElement>(".hint"), box.querySelector<HTMLElement>(".hint-ring")];
  if (!hint || !card || !ring) return;
  if (card.dataset["say"] !== hint.say) { // a new one
    card.dataset["say"] = hint.say;
    if (hint.point.group) document.querySelector(`.deeds [data-option^="${CSS.escape(hint.point.group)}"]`)?.scrollIntoView({ block: "nearest" });
  }
  const target = anchor(ui, hint);
  const size = { w: innerWidth, h: document.documentElement.clientHeight };
  ring.hidden = !target;
  if (target) {
    const grown = { x: target.x - 5, y: target.y - 5, w: target.w + 10, h: target.h + 10 };
    move(ring, grown);
    ring.style.width = `${grown.w}px`;
    ring.style.height = `${grown.h}px`;
  }
  const place = [hint.say, size.w, size.h, card.offsetHeight, ...(target ? [target.x, target.y, target.w, target.h].map((n) => Math.round(n / 8)) : [])].join(" ");
  if (card.dataset["place"] === place) return; // it lies still while others move
  card.dataset["place"] = place;
  const spot = placed(target ?? { x: size.w / 2, y: 0, w: 0, h: 0 }, card.offsetWidth, card.offsetHeight, size, shunned(ui, hint));
  card.dataset["side"] = target ? spot.side : "over";
  move(card, spot);
  lead(box.querySelector("line"), spot, target && spot.side === "over" ? target : null);
  if (!target) return;
  card.style.setProperty("--tip-x", `${Math.max(14, Math.min(card.offsetWidth - 26, target.x + target.w / 2 - spot.x - 6))}px`);
  card.style.setProperty("--tip-y", `${Math.max(14, Math.min(card.offsetHeight - 26, target.y + target.h / 2 - spot.y - 6))}px`);
}

/** What a card should leave in sight: answers most, then figures and what may be chosen on the board, then what can be read. */
function shunned(ui: Ui, hint: Hint): Shunned[] {
  const { state } = ui.store;
  const { group } = hint.point;
  const squares = [...(group === undefined ? [] : targets(ui, group)), ...Object.keys(state.shown.pieces ?? {}).map((id) => coverage(state, id, ui.board.width))];
  const parts: [string, number][] = [[".prompt-box .answers", 3], [".acts .offers", 3], [".menu:not([hidden])", 3], [".shift", 3], [".tray:not([hidden]) > *", 2], [".prompt .ask-text", 2], [".sign:not([hidden]) > *", 1], [".strip > *", 1], [".deeds > .deed", 1], [".tabs", 3], [".tools", 4], [".home", 2], [".turn", 1], [".log > li", 0.7], [".sheet-head > *", 0.7], [".zoom", 0.5], [".member", 0.7], [".foe", 0.7], [".track", 0.4]];
  return [...onScreen(ui, squares), ...parts.flatMap(([selector, weight]) => all(selector).map((box) => ({ ...box, weight })))];
}

/** Draw a line from a card that lies apart to what it points at. */
function lead(line: SVGLineElement | null, card: Box, target: Box | null): void {
  if (!line?.ownerSVGElement) return;
  line.ownerSVGElement.style.display = target ? "" : "none";
  if (!target) return;
  const [to, from] = [edgeOf(target, card), edgeOf(card, target)];
  for (const [name, n] of Object.entries({ x1: from.x, y1: from.y, x2: to.x, y2: to.y })) line.setAttribute(name, String(Math.round(n)));
}

/** Return the point of a box that is nearest to the middle of another. */
function edgeOf(box: Box, other: Box): { x: number; y: number } {
  const [x, y] = [other.x + other.w / 2, other.y + other.h / 2];
  return { x: Math.max(box.x, Math.min(box.x + box.w, x)), y: Math.max(box.y, Math.min(box.y + box.h, y)) };
}

function move(element: HTMLElement, { x, y }: Box): void {
  const to = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  if (element.style.transform !== to) element.style.transform = to;
}

/** Return where the thing is that a hint points at, if it can be seen; a panel that is put away is its tab. */
function anchor(ui: Ui, hint: Hint): Box | null {
  const { group, piece, panel } = hint.point;
  if (group !== undefined) return onBoard(ui, targets(ui, group)) ?? seen(`[data-option^="${CSS.escape(group)}"]`) ?? seen(".prompt-box");
  if (piece !== undefined) return onBoard(ui, pieces(ui, piece));
  return seen(PANELS[panel ?? ""] ?? "") ?? seen(`.tab-${panel ?? ""}`) ?? seen(".prompt-box");
}

/** Return the squares of each target of the groups that begin so. */
function targets(ui: Ui, group: string): number[][] {
  const { state } = ui.store;
  return offered(state).filter(([id]) => id.startsWith(group)).flatMap(([, g]) => {
    if (g.on === "square") return (g.targets ?? []).map((square) => [Number(square)]);
    return g.on === "piece" ? (g.targets ?? []).map((id) => coverage(state, String(id), ui.board.width)) : [];
  });
}

function pieces(ui: Ui, name: string): number[][] {
  const { state } = ui.store;
  const active = state.shown.turn?.["now"]?.active ?? "";
  const ids = Object.entries(state.shown.pieces ?? {}).filter(([id, p]) => id === name || p.kind === name || (name === "active" && id === active));
  return ids.map(([id]) => coverage(state, id, ui.board.width));
}

/** Return the places on the screen of groups of squares that are in view. */
function onScreen(ui: Ui, groups: number[][]): Box[] {
  const frame = ui.board.svg.getBoundingClientRect();
  const unit = ui.board.view.scale();
  const boxes = groups.filter((squares) => squares.length && (squares[0] ?? -1) >= 0).map((squares): Box => {
    const size = Math.max(1, Math.round(Math.sqrt(squares.length)));
    const at = ui.board.view.pixel(middle(squares[0] ?? 0, size, ui.board.width));
    return { x: frame.x + at.x - (unit * size) / 2, y: frame.y + at.y - (unit * size) / 2, w: unit * size, h: unit * size };
  });
  return boxes.filter((b) => b.x >= frame.left && b.y >= frame.top && b.x + b.w <= frame.right && b.y + b.h <= frame.bottom);
}

/** Return the place on the screen of the group of squares that is nearest to the middle of what is seen of the board. */
function onBoard(ui: Ui, groups: number[][]): Box | null {
  const frame = ui.board.svg.getBoundingClientRect();
  const visible = onScreen(ui, groups);
  const far = (b: Box): number => Math.hypot(b.x + b.w / 2 - frame.x - frame.width / 2, b.y + b.h / 2 - frame.y - frame.height / 2);
  return visible.sort((a, b) => far(a) - far(b))[0] ?? null;
}

function seen(selector: string): Box | null {
  return all(selector)[0] ?? null;
}

/** Return the places of all elements that are on the screen. */
function all(selector: string): Box[] {
  const found = selector ? [...document.querySelectorAll<HTMLElement>(`.table :is(${selector})`)] : [];
  return found.map((element) => element.getBoundingClientRect()).filter((r) => r.width && r.height && r.bottom > 0 && r.right > 0 && r.top < innerHeight && r.left < innerWidth).map((r) => ({ x: r.x, y: r.y, w: r.width, h: r.height }));
}
