/** The curtain: where a device is handed round and hands are hidden, nothing shows until its person says so. */

import { html, nothing } from "lit-html";
import { medal } from "../icons";
import { mySeat } from "../options";
import { covered } from "../person";
import type { State } from "../store";
import { chairColour, chairIcon } from "../tones";
import { seatName, type Html, type Ui } from "../ui";
import { tr } from "../words";

/** Return the seat whose person must take the device first, or "". */
export function awaited(state: State): string {
  const seat = mySeat(state);
  return seat && !state.playing && covered(state, seat) ? seat : "";
}

export function curtain(ui: Ui): Html {
  const { state } = ui.store;
  const seat = awaited(state);
  if (!seat) return nothing;
  const name = seatName(state, seat);
  return html`<div class="curtain-in" role="dialog" aria-modal="true" aria-label=${tr("Give the device to {name}", { name })}>
    ${medal(chairIcon(state.scene, seat), chairColour(state.scene, seat))}
    <h2>${tr("Give the device to {name}", { name })}</h2>
    <p>${tr("Nobody else should look now.")}</p>
    <button type="button" class="answer done" @click=${() => ui.store.set({ person: seat })}>${tr("I am {name}: show my cards", { name })}</button></div>`;
}

/** Cover the rest of the table, for eyes, keys and screen readers. */
export function drawCurtain(root: HTMLElement, box: HTMLElement, closed: boolean): void {
  if (box.hidden === !closed) return;
  box.hidden = !closed;
  for (const part of root.children) if (part !== box && part.tagName !== "DIALOG" && !part.classList.contains("notes")) part.toggleAttribute("inert", closed);
  if (closed) box.querySelector("button")?.focus();
}
