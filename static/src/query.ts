/** Asks the rules about what is pointed at: path, cost, odds, or why not. One answer a version and question. */

import type { Net } from "./net";
import type { Store } from "./store";
import type { Insight } from "./types";

export type About = { option: string } | { square: number } | { piece: string } | { group: string } | { outlook: string };

const DELAY = 130; // ms of rest before a question is asked

export class Query {
  private version = -1;
  private readonly answers = new Map<string, Insight>();
  private readonly asked = new Set<string>();
  private timer = 0;

  constructor(
    private readonly store: Store,
    private readonly net: Net,
  ) {}

  /** Say what is pointed at; null: nothing. */
  point(about: About | null): void {
    const hover = about ? JSON.stringify(about) : "";
    const { state } = this.store;
    if (hover === state.hover) return;
    clearTimeout(this.timer);
    if (this.version !== state.version) this.forget(state.version);
    const known = this.answers.get(hover) ?? null;
    this.store.set({ hover, insight: known });
    if (about && !known && !state.playing && !state.past) this.timer = window.setTimeout(() => void this.ask(about, hover), DELAY);
  }

  /** Return what is known of a thing, or null; and ask for it, once. */
  know(about: About): Insight | null {
    const key = JSON.stringify(about);
    const { state } = this.store;
    if (this.version !== state.version) this.forget(state.version);
    const known = this.answers.get(key);
    if (known) return known;
    if (!this.asked.has(key) && !state.playing && !state.past) {
      this.asked.add(key);
      void this.ask(about, key);
    }
    return null;
  }

  private forget(version: number): void {
    this.answers.clear();
    this.asked.clear();
    this.version = version;
  }

  private async ask(about: About, hover: string): Promise<void> {
    const { version } = this.store.state;
    const ack = await this.net.send("query", { version, about });
    if (version !== this.store.state.version) return;
    // A question that can't be answered is no fault of the player's: it just shows nothing.
    const insight = ack.error ? { lines: [] } : (ack as Insight);
    if (!ack.error || ack.error.code === "bad_query") this.answers.set(hover, insight);
    if (this.store.state.hover === hover) this.store.set({ insight });
    else if (this.asked.has(hover)) this.store.set({ notes: [...this.store.state.notes] }); // an open menu shows it
  }
}
