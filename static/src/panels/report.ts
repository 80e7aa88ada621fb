/** A bug report: a note on a moment of the game, kept by the server as a link. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import type { Html, Ui } from "../ui";
import { tr } from "../words";

export function reportButton(ui: Ui): Html {
  const { state } = ui.store;
  if (!state.you.seats.length && !state.you.host && !state.scene.result?.["result"]) return nothing; // the server would refuse it
  return html`<button type="button" class="soft" @click=${() => open(ui)}>${icon("info")} ${tr("Report a mistake…")}</button>`;
}

function open(ui: Ui): void {
  ui.store.set({ report: { at: ui.store.state.past?.at ?? -1, link: "", qr: "", problem: "", busy: false }, help: false });
}

export function reportBox(ui: Ui): Html {
  const { report } = ui.store.state;
  if (!report) return nothing;
  if (report.link) return html`<h2>${icon("check")} ${tr("Reported")}</h2>
    <p>${tr("Whoever opens this address can read the report and open the moment as a new game.")}</p>
    <p class="report-link"><a href=${report.link} target="_blank" rel="noopener">${report.link}</a></p>
    <img class="report-code" src=${report.qr} alt=${tr("QR code of the report's address")} width="180" height="180">`;
  return html`<h2>${icon("info")} ${tr("Report a mistake")}</h2>
    <form class="report-form" @submit=${(event: SubmitEvent) => void send(ui, event)}>
    <p>${report.at < 0 ? tr("It keeps the game as it stands now:") : tr("It keeps the game as it stood after answer {n}:", { n: report.at })} ${tr("what is asked, the last answers with their rules, and a file that opens as a new game, with other dice.")}</p>
    <label for="report-note">${tr("What is wrong?")}</label>
    <textarea id="report-note" name="note" rows="4" maxlength="2000" required autofocus></textarea>
    ${report.problem ? html`<p class="bad" role="alert">${report.problem}</p>` : nothing}
    <p class="answers"><button type="submit" class="answer done" ?disabled=${report.busy}>${icon("check")} ${tr("Make the link")}</button></p></form>`;
}

async function send(ui: Ui, event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const { state } = ui.store;
  const { report } = state;
  if (!report || report.busy) return;
  const form = new FormData(event.target as HTMLFormElement);
  form.set("at", String(report.at));
  form.set("token", document.getElementById("table")?.dataset["token"] ?? "");
  ui.store.set({ report: { ...report, busy: true, problem: "" } });
  let made: { url?: string; qr?: string; error?: { message: string } };
  try {
    const answer = await fetch(`/g/${state.game}/report`, { method: "POST", body: form, headers: { Accept: "application/json" } });
    made = (await answer.json()) as typeof made;
  } catch {
    made = { error: { message: tr("The server does not answer.") } };
  }
  if (!ui.store.state.report) return; // closed meanwhile
  ui.store.set({ report: made.url ? { ...report, link: made.url, qr: made.qr ?? "" } : { ...report, problem: made.error?.message ?? tr("That did not work") } });
}
