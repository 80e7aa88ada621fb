/** The connection: joins, keeps the scene in step with the server, heals itself, and sends acts. */

import { io, type Socket } from "socket.io-client";
import { sceneHash } from "./hash";
import { moments, type Moment } from "./patch";
import type { Ballot, ChatLine, ClockNews, Joined, Lead, NextGame, Person, Refusal, Step, TableRules, Target, Whole } from "./types";
import type { Store } from "./store";
import { told, tr } from "./words";

export interface Played extends Moment { version: number; made: number; again?: boolean } // made: answers that stand; again: of the past
interface TableNews { n: number; version?: number; chat?: ChatLine; presence?: Person[]; vote?: Ballot | null; ping?: { name: string; at: Target }; leads?: Lead[]; name?: string; clock?: ClockNews; arrow?: Line; absent?: string[]; rules?: TableRules }
interface Line { who: string; name: string; line: [number, number] | null }
interface Channel { n: number; rules: TableRules; absent: string[]; chat: ChatLine[]; presence: Person[]; vote: Ballot | null; leads: Lead[]; clock: ClockNews }
export type Ack = { error?: Refusal } & Record<string, unknown>;

export interface Hooks {
  joined(all: Joined): void;
  whole(whole: Whole): void; // the scene was replaced: nothing to play
  played(frames: Played[]): void;
  ping(name: string, at: Target): void;
  arrow(who: string, line: [number, number] | null): void;
}

const PATIENCE = 8000; // ms until an unanswered act is sent again
const LATE = 1500; // ms after which a step that an act has led to counts as lost
const PAUSE = 1000; // ms before a second try to join; twice as long before each later one
const LONGEST = 60_000; // ms between two tries at most
const SETTLED = 10_000; // ms at the table after which a join counts as a good one
const FINAL = ["unknown_game", "archived", "locked", "not_started", "not_allowed", "malformed", "put_out", "veiled", "bad_seat"]; // asking again would not help

export class Net {
  private readonly socket: Socket;
  private syncing = 0; // the number of the sync that is on its way, or 0
  private syncs = 0;
  private coming = true; // to the table: the answer to that brings everything
  private readonly waiting: Step[] = [];
  private heard = -1; // of the table's channel
  private turn = 0; // of the newest try to join: what an older one brings is void
  private tries = 0; // to join, in a row, that did not last
  private timer = 0;
  private joined = 0; // when, in ms

  constructor(
    private readonly store: Store,
    private readonly hooks: Hooks,
  ) {
    this.socket = io({ transports: ["websocket", "polling"], query: { game: store.state.game }, reconnectionDelayMax: 4000, randomizationFactor: 0.3 });
    this.socket.on("connect", () => void this.join());
    this.socket.on("disconnect", (reason) => this.lost(reason));
    this.socket.on("connect_error", (error) => this.store.set({ connection: "offline", problem: error.message }));
    this.socket.on("step", (step: Step) => this.step(step));
    this.socket.on("table", (news: TableNews) => this.news(news));
    this.socket.on("next", (next: NextGame) => this.store.set({ next: next.id ? next : null }));
    this.socket.on("bye", (bye: { reason: string }) => {
      if (bye.reason === "deleted") this.over(tr("The host has deleted this game."));
      else if (bye.reason === "put_out") this.over(tr("The host has put you out of this game."));
      else this.away();
    });
    this.socket.on("game", (news: { locked: boolean; host: boolean }) => {
      const { info, you } = this.store.state;
      if (info) this.store.set({ info: { ...info, locked: news.locked }, you: { ...you, host: news.host } });
    });
  }

  /** The table was loaded afresh, and knows nobody any more. */
  private away(): void {
    const good = this.settled();
    if (!good) this.store.set({ connection: "gone", problem: tr("The server had to load the table again. Coming back by itself…") });
    this.again(good);
  }

  /** There is nothing to come back to. */
  private over(problem: string): void {
    this.turn++;
    clearTimeout(this.timer);
    this.store.set({ connection: "gone", problem });
  }

  /** Whether the last join has lasted. */
  private settled(): boolean {
    return this.joined > 0 && Date.now() - this.joined > SETTLED;
  }

