/** One listener for the board: drag and pinch move the view (or draw a line), a short press is a tap, rest is a hover. */

import type { View } from "./view";

const SLIP = 7; // pixels that a tap may move
const LONG = 550; // ms that make a press long

export interface Gestures {
  tap(x: number, y: number, touch: boolean): void;
  hold(x: number, y: number): void; // long press, or right button
  hover(x: number, y: number): void;
  leave(): void;
  draws(): boolean; // whether a drag with one finger or the left button draws
  draw(from: { x: number; y: number }, to: { x: number; y: number } | null, done: boolean): void; // a line; null: none after all
}

export function listen(svg: SVGSVGElement, view: View, on: Gestures): void {
  const down = new Map<number, { x: number; y: number }>();
  let moved = false;
  let start = { x: 0, y: 0 };
  let spread = 0;
  let holding = 0;
  let drawing: { id: number; right: boolean; moved: boolean; x: number; y: number } | null = null;
  let rightAt = -1000; // when the right button was used last

  /** Draw on with the pointer that draws; a second finger ends it. */
  const sketch = (event: PointerEvent): void => {
    if (!drawing) return;
    const { clientX: x, clientY: y, type } = event;
    if (type === "pointermove") {
      drawing.moved ||= Math.hypot(x - drawing.x, y - drawing.y) >= SLIP;
      if (drawing.moved) on.draw(drawing, { x, y }, false);
      return;
    }
    if (type === "pointerleave") return; // captured: it comes back or goes up
    const was = drawing;
    drawing = null;
    if (was.right) rightAt = event.timeStamp;
    if (type !== "pointerup") return on.draw(was, null, true);
    if (was.moved) on.draw(was, { x, y }, true);
    else on.hold(x, y);
  };

  const handle = (event: PointerEvent): void => {
    const { clientX: x, clientY: y, pointerId: id } = event;
    if (drawing && (drawing.id === id || event.type === "pointerdown")) return sketch(event);
    if (event.type === "pointerdown") {
      if (event.button === 2 || (event.button === 0 && on.draws())) {
        drawing = { id, right: event.button === 2, moved: false, x, y };
        if (event.button === 2) rightAt = event.timeStamp;
        svg.setPointerCapture(id);
        return;
      }
      if (event.button > 0) return;
      down.set(id, { x, y });
      svg.setPointerCapture(id);
      if (down.size === 1) {
        moved = false;
        start = { x, y };
        holding = window.setTimeout(() => {
          if (moved || down.size !== 1) return;
          moved = true;
          on.hold(x, y);
        }, LONG);
      }
      if (down.size === 2) [moved, spread] = [true, distance(down)];
    } else if (event.type === "pointermove") {
      const was = down.get(id);
      if (!was) {
        if (event.pointerType !== "touch") on.hover(x, y);
        return;
      }
      if (!moved && Math.hypot(x - start.x, y - start.y) < SLIP) return;
      moved = true;
      svg.classList.add("dragging");
      down.set(id, { x, y });
      view.pan((x - was.x) / down.size, (y - was.y) / down.size);
      if (down.size === 2) {
        const now = distance(down);
        const [a, b] = [...down.values()];
        if (a && b && spread > 0) view.zoom(now / spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
        spread = now;
      }
    } else {
      clearTimeout(holding);
      if (down.delete(id) && event.type === "pointerup" && !moved && down.size === 0) on.tap(x, y, event.pointerType === "touch");
      if (down.size === 0) svg.classList.remove("dragging");
      if (event.type === "pointerleave" && event.pointerType !== "touch") on.leave();
    }
  };
  for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"] as const) svg.addEventListener(type, handle);
  svg.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (event.timeStamp - rightAt > 800 && !down.size && !drawing) on.hold(event.clientX, event.clientY); // by a key
  });
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) * 0.0022), event.clientX, event.clientY);
  }, { passive: false });
}

function distance(points: Map<number, { x: number; y: number }>): number {
  const [a, b] = [...points.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
