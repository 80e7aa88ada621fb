/** The board: layers in one SVG, drawn from the scene; gestures and keys go out as calls. */

import { actor, aimed, mySeat, mySeats } from "../options";
import { middle, UNIT } from "../squares";
import type { State } from "../store";
import type { Fixed, Insight } from "../types";
import { Arrows } from "./arrows";
import { Edges, type Spot } from "./edges";
import { drawGround } from "./ground";
import { Marks, strongest, tokenSpot } from "./marks";
import { float, glide, ping } from "./motion";
import { definitions } from "./patterns";
import { Pieces, piecesOn } from "./pieces";
import { listen } from "./pointer";
import { make, set } from "./svg";
import { Tokens } from "./tokens";
import { View } from "./view";
import { tr } from "../words";
import { Zones } from "./zones";
import { Cells } from "./cells";

const FAR = 17; // squares that the height of a big screen may hold, to be told apart from afar

export interface BoardCalls {
  tap(square: number, touch: boolean): void;
  hold(square: number): void;
  hover(square: number): void; // -1: nothing
  draws(): boolean;
  line(line: [number, number]): void; // was drawn
  tint(): string; // of one's lines
  view(): void; // the view has changed
}

export class Board {
  readonly svg: SVGSVGElement;
  readonly view: View;
  private readonly ground = make("g", { class: "ground" });
  private readonly pieces: Pieces;
  private readonly tokens: Tokens;
  private readonly marks: Marks;
  private readonly zones: Zones;
  readonly cells: Cells;
  private readonly fog = make("path", { class: "fog" });
  private readonly effects = make("g", { class: "effects" });
  private readonly arrows: Arrows;
  private readonly edges: Edges;
  private moved = false; // something is in motion, or has been
  private fixed: Fixed | null = null;
  width = 1;
  height = 1;
  private state: State | null = null;
  private begun = false;

  constructor(parent: HTMLElement, calls: BoardCalls) {
    this.svg = make("svg", { class: "board", tabindex: 0, role: "grid", preserveAspectRatio: "none",
      "aria-label": tr("Board: arrow keys move, Enter answers, N goes to the next target") });
    const below = make("g", { class: "below" });
    const tokens = make("g");
    const pieces = make("g");
    const above = make("g", { class: "above" });
    const healths = make("g", { class: "healths" });
    const zones = make("g", { class: "zones" });
    const lines = make("g", { class: "arrows" });
    this.svg.append(definitions(), this.ground, zones, below, tokens, pieces, this.fog, above, healths, lines, this.effects);
    this.arrows = new Arrows(lines);
    parent.append(this.svg);
    this.pieces = new Pieces(pieces, healths);
    this.tokens = new Tokens(tokens);
    for (const layer of this.svg.children) layer.setAttribute("aria-hidden", "true"); // the grid of cells says it all
    this.marks = new Marks(below, above);
    this.zones = new Zones(zones);
    this.cells = new Cells(this.svg);
    this.view = new View(this.svg);
    this.edges = new Edges(parent, this.view, (square) => this.reveal(square));
    this.view.onMove = () => (this.edges.place(), calls.view());
    listen(this.svg, this.view, {
      tap: (x, y, touch) => calls.tap(this.square(x, y), touch),
      hold: (x, y) => calls.hold(this.square(x, y)),
      hover: (x, y) => calls.hover(this.square(x, y)),
      leave: () => calls.hover(-1),
      draws: calls.draws,
      draw: (from, to, done) => {
        const line: [number, number] | null = to && [this.square(from.x, from.y), this.square(to.x, to.y)];
        const good = line && line[0] >= 0 && line[1] >= 0 && line[0] !== line[1] ? line : null;
        this.arrows.draw(done ? null : good, calls.tint(), this.width);
        if (done && good) calls.line(good);
      },
    });
  }

  render(state: State): void {
    this.state = state;
    if (state.fixed !== this.fixed) {
      this.fixed = state.fixed;
      this.width = state.fixed.board?.w ?? state.scene.board?.["main"]?.w ?? 1;
      this.height = state.fixed.board?.h ?? state.scene.board?.["main"]?.h ?? 1;
      drawGround(this.ground, state.fixed);
      if (this.view.size(this.width, this.height)) this.begun = false; // another board
    }
    if (!this.begun && state.version >= 0 && state.fixed.board) this.begin(state);
    const mine = new Set(mySeats(state));
    this.tokens.sync(state.shown, this.width);
    this.pieces.sync(state.shown, this.width, mine, state.chosen, state.pointed);
    this.marks.sync(state, this.width);
    this.cells.sync(state, this.width, this.height);
    const hidden = state.shown.board?.["main"]?.fog ?? [];
    set(this.fog, { d: hidden.map((n) => `M${(n % this.width) * UNIT} ${Math.floor(n / this.width) * UNIT}h${UNIT}v${UNIT}h${-UNIT}z`).join("") });
    this.svg.classList.toggle("armed", state.armed !== "");
    this.svg.classList.toggle("waiting", state.busy);
    this.edges.point(state.tv ? [] : this.spots(state));
  }

