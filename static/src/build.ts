// Building a scenario of one's own: the form works without this; with it, limits and problems follow each change.
import { tr } from "./words";

/** What the server says of the answers. */
interface Told {
  answers: Record<string, string[]>;
  said: Record<string, string>;
  full: string[];
  wrong: Record<string, string[]>;
  parts: Record<string, number>;
  accounts: Record<string, string>;
  barred: Record<string, Record<string, string>>;
  off: string[];
}

const MARK = "f."; // before the names of the builder's fields
const PAUSE = 200; // ms after the last change
const AGAIN = 2000; // ms until a failed question is asked once more

const form = document.getElementById("build") as HTMLFormElement;
const news = document.getElementById("build-news") as HTMLElement;
const each = <E extends Element = HTMLElement>(selector: string, from: ParentNode = form): E[] => [...from.querySelectorAll<E>(selector)];

let asked = 0; // questions sent: an answer to an older one is of no use
let timer = 0;
let filling: Promise<void> | null = null; // answers that are on their way into the form

/** Asks the server what to say of the answers, or to fill some of them in. */
async function ask(act: string): Promise<void> {
  clearTimeout(timer);
  const number = ++asked;
  const data = new FormData(form);
  data.set("do", act);
  let told: Told | null = null;
  let why = tr("The server does not answer: trying again.");
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
    const found = (await answer.json()) as Told & { error?: { message: string } };
    if (answer.ok) told = found;
    else why = found.error?.message ?? why;
  } catch {
    told = null; // no network: said below
  }
  if (number !== asked) return;
  if (!told) {
    say(why, true);
    timer = window.setTimeout(() => void ask(act), AGAIN);
    return;
  }
  if (act !== "check") put(told.answers);
  show(told);
}

/** Puts answers into the form. */
function put(answers: Record<string, string[]>): void {
  for (const input of each<HTMLInputElement>("input[name]")) {
    if (!input.name.startsWith(MARK)) continue;
    const values = answers[input.name.slice(MARK.length)] ?? [];
    if (input.type === "checkbox" || input.type === "radio") input.checked = values.includes(input.value);
    else if (input.type === "number") input.value = values[0] ?? "0";
    else if (values[0] !== undefined) input.value = values[0];
  }
}

function text(element: Element, value: string): void {
  if (element.textContent !== value) element.textContent = value;
}

function say(what: string, bad: boolean): void {
  text(news, what);
  news.classList.toggle("build-news-bad", bad);
}

/** Shows limits, problems and what can't be chosen. */
function show(told: Told): void {
  for (const e of each("[data-said]")) text(e, told.said[e.dataset["said"] ?? ""] ?? "");
  for (const e of each("[data-account]")) text(e, told.accounts[e.dataset["account"] ?? ""] ?? "");
  for (const list of each("[data-wrong]")) {
    const wrong = told.wrong[list.dataset["wrong"] ?? ""] ?? [];
    list.hidden = !wrong.length;
    list.replaceChildren(...wrong.map((what) => Object.assign(document.createElement("li"), { textContent: what })));
  }
  for (const part of each("[data-part]")) {
    const count = told.parts[part.dataset["part"] ?? ""] ?? 0;
    part.classList.toggle("wrong", count > 0);
    for (const state of each("[data-state]", part)) text(state, count ? tr("{n} to mend", { n: count }) : tr("ready"));
  }
  for (const field of each("[data-field]")) {
    const id = field.dataset["field"] ?? "";
    field.hidden = told.off.includes(id);
    field.classList.toggle("full", told.full.includes(id));
    for (const choice of each("[data-item]", field)) bar(choice, told.barred[id]?.[choice.dataset["item"] ?? ""] ?? "");
    sieve(field);
  }
  const wrong = Object.values(told.wrong).reduce((sum, list) => sum + list.length, 0);
  say(wrong ? tr("{n} to mend before the start.", { n: wrong }) : tr("Ready to play."), wrong > 0);
}

/** Marks a choice that can't be made, with the reason; one that is made already can be taken back. */
function bar(choice: HTMLElement, why: string): void {
  const input = choice.querySelector("input");
  if (!input) return;
  choice.classList.toggle("barred", !!why);
  input.disabled = !!why && !input.checked;
  for (const place of each("[data-why]", choice)) text(place, why);
}

/** Shows the choices that a search leaves, what is chosen always; hides what is barred where that is wanted. */
function sieve(field: HTMLElement): void {
  const search = field.querySelector<HTMLInputElement>("[data-sieve]");
  const wanted = (search?.value ?? "").trim().toLowerCase().split(/\s+/);
  let shown = 0;
  for (const choice of each("[data-item]", field)) {
    const input = choice.querySelector("input");
    const fits = wanted.every((word) => (choice.textContent ?? "").toLowerCase().includes(word));
    const away = field.dataset["narrow"] !== undefined && choice.classList.contains("barred");
    choice.hidden = !input?.checked && (!fits || away);
    if (!choice.hidden) shown++;
  }
  for (const none of each("[data-none]", field)) none.hidden = shown > 0;
}

form.addEventListener("input", (event) => {
  const target = event.target as HTMLElement;
  const field = target.closest<HTMLElement>("[data-field]");
  if (!field) return;
  if (target.dataset["sieve"] !== undefined) return sieve(field);
  clearTimeout(timer);
  timer = window.setTimeout(() => void ask("check"), PAUSE);
});
form.addEventListener("submit", (event) => {
  const button = event.submitter as HTMLButtonElement | null;
  if (!button || button.name !== "do" || (button.value === "make" && !filling)) return;
  event.preventDefault();
  if (button.value === "make") void filling?.then(() => form.requestSubmit(button));
  else {
    const now = ask(button.value).finally(() => {
      if (filling === now) filling = null;
    });
    filling = now;
  }
});
for (const e of each(".sieve")) e.hidden = false;
for (const field of each("[data-field]")) sieve(field);
window.addEventListener("pageshow", (event) => event.persisted && void ask("check"));

export {}; // names of its own
