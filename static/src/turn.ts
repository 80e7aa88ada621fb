/** Tells a person that it is their turn: title, icon, sound, a buzz, a notification, a word for screen readers. */

import { decision, mySeat } from "./options";
import { prefs, setPrefs } from "./prefs";
import { buzz, sound } from "./sound";
import type { State } from "./store";
import { chairColour } from "./tones";
import { gameName, seatName } from "./ui";
import { t, tr } from "./words";

let asked = "";

export function announceTurn(state: State, live: HTMLElement): void {
  const today: State = state.past ? { ...state, scene: state.live, past: null } : state;
  const now = decision(today.scene);
  const seat = mySeat(today);
  const ready = seat !== "" && (!state.playing || state.past !== null);
  const name = gameName(state);
  const title = ready ? `▶ ${tr("Your turn: {name}", { name })}` : name;
  if (document.title !== title && name) document.title = title;
  badge(ready ? chairColour(today.scene, seat) : "");
  document.documentElement.classList.toggle("my-turn", ready);
  if (!ready) {
    if (!seat) asked = "";
    return;
  }
  if (!now || asked === `${now.id}/${seat}`) return;
  const first = asked === "";
  const other = !asked.endsWith(`/${seat}`);
  asked = `${now.id}/${seat}`;
  const words = `${seatName(state, seat)}: ${t(now.prompt, now.params)}`;
  live.textContent = words;
  if (!first && !(other && state.you.seats.length > 1 && prefs.handed === "round")) return; // one's own turn goes on
  sound.turn();
  buzz();
  if (document.hidden) notify(name, words);
}

/** Draw the page's icon: a die, and on one's turn a disc in the seat's colour. */
function badge(colour: string): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link || link.dataset["turn"] === (colour || "no")) return;
  link.dataset["turn"] = colour || "no";
  const pips = [10, 22].flatMap((x) => [10, 22].map((y) => `<circle cx="${x}" cy="${y}" r="3" fill="#f0e6cf"/>`)).join("");
  const disc = colour ? `<circle cx="16" cy="16" r="11" fill="${colour}" stroke="#17110c" stroke-width="2"/><path d="M13 10l8 6-8 6z" fill="#17110c"/>` : "";
  link.href = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#5a4016"/>${pips}${disc}</svg>`)}`;
}

function notify(title: string, body: string): void {
  if (!prefs.notify || !isSecureContext || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification(title, { body, tag: "turn" });
  } catch (error) {
    console.info("this browser shows notifications to installed pages only", error); // Chrome on Android
    setPrefs({ notify: false });
  }
}
