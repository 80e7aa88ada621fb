/** Dialogs: a rule's text, a card, settings, keys, "are you sure?". One at a time, in a real <dialog>. */

import { html, nothing } from "lit-html";
import { icon } from "../icons";
import { doubt, leftUndone } from "../ask";
import { choiceOf } from "../options";
import { prefs, setPrefs, type Prefs } from "../prefs";
import { Rules } from "../rules";
import { cost, groupIcon, pips, ruleChip, type Html, type Ui } from "../ui";
import { language, languages, t, tr } from "../words";
import { bookOpen, ruleText } from "./book";
import { cardReader } from "./cards";
import { answerList } from "./list";
import { peopleSettings } from "./settings";
import { reportBox, reportButton } from "./report";
import { resultBox } from "./result";

const KEYS: [string, string][] = [
  [tr("Arrows"), tr("move over the board")], ["Enter", tr("answer on this square")], ["N / P", tr("next / previous target")], ["1 … 9", tr("take up an action or card")],
  ["Esc", tr("put it down, close")], [tr("Space"), tr("skip what is played")], ["+ / − / 0", tr("nearer, farther, whole board")], ["U / Y", tr("take back, bring back")],
  ["O", tr("all answers as a list")], ["V", tr("what a figure sees, how far it goes and aims")], ["/", tr("search the rules")],
  ["B", tr("to the board")], ["A", tr("to the answers")], ["L", tr("to the log")], ["R", tr("look back; back to now")], [", / .", tr("an answer back or on")], ["; / :", tr("an activation back or on")],
  ["G", tr("read a hint: got it")], ["D", tr("a line from here for all to see; again: to there")], ["?", tr("this list")],
];

const MOST = 4; // deeds that are named before the rest is counted

/** Return what is open, and what closes it. */
export function dialog(ui: Ui, rules: Rules): { body: Html; close: () => void } | null {
  const { state } = ui.store;
  const { set } = { set: ui.store.set.bind(ui.store) };
  if (state.rule && !bookOpen(ui)) return { body: ruleBox(ui, rules), close: () => set({ rule: "" }) };
  if (state.listing) return { body: answerList(ui), close: () => set({ listing: false }) };
  if (state.confirm) return { body: confirmBox(ui), close: () => set({ confirm: "" }) };
  if (state.leaving) return { body: leavingBox(ui), close: () => set({ leaving: null }) };
  if (state.report) return { body: reportBox(ui), close: () => set({ report: null }) };
  if (state.card) return { body: cardReader(ui), close: () => set({ card: "" }) };
  if (state.settings) return { body: settingsBox(ui), close: () => set({ settings: false }) };
  if (state.help) return { body: helpBox(ui), close: () => set({ help: false }) };
  if (state.scene.result?.["result"] && !state.ended && !state.playing && !state.past) return { body: resultBox(ui), close: () => set({ ended: true }) };
  return null;
}

function ruleBox(ui: Ui, rules: Rules): Html {
  const { rule, system } = ui.store.state;
  return html`${ruleText(ui, rules, rule)}
    <p><a href="/rules/${system}#${rule}" target="_blank" rel="noopener">${tr("The whole rulebook")}</a>${Object.values(ui.store.state.fixed.cards ?? {}).some((card) => card.entry) ? html` · <a href="/box/${system}" target="_blank" rel="noopener">${tr("Book of figures")}</a>` : nothing}</p>`;
}

function confirmBox(ui: Ui): Html {
  const { state } = ui.store;
  const choice = choiceOf(state, state.confirm);
  if (!choice) return html`<p>${tr("That is no longer offered.")}</p>`;
  const early = doubt(state, choice) === "early";
  const left = early ? leftUndone(state) : [];
  const yes = (): void => ui.play.choose(choice.id);
  return html`<h2>${t(choice.verb.verb, choice.verb.params)}?</h2>
    ${left.length ? html`<p>${tr("This could still be done:")}</p><ul class="left-undone">${left.slice(0, MOST).map((group) => html`<li>${icon(groupIcon(group))}<span>${t(group.verb, group.params)}</span>${pips(cost(group))}</li>`)}${left.length > MOST ? html`<li>${tr("and {n} more", { n: left.length - MOST })}</li>` : nothing}</ul>` : nothing}
    ${choice.verb.commits || choice.verb.confirm ? html`<p>${tr("This can't be taken back by yourself.")} ${ruleChip(ui, choice.verb.rule)}</p>` : nothing}
    <p class="answers"><button type="button" class="answer done" autofocus @click=${yes}>${icon("check")} ${tr("Yes")}</button>
    <button type="button" class="soft" @click=${() => ui.store.set({ confirm: "" })}>${tr("No")}</button>
    ${choice.verb.confirm ? nothing : html`<button type="button" class="soft quiet" @click=${() => {
      setPrefs({ ask: prefs.ask === "always" && !early ? "slips" : "never" });
      yes();
    }}>${tr("Yes, and don't ask me again")}</button>`}</p>`;
}

