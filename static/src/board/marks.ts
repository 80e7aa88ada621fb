/** What may be answered, drawn on the board: lit squares, rings around figures, path, cursor. */

import { aimed, mySeat, pickGroup, type Choice, type Tone } from "../options";
import { footprint, middle, place, UNIT } from "../squares";
import type { State } from "../store";
import type { Insight, Target } from "../types";
import { Keyed, make, set, use } from "./svg";

interface Mark { at: number; size: number; tone: Tone; round: boolean; several: boolean; picked: boolean; focus: boolean }

const STRONGEST: Tone[] = ["attack", "help", "move", "plain", "end"];

export function strongest(choices: Choice[]): Tone {
  return STRONGEST.find((tone) => choices.some((c) => c.tone === tone)) ?? "plain";
}

export class Marks {
  private readonly below: Keyed<Mark>;
  private readonly above: Keyed<Mark>;
  private readonly cache = new Map<string, Mark>();
  private readonly path: SVGGElement;
  private readonly cursor: SVGRectElement;
  private insight: Insight | null = null;
  private width = 1;

  constructor(below: SVGGElement, above: SVGGElement) {
    const tiles = make("g");
    const rings = make("g");
    this.path = make("g", { class: "way" });
    this.cursor = make("rect", { class: "cursor", width: UNIT - 4, height: UNIT - 4, rx: 14, visibility: "hidden" });
    below.append(tiles);
    above.append(rings, this.path, this.cursor);
    this.below = new Keyed(tiles, () => make("g"), (e, mark) => this.tile(e, mark));
    this.above = new Keyed(rings, () => make("g"), (e, mark) => this.ring(e, mark));
  }

  sync(state: State, width: number): void {
    this.width = width;
    const tiles: [string, Mark][] = [];
    const rings: [string, Mark][] = [];
    const picking = mySeat(state) && pickGroup(state);
    for (const [square, choices] of aimed(state, "square")) {
      const mark = this.mark(Number(square), 1, false, choices, state, picking, square);
      tiles.push([`s${square}`, this.same(`s${square}`, mark)]);
    }
    for (const [id, choices] of aimed(state, "piece")) {
      const thing = state.scene.pieces?.[String(id)] ?? tokenSpot(state, String(id));
      if (!thing || thing.at < 0) continue;
      const mark = this.mark(thing.at, thing.size, true, choices, state, picking, id);
      rings.push([`p${id}`, this.same(`p${id}`, mark)]);
    }
    this.below.sync(tiles);
    this.above.sync(rings);
    this.way(state.insight);
    const shown = state.cursorShown && state.cursor >= 0;
    const { x, y } = place(Math.max(0, state.cursor), width);
    set(this.cursor, { x: x * UNIT + 2, y: y * UNIT + 2, visibility: shown ? "visible" : "hidden" });
  }

  private mark(at: number, size: number, round: boolean, choices: Choice[], state: State, picking: string, target: Target): Mark {
    const several = new Set(choices.map((c) => c.group)).size > 1;
    const picked = picking !== "" && choices.some((c) => c.group === picking) && state.picks.includes(target);
    return { at, size, tone: strongest(choices), round, several, picked, focus: state.armed !== "" };
  }

  private same(key: string, mark: Mark): Mark {
    const was = this.cache.get(key);
    if (was && (Object.keys(mark) as (keyof Mark)[]).every((k) => was[k] === mark[k])) return was;
    this.cache.set(key, mark);
    return mark;
  }

  private tile(element: SVGGElement, mark: Mark): void {
    const { x, y } = place(mark.at, this.width);
    element.setAttribute("class", classes("lit", mark));
    element.replaceChildren(make("rect", { x: x * UNIT + 7, y: y * UNIT + 7, width: UNIT - 14, height: UNIT - 14, rx: 16 }));
    if (mark.tone === "move") element.append(make("circle", { cx: (x + 0.5) * UNIT, cy: (y + 0.5) * UNIT, r: 9, class: "lit-dot" }));
    if (mark.picked) element.append(use("check", x * UNIT + 26, y * UNIT + 26, 48, { class: "lit-check" }));
  }

  private ring(element: SVGGElement, mark: Mark): void {
    const c = middle(mark.at, mark.size, this.width);
    const r = (mark.size * UNIT) / 2 - 2;
    element.setAttribute("class", classes("aim", mark));
    element.replaceChildren(make("circle", { cx: c.x, cy: c.y, r, class: "aim-halo" }), make("circle", { cx: c.x, cy: c.y, r, class: "aim-ring" }));
    if (mark.tone === "attack") {
      const d = [0, 90, 180, 270].map((a) => `M${c.x} ${c.y}m${Math.cos((a * Math.PI) / 180) * (r - 8)} ${Math.sin((a * Math.PI) / 180) * (r - 8)}l${Math.cos((a * Math.PI) / 180) * 18} ${Math.sin((a * Math.PI) / 180) * 18}`).join("");
      element.append(make("path", { d, class: "aim-cross" }));
    }
    if (mark.picked) element.append(use("check", c.x - 24, c.y - 24, 48, { class: "lit-check" }));
  }

  private way(insight: Insight | null): void {
    if (insight === this.insight) return;
    this.insight = insight;
    this.path.replaceChildren();
    for (const square of insight?.squares ?? []) {
      const { x, y } = place(square, this.width);
      this.path.append(make("rect", { x: x * UNIT + 2, y: y * UNIT + 2, width: UNIT - 4, height: UNIT - 4, rx: 10, class: "way-area" }));
    }
    for (const square of insight?.dangers ?? []) {
      const { x, y } = place(square, this.width);
      this.path.append(make("rect", { x: x * UNIT + 5, y: y * UNIT + 5, width: UNIT - 10, height: UNIT - 10, rx: 12, class: "way-danger" }), make("path", { d: `M${x * UNIT + 74} ${y * UNIT + 12}l15 26h-30z`, class: "way-sign" }));
    }
    const path = insight?.path ?? [];
    if (path.length < 1) return;
    const points = path.map((square) => middle(square, 1, this.width));
    this.path.append(make("polyline", { points: points.map((p) => `${p.x},${p.y}`).join(" "), class: "way-line" }));
    for (const p of points.slice(0, -1)) this.path.append(make("circle", { cx: p.x, cy: p.y, r: 7, class: "way-dot" }));
    const end = points.at(-1);
    if (end) this.path.append(make("circle", { cx: end.x, cy: end.y, r: 20, class: "way-end" }));
  }
}

function classes(kind: string, mark: Mark): string {
  return `${kind} tone-${mark.tone}${mark.several ? " several" : ""}${mark.picked ? " picked" : ""}${mark.focus ? " focus" : ""}`;
}

/** Targets called pieces may lie on the board as tokens. */
export function tokenSpot(state: State, id: string): { at: number; size: number } | null {
  const token = state.scene.tokens?.[id];
  const at = token?.at ?? token?.squares?.[0];
  return at === undefined ? null : { at, size: 1 };
}

/** Return the squares that a target of kind "piece" covers. */
export function coverage(state: State, id: string, width: number): number[] {
  const piece = state.scene.pieces?.[id];
  if (piece) return footprint(piece.at, piece.size, width);
  const token = state.scene.tokens?.[id];
  return token?.squares ?? (token?.at !== undefined ? [token.at] : []);
}
