/** The rulebook beside the table: one rule, what it refers to, and a search through all of them. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import type { Rules } from "../rules";
import { ruleChip, type Html, type Ui } from "../ui";
import { language, t, tr } from "../words";

export const SEARCH = "?"; // instead of a rule's number: only search
const MOST = 40;

let wanted = "";

/** Whether the rulebook lies beside the table: not while a dialog is open, for then it stands in there. */
export function bookOpen(ui: Ui): boolean {
  const { rule, confirm, leaving, card, settings, help, listing } = ui.store.state;
  return rule !== "" && !confirm && !leaving && !card && !settings && !help && !listing;
}

export function bookPanel(ui: Ui, rules: Rules): Html {
  if (!bookOpen(ui)) return nothing;
  const again = (): void => ui.store.set({ notes: [...ui.store.state.notes] });
  const { rule } = ui.store.state;
  const found = wanted ? rules.search(wanted, again) : null;
  return html`<div class="book-in"><button type="button" class="close" aria-label=${tr("Close the rulebook")} @click=${() => close(ui)}>${icon("cancel")}</button>
    <form role="search" @submit=${(event: Event) => event.preventDefault()}><label><span class="sr">${tr("Search the rules")}</span>
      <input type="search" placeholder=${tr("Search the rules")} .value=${wanted} @input=${(event: Event) => ((wanted = (event.target as HTMLInputElement).value.trim()), again())}></label></form>
    ${found ? html`<p role="status"><small>${found.length > MOST ? tr("{n} rules, the first {most}:", { n: found.length, most: MOST }) : tr("{n} {n|rule|rules}", { n: found.length })}</small></p>
      <ul class="book-found">${found.slice(0, MOST).map(([number, one]) => html`<li>${ruleChip(ui, number, () => (wanted = ""))} <span lang="en">${excerpt(one.text, wanted)}</span></li>`)}</ul>`
    : rule !== SEARCH ? ruleText(ui, rules, rule) : html`<p>${tr("Type a word, or a rule's number.")}</p>`}
    <p><a href="/rules/${ui.store.state.system}${rule === SEARCH ? "" : `#${rule}`}" target="_blank" rel="noopener">${tr("The whole rulebook")}</a></p></div>`;
}

export function close(ui: Ui): void {
  wanted = "";
  ui.store.set({ rule: "" });
}

/** A rule's text; the numbers in it open theirs. */
export function ruleText(ui: Ui, rules: Rules, rule: string): Html {
  const found = rules.get(rule, () => ui.store.set({ notes: [...ui.store.state.notes] }));
  const parts = found?.text.split(/\b([A-Z][A-Z0-9]*-\d+(?:\.\d+)*[a-z]?)\b/) ?? [];
  return html`<h2 tabindex="-1">${icon("rules")} ${rule}</h2>${found
    ? html`<p class="section">${t(found.section)}</p>${inEnglish()}<p class="rule-text" lang="en">${parts.map((part, i) => (i % 2 && rules.has(part) && part !== rule ? ruleChip(ui, part) : part))}</p>`
    : html`<p class="rule-text">${rules.problem || tr("Looking it up…")}</p>`}`;
}

/** In other languages: that the rules themselves are in English. */
function inEnglish(): Html {
  return language() === "en" ? nothing : html`<p class="in-english"><small>${tr("The text of the rules is in English.")}</small></p>`;
}

/** The part of a rule around what was searched for. */
function excerpt(text: string, words: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words.toLowerCase()));
  const from = at > 60 ? text.indexOf(" ", at - 60) + 1 : 0;
  return `${from ? "…" : ""}${text.slice(from, from + 150)}${from + 150 < text.length ? "…" : ""}`;
}
