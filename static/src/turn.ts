/** Tells a person that it is their turn: title, sound, a buzz, a word for screen readers. */

import { decision, mySeat } from "./options";
import { buzz, sound } from "./sound";
import type { State } from "./store";
import { seatName } from "./ui";
import { t } from "./words";

let asked = "";

export function announceTurn(state: State, live: HTMLElement): void {
  const today: State = state.past ? { ...state, scene: state.live, past: null } : state;
  const now = decision(today.scene);
  const seat = mySeat(today);
  const ready = seat !== "" && (!state.playing || state.past !== null);
  const name = state.info?.name ?? "";
  const title = ready ? `▶ Your turn: ${name}` : name;
  if (document.title !== title && name) document.title = title;
  document.documentElement.classList.toggle("my-turn", ready);
  if (!ready) {
    if (!seat) asked = "";
    return;
  }
  if (!now || asked === `${now.id}/${seat}`) return;
  const first = asked === "";
  asked = `${now.id}/${seat}`;
  live.textContent = `${seatName(state, seat)}: ${t(now.prompt, now.params)}`;
  if (!first) return; // one's own turn goes on
  sound.turn();
  buzz();
}
