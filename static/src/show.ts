/** Plays steps one frame after the other, and lets people skip. */

import type { Played } from "./net";
import { secret } from "./person";
import { calm, pace } from "./prefs";
import { sound } from "./sound";
import type { Figure, LogLine, Store } from "./store";
import type { GameEvent, Piece, Scene } from "./types";

/** What can be seen in motion; each promise ends with the motion. */
export interface Stage {
  glide(piece: string, path: number[], ms: number): Promise<void>;
  float(piece: string, kind: "hit" | "heal" | "glow" | "appear" | "gone", n: number, ms: number): void;
  begin(event: GameEvent): void;
  roll(event: GameEvent, ms: number): void;
  banner(event: GameEvent, ms: number): void;
  card(card: string, ms: number): void;
  clear(): void;
}

const TIMES = { square: 130, roll: 1500, flat: 700, hit: 480, heal: 400, glow: 220, symbol: 1100, appear: 260, gone: 380, card: 1300, banner: 1200, text: 90 };
const MOST = 600; // lines of the log that are kept
const LONG = 14; // frames in the queue from which everything goes faster

/** Return where a move has led, and from where; null of other events. */
export function went(event: GameEvent): { at: number; from?: number } | null {
  const { type, from, path } = event.show ?? {};
  const at = path?.at(-1);
  if (type !== "move" || at === undefined) return null;
  return from === undefined || from === at ? { at } : { at, from };
}

export class Player {
  private readonly queue: Played[] = [];
  private running = false;
  private shown: Promise<void> = Promise.resolve();
  private skipping = false;
  private wake: (() => void) | null = null;
  private stood: Scene | null = null; // where all stood after the last frame that was taken down or passed over
  private readonly spots = new Map<string, number>(); // where figures of the frame at hand have come to
  quick = 1; // factor on the speed

  constructor(
    private readonly store: Store,
    private readonly stage: Stage,
  ) {}

  /** Show a whole scene at once. */
  reset(): void {
    this.queue.length = 0;
    this.skip();
    this.store.set({ shown: this.store.state.scene, playing: false });
  }

  /** Show frames after those that wait; resolves when all of them are shown. */
  add(frames: Played[]): Promise<void> {
    this.queue.push(...frames);
    this.count();
    if (!this.running) this.shown = this.run();
    return this.shown;
  }

  /** Take down what happened without showing it. */
  note(frames: Played[]): void {
    for (const frame of frames) {
      this.takenBack(frame.made);
      for (const event of frame.events) this.log({ ...event, version: frame.version, made: frame.made, ...this.figure(event, frame.scene) });
      this.stand(frame.scene);
    }
    this.stand(null);
  }

