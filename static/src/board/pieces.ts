/** Figures: a rounded token with icon, rim by side, badges; a glow and a pointer on the active one. Their health lies above all. */

import { footprint, place, UNIT } from "../squares";
import { colour, pieceColour, sideClass } from "../tones";
import type { Badge, Piece, Scene } from "../types";
import { t } from "../words";
import { Keyed, label, make, set, use } from "./svg";

const FEW = 6; // hearts that are drawn one by one

interface Seen { piece: Piece; tint: string; rim: string; acts: boolean; mine: boolean; chosen: boolean; pointed: boolean }

export class Pieces {
  readonly layer: SVGGElement;
  private readonly keyed: Keyed<Seen>;
  private readonly hearts: Keyed<Piece>; // over neighbours and rings
  private readonly cache = new Map<string, Seen>();
  private width = 1;

  constructor(layer: SVGGElement, above: SVGGElement) {
    this.layer = layer;
    this.hearts = new Keyed(above, () => make("g"), (e, piece) => this.drawHealth(e, piece));
    this.keyed = new Keyed(layer, (id) => make("g", { class: "piece", "data-piece": id }), (e, seen, _id, before) => this.draw(e, seen, before), leave);
  }

  sync(scene: Scene, width: number, mine: ReadonlySet<string>, chosen: string, pointed: string): void {
    if (width !== this.width) [this.keyed, this.hearts].forEach((keyed) => keyed.clear());
    this.width = width;
    const seen: [string, Seen][] = [];
    const active = scene.turn?.["now"]?.active ?? "";
    for (const [id, piece] of Object.entries(scene.pieces ?? {})) {
      if (piece.at < 0) continue;
      const now = { piece, tint: pieceColour(scene, id), rim: sideClass(scene, piece.side), acts: id === active || piece.state === "active", mine: mine.has(piece.seat ?? ""), chosen: id === chosen, pointed: id === pointed };
      const was = this.cache.get(id);
      const same = was && was.piece === piece && was.tint === now.tint && was.rim === now.rim && was.acts === now.acts && was.mine === now.mine && was.chosen === now.chosen && was.pointed === now.pointed;
      if (!same) this.cache.set(id, now);
      seen.push([id, same ? was : now]);
    }
    this.keyed.sync(seen);
    this.hearts.sync(seen.filter(([, { piece }]) => piece.health).map(([id, { piece }]) => [id, piece]));
  }

  element(id: string): SVGGElement | undefined {
    return this.keyed.elements.get(id);
  }

  /** Return what moves with a figure: itself, and its health if it has any. */
  parts(id: string): SVGGElement[] {
    return [this.keyed.elements.get(id), this.hearts.elements.get(id)].filter((part) => part !== undefined);
  }

  private drawHealth(element: SVGGElement, piece: Piece): void {
    const { x, y } = place(piece.at, this.width);
    set(element, { transform: `translate(${x * UNIT} ${y * UNIT})` });
    element.replaceChildren(...(piece.health ? [health(piece.health, piece.size * UNIT)] : []));
  }

