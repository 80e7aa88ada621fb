/** The panel of what happened while one was away. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { secret } from "../person";
import type { LogLine } from "../store";
import { ruleChip, type Html, type Ui } from "../ui";
import { t, tr } from "../words";

const MOST = 12; // lines of one's own, and of the others

export function awayBox(ui: Ui): Html {
  const { state } = ui.store;
  const { missed } = state;
  if (!missed || state.past) return nothing;
  const close = (): void => ui.store.set({ missed: null });
  const show = async (): Promise<void> => {
    close();
    if (await ui.shift.go(missed.since)) await ui.shift.play(1);
  };
  return html`<section class="away" aria-label=${tr("Since you left")}><h2>${icon("clock")} ${tr("Since you left")}</h2>
    <div class="away-lines">${list(ui, tr("Your figures"), missed.mine)}${list(ui, missed.mine.length ? tr("The others") : "", missed.others)}</div>
    <p class="away-acts"><button type="button" class="answer done" @click=${close}>${icon("check")} ${tr("Go on")}</button>
      <button type="button" class="soft" @click=${() => void show()}>${icon("activate")} ${tr("Play it")}</button></p></section>`;
}

function list(ui: Ui, title: string, all: LogLine[]): Html {
  const lines = all.filter((line) => !secret(ui.store.state, line));
  if (!lines.length) return nothing;
  const shown = lines.slice(-MOST);
  return html`${title ? html`<h3>${title}</h3>` : nothing}<ol>${shown.length < lines.length ? html`<li><small>${tr("{n} before that", { n: lines.length - shown.length })}</small></li>` : nothing}
    ${shown.map((line) => html`<li>${t(line.key, line.params)} ${ruleChip(ui, line.rule)}</li>`)}</ol>`;
}
