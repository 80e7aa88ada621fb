/** Answering: arming, picking, confirming, sending. */

import { actId } from "./ids";
import { doubt } from "./ask";
import type { Ack, Net } from "./net";
import { choiceOf, decision, groups, mySeat, pickGroup } from "./options";
import type { Store } from "./store";
import type { Ruling, Rulings, Target } from "./types";
import { tr } from "./words";

export class Play {
  constructor(
    private readonly store: Store,
    private readonly net: Net,
  ) {}

  /**
   * Take an option: toggle it in a pick form, ask first if it can't be taken back, else answer.
   * `twice`: it was shown before it was pressed, which is asking enough unless the system wants more.
   */
  choose(option: string, twice = false): void {
    const { state } = this.store;
    const choice = choiceOf(state, option);
    if (!choice || !groups(state).some(([id]) => id === choice.group)) return;
    if (choice.group === pickGroup(state) && choice.target !== null) return this.toggle(choice.target);
    const why = doubt(state, choice);
    if (why && state.confirm !== option && !(twice && why === "commits" && !choice.verb.confirm)) return this.store.set({ confirm: option, menu: null });
    void this.answer(option);
  }

  /** Arm a group with targets, or put it down again; answer at once if it has no target. */
  press(group: string, twice = false): void {
    const { state } = this.store;
    const verb = groups(state).find(([id]) => id === group)?.[1];
    if (!verb) return;
    if (verb.targets === null) return this.choose(group, twice);
    this.store.set({ armed: state.armed === group ? "" : group, menu: null, insight: null, hover: "" });
  }

  private toggle(target: Target): void {
    const { state } = this.store;
    const most = decision(state.scene)?.pick[1] ?? 0;
    if (state.picks.includes(target)) this.store.set({ picks: state.picks.filter((p) => p !== target) });
    else if (state.picks.length < most) this.store.set({ picks: [...state.picks, target] });
    else if (most === 1) this.store.set({ picks: [target] });
    else this.store.note(tr("You may pick {n} at most.", { n: most }));
  }

  /** Send the picks of a pick form. */
  done(): void {
    const { state } = this.store;
    const least = decision(state.scene)?.pick[0] ?? 0;
    const group = pickGroup(state);
    if (group && state.picks.length >= least) void this.answer(group, state.picks);
  }

  /** Step back once: close what is open, else put the armed group down. Return whether there was anything. */
  back(): boolean {
    const { state } = this.store;
    if (state.menu) this.store.set({ menu: null });
    else if (state.confirm) this.store.set({ confirm: "" });
    else if (state.armed) this.store.set({ armed: "", insight: null, hover: "" });
    else if (state.outlook) this.store.set({ outlook: "" });
    else if (state.rule) this.store.set({ rule: "" });
    else if (state.picks.length) this.store.set({ picks: [] });
    else if (state.chosen) this.store.set({ chosen: "" });
    else return false;
    return true;
  }

  private async answer(option: string, picks: Target[] = []): Promise<void> {
    const { state } = this.store;
    const now = decision(state.scene);
    if (!now || state.busy) return;
    const seat = mySeat(state);
    this.store.set({ busy: true, person: seat, menu: null, confirm: "", armed: "", insight: null, hover: "" });
    const ack = await this.net.send("answer", {
      decision: now.id, option, seat, client_id: actId(), ...(picks.length ? { picks } : {}),
    });
    this.settle(ack);
  }

  private settle(ack: Ack): void {
    this.store.set({ busy: false });
    if (!ack.error) return;
    this.store.refused(ack.error);
    if (ack.error.code === "stale" || ack.error.code === "timeout") void this.net.sync(this.store.state.version);
  }

  /** Try to come back to the table now. */
  comeBack(): void {
    this.net.retry();
  }

  async undo(): Promise<void> {
    this.settle(await this.net.send("undo", { seat: mySeat(this.store.state), client_id: actId() }));
  }

  async redo(): Promise<void> {
    this.settle(await this.net.send("redo", { seat: "", client_id: actId() }));
  }

  async vote(id: string, yes: boolean): Promise<void> {
    this.settle(await this.net.send("vote", { id, yes }));
  }

  /** Ask what a table ruling may set, and begin to write one. */
  async draft(): Promise<void> {
    const ack = await this.net.send("rulings", {});
    if (ack.error) this.store.refused(ack.error);
    else this.store.set({ draft: { offered: ack as unknown as Rulings, what: { kind: "move" } } });
  }

  /** Propose a table ruling. */
  async rule(what: Ruling): Promise<void> {
    const ack = await this.net.send("rule", { what, seat: mySeat(this.store.state), client_id: actId() });
    this.settle(ack);
    if (ack.error) return;
    this.store.set({ draft: null });
    if (ack["vote"]) this.store.note(tr("The others are asked whether they agree."));
  }

  async seat(what: string, seat: string, more: Record<string, string> = {}): Promise<void> {
    this.settle(await this.net.send("seat", { do: what, seat, ...more }));
  }

  /** Let spectators look at all hands, if the others agree; or no longer. */
  async unveil(yes: boolean): Promise<void> {
    const ack = await this.net.send("unveil", { yes, client_id: actId() });
    this.settle(ack);
    if (ack["vote"]) this.store.note(tr("The others are asked whether they agree."));
  }

  async say(text: string): Promise<boolean> {
    const ack = await this.net.send("chat", { text });
    if (ack.error) this.store.refused(ack.error);
    return !ack.error;
  }

  /** Draw a line for all to see; null takes one's lines away. */
  async arrow(line: [number, number] | null): Promise<void> {
    this.store.set({ lines: line !== null });
    const ack = await this.net.send("arrow", { line });
    if (ack.error) this.store.refused(ack.error);
  }

  /** Set the minutes that the table's clock counts for each decision. */
  async clock(minutes: number): Promise<void> {
    this.settle(await this.net.send("clock", { minutes }));
  }

  async ping(at: Target): Promise<void> {
    const ack = await this.net.send("ping", { at });
    if (ack.error) this.store.refused(ack.error);
  }
}