  /** Join (again) after a pause that grows with each try in a row; at once if the last one was good. */
  private again(good: boolean): void {
    clearTimeout(this.timer);
    if (good) this.tries = 0;
    const pause = good ? 0 : Math.min(LONGEST, PAUSE * 2 ** this.tries++);
    this.timer = window.setTimeout(() => void this.join(), pause);
  }

  /** Try to come back to the table now: somebody asked for it. */
  retry(): void {
    if (this.socket.connected) void this.join();
    else this.socket.connect();
  }

  /** Come (back) to the table; the server knows one's seats. */
  private async join(): Promise<void> {
    const { state } = this.store;
    const turn = ++this.turn;
    this.coming = true;
    clearTimeout(this.timer);
    this.store.set({ connection: state.version < 0 ? "connecting" : "syncing" });
    const asked = new URLSearchParams(location.search);
    const code = asked.get("code");
    const seat = state.watch || state.tv ? asked.get("seat") : null;
    const view = state.tv ? "tv" : state.watch ? "watch" : "";
    const ack = await this.send("join", { view, ...(code ? { code } : {}), ...(seat ? { seat } : {}) });
    if (turn !== this.turn) return;
    if (ack.error) {
      this.joined = 0;
      this.store.set({ connection: "gone", problem: ack.error.message });
      if (!FINAL.includes(ack.error.code)) this.again(false);
      return;
    }
    this.joined = Date.now();
    this.coming = false;
    const all = ack as unknown as Joined & { n?: number; bots?: string[] };
    this.waiting.length = 0;
    this.syncing = 0;
    this.heard = all.n ?? -1;
    this.hooks.joined(all);
    this.take(all);
    this.store.set({
      connection: "online", problem: "", busy: false, you: all.you, info: all.game, chat: all.chat, presence: all.presence,
      guide: all.guide ?? [], clock: clock(all.clock), vote: all.vote ?? null, bots: all.bots ?? [], leads: all.leads ?? [], next: all.next ?? null,
      absent: all.absent ?? [], rules: all.rules ?? { unveiled: false, closed: false },
    });
  }

  private lost(reason: string): void {
    if (this.settled()) this.tries = 0;
    this.turn++;
    clearTimeout(this.timer);
    this.store.set({ connection: "offline", problem: reason });
    if (reason === "io server disconnect") setTimeout(() => this.socket.connect(), 1000);
  }

  private take(whole: Whole): void {
    this.store.set({ version: whole.version, live: whole.scene });
    this.hooks.whole(whole);
  }

  private step(step: Step): void {
    const { state } = this.store;
    if (step.you) this.store.set({ you: { ...state.you, ...step.you } });
    if (this.syncing) {
      this.waiting.push(step);
      return;
    }
    if (step.to <= state.version) return;
    if (step.to !== state.version + 1) void this.sync(state.version, "gap");
    else if (!this.apply(step)) void this.sync(-1, "drift");
  }

  /** Apply a step; return false, and change nothing, if its hash does not come out. */
  private apply(step: Step): boolean {
    let frames: Moment[];
    try {
      frames = moments(this.store.state.live, step.frames);
    } catch (error) {
      console.warn("a patch does not fit: asking for the whole scene", error);
      return false;
    }
    const scene = frames.at(-1)?.scene ?? this.store.state.live;
    if (sceneHash(scene) !== step.hash) {
      console.warn(`the scene has drifted at version ${step.to}: asking for the whole scene`);
      return false;
    }
    const stale = step.static_key !== undefined && step.static_key !== this.store.state.staticKey;
    const made = scene.log?.["undo"]?.answers ?? 0;
    this.store.set({ version: step.to, live: scene });
    this.hooks.played(frames.map((frame) => ({ ...frame, version: step.to, made })));
    if (stale && !this.store.state.past) void this.sync(-1, "board");
    return true;
  }

