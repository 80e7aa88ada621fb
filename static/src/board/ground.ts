/** What lies still: floor, terrain, walls, doors. Drawn anew only when the static part changes. */

import { place, squareName, UNIT } from "../squares";
import type { Fixed } from "../types";
import { ground } from "./patterns";
import { label, make, use } from "./svg";

type Plan = NonNullable<Fixed["board"]>;

export function drawGround(layer: SVGGElement, fixed: Fixed): void {
  layer.replaceChildren();
  const plan = fixed.board;
  if (!plan) return;
  const floor = floorPath(plan);
  layer.append(make("path", { d: outline(plan), class: "abyss-edge", filter: "url(#soft)" }));
  const base = ground(fixed.theme?.tone ?? "");
  layer.append(make("path", { d: floor, fill: `url(#ground-${base})` }));
  for (const tile of plan.tiles) layer.append(tileOf(plan, tile));
  layer.append(make("path", { d: grid(plan), class: "grid" }));
  terrain(layer, fixed, plan);
  layer.append(make("path", { d: outline(plan), class: "edge" }));
  layer.append(walls(plan));
  for (const door of plan.doors) layer.append(doorOf(door));
  layer.append(names(plan));
}

function exists(plan: Plan, x: number, y: number): boolean {
  return plan.floor[y]?.[x] === ".";
}

function cells(plan: Plan, area = { x: 0, y: 0, w: plan.w, h: plan.h }): [number, number][] {
  const found: [number, number][] = [];
  for (let y = area.y; y < area.y + area.h; y++) for (let x = area.x; x < area.x + area.w; x++) if (exists(plan, x, y)) found.push([x, y]);
  return found;
}

function rects(found: [number, number][]): string {
  return found.map(([x, y]) => `M${x * UNIT} ${y * UNIT}h${UNIT}v${UNIT}h${-UNIT}z`).join("");
}

function floorPath(plan: Plan): string {
  return rects(cells(plan));
}

function tileOf(plan: Plan, tile: Plan["tiles"][number]): SVGGElement {
  const found = cells(plan, tile);
  const dark = found.filter(([x, y]) => (x + y) % 2 === 0);
  return make("g", {}, make("path", { d: rects(found), fill: `url(#ground-${ground(tile.theme)})` }),
    make("path", { d: rects(dark), class: "checker" }));
}

function grid(plan: Plan): string {
  return cells(plan).map(([x, y]) => `M${x * UNIT} ${y * UNIT}h${UNIT}v${UNIT}`).join("");
}

/** The edge between floor and nothing. */
function outline(plan: Plan): string {
  const parts: string[] = [];
  for (const [x, y] of cells(plan)) {
    const [l, t, r, b] = [x * UNIT, y * UNIT, (x + 1) * UNIT, (y + 1) * UNIT];
    if (!exists(plan, x, y - 1)) parts.push(`M${l} ${t}H${r}`);
    if (!exists(plan, x, y + 1)) parts.push(`M${l} ${b}H${r}`);
    if (!exists(plan, x - 1, y)) parts.push(`M${l} ${t}V${b}`);
    if (!exists(plan, x + 1, y)) parts.push(`M${r} ${t}V${b}`);
  }
  return parts.join("");
}

function terrain(layer: SVGGElement, fixed: Fixed, plan: Plan): void {
  for (const [kind, squares] of Object.entries(plan.terrain)) {
    const text = fixed.terrain?.[kind];
    const tone = text?.tone ?? "neutral";
    const group = make("g", { class: `terrain terrain-${/^\w+$/.test(tone) ? tone : "neutral"}` });
    for (const square of squares) {
      const { x, y } = place(square, plan.w);
      const [px, py] = [x * UNIT, y * UNIT];
      group.append(make("rect", { x: px + 3, y: py + 3, width: UNIT - 6, height: UNIT - 6, rx: 12, class: "terrain-tint" }));
      if (text?.icon) group.append(use(text.icon, px + 22, py + 22, 56, { class: "terrain-icon" }));
    }
    layer.append(group);
  }
}

function walls(plan: Plan): SVGGElement {
  const d = plan.walls.map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => `M${x1 * UNIT} ${y1 * UNIT}L${x2 * UNIT} ${y2 * UNIT}`).join("");
  return make("g", {}, make("path", { d, class: "wall-shade" }), make("path", { d, class: "wall" }), make("path", { d, class: "wall-top" }));
}

function doorOf(door: (number | string)[]): SVGGElement {
  const [x1, y1, x2, y2] = door.slice(0, 4).map((n) => Number(n) * UNIT) as [number, number, number, number];
  const open = door[4] === "open";
  const d = `M${x1} ${y1}L${x2} ${y2}`;
  const [mx, my] = [(x1 + x2) / 2 - 22, (y1 + y2) / 2 - 22];
  return make("g", { class: open ? "door door-open" : "door" }, make("path", { d, class: "door-line" }),
    make("circle", { cx: mx + 22, cy: my + 22, r: 26, class: "door-knob" }), use(open ? "door-open" : "door", mx, my, 44, { class: "door-icon" }));
}

/** Letters and numbers along the edges. */
function names(plan: Plan): SVGGElement {
  const group = make("g", { class: "rulers", "aria-hidden": "true" });
  for (let x = 0; x < plan.w; x++) group.append(label((x + 0.5) * UNIT, -12, squareName(x, plan.w).replace(/\d+$/, ""), { class: "ruler" }));
  for (let y = 0; y < plan.h; y++) group.append(label(-14, (y + 0.5) * UNIT + 9, String(y + 1), { class: "ruler ruler-row" }));
  return group;
}
