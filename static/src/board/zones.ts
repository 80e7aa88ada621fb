/** What a figure reaches and sees, drawn under everything that stands on the board. */

import { place, UNIT } from "../squares";
import type { Insight } from "../types";
import { make } from "./svg";

type Zone = NonNullable<Insight["zones"]>[number];

export class Zones {
  private shown: Zone[] = [];

  constructor(private readonly layer: SVGGElement) {}

  /** Draw zones: squares a figure goes to are filled, those it aims at crossed, those it only sees dotted. */
  show(zones: Zone[], width: number): void {
    if (zones === this.shown || (!zones.length && !this.shown.length)) return;
    this.shown = zones;
    this.layer.replaceChildren(...zones.map((zone) => make("path", { class: `zone tone-${zone.tone}`, d: zone.squares.map((n) => shape(zone.tone, n, width)).join("") })));
  }
}

/** A square's mark: another shape for each kind, so that colour is not all that tells them apart. */
function shape(tone: string, square: number, width: number): string {
  const { x, y } = place(square, width);
  const [left, top] = [x * UNIT, y * UNIT];
  if (tone === "move") return `M${left + 3} ${top + 3}h${UNIT - 6}v${UNIT - 6}h${6 - UNIT}z`;
  if (tone === "attack") return `M${left + 14} ${top + 14}l18 18m-18 0l18 -18M${left + 3} ${top + 3}h${UNIT - 6}v${UNIT - 6}h${6 - UNIT}z`;
  return `M${left + UNIT / 2 - 7} ${top + UNIT / 2}a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z`;
}
