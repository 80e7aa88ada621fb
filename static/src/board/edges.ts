/** What can be answered outside the view: a button at the edge nearest to it, which brings it into view. */

import { UNIT, type Point } from "../squares";
import { tr } from "../words";
import type { View } from "./view";

const HALF = 22; // pixels: half of a button

/** Something worth a look: a target of an answer, or the figure that acts. */
export interface Spot extends Point { square: number; tone: string; own: boolean }
export type Side = "left" | "right" | "above" | "below";

const SIDES: Side[] = ["left", "right", "above", "below"];
const STRONGEST = ["attack", "help", "plain", "move", "end"];

/** Return the spots outside a part of the board, each under the side where it lies farthest out. */
export function outside(spots: Spot[], { x, y, w, h }: { x: number; y: number; w: number; h: number }): Record<Side, Spot[]> {
  const found: Record<Side, Spot[]> = { left: [], right: [], above: [], below: [] };
  for (const spot of spots) {
    const out: Record<Side, number> = { left: x - spot.x, right: spot.x - x - w, above: y - spot.y, below: spot.y - y - h };
    const side = SIDES.reduce((a, b) => (out[b] > out[a] ? b : a));
    if (out[side] > 0) found[side].push(spot);
  }
  return found;
}

function says(side: Side, n: number): string {
  if (!n) return tr("Show who acts");
  if (side === "left") return tr("{n} {n|target|targets} more to the left", { n });
  if (side === "right") return tr("{n} {n|target|targets} more to the right", { n });
  return side === "above" ? tr("{n} {n|target|targets} more above", { n }) : tr("{n} {n|target|targets} more below", { n });
}

export class Edges {
  private spots: Spot[] = [];
  private readonly buttons: Record<Side, HTMLButtonElement>;
  private waits = false;

  constructor(
    private readonly box: HTMLElement,
    private readonly view: View,
    private readonly look: (square: number) => void,
  ) {
    this.buttons = { left: this.make(), right: this.make(), above: this.make(), below: this.make() };
  }

  /** Say what is worth a look. */
  point(spots: Spot[]): void {
    if (!spots.length && !this.spots.length) return;
    this.spots = spots;
    this.place();
  }

  /** Put the buttons where they belong in the view as it is, in the next frame. */
  place(): void {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      const found = outside(this.spots, this.view);
      for (const side of SIDES) this.show(side, found[side]);
    });
  }

  private make(): HTMLButtonElement {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "beyond", hidden: true });
    button.append(document.createElement("i"), document.createElement("b"));
    button.addEventListener("click", () => this.look(Number(button.dataset["square"])));
    this.box.append(button);
    return button;
  }

  private show(side: Side, spots: Spot[]): void {
    const button = this.buttons[side];
    const nearest = [...spots].sort((a, b) => this.far(a) - this.far(b))[0];
    button.hidden = !nearest;
    if (!nearest) return;
    const targets = spots.filter((s) => !s.own);
    const tone = STRONGEST.find((each) => targets.some((s) => s.tone === each)) ?? "own";
    button.className = `beyond beyond-${side} tone-${tone}`;
    button.dataset["square"] = String(nearest.square);
    button.title = says(side, targets.length);
    button.setAttribute("aria-label", button.title);
    (button.lastChild as HTMLElement).textContent = targets.length > 1 ? String(targets.length) : "";
    const scale = this.view.scale() / UNIT;
    const [wide, high] = [this.view.w * scale, this.view.h * scale];
    const at = { x: (nearest.x - this.view.x) * scale, y: (nearest.y - this.view.y) * scale };
    const x = side === "left" ? HALF : side === "right" ? wide - HALF : Math.min(wide - HALF, Math.max(HALF, at.x));
    const y = side === "above" ? HALF : side === "below" ? high - HALF : Math.min(high - HALF, Math.max(HALF, at.y));
    const spot = this.clear(x, y, wide, high);
    button.style.transform = `translate(${Math.round(spot.x - HALF)}px, ${Math.round(spot.y - HALF)}px)`;
  }

  /** Return the place, moved off the tools of the view. */
  private clear(x: number, y: number, wide: number, high: number): Point {
    const tools = this.box.querySelector<HTMLElement>(".zoom");
    if (!tools?.offsetParent || !tools.offsetHeight) return { x, y };
    const [left, top, bottom] = [tools.offsetLeft - HALF, tools.offsetTop - HALF, tools.offsetTop + tools.offsetHeight + HALF];
    if (x < left || y <= top || y >= bottom) return { x, y };
    if (x < wide - HALF) return { x: left, y }; // at the upper or lower edge
    return { x, y: top < high - bottom ? Math.min(high - HALF, bottom) : Math.max(HALF, top) };
  }

  private far(spot: Spot): number {
    return Math.hypot(spot.x - this.view.x - this.view.w / 2, spot.y - this.view.y - this.view.h / 2);
  }
}