  private draw(element: SVGGElement, { piece, tint, rim, acts, mine, chosen, pointed }: Seen, before: Seen | undefined): void {
    const { x, y } = place(piece.at, this.width);
    set(element, { transform: `translate(${x * UNIT} ${y * UNIT})` });
    const state = piece.state ?? "";
    const rank = /boss/.test(piece.kind) ? "boss" : /elite|master|lieutenant/.test(piece.kind) ? "elite" : "";
    element.setAttribute("class", ["piece", rim, state && `is-${state}`, acts ? "is-active" : "", rank, mine ? "mine" : "", chosen ? "chosen" : "", pointed ? "pointed" : ""].filter(Boolean).join(" "));
    const size = piece.size * UNIT;
    if (before && before.rim === rim && before.tint === tint && alike(before.piece, piece)) return;
    const body = make("g", { class: "piece-body" });
    const r = size / 2 - 9;
    const c = size / 2;
    body.append(make("ellipse", { cx: c, cy: c + r * 0.93, rx: r * 0.86, ry: r * 0.24, class: "piece-shadow" }));
    body.append(make("circle", { cx: c, cy: c, r: r + 5, class: "piece-glow" }));
    if (rim === "side-0") {
      body.append(make("circle", { cx: c, cy: c, r, class: "piece-disc", fill: tint }), make("circle", { cx: c, cy: c, r, fill: "url(#disc)" }),
        make("circle", { cx: c, cy: c, r: r - 2, class: "piece-rim" }));
    } else {
      const box = { x: c - r * 0.94, y: c - r * 0.94, width: r * 1.88, height: r * 1.88, rx: r * 0.5 };
      body.append(make("rect", { ...box, class: "piece-disc", fill: tint }), make("rect", { ...box, fill: "url(#disc)" }),
        make("rect", { ...box, class: "piece-rim" }));
    }
    if (rank === "boss") body.append(use("crown", c - size * 0.14, -size * 0.09, size * 0.28, { class: "piece-crown" }));
    if (rank === "elite") body.append(make("circle", { cx: c, cy: c, r: r * 0.8, class: "piece-inner" }));
    body.append(use(piece.icon, c - r * 0.68, c - r * 0.74, r * 1.36, { class: "piece-icon" }));
    badges(body, piece.badges ?? [], size);
    if (piece.mark) body.append(make("g", { class: "piece-no" }, make("circle", { cx: size - 15, cy: c + 8, r: 15 }), label(size - 15, c + 15, piece.mark)));
    if (state === "done") body.append(make("g", { class: "piece-mark" }, make("circle", { cx: size - 20, cy: 20, r: 15 }), use("check", size - 31, 9, 22)));
    if (state === "down") body.append(make("g", { class: "piece-mark down" }, make("circle", { cx: c, cy: c, r: r * 0.6 }), use("dead", c - r * 0.42, c - r * 0.42, r * 0.84)));
    body.append(make("path", { d: `M${c - 17} -16h34l-17 26z`, class: "piece-pointer" }));
    element.replaceChildren(make("title"), body);
    (element.firstElementChild as SVGTitleElement).textContent = t(piece.name);
  }
}

/** Whether two states of a figure look the same but for where it stands and its health. */
function alike(a: Piece, b: Piece): boolean {
  return a === b || (a.size === b.size && a.icon === b.icon && a.name === b.name && a.mark === b.mark && a.kind === b.kind && a.tone === b.tone && a.state === b.state && !a.badges?.length && !b.badges?.length);
}

function health([left, full]: [number, number], size: number): SVGGElement {
  const group = make("g", { class: "health" });
  if (full <= 0) return group;
  const y = size - 20;
  if (full > FEW) {
    const w = size * 0.72;
    const x = (size - w) / 2;
    group.append(make("rect", { x, y: y - 4, width: w, height: 22, rx: 11, class: "health-back" }),
      make("rect", { x: x + 2, y: y - 2, width: Math.max(0, ((w - 4) * left) / full), height: 18, rx: 9, class: "health-bar" }),
      label(size / 2, y + 12.5, `${left}/${full}`, { class: "health-text" }));
    return group;
  }
  const step = Math.min(19, (size * 0.9) / full);
  const start = size / 2 - (step * full) / 2;
  group.append(make("rect", { x: start - 5, y: y - 5, width: step * full + 10, height: 23, rx: 11, class: "health-back" }));
  for (let i = 0; i < full; i++) {
    group.append(use("health", start + i * step + (step - 17) / 2, y - 2, 17, { class: i < left ? "heart" : "heart lost" }));
  }
  return group;
}

function badges(body: SVGGElement, list: Badge[], size: number): void {
  const most = size > UNIT ? 6 : 3;
  list.slice(0, list.length > most ? most - 1 : most).forEach((badge, i) => {
    const x = 17;
    const y = 17 + i * 27;
    const group = make("g", { class: "badge" }, make("circle", { cx: x, cy: y, r: 14, fill: colour(badge.tone) }));
    group.append(use(badge.icon, x - 10, y - 10, 20));
    if (badge.n > 0) group.append(make("circle", { cx: x + 11, cy: y + 8, r: 9, class: "badge-dot" }), label(x + 11, y + 13, String(badge.n), { class: "badge-n" }));
    body.append(group);
  });
  if (list.length > most) body.append(label(17, 17 + (most - 1) * 27 + 7, `+${list.length - most + 1}`, { class: "badge-more" }));
}

function leave(element: SVGGElement): void {
  element.removeAttribute("data-piece");
  element.classList.add("leaving");
  setTimeout(() => element.remove(), 400);
}

/** Return the piece on a square, smaller ones first if several overlap. */
export function piecesOn(scene: Scene, square: number, width: number): string[] {
  return Object.entries(scene.pieces ?? {})
    .filter(([, p]) => p.at >= 0 && footprint(p.at, p.size, width).includes(square))
    .sort((a, b) => a[1].size - b[1].size)
    .map(([id]) => id);
}

