/** The client's state in one object, and the one function that changes it. */

import type { Ballot, ChatLine, Fixed, GameEvent, GameInfo, Hint, Insight, Lead, NextGame, Person, Refusal, Ruling, Rulings, Scene, TableRules, Target, You } from "./types";

export type Tab = "actions" | "party" | "cards" | "log" | "table";
export type Connection = "connecting" | "online" | "syncing" | "offline" | "gone";

/** A line of the log: the event, and what was so when it happened. */
export interface LogLine extends GameEvent {
  version: number;
  made?: number; // answers that stood after it; unknown of what happened before one came
  undone?: boolean;
  figure?: Figure; // the piece it is about
}
export interface Figure { name: string; side: string; at: number; from?: number }
/** What is played just now: the event, who it is about, and the card last turned up. */
export interface Now { event: GameEvent | null; card: string }
export interface Note { id: number; text: string; rule: string; tone: "error" | "info" }
export interface Menu { options: string[]; on: "square" | "piece"; target: Target }
/** Where one looks back to: after how many answers, of how many; `pace` 0: it stands, else how fast it plays. */
export interface Past { at: number; of: number; pace: number }
export interface Leaving { what: string; seat: string; more: Record<string, string> }

/** What happened while one was away: since how many answers, those of one's own figures and the others'. */
export interface Missed { since: number; mine: LogLine[]; others: LogLine[] }
/** A table ruling that is being written. */
export interface Draft { offered: Rulings; what: Ruling }
/** A bug report that is being written (`link` empty) or was made. */
export interface ReportForm { at: number; link: string; qr: string; problem: string; busy: boolean }

export interface State {
  readonly game: string;
  readonly system: string;
  readonly tv: boolean;
  readonly watch: boolean; // looks on, whatever seats one holds
  connection: Connection;
  problem: string;
  version: number;
  live: Scene; // the newest
  scene: Scene; // what is looked at: the newest, or one of the past
  shown: Scene; // what is drawn while steps are played
  fixed: Fixed;
  staticKey: string;
  you: You;
  info: GameInfo | null;
  bots: string[];
  log: LogLine[];
  chat: ChatLine[];
  unread: number;
  presence: Person[];
  absent: string[]; // seats whose holders are away
  rules: TableRules;
  vote: Ballot | null;
  playing: boolean;
  behind: number; // steps that wait to be shown
  past: Past | null; // null: one sees what is
  leads: Lead[];
  next: NextGame | null; // the table goes on there
  draft: Draft | null;
  report: ReportForm | null;
  following: string; // whose look back one follows
  now: Now;
  busy: boolean; // an answer is on its way
  armed: string; // id of the group whose targets alone are lit
  seat: string; // for which of one's seats to answer
  picks: Target[];
  cursor: number;
  cursorShown: boolean;
  menu: Menu | null;
  hover: string; // what `insight` is about
  insight: Insight | null;
  chosen: string; // piece that is looked at
  pointed: string; // piece that a line of the log is about
  outlook: string; // piece whose reach and sight are shown
  listing: boolean; // all answers as a list
  preview: string; // option that a first touch shows
  leaving: Leaving | null; // the last person's seat: asks first
  confirm: string; // option that waits for a yes
  person: string; // the seat of the person who has the device, where it is handed round
  guide: Hint[];
  clock: { minutes: number; end: number }; // end: when the time is over, as performance.now()
  missed: Missed | null;
  pointing: boolean; // a drag draws a line for all to see
  lines: boolean; // one has drawn some
  awake: "" | "lock" | "video" | "no"; // what keeps a big screen on
  rule: string; // rule that is read
  card: string; // card text that is read
  settings: boolean;
  help: boolean;
  ended: boolean; // the result was put aside
  tab: Tab;
  notes: Note[];
}

export const EMPTY: Scene = {};

export function initial(game: string, system: string, tv: boolean, watch = false): State {
  return {
    game, system, tv, watch, connection: "connecting", problem: "", version: -1, live: EMPTY, scene: EMPTY, shown: EMPTY, fixed: {},
    staticKey: "", you: { name: "", player: "", seats: [], host: false }, info: null, bots: [], log: [], chat: [], unread: 0,
    presence: [], absent: [], rules: { unveiled: false, closed: false }, vote: null, playing: false, behind: 0, past: null, leads: [], next: null, draft: null, report: null, following: "", now: { event: null, card: "" }, busy: false, armed: "", seat: "", picks: [], cursor: -1, cursorShown: false,
    menu: null, hover: "", insight: null, chosen: "", pointed: "", outlook: "", listing: false, preview: "", leaving: null, confirm: "", person: "", guide: [], clock: { minutes: 0, end: 0 }, missed: null, pointing: false, lines: false, awake: "", rule: "", card: "", settings: false, help: false,
    ended: false, tab: "actions", notes: [],
  };
}

type Listener = (state: State, changed: ReadonlySet<keyof State>) => void;

export class Store {
  readonly state: State;
  private readonly listeners: Listener[] = [];
  private changed = new Set<keyof State>();
  private scheduled = false;

  constructor(state: State) {
    this.state = state;
  }

  /** Change some fields; listeners hear of it once before the next frame. */
  set(change: Partial<State>): void {
    for (const key of Object.keys(change) as (keyof State)[]) {
      if (this.state[key] !== change[key]) this.changed.add(key);
    }
    if (!this.changed.size) return;
    Object.assign(this.state, change);
    if (this.scheduled) return;
    this.scheduled = true;
    // A hidden page gets no animation frames, but its title must still say whose turn it is.
    if (document.hidden) queueMicrotask(() => this.flush());
    else requestAnimationFrame(() => this.flush());
  }

  /** Tell the listeners now. */
  flush(): void {
    this.scheduled = false;
    const changed = this.changed;
    this.changed = new Set();
    if (changed.size) for (const listener of this.listeners) listener(this.state, changed);
  }

  on(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Show a short note for some seconds. */
  note(text: string, tone: Note["tone"] = "info", rule = ""): void {
    const id = (this.state.notes.at(-1)?.id ?? 0) + 1;
    this.set({ notes: [...this.state.notes.slice(-2), { id, text, rule, tone }] });
    setTimeout(() => this.set({ notes: this.state.notes.filter((n) => n.id !== id) }), tone === "error" ? 7000 : 4000);
  }

  refused(error: Refusal): void {
    this.note(error.message, "error", error.rule ?? "");
  }
}