  /** Stop waiting: show the end of all that is queued. */
  skip(): void {
    this.skipping = this.running;
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    if (this.queue.some((f) => f.events.length)) this.store.set({ playing: true });
    try {
      for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) {
        this.count();
        await this.frame(frame);
      }
    } finally {
      this.running = this.skipping = false;
      this.stand(null);
      this.stage.clear();
      this.store.set({ shown: this.store.state.scene, playing: false, behind: 0 });
    }
  }

  /** Say how many steps wait. */
  private count(): void {
    this.store.set({ behind: new Set(this.queue.map((f) => f.version)).size });
  }

  private async frame(frame: Played): Promise<void> {
    if (!frame.again) this.takenBack(frame.made);
    for (const [i, event] of frame.events.entries()) {
      if (!frame.again) this.log({ ...event, version: frame.version, made: frame.made, ...this.figure(event, frame.scene) });
      if (secret(this.store.state, event)) continue;
      const card = event.show?.type === "card" ? (event.show.card ?? "") : event.show?.type === "banner" ? "" : this.store.state.now.card;
      this.store.set({ now: { event, card } });
      await this.event(event, frame.scene, frame.events[i + 1]?.show?.type === "card");
    }
    this.stand(frame.scene);
    if (!this.skipping) this.store.set({ shown: frame.scene });
  }

  private log(line: LogLine): void {
    this.store.set({ log: [...this.store.state.log, line].slice(-MOST) });
  }

  /** Strike out the lines of answers that stand no more. */
  private takenBack(made: number): void {
    const { log } = this.store.state;
    if (!log.some((line) => !line.undone && (line.made ?? 0) > made)) return;
    this.store.set({ log: log.map((line) => ((line.made ?? 0) > made ? { ...line, undone: true } : line)) });
  }

  private stand(scene: Scene | null): void {
    this.stood = scene;
    this.spots.clear();
  }

  /** Return who an event is about, and where that is. */
  private figure(event: GameEvent, next: Scene): { figure?: Figure } {
    const id = event.show?.piece ?? "";
    const piece = (this.stood ?? this.store.state.shown).pieces?.[id] ?? next.pieces?.[id];
    if (!piece) return {};
    const end = went(event);
    const at = end?.at ?? (event.show?.type === "appear" ? next.pieces?.[id]?.at : this.spots.get(id)) ?? piece.at;
    this.spots.set(id, at);
    return { figure: { name: piece.name, side: piece.side, at, ...end } };
  }

  /** Return the factor on all times. Who has the past played wants to see it, also one who sees the present at once. */
  private factor(): number {
    if (this.skipping || document.hidden) return 0;
    const own = pace() || (this.store.state.past?.pace ? 1 : 0);
    return (own / this.quick) * (this.queue.length > 3 * LONG ? 0.15 : this.queue.length > LONG ? 0.4 : 1) * (calm() ? 0.5 : 1);
  }

  private wait(ms: number): Promise<void> {
    if (ms <= 0 || this.skipping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Show an event; `onward`: a further card follows it at once. */
  private async event(event: GameEvent, next: Scene, onward: boolean): Promise<void> {
    const show = event.show ?? {};
    const factor = this.factor();
    if (factor === 0) return;
    const piece = show.piece ?? "";
    this.stage.begin(event);
    switch (show.type) {
      case "move": {
        const path = show.path ?? [];
        const ms = Math.min(1400, TIMES.square * Math.max(1, path.length)) * factor;
        sound.step();
        await Promise.race([this.stage.glide(piece, path, calm() ? 0 : ms), this.wait(ms + 60)]);
        const last = path.at(-1);
        if (last !== undefined) this.piece(piece, (p) => ({ ...p, at: last }));
        return;
      }
      case "roll":
        if (show.dice?.length) sound.dice();
        this.stage.roll(event, TIMES.roll * factor);
        return this.wait((show.dice?.length ? TIMES.roll : TIMES.flat) * factor);
      case "card":
        this.stage.card(show.card ?? "", TIMES.card * factor);
        return this.wait(TIMES.card * (onward ? 0.5 : 1) * factor);
      case "banner":
        this.stage.banner(event, TIMES.banner * factor);
        return this.wait(TIMES.banner * factor);
      case "appear":
        this.piece(piece, () => next.pieces?.[piece] ?? null);
        this.stage.float(piece, "appear", 0, TIMES.appear * factor);
        return this.wait(TIMES.appear * factor);
      case "gone":
        this.stage.float(piece, "gone", 0, TIMES.gone * factor);
        await this.wait(TIMES.gone * factor);
        this.piece(piece, () => null);
        return;
      case "hit":
      case "heal":
      case "glow": {
        if (show.type !== "glow") sound[show.type]();
        this.stage.float(piece, show.type, show.n ?? 0, TIMES[show.type] * 2 * factor);
        const then = next.pieces?.[piece];
        if (then) this.piece(piece, (p) => ({ ...p, health: then.health ?? p.health, badges: then.badges ?? [] }) as Piece);
        return this.wait(TIMES[show.symbol ? "symbol" : show.type] * factor);
      }
      default:
        return this.wait(TIMES.text * factor);
    }
  }

  /** Change one piece of what is shown, ahead of the frame's end. */
  private piece(id: string, change: (piece: Piece) => Piece | null): void {
    const { shown } = this.store.state;
    const pieces = { ...shown.pieces };
    const was = pieces[id];
    const now = change(was ?? ({ at: -1 } as Piece));
    if (now && (was || now.at >= 0)) pieces[id] = now;
    else if (!now) delete pieces[id];
    this.store.set({ shown: { ...shown, pieces } });
    this.store.flush();
  }
}