  /** Return what is worth a look just now: figures that can be aimed at, squares if none is in view, and who acts. */
  private spots(state: State): Spot[] {
    if (!mySeat(state) || state.playing) return [];
    const spot = (at: number, size: number, tone: string, own = false): Spot => ({ ...middle(at, size, this.width), square: at, tone, own });
    const found: Spot[] = [];
    for (const [id, choices] of aimed(state, "piece")) {
      const thing = state.scene.pieces?.[String(id)] ?? tokenSpot(state, String(id));
      if (thing && thing.at >= 0) found.push(spot(thing.at, thing.size, strongest(choices)));
    }
    const squares = [...aimed(state, "square")].map(([at, choices]) => spot(Number(at), 1, strongest(choices)));
    const { x, y, w, h } = this.view;
    if (!squares.some((s) => s.x > x && s.y > y && s.x < x + w && s.y < y + h)) found.push(...squares);
    const piece = state.scene.pieces?.[actor(state)];
    if (piece && piece.at >= 0) found.push(spot(piece.at, piece.size, "own", true));
    return found;
  }

  /** Choose the first view: all of it for a big screen, else around the figure that acts, or the squares to choose from. */
  private begin(state: State): void {
    const pieces = state.scene.pieces ?? {};
    const own = pieces[actor(state)];
    const piece = own && own.at >= 0 ? own : Object.values(pieces).find((p) => p.at >= 0 && p.seat);
    const squares = [...aimed(state, "square").keys()].map(Number);
    const at = piece?.at ?? squares[squares.length >> 1];
    this.begun = state.tv || at !== undefined; // else again when there is something to look at
    if (!state.tv && at !== undefined) this.view.begin(middle(at, piece?.size ?? 1, this.width));
  }

  /** Return the square under a point of the screen, or -1. */
  square(clientX: number, clientY: number): number {
    const p = this.view.at(clientX, clientY);
    const [x, y] = [Math.floor(p.x / UNIT), Math.floor(p.y / UNIT)];
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? y * this.width + x : -1;
  }

  /** Return the pieces on a square, as shown. */
  on(square: number): string[] {
    return this.state ? piecesOn(this.state.shown, square, this.width) : [];
  }

  /** On a big screen: look at a square where the squares would be small on the whole board, else at all of it. */
  followed(square: number): void {
    if (square < 0) return; // nobody acts: what was last seen stays
    this.view.fit();
    if (this.view.scale() < innerHeight / FAR) this.view.centre(middle(square, 1, this.width), this.svg.clientWidth / (innerHeight / FAR));
  }

  /** Show what a figure reaches and sees; nothing if there is nothing to show. */
  outlook(zones: Insight["zones"]): void {
    this.zones.show(zones ?? [], this.width);
  }

  /** Bring a square into view. */
  reveal(square: number, across = 0): void {
    if (square >= 0) this.view.show(middle(square, 1, this.width), across);
  }

  /** Whether something lies over a square that would be seen else. */
  hides(square: number): boolean {
    if (square < 0 || !this.view.covered) return false;
    const { y } = this.view.pixel(middle(square, 1, this.width));
    const high = this.svg.clientHeight;
    return y <= high && y + this.view.scale() / 2 > high - this.view.covered;
  }

  async glide(id: string, path: number[], ms: number): Promise<void> {
    const piece = this.state?.shown.pieces?.[id];
    const parts = this.pieces.parts(id);
    if (!piece || !parts.length || piece.at < 0) return;
    this.reveal(path.at(-1) ?? piece.at);
    this.moved = true;
    await glide(parts, piece.at, path, this.width, ms);
  }

  float(id: string, kind: string, n: number, ms: number): void {
    this.moved = true;
    const piece = this.state?.shown.pieces?.[id];
    if (piece && kind !== "glow") this.reveal(piece.at);
    if (piece) float(this.effects, this.pieces.element(id), piece, this.width, kind, n, ms);
  }

  ping(at: number | string, name: string): void {
    const piece = typeof at === "string" ? this.state?.shown.pieces?.[at] : undefined;
    const square = typeof at === "number" ? at : (piece?.at ?? -1);
    if (square >= 0) ping(this.effects, square, piece?.size ?? 1, this.width, name);
  }

  /** Show a line that somebody drew; null: that person's are gone. */
  arrow(who: string, line: [number, number] | null, tint: string): void {
    const last = this.width * this.height;
    if (!line) this.arrows.clear(who);
    else if (line[0] < last && line[1] < last) this.arrows.add(who, line, tint, this.width);
  }

  /** Stop all motion. */
  still(): void {
    if (!this.moved) return;
    this.moved = false;
    const moving = (run: Animation): boolean => !(run instanceof CSSAnimation || run instanceof CSSTransition) && !(run.effect as KeyframeEffect | null)?.target?.classList.contains("arrow");
    for (const run of this.svg.getAnimations({ subtree: true })) if (moving(run)) run.finish();
    this.effects.replaceChildren();
  }
}
