/** Motion on the board: gliding, floating hearts, glows, pings. */

import { middle, place, UNIT } from "../squares";
import type { Piece } from "../types";
import { label, make, use } from "./svg";

/** Glide the parts of a figure along squares; the promise ends when they have arrived. */
export async function glide(parts: SVGGElement[], from: number, path: number[], width: number, ms: number): Promise<void> {
  const stops = path[0] === from ? path : [from, ...path];
  if (ms <= 0 || stops.length < 2) return;
  const frames = stops.map((square) => {
    const { x, y } = place(square, width);
    return { transform: `translate(${x * UNIT}px, ${y * UNIT}px)` };
  });
  const { x, y } = place(stops.at(-1) ?? from, width);
  await Promise.all(parts.map(async (part) => {
    part.classList.add("moving");
    part.parentNode?.append(part); // above the others while it moves
    const run = part.animate(frames, { duration: ms, easing: "linear", fill: "forwards" });
    await run.finished.catch(() => undefined); // cancelled by a skip
    part.setAttribute("transform", `translate(${x * UNIT} ${y * UNIT})`);
    run.cancel();
    part.classList.remove("moving");
  }));
}

/** Let hearts (or a glow) rise from a piece. */
export function float(layer: SVGGElement, element: SVGGElement | undefined, piece: Piece, width: number, kind: string, n: number, ms: number): void {
  if (ms <= 0 || piece.at < 0) return;
  const c = middle(piece.at, piece.size, width);
  const body = element?.querySelector(".piece-body");
  if (kind === "hit") {
    body?.animate([{ transform: "translateX(0)" }, { transform: "translateX(-9px)" }, { transform: "translateX(8px)" }, { transform: "translateX(-5px)" }, { transform: "translateX(0)" }], { duration: Math.min(400, ms) });
  } else if (kind === "gone") {
    body?.animate([{ opacity: 1 }, { opacity: 0, transform: "translateY(14px) scale(.7)" }], { duration: ms, fill: "forwards" });
  } else if (kind === "appear") {
    body?.animate([{ opacity: 0, transform: "translateY(-30px) scale(1.25)" }, { opacity: 1, transform: "none" }], { duration: ms, easing: "ease-out" });
  }
  const ring = make("circle", { cx: c.x, cy: c.y, r: (piece.size * UNIT) / 2, class: `burst burst-${kind}` });
  layer.append(ring);
  ring.animate([{ opacity: 0.9, transform: "scale(.7)" }, { opacity: 0, transform: "scale(1.35)" }], { duration: ms, easing: "ease-out" });
  setTimeout(() => ring.remove(), ms);
  if ((kind !== "hit" && kind !== "heal") || n < 1) return;
  const rise = make("g", { class: `float float-${kind}` });
  rise.append(use("health", c.x - 46, c.y - 40, 52), label(c.x + 10, c.y + 4, `${kind === "hit" ? "−" : "+"}${n}`));
  layer.append(rise);
  rise.animate([{ opacity: 0, transform: "translateY(14px)" }, { opacity: 1, transform: "translateY(-14px)", offset: 0.2 }, { opacity: 1, transform: "translateY(-40px)", offset: 0.7 }, { opacity: 0, transform: "translateY(-66px)" }], { duration: ms * 1.6 });
  setTimeout(() => rise.remove(), ms * 1.6);
}

/** Show where somebody points. */
export function ping(layer: SVGGElement, at: number, size: number, width: number, name: string): void {
  const c = middle(at, size, width);
  const mark = make("g", { class: "ping" });
  for (let i = 0; i < 3; i++) {
    const ring = make("circle", { cx: c.x, cy: c.y, r: 60 });
    mark.append(ring);
    ring.animate([{ opacity: 1, transform: "scale(.3)" }, { opacity: 0, transform: "scale(1.8)" }], { duration: 1100, delay: i * 380, fill: "both" });
  }
  mark.append(label(c.x, c.y - 66, name));
  layer.append(mark);
  setTimeout(() => mark.remove(), 2400);
}
