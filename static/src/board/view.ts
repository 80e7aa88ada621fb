/** The part of the board that is in view: pan and zoom by viewBox. */

import { UNIT, type Point } from "../squares";

const MARGIN = 0.45; // squares around the board
const CLOSEST = 4; // squares across at the nearest
const CLEAR = 46; // pixels a square should have to be played on

export class View {
  x = 0;
  y = 0;
  w = 1000;
  h = 1000;
  private board = { w: 10, h: 10 };
  private touched = false; // by a person: don't fit by ourselves any more
  private motion = 0;
  private unit = 1; // pixels for each unit of the drawing
  covered = 0; // pixels at the bottom that something lies over
  onMove = (): void => undefined; // the view has changed

  constructor(private readonly svg: SVGSVGElement) {
    new ResizeObserver(() => (this.touched ? this.resize() : this.fit())).observe(svg);
  }

  /** Tell how many squares there are; other ones than before are fitted in. Return whether they are others. */
  size(w: number, h: number): boolean {
    if (w === this.board.w && h === this.board.h) return false;
    this.board = { w, h };
    this.touched = false;
    this.fit();
    return true;
  }

  /** Begin: the whole board if its squares are large enough to play on, else the part around a point. */
  begin(point: Point): void {
    this.fit();
    if (this.scale() >= CLEAR * 0.77) return;
    const [w, h] = [(this.svg.clientWidth / CLEAR) * UNIT, (this.svg.clientHeight / CLEAR) * UNIT];
    this.touched = true;
    this.box(bound(point.x - w / 2, w, this.board.w), bound(point.y - h / 2, h, this.board.h), w, h);
  }

  /** Show the whole board. */
  fit(): void {
    const w = (this.board.w + 2 * MARGIN) * UNIT;
    const h = (this.board.h + 2 * MARGIN) * UNIT;
    this.touched = false;
    this.box(-MARGIN * UNIT, -MARGIN * UNIT, w, h);
    this.aspect();
  }

  /** Zoom by a factor; the point under (clientX, clientY) stays where it is. */
  zoom(factor: number, clientX?: number, clientY?: number): void {
    const rect = this.svg.getBoundingClientRect();
    const fx = clientX === undefined ? 0.5 : (clientX - rect.left) / rect.width;
    const fy = clientY === undefined ? 0.5 : (clientY - rect.top) / rect.height;
    const widest = Math.max(this.board.w, (this.board.h * rect.width) / Math.max(1, rect.height)) * UNIT * 1.5;
    const w = Math.min(widest, Math.max(CLOSEST * UNIT, this.w / factor));
    const h = (w * this.h) / this.w;
    this.touched = true;
    this.box(this.x + (this.w - w) * fx, this.y + (this.h - h) * fy, w, h);
  }

  /** Move by pixels of the screen. */
  pan(dx: number, dy: number): void {
    const scale = this.w / Math.max(1, this.svg.clientWidth);
    this.touched = true;
    this.box(this.x - dx * scale, this.y - dy * scale, this.w, this.h);
  }

  /** Bring a point into view, in the middle if it was far outside; `across` squares wide at most, if given. */
  show(point: Point, across = 0): void {
    if (across && this.w > across * UNIT) this.zoom(this.w / (across * UNIT));
    const high = this.h * (1 - this.covered / Math.max(1, this.svg.clientHeight)); // what is seen of it
    const edge = Math.min(this.w, high) * 0.16;
    const near = (at: number, from: number, length: number): number =>
      at < from + edge ? (at < from - edge ? at - length / 2 : at - edge) : at > from + length - edge ? (at > from + length + edge ? at - length / 2 : at - length + edge) : from;
    const x = bound(near(point.x, this.x, this.w), this.w, this.board.w);
    const y = bound(near(point.y, this.y, high), high, this.board.h);
    const inside = point.x > this.x + edge && point.x < this.x + this.w - edge && point.y > this.y + edge && point.y < this.y + high - edge;
    if (!inside && Math.hypot(x - this.x, y - this.y) > 1) this.slide(x, y);
  }

  /** Show a point in the middle, as far as the board reaches, `across` squares wide. */
  centre(point: Point, across: number): void {
    this.zoom(this.w / (across * UNIT));
    this.slide(bound(point.x - this.w / 2, this.w, this.board.w), bound(point.y - this.h / 2, this.h, this.board.h));
  }

  /** Return the point of the board under a point of the screen. */
  at(clientX: number, clientY: number): Point {
    const rect = this.svg.getBoundingClientRect();
    return {
      x: this.x + ((clientX - rect.left) / rect.width) * this.w,
      y: this.y + ((clientY - rect.top) / rect.height) * this.h,
    };
  }

  /** Return the point of the svg's box (pixels from its corner) where a point of the board is seen. */
  pixel(point: Point): Point {
    const rect = this.svg.getBoundingClientRect();
    return { x: ((point.x - this.x) / this.w) * rect.width, y: ((point.y - this.y) / this.h) * rect.height };
  }

  /** Return how many pixels a square takes. */
  scale(): number {
    return (this.svg.clientWidth / this.w) * UNIT;
  }

  private slide(x: number, y: number): void {
    cancelAnimationFrame(this.motion);
    const from = { x: this.x, y: this.y };
    const start = performance.now();
    const move = (now: number): void => {
      const s = Math.min(1, (now - start) / 260);
      const e = 1 - (1 - s) ** 3;
      this.box(from.x + (x - from.x) * e, from.y + (y - from.y) * e, this.w, this.h, true);
      if (s < 1) this.motion = requestAnimationFrame(move);
    };
    this.touched = true;
    this.motion = requestAnimationFrame(move);
  }

  /** Keep the squares' size when the element gets another one. */
  private resize(): void {
    const [w, h] = [this.svg.clientWidth / this.unit, this.svg.clientHeight / this.unit];
    if (w > 0 && h > 0) this.box(kept(this.x, this.w, w, this.board.w), kept(this.y, this.h, h, this.board.h), w, h);
  }

  /** Give the view the shape of the element, around the same middle. */
  private aspect(): void {
    const { clientWidth, clientHeight } = this.svg;
    if (!clientWidth || !clientHeight) return;
    const ratio = clientWidth / clientHeight;
    const [w, h] = this.w / this.h > ratio ? [this.w, this.w / ratio] : [this.h * ratio, this.h];
    this.box(this.x + (this.w - w) / 2, this.y + (this.h - h) / 2, w, h);
  }

  private box(x: number, y: number, w: number, h: number, sliding = false): void {
    if (!sliding) cancelAnimationFrame(this.motion);
    const [bw, bh] = [this.board.w * UNIT, this.board.h * UNIT];
    this.w = w;
    this.h = h;
    this.x = Math.min(bw - w * 0.25, Math.max(-w * 0.75, x)); // some of the board stays in view
    this.y = Math.min(bh - h * 0.25, Math.max(-h * 0.75, y));
    this.unit = this.svg.clientWidth / this.w || this.unit;
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${this.w} ${this.h}`);
    this.onMove();
  }
}

/** Return where a view of another length begins: at the board's edge (its letters and numbers) if it was there, else around the same middle. */
function kept(from: number, length: number, next: number, board: number): number {
  const edge = [-Infinity, Infinity].find((end) => Math.abs(bound(end, length, board) - from) < 1);
  return edge === undefined ? from + (length - next) / 2 : bound(edge, next, board);
}

/** Return where a view should begin so that it shows no more of the void than it must. */
function bound(from: number, length: number, board: number): number {
  const [low, high] = [-MARGIN * UNIT, (board + MARGIN) * UNIT - length];
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, from));
}
