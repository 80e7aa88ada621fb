/** The guide of a first game: which hint comes now, and where its card goes. What it says stands in the scenario. */

import { decision, mySeat, offered } from "./options";
import type { State, Store } from "./store";
import type { Hint } from "./types";

const KEY = "table-guide";

export interface Sight { prompt: string; offers: string[]; phase: string; events: ReadonlySet<string> }
export interface Box { x: number; y: number; w: number; h: number }
export type Side = "below" | "above" | "right" | "left" | "over";

/** Whether all that a hint waits for is there to be seen. */
export function fits(hint: Hint, sight: Sight): boolean {
  const { prompt, offer, phase, event } = hint.when;
  return (
    (prompt === undefined || sight.prompt === prompt) &&
    (offer === undefined || sight.offers.some((id) => id.startsWith(offer))) &&
    (phase === undefined || sight.phase === phase) &&
    (event === undefined || sight.events.has(event))
  );
}

/** Return the first hint that fits and was not read yet. */
export function next(guide: Hint[], read: ReadonlySet<string>, sight: Sight): Hint | null {
  return guide.find((hint) => !read.has(hint.say) && fits(hint, sight)) ?? null;
}

/** A box that a card should not cover; `weight`: how bad it is, 1 if not said. */
export interface Shunned extends Box { weight?: number }

const GRID = 24; // pixels between the places that are tried when there is none beside the target
const LITTLE = 0.004; // of the card: what it may cover and still lie beside its target
const FAR = 0.05; // of the card: what the whole window's width away counts as covering

/** Return where a card goes: beside its target if it covers nothing there, else where it covers least; inside the window, never on the target if there is room. */
export function placed(target: Box, w: number, h: number, window: { w: number; h: number }, shun: Shunned[] = [], gap = 14): Box & { side: Side } {
  const [cx, cy] = [target.x + target.w / 2, target.y + target.h / 2];
  const edge = 6;
  const clamp = (at: number, length: number, most: number): number => Math.max(edge, Math.min(most - length - edge, at));
  const covers = (spot: Box): number => shun.reduce((sum, box) => sum + (box.weight ?? 1) * shared(spot, box), 0) / (w * h);
  const spots: (Box & { side: Side })[] = [cx - w / 2, cx - 0.85 * w, cx - 0.15 * w].flatMap((x): (Box & { side: Side })[] => [
    { side: "below", x: clamp(x, w, window.w), y: target.y + target.h + gap, w, h },
    { side: "above", x: clamp(x, w, window.w), y: target.y - gap - h, w, h },
  ]).concat([cy - h / 2, cy - 0.8 * h, cy - 0.2 * h].flatMap((y): (Box & { side: Side })[] => [
    { side: "right", x: target.x + target.w + gap, y: clamp(y, h, window.h), w, h },
    { side: "left", x: target.x - gap - w, y: clamp(y, h, window.h), w, h },
  ]));
  const inside = spots.filter((s) => s.x >= 0 && s.y >= 0 && s.x + w <= window.w && s.y + h <= window.h);
  const least = <S extends Box>(all: { spot: S; over: number }[]): { spot: S; over: number } | undefined => all.reduce<{ spot: S; over: number } | undefined>((best, one) => (best && best.over <= one.over ? best : one), undefined);
  const beside = least(inside.map((spot) => ({ spot, over: covers(spot) })));
  if (beside && beside.over <= LITTLE) return beside.spot;
  const anywhere: { spot: Box; over: number }[] = [];
  for (let x = edge; x + w + edge <= window.w; x += GRID) {
    for (let y = edge; y + h + edge <= window.h; y += GRID) {
      const spot = { x, y, w, h };
      if (shared(spot, { x: target.x - gap, y: target.y - gap, w: target.w + 2 * gap, h: target.h + 2 * gap })) continue;
      anywhere.push({ spot, over: covers(spot) + (FAR * Math.hypot(x + w / 2 - cx, y + h / 2 - cy)) / window.w });
    }
  }
  const apart = least(anywhere);
  if (apart && (!beside || apart.over < 0.6 * beside.over)) return { ...apart.spot, side: "over" };
  if (beside) return beside.spot;
  const y = cy < window.h / 2 ? window.h - h - edge : edge; // no room beside it: the far end
  return { side: "over", x: clamp(cx - w / 2, w, window.w), y, w, h };
}

/** Return the area that two boxes share. */
export function shared(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
}

export class Guide {
  private read = new Set<string>();
  private off = false;
  private hint: Hint | null = null;
  private since = -1; // version at which this device came
  private sending = false;

  constructor(private readonly store: Store) {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as { read?: string[]; off?: boolean };
      [this.read, this.off] = [new Set(kept.read ?? []), kept.off ?? false];
    } catch {
      // storage is off, or holds something else: all hints come
    }
  }

  /** Return the hint to show now, or null. */
  now(): Hint | null {
    const { state } = this.store;
    if (this.off || !state.guide.length || state.tv || state.watch || state.past || !state.you.seats.length) return null;
    if (this.since < 0) this.since = state.version;
    if (state.busy && !this.sending && this.hint) this.mark(this.hint); // it was answered: the hint has served
    this.sending = state.busy;
    if (this.hint && !this.read.has(this.hint.say) && (this.stays(this.hint) || fits(this.hint, this.sight(state)))) return this.shown(state);
    this.hint = next(state.guide, this.read, this.sight(state));
    return this.shown(state);
  }

  /** Go on to the next hint. */
  gotIt(): void {
    if (this.hint) this.mark(this.hint);
    this.again();
  }

  /** No more hints on this device; or all of them anew. */
  set(on: boolean): void {
    this.off = !on;
    if (on) this.read.clear();
    this.hint = null;
    this.keep();
    this.again();
  }

  get on(): boolean {
    return !this.off;
  }

  private shown(state: State): Hint | null {
    return state.playing && !this.stays(this.hint) ? null : this.hint;
  }

  /** What has happened stays worth a word after it. */
  private stays(hint: Hint | null): boolean {
    return hint !== null && hint.when.prompt === undefined && hint.when.offer === undefined;
  }

  private sight(state: State): Sight {
    const mine = mySeat(state) !== "" && !state.playing && !state.busy;
    const events = new Set<string>();
    for (let i = state.log.length - 1; i >= 0 && (state.log[i]?.version ?? 0) > this.since; i--) events.add(state.log[i]?.key ?? "");
    return {
      prompt: mine ? (decision(state.scene)?.prompt ?? "") : "",
      offers: mine ? offered(state).map(([id]) => id) : [],
      phase: state.shown.turn?.["now"]?.phase ?? "",
      events,
    };
  }

  private mark(hint: Hint): void {
    this.read.add(hint.say);
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ read: [...this.read], off: this.off }));
    } catch {
      // a private window forgets it; it holds until it is closed
    }
  }

  private again(): void {
    this.store.set({ guide: [...this.store.state.guide] });
  }
}
