/** What may be answered just now, read from the scene's options; no rule is known here. */

import type { Decision, Group, Scene, Target } from "./types";
import { covered } from "./person";
import type { State } from "./store";

export type Tone = "attack" | "move" | "help" | "end" | "plain";
export interface Choice { id: string; group: string; target: Target | null; tone: Tone; verb: Group }

/** Return the open decision, if any. */
export function decision(scene: Scene): Decision | null {
  return scene.decision?.["now"] ?? null;
}

/** Return the seats whose answer is awaited. */
export function awaited(now: Decision): string[] {
  return now.seats.filter((seat) => !now.given.includes(seat));
}

/** Return one's seats that are asked and have not answered, in the order of the table. */
export function mySeats(state: State): string[] {
  const now = decision(state.scene);
  if (!now || state.tv || state.watch || state.past) return [];
  const asked = awaited(now);
  return state.you.seats.filter((s) => asked.includes(s) && !state.scene.seats?.[s]?.bot);
}

/** Return the seat that one answers for, or "". */
export function mySeat(state: State): string {
  const seats = mySeats(state);
  return seats.includes(state.seat) ? state.seat : (seats[0] ?? "");
}

export function myTurn(state: State): boolean {
  return mySeat(state) !== "";
}

/** Return the groups that may be answered with, in their order; none while a step is played or an answer is on its way. */
export function groups(state: State): [string, Group][] {
  return state.playing || state.busy ? [] : offered(state);
}

/** Return the groups of the open decision, whether or not it may be answered this moment. */
export function offered(state: State): [string, Group][] {
  const seat = mySeat(state);
  if (!seat || covered(state, seat)) return [];
  return Object.entries(state.scene.options ?? {})
    .filter(([, g]) => g.seats.includes(seat) && (g.targets === null || g.targets.length > 0))
    .sort((a, b) => a[1].order - b[1].order);
}

/** Return the group whose targets are picked, min..max of them. */
export function pickGroup(state: State): string {
  const now = decision(state.scene);
  return now?.pick.length ? (groups(state).find(([, g]) => g.order === 0)?.[0] ?? "") : "";
}

export function tone(group: Group): Tone {
  const hint = group.params["tone"];
  return hint === "attack" || hint === "move" || hint === "help" || hint === "end" ? hint : "plain";
}

/** Groups that the action bar shows: those of actions on sheets, and arms of the actor on the board. */
export function inBar(state: State, id: string, group: Group): boolean {
  if (Object.values(state.scene.sheets ?? {}).some((s) => s.actions.some((a) => a.group === id))) return true;
  return group.targets !== null && (group.on === "square" || group.on === "piece");
}

/** Groups whose targets are cards: they are shown with their texts. */
export function ofCards(group: Group): boolean {
  return group.on === "card" && group.targets !== null;
}

/** How a target looks that stands nowhere yet: an icon, or a small map. */
export interface TargetLook { icon?: string; tone?: string; map?: string[] }

export function lookOf(group: Group, target: Target): TargetLook | undefined {
  return (group.params["looks"] as Record<string, TargetLook> | undefined)?.[String(target)];
}

/** Groups whose targets are shown large, to choose from: cards, and things that the system gives looks to. */
export function shownLarge(group: Group): boolean {
  return ofCards(group) || (group.targets !== null && group.params["looks"] !== undefined);
}

/** Groups of the action bar that the number keys take up: first those of the board, then the sheet's actions. */
export function barGroups(state: State): [string, Group][] {
  const open = offered(state).filter(([id, g]) => inBar(state, id, g) && id !== pickGroup(state));
  const first = sheetOf(state.scene, actor(state));
  const sheets = Object.entries(state.scene.sheets ?? {}).sort((a, b) => Number(b[0] === first) - Number(a[0] === first));
  const actions = sheets.flatMap(([, s]) => s.actions.map((a) => a.group));
  const deeds = [...new Set(actions)].flatMap((group) => open.filter(([id]) => id === group));
  return [...open.filter(([id]) => !actions.includes(id)), ...deeds];
}

/** Whether nothing is left to do but to end. */
export function onlyEnds(state: State): boolean {
  return offered(state).every(([, g]) => tone(g) === "end");
}

export function optionId(group: string, target: Target | null): string {
  return target === null ? group : `${group}>${target}`;
}

/** Return all options with a target of kind `on`; if a group is armed, only its own. */
export function aimed(state: State, on: string): Map<Target, Choice[]> {
  const found = new Map<Target, Choice[]>();
  for (const [id, group] of groups(state)) {
    if (group.on !== on || !group.targets || (state.armed && state.armed !== id)) continue;
    for (const target of group.targets) {
      const choice = { id: optionId(id, target), group: id, target, tone: tone(group), verb: group };
      const others = found.get(target);
      if (others) others.push(choice);
      else found.set(target, [choice]);
    }
  }
  return found;
}

/** Return the choice that an option's id names, if it is offered. */
export function choiceOf(state: State, option: string): Choice | null {
  const at = option.indexOf(">");
  const group = at < 0 ? option : option.slice(0, at);
  const verb = state.scene.options?.[group];
  if (!verb) return null;
  const target = at < 0 ? null : (verb.targets?.find((x) => String(x) === option.slice(at + 1)) ?? null);
  return { id: option, group, target, tone: tone(verb), verb };
}

/** Return the piece whose sheet belongs to the decision: the actor, else the active piece, else one's own. */
export function actor(state: State): string {
  const own = offered(state).find(([, g]) => g.actor && state.scene.pieces?.[g.actor]);
  if (own) return own[1].actor;
  const active = state.scene.turn?.["now"]?.active ?? "";
  if (active && sheetOf(state.scene, active)) return active;
  const seat = mySeat(state) || state.you.seats[0] || "";
  return state.scene.seats?.[seat]?.piece ?? "";
}

/** Return the id of the sheet of a piece, or "". */
export function sheetOf(scene: Scene, piece: string): string {
  return Object.entries(scene.sheets ?? {}).find(([, s]) => s.piece === piece)?.[0] ?? "";
}
