/** Time-shift: looking back at any answer of the game, alone or led by somebody, and coming back to now. */

import type { Net, Played } from "./net";
import { moments } from "./patch";
import type { Player } from "./show";
import type { Store } from "./store";
import type { Fixed, Frame, Scene } from "./types";

export type Unit = "answer" | "activation" | "round";
interface Mark { at: number; round: number; side: string; phase: string; active: string }
interface Shown { at: number; of: number; scene: Scene; static_key: string; static?: Fixed; frames?: Frame[] }

export class Shift {
  private marks: Mark[] = [];
  private charted = -1; // answers that the marks reach to
  private turn = 0; // of the newest request: what an older one brings is void
  private begun = false;
  private leading = false;

  constructor(
    private readonly store: Store,
    private readonly net: Net,
    private readonly player: Player,
  ) {}

  /** Go to the moment that the address names, once. */
  begin(): void {
    if (this.begun) return;
    this.begun = true;
    const at = new URLSearchParams(location.search).get("at");
    if (at !== null && /^\d+$/.test(at)) void this.go(Number(at));
    else this.follow();
  }

  toggle(): void {
    if (this.store.state.past) void this.live();
    else void this.go(this.newest());
  }

  /** Show the position after the first `at` answers; with `play`, how it came about from the one before. */
  async go(at: number, play = false): Promise<boolean> {
    const { state } = this.store;
    const turn = ++this.turn;
    if (!play && state.past?.pace) this.store.set({ past: { ...state.past, pace: 0 } });
    const ack = await this.net.send("past", { at, key: state.staticKey, play });
    if (turn !== this.turn) return false;
    if (ack.error) {
      if (state.past) this.store.set({ past: { ...state.past, pace: 0 } });
      this.store.refused(ack.error);
      return false;
    }
    const shown = ack as unknown as Shown;
    const before = state.scene;
    const moving = play && state.past?.at === at - 1 && shown.frames !== undefined;
    this.player.reset();
    this.store.set({
      past: { at, of: shown.of, pace: state.past?.pace ?? 0 }, armed: "", menu: null, picks: [], confirm: "",
      ...(shown.static ? { fixed: shown.static } : {}), staticKey: shown.static_key,
    });
    if (this.leading) void this.net.send("lead", { at });
    if (!moving) {
      this.store.set({ scene: shown.scene, shown: shown.scene });
      return true;
    }
    const frames = moments(before, shown.frames ?? []).map((moment): Played => ({ ...moment, version: -1, made: at, again: true }));
    this.store.set({ scene: shown.scene, shown: before });
    await this.player.add(frames);
    return turn === this.turn;
  }

  /** Go an answer, an activation or a round back or on. */
  async by(unit: Unit, step: 1 | -1): Promise<void> {
    const { past } = this.store.state;
    const at = past?.at ?? this.newest();
    if (unit === "answer") {
      if (step > 0 && past && at >= past.of) return void this.live();
      if (at + step >= 0) await this.go(at + step, step > 0);
      return;
    }
    await this.chart();
    const starts = this.marks.filter((mark, i) => {
      const last = this.marks[i - 1];
      return !last || mark.round !== last.round || (unit === "activation" && (mark.active !== last.active || mark.side !== last.side));
    }).map((mark) => mark.at);
    const to = step > 0 ? starts.find((n) => n > at) : starts.filter((n) => n < at).at(-1);
    if (to !== undefined) await this.go(to);
    else if (step > 0) void this.live();
    else await this.go(0);
  }

  /** Play on from here at a speed; 0 stops. */
  async play(pace: number): Promise<void> {
    const { state } = this.store;
    if (!state.past) return;
    const running = state.past.pace > 0;
    this.player.quick = Math.max(1, pace);
    this.store.set({ past: { ...state.past, pace } });
    if (!pace) return this.player.skip();
    if (running) return;
    while (state.past?.pace && state.past.at < state.past.of) if (!(await this.go(state.past.at + 1, true))) return;
    if (state.past?.pace) await this.live();
  }

  /** Come back to what is. */
  async live(): Promise<void> {
    this.turn++;
    this.lead(false);
    this.player.quick = 1;
    this.store.set({ past: null, following: "", scene: this.store.state.live });
    this.player.reset();
    await this.net.sync(-1); // the board may be another one than that of the past
  }

  /** Show the others where one is, or no longer. */
  lead(on: boolean): void {
    if (on === this.leading) return;
    this.leading = on;
    void this.net.send("lead", { at: on ? (this.store.state.past?.at ?? null) : null });
  }

  get leads(): boolean {
    return this.leading;
  }

  /** Go where the one whom this device follows has gone; a screen for all follows whoever leads. */
  follow(): void {
    const { state } = this.store;
    const who = state.following || (state.tv ? (state.leads[0]?.who ?? "") : "");
    if (!who) return;
    const lead = state.leads.find((l) => l.who === who);
    if (!lead) return void (state.past && this.live());
    if (state.following !== who) this.store.set({ following: who });
    if (lead.at !== state.past?.at) void this.go(lead.at, lead.at === (state.past?.at ?? -1) + 1);
  }

  private newest(): number {
    return this.store.state.live.log?.["undo"]?.answers ?? 0;
  }

  /** Learn where rounds and activations begin. */
  private async chart(): Promise<void> {
    const newest = this.newest();
    if (this.charted === newest) return;
    const ack = await this.net.send("timeline", {});
    if (ack.error) return this.store.refused(ack.error);
    const marks = ack["marks"] as [number, number, string, string, string][];
    this.marks = marks.map(([at, round, side, phase, active]) => ({ at, round, side, phase, active }));
    this.charted = newest;
  }
}
