/** Lines that people draw on the board for all to see; each fades after a while. */

import { middle } from "../squares";
import { make } from "./svg";

const LASTS = 8000; // ms

export class Arrows {
  private sketch: SVGGElement | null = null;

  constructor(private readonly layer: SVGGElement) {}

  /** Show a line while it is drawn; null: it is not any more. */
  draw(line: [number, number] | null, tint: string, width: number): void {
    this.sketch?.remove();
    this.sketch = line && line[0] !== line[1] ? arrow(line, tint, width) : null;
    if (this.sketch) this.layer.append(this.sketch);
  }

  /** Show somebody's line for a while. */
  add(who: string, line: [number, number], tint: string, width: number): void {
    const mark = arrow(line, tint, width);
    mark.dataset["who"] = who;
    mark.dataset["line"] = line.join("-");
    this.layer.append(mark);
    mark.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: LASTS, fill: "forwards" });
    setTimeout(() => mark.remove(), LASTS);
  }

  /** Take somebody's lines away. */
  clear(who: string): void {
    for (const mark of [...this.layer.children]) if (mark instanceof SVGGElement && mark.dataset["who"] === who) mark.remove();
  }
}

function arrow([from, to]: [number, number], tint: string, width: number): SVGGElement {
  const [a, b] = [middle(from, 1, width), middle(to, 1, width)];
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long];
  const [hx, hy] = [b.x - ux * 44, b.y - uy * 44]; // the neck of the head
  const d = `M${a.x} ${a.y}L${hx} ${hy}`;
  const head = `M${b.x} ${b.y}L${hx - uy * 30} ${hy + ux * 30}L${hx + uy * 30} ${hy - ux * 30}Z`;
  return make("g", { class: "arrow" }, make("path", { d, class: "arrow-edge" }), make("path", { d: head, class: "arrow-edge" }), make("circle", { cx: a.x, cy: a.y, r: 14, fill: tint }),
    make("path", { d, class: "arrow-shaft", stroke: tint }), make("path", { d: head, class: "arrow-head", fill: tint, stroke: tint }));
}
