/** Since you left: what a person missed while the page was closed, hidden or cut off. */

import type { LogLine, Missed, State, Store } from "./store";
import type { Joined } from "./types";

const LONG = 20_000; // ms away that are worth a word, if the page stayed open

interface Seen { version: number; made: number }

/** Return what happened after `version`, to the figures of one's seats first; null if nothing. */
export function missed(state: State, log: LogLine[], seen: Seen): Missed | null {
  const own = new Set(state.you.seats.map((seat) => state.live.seats?.[seat]?.piece ?? ""));
  const mine = (line: LogLine): boolean => {
    const id = line.show?.piece ?? "";
    return id !== "" && (own.has(id) || state.you.seats.includes(state.live.pieces?.[id]?.seat ?? ""));
  };
  const lines = log.filter((line) => line.version > seen.version && !line.undone && line.show?.type !== "notice" && (!line.depth || mine(line)));
  if (!lines.length) return null;
  return { since: Math.min(seen.made, made(state)), mine: lines.filter(mine), others: lines.filter((line) => !mine(line)) };
}

function made(state: State): number {
  return state.live.log?.["undo"]?.answers ?? 0;
}

export class Away {
  private readonly key: string;
  private left = 0; // when the page was hidden or cut off, in ms; 0: it is not
  private from: Seen | null; // where one left
  private fresh = true; // the page was just opened

  constructor(private readonly store: Store) {
    this.key = `table-seen-${store.state.game}`;
    this.from = this.kept();
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.back()));
  }

  /** Note what is seen; call it whenever something changed. */
  look(): void {
    const { state } = this.store;
    if (state.connection === "offline" || state.connection === "gone") this.leave();
    if (document.hidden || state.connection !== "online" || state.version < 0 || state.playing || this.left) return;
    const seen = { version: state.version, made: made(state) };
    if (this.from?.version === seen.version) return;
    this.from = seen;
    try {
      localStorage.setItem(this.key, JSON.stringify(seen));
    } catch {
      // without storage only what happens while the page is open can be told
    }
  }

  /** One is at the table (again): tell what was missed. */
  joined(all: Joined, log: LogLine[]): void {
    const state = { ...this.store.state, live: all.scene, you: all.you };
    if (this.from && (this.fresh || this.long()) && all.version > this.from.version) this.tell(state, log);
    this.fresh = false;
    if (!document.hidden) this.left = 0;
  }

  private back(): void {
    const { state } = this.store;
    if (this.from && this.long() && state.version > this.from.version) this.tell(state, state.log);
    if (state.connection === "online") this.left = 0;
    this.look();
  }

  private tell(state: State, log: LogLine[]): void {
    if (!state.tv && this.from) this.store.set({ missed: missed(state, log, this.from) });
  }

  private leave(): void {
    this.left ||= Date.now();
  }

  private long(): boolean {
    return this.left > 0 && Date.now() - this.left > LONG;
  }

  private kept(): Seen | null {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "null") as Seen | null;
      return typeof kept?.version === "number" && typeof kept.made === "number" ? kept : null;
    } catch {
      return null; // storage is off, or holds something else
    }
  }
}
