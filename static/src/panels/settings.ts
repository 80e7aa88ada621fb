/** Settings of this device that have to do with the people around it: seats, sound, being called, hints. */

import { html, nothing } from "lit-html";
import type { Guide } from "../guide";
import { audible, prefs, setPrefs } from "../prefs";
import { sound } from "../sound";
import type { Html, Ui } from "../ui";

type Choose = <K extends keyof typeof prefs>(key: K, options: [(typeof prefs)[K], string][], name: string) => Html;

export function peopleSettings(ui: Ui, choose: Choose, guide: Guide | null): Html {
  const { state } = ui.store;
  const again = (): void => ui.store.set({ notes: [...state.notes] });
  return html`<fieldset><legend>Sounds</legend>${[true, false].map((on) => html`<label><input type="radio" name="sound" .checked=${audible() === on} @change=${() => {
      setPrefs({ sound: on });
      again();
    }}> ${on ? "On" : "Off"}</label>`)}
      <label>Volume <input type="range" min="5" max="100" step="5" .value=${String(prefs.volume)} ?disabled=${!audible()} @change=${(e: Event) => {
        setPrefs({ volume: Number((e.target as HTMLInputElement).value) });
        sound.turn();
      }}></label></fieldset>
    ${"vibrate" in navigator ? choose("buzz", [[true, "On"], [false, "Off"]], "Vibration when it is your turn") : nothing}
    ${state.you.seats.length > 1 ? choose("handed", [["auto", "As the game needs it"], ["one", "One person plays them all"], ["round", "The device is handed round"]], "The seats of this device") : nothing}
    ${notifying(ui, again)}
    ${state.guide.length && guide ? html`<p><button type="button" class="soft" @click=${() => {
      guide.set(!guide.on);
      again();
    }}>${guide.on ? "No more hints" : "Show the hints again"}</button></p>` : nothing}`;
}

/** A notification may be asked for by a press only, and where the page is a secure context. */
function notifying(ui: Ui, again: () => void): Html {
  if (!isSecureContext || !("Notification" in window)) return nothing;
  const ask = async (): Promise<void> => {
    const given = prefs.notify ? "default" : await Notification.requestPermission();
    setPrefs({ notify: given === "granted" });
    if (given === "denied") ui.store.note("The browser does not let this page notify you: its own settings say so.", "error");
    again();
  };
  return html`<p><button type="button" class="soft" aria-pressed=${prefs.notify ? "true" : "false"} @click=${() => void ask()}>${prefs.notify ? "Notifications are on" : "Notify me when it is my turn"}</button></p>`;
}
