/** The clock of the table: the time left for the open decision, and the host's choice of it. It only reminds. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { sound } from "../sound";
import type { State, Store } from "../store";
import type { Html, Ui } from "../ui";
import { tr } from "../words";

const CHOICES = [0, 1, 2, 3, 5, 10, 20];

/** Return the time left as people read it: "2:05"; "+0:12" when it is over. */
export function timeText(ms: number): string {
  const s = Math.abs(Math.ceil(ms / 1000));
  return `${ms < 0 && s ? "+" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

export function clockFace(state: State): Html {
  if (!state.clock.minutes || !state.live.decision?.["now"]) return nothing;
  return html`<span class="table-clock" role="timer" aria-label=${tr("Time for this decision")}>${icon("clock")}<b class="table-time"></b></span>`;
}

/** Let the clock run: each second, and a gentle sound at zero. */
export function runClock(store: Store, root: HTMLElement): void {
  let rung = 0; // the end that was told
  const tick = (): void => {
    const { clock } = store.state;
    const face = root.querySelector<HTMLElement>(".table-time");
    if (!face || !clock.minutes) return;
    const left = clock.end - performance.now();
    face.textContent = timeText(left);
    face.parentElement?.classList.toggle("over", left <= 0);
    if (left <= 0 && rung !== clock.end) {
      if (left > -3000) sound.time();
      rung = clock.end;
    }
  };
  setInterval(tick, 500);
  store.on(tick);
}

/** In the table's panel: what the clock is, and for the host the choice. */
export function clockChoice(ui: Ui): Html {
  const { state } = ui.store;
  if (state.tv) return nothing;
  const words = (n: number): string => (n ? tr("{n} {n|minute|minutes} for each decision", { n }) : tr("none"));
  if (!state.you.host || state.watch) return state.clock.minutes ? html`<p class="clock-set">${icon("clock")} ${tr("Clock")}: ${words(state.clock.minutes)}</p>` : nothing;
  return html`<p class="clock-set">${icon("clock")} <label for="clock-set">${tr("Clock")}</label> <select id="clock-set" .value=${String(state.clock.minutes)} @change=${(e: Event) => void ui.play.clock(Number((e.target as HTMLSelectElement).value))}>
    ${CHOICES.map((n) => html`<option value=${n} ?selected=${n === state.clock.minutes}>${words(n)}</option>`)}</select></p>`;
}