function settingsBox(ui: Ui): Html {
  const choose = <K extends keyof Prefs>(key: K, values: [Prefs[K], string][], name: string): Html => html`<fieldset><legend>${name}</legend>
    ${values.map(([value, words]) => html`<label><input type="radio" name=${key} .checked=${prefs[key] === value} @change=${() => {
      setPrefs({ [key]: value });
      ui.store.set({ settings: true });
    }}> ${words}</label>`)}</fieldset>`;
  return html`<h2>${icon("settings")} ${tr("Settings")}</h2>
    ${choose("speed", [["slow", tr("Slow")], ["normal", tr("Normal")], ["fast", tr("Fast")], ["instant", tr("At once")]], tr("How fast moves are shown"))}
    ${choose("ask", [["always", tr("Each time")], ["slips", tr("Only where points would be left, and where the rules want it")], ["never", tr("Never")]], tr("Ask before what can't be taken back"))}
    ${peopleSettings(ui, choose, ui.guide)}
    ${choose("safe", [[false, tr("Usual")], [true, tr("Safe for the colour-blind")]], tr("Colours"))}
    ${choose("size", [["normal", tr("Normal")], ["large", tr("Large")], ["huge", tr("Very large")], ["double", tr("Double")]], tr("Text"))}
    <form class="tongues" action=${location.pathname}><fieldset><legend>${tr("Language")}</legend>${Object.entries(languages()).map(([code, name]) => html`<button type="submit" class="soft" name="lang" value=${code} lang=${code} aria-pressed=${code === language() ? "true" : "false"}>${name}</button>`)}</fieldset></form>`;
}

function leavingBox(ui: Ui): Html {
  const { leaving } = ui.store.state;
  if (!leaving) return nothing;
  const sure = (): void => {
    ui.store.set({ leaving: null });
    void ui.play.seat(leaving.what, leaving.seat, leaving.more);
  };
  return html`<h2>${tr("The last player leaves?")}</h2><p>${leaving.what === "bot" ? tr("Then only bots play, and the game runs to its end by itself.") : tr("Then nobody plays this game any more, until somebody sits down.")}</p>
    <p class="answers"><button type="button" class="answer" @click=${sure}>${icon("check")} ${tr("Yes")}</button>
    <button type="button" class="answer done" autofocus @click=${() => ui.store.set({ leaving: null })}>${tr("No")}</button></p>`;
}

function helpBox(ui: Ui): Html {
  const { state } = ui.store;
  const goal = state.info?.description ?? state.fixed.theme?.goal ?? "";
  return html`<h2>${icon("info")} ${state.info ? t(state.info.scenario) : tr("Help")}</h2>
    ${goal ? html`<p class="goal">${t(goal)}</p>` : nothing}
    <p><a href="/rules/${state.system}" target="_blank" rel="noopener">${icon("rules")} ${tr("Rulebook")}</a>: ${tr("the numbers beside what is said and asked are its rules; press one to read it.")}${Object.values(state.fixed.cards ?? {}).some((card) => card.entry) ? html` <a href="/box/${state.system}" target="_blank" rel="noopener">${tr("Book of figures")}</a>: ${tr("all heroes, monsters, cards and keywords.")}` : nothing}</p>
    ${state.tv ? nothing : html`<p>${reportButton(ui)}</p>`}
    <h3>${tr("Keys")}</h3><dl class="keys">${KEYS.map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`)}</dl>
    <p>${tr("Drag moves the board, the wheel or two fingers zoom. A long press or the right button points at a square for all to see; a drag with the right button draws a line (on a touch screen: with the hand beside the board). On a touch screen the first touch shows what would happen, the second does it.")}</p>`;
}

export function dialogFrame(open: { body: Html; close: () => void } | null): Html {
  if (!open) return nothing;
  return html`<button type="button" class="close" aria-label=${tr("Close")} @click=${open.close}>${icon("cancel")}</button>${open.body}`;
}
