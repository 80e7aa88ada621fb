/** Settings of this device that have to do with the people around it: seats, sound, being called, hints. */

import { html, nothing } from "lit-html";
import type { Guide } from "../guide";
import { audible, prefs, setPrefs } from "../prefs";
import { sound } from "../sound";
import type { Html, Ui } from "../ui";
import { tr } from "../words";

type Choose = <K extends keyof typeof prefs>(key: K, options: [(typeof prefs)[K], string][], name: string) => Html;

export function peopleSettings(ui: Ui, choose: Choose, guide: Guide | null): Html {
  const { state } = ui.store;
  const again = (): void => ui.store.set({ notes: [...state.notes] });
  return html`<fieldset><legend>${tr("Sounds")}</legend>${[true, false].map((on) => html`<label><input type="radio" name="sound" .checked=${audible() === on} @change=${() => {
      setPrefs({ sound: on });
      again();
    }}> ${on ? tr("On") : tr("Off")}</label>`)}
      <label>${tr("Volume")} <input type="range" min="5" max="100" step="5" .value=${String(prefs.volume)} ?disabled=${!audible()} @change=${(e: Event) => {
        setPrefs({ volume: Number((e.target as HTMLInputElement).value) });
        sound.turn();
      }}></label></fieldset>
    ${"vibrate" in navigator ? choose("buzz", [[true, tr("On")], [false, tr("Off")]], tr("Vibration when it is your turn")) : nothing}
    ${state.you.seats.length > 1 ? choose("handed", [["auto", tr("As the game needs it")], ["one", tr("One person plays them all")], ["round", tr("The device is handed round")]], tr("The seats of this device")) : nothing}
    ${notifying(ui, again)}
    ${state.guide.length && guide ? html`<p><button type="button" class="soft" @click=${() => {
      guide.set(!guide.on);
      again();
    }}>${guide.on ? tr("No more hints") : tr("Show the hints again")}</button></p>` : nothing}`;
}

/** A notification may be asked for by a press only, and where the page is a secure context. */
function notifying(ui: Ui, again: () => void): Html {
  if (!isSecureContext || !("Notification" in window)) return nothing;
  const ask = async (): Promise<void> => {
    const given = prefs.notify ? "default" : await Notification.requestPermission();
    setPrefs({ notify: given === "granted" });
    if (given === "denied") ui.store.note(tr("The browser does not let this page notify you: its own settings say so."), "error");
    again();
  };
  return html`<p><button type="button" class="soft" aria-pressed=${prefs.notify ? "true" : "false"} @click=${() => void ask()}>${prefs.notify ? tr("Notifications are on") : tr("Notify me when it is my turn")}</button></p>`;
}
