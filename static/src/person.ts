/** One device for several people: who has it, and what only that person may see. */

import { prefs } from "./prefs";
import type { State } from "./store";
import type { GameEvent } from "./types";

/** One's seats that no bot plays. */
function seats(state: State): string[] {
  return state.you.seats.filter((seat) => !state.live.seats?.[seat]?.bot);
}

/** Whether the device goes from hand to hand: as set; unless set, where seats see different things. */
export function handedRound(state: State): boolean {
  if (state.tv || state.watch || seats(state).length < 2) return false;
  return prefs.handed === "round" || (prefs.handed === "auto" && state.info?.hides === true);
}

/** Whether a seat's cards are covered: somebody else has the device, or nobody has said who. */
export function covered(state: State, seat: string): boolean {
  return state.info?.hides === true && state.person !== seat && seats(state).includes(seat) && handedRound(state);
}

/** Whether an event is for other eyes than those of the person who has the device. */
export function secret(state: State, event: GameEvent): boolean {
  return event.seats !== undefined && event.seats.length > 0 && !event.seats.includes(state.person) && state.info?.hides === true && handedRound(state);
}