  /** Ask for what was missed since `version`; -1 asks for everything. The server counts why. */
  async sync(version: number, why = ""): Promise<void> {
    if (this.syncing || !this.socket.connected) return; // to join brings everything
    const mine = (this.syncing = ++this.syncs);
    this.store.set({ connection: "syncing" });
    const ack = await this.send("sync", { version, why });
    if (this.syncing !== mine) return; // one has joined anew meanwhile, and knows more
    this.syncing = 0;
    if (ack.error) {
      if (ack.error.code === "not_joined") this.again(this.settled());
      else setTimeout(() => void this.sync(-1), 2000);
      return;
    }
    if (ack["table"]) this.channel(ack["table"] as Channel);
    let whole = !("steps" in ack);
    if (whole) this.take(ack as unknown as Whole);
    else for (const step of ack["steps"] as Step[]) whole ||= step.to !== this.store.state.version + 1 || !this.apply(step);
    this.store.set({ connection: "online", busy: false });
    const later = this.waiting.splice(0);
    if (whole && "steps" in ack) void this.sync(-1, "drift");
    else for (const step of later) this.step(step);
  }

  /** Take over all that the table has told: something was missed. */
  private channel(all: Channel): void {
    this.heard = all.n;
    const { n: _, clock: left, ...rest } = all;
    this.store.set({ ...rest, clock: clock(left) });
  }

  private news(news: TableNews): void {
    if (this.coming || news.n <= this.heard) return;
    if (this.heard >= 0 && news.n > this.heard + 1) {
      void this.sync(this.store.state.version, "news");
      return;
    }
    this.heard = news.n;
    if ((news.version ?? 0) > this.store.state.version) void this.sync(this.store.state.version, "gap");
    const { state } = this.store;
    if (news.chat) this.store.set({ chat: [...state.chat, news.chat].slice(-200), unread: state.tab === "table" ? 0 : state.unread + 1 });
    if (news.chat?.kind === "notice") this.store.set({ log: [...state.log, { key: told(news.chat.text), rule: "", show: { type: "notice" }, version: state.version }] });
    if (news.presence) this.store.set({ presence: news.presence });
    if (news.absent) this.store.set({ absent: news.absent });
    if (news.rules) this.store.set({ rules: news.rules });
    if (news.vote !== undefined) this.store.set({ vote: news.vote });
    if (news.name && state.info) this.store.set({ info: { ...state.info, name: news.name } });
    if (news.leads) this.store.set({ leads: news.leads });
    if (news.clock) this.store.set({ clock: clock(news.clock) });
    if (news.arrow) this.hooks.arrow(news.arrow.who, news.arrow.line);
    if (news.ping) this.hooks.ping(news.ping.name, news.ping.at);
  }

  /** Send a message and wait for its acknowledgement. Acts with a `client_id` are sent again until there is one. */
  async send(name: string, data: Record<string, unknown>): Promise<Ack> {
    const message = { game: this.store.state.game, ...data };
    for (let tries = 0; ; tries++) {
      try {
        const ack = (await this.socket.timeout(PATIENCE).emitWithAck(name, message)) as Ack;
        // What was sent while the connection was down arrives before the table has let this client in again.
        if (ack.error?.code !== "not_joined" || name === "join" || name === "sync" || tries >= 5) return this.late(ack);
      } catch {
        if (!("client_id" in data) || tries >= 5) return { error: { code: "timeout", message: tr("The server does not answer.") } };
      }
      await this.online();
    }
  }

  /** What an act has led to must come as a step soon; if it doesn't, that was lost. */
  private late(ack: Ack): Ack {
    const version = typeof ack["version"] === "number" ? ack["version"] : -1;
    if (ack["ok"] && version > this.store.state.version)
      setTimeout(() => { if (version > this.store.state.version) void this.sync(this.store.state.version, "gap"); }, LATE);
    return ack;
  }

  /** Wait until the client is at the table (again), or for some seconds. */
  private online(): Promise<void> {
    return new Promise((resolve) => {
      let left = 60;
      const timer = setInterval(() => {
        if (this.store.state.connection !== "online" && --left) return;
        clearInterval(timer);
        resolve();
      }, 250);
    });
  }
}

/** When the time for the open decision ends, on this device's own clock. */
function clock(news: ClockNews | undefined): { minutes: number; end: number } {
  return { minutes: news?.minutes ?? 0, end: performance.now() + (news?.left ?? 0) };
}
