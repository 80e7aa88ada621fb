/** The board in words: a grid of cells that the drawing owns, for those who hear it. Brought up to date when there is time. */

import type { State } from "../store";
import { describeAll } from "./speak";

const idle = (what: () => void): void => void ("requestIdleCallback" in window ? requestIdleCallback(what, { timeout: 1500 }) : setTimeout(what, 200));

export class Cells {
  private readonly box = document.createElement("div");
  private cells: HTMLElement[] = [];
  private size = "";
  private due = false;
  private seen: unknown[] = [];

  constructor(private readonly svg: SVGSVGElement) {
    this.box.className = "sr";
    svg.setAttribute("aria-activedescendant", "");
  }

  /** Take note of a change; the words follow when the page is idle. */
  sync(state: State, width: number, height: number): void {
    if (!this.box.isConnected) this.svg.after(this.box);
    if (state.version < 0 || state.playing) return;
    if (this.size !== `${width}x${height}`) this.build(width, height);
    if (state.cursor >= 0 && state.cursorShown) this.svg.setAttribute("aria-activedescendant", `cell-${state.cursor}`);
    const seen = [state.scene, state.fixed, state.armed, state.past];
    if (this.due || seen.every((part, i) => part === this.seen[i])) return;
    this.seen = seen;
    this.due = true;
    idle(() => {
      this.due = false;
      describeAll(state, width, height).forEach((words, n) => {
        const cell = this.cells[n];
        if (cell && cell.textContent !== words) cell.textContent = words;
      });
    });
  }

  private build(width: number, height: number): void {
    this.size = `${width}x${height}`;
    this.cells = [];
    const rows = Array.from({ length: height }, (_, y) => {
      const row = document.createElement("div");
      row.id = `row-${y}`;
      row.role = "row";
      for (let x = 0; x < width; x++) {
        const cell = document.createElement("span");
        cell.id = `cell-${y * width + x}`;
        cell.role = "gridcell";
        this.cells.push(cell);
        row.append(cell);
      }
      return row;
    });
    this.box.replaceChildren(...rows);
    this.svg.setAttribute("aria-owns", rows.map((row) => row.id).join(" "));
    this.svg.setAttribute("aria-activedescendant", "cell-0");
  }
}
