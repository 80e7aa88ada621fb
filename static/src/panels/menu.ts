/** The menu next to a target that several verbs aim at; and the tip on what is pointed at. */

import { html, nothing } from "lit-html";
import { doubt } from "../ask";
import { icon } from "../icons";
import { choiceOf, offered, type Choice } from "../options";
import { small } from "../screen";
import { middle, squareName } from "../squares";
import type { State } from "../store";
import type { CardText, Insight, Line } from "../types";
import { coverage } from "../board/marks";
import { shared } from "../guide";
import { tells } from "../tells";
import { cost, groupIcon, pips, ruleChip, type Html, type Ui } from "../ui";
import { t, tr } from "../words";
import { cardOf, faceText } from "./cards";
import { targetLook } from "./prompt";

export function menuBox(ui: Ui): Html {
  const { state } = ui.store;
  const { menu } = state;
  if (!menu) return nothing;
  const name = menu.on === "piece" ? targetLook(state, "piece", menu.target).name : squareName(Number(menu.target), ui.board.width);
  return html`<div class="menu-in"><p class="menu-name">${name}<button type="button" class="menu-close" tabindex="-1" aria-label=${tr("Close")} @click=${() => closeMenu(ui)}>${icon("cancel")}</button></p><div role="menu" aria-label=${name} @keydown=${arrows}>${menu.options.map((option) => {
    const choice = choiceOf(state, option);
    if (!choice) return nothing;
    const insight = ui.query.know({ option });
    return html`<button type="button" role="menuitem" class="menu-item tone-${choice.tone}" data-option=${option} @click=${() => ui.play.choose(option, true)} data-about=${tells({ option })}>
      ${icon(groupIcon(choice.verb))}<span>${t(choice.verb.verb, choice.verb.params)}</span>${pips(cost(choice.verb))}<span class="cite">${choice.verb.rule}</span>
      ${insight ? html`<span class="menu-more">${known(state, choice, insight)}</span>` : nothing}
      ${doubt(state, choice) === "commits" ? html`<span class="menu-more"><small>${tr("can't be taken back")}</small></span>` : nothing}</button>`;
  })}</div></div>`;
}

/** Put the menu away, and what it told. */
export function closeMenu(ui: Ui): void {
  ui.store.set({ menu: null });
  ui.query.point(null);
}

/** What an option does and its odds, in short. */
function known(state: State, choice: Choice, insight: Insight): Html {
  const text = Object.values(state.scene.sheets ?? {}).flatMap((s) => s.actions).find((a) => a.group === choice.group)?.text;
  const lines = (insight.lines ?? []).slice(0, insight.dangers?.length ? 3 : 1); // what waits on the way is never left out
  const words = text ? t(text) : lines.map((line) => t(line.key, line.params)).join(" ");
  const { mp } = insight.cost ?? {};
  return html`${words ? html`<span>${words}</span>` : mp !== undefined ? html`<span>${icon("move")} ${mp}</span>` : nothing}
    ${insight.odds?.slice(0, 4).map((odd) => html`<span class="menu-odd"><span>${t(odd.label)}</span> <b>${Math.round(odd.permille / 10)}%</b></span>`) ?? nothing}`;
}

function arrows(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  items[(at + step + items.length) % items.length]?.focus();
}

/** Put the menu beside its target, inside the board's box. */
export function placeMenu(ui: Ui, box: HTMLElement): void {
  const { menu } = ui.store.state;
  box.hidden = !menu;
  if (!menu) return;
  if (small.matches) return void Object.assign(box.style, { left: "", top: "" }); // it lies below
  const squares = menu.on === "piece" ? coverage(ui.store.state, String(menu.target), ui.board.width) : [Number(menu.target)];
  const first = squares[0] ?? 0;
  const p = ui.board.view.pixel(middle(first, Math.sqrt(squares.length) | 0 || 1, ui.board.width));
  const parent = box.parentElement;
  if (!parent) return;
  const half = (ui.board.view.scale() * (Math.sqrt(squares.length) | 0 || 1)) / 2;
  const gap = half + 8;
  const [wide, high] = [parent.clientWidth - box.offsetWidth - 6, parent.clientHeight - box.offsetHeight - 6];
  let [x, y] = [p.x + gap, p.y - box.offsetHeight / 2];
  if (x > wide) x = p.x - gap - box.offsetWidth;
  if (x < 6) [x, y] = [p.x - box.offsetWidth / 2, p.y + gap > high && p.y > parent.clientHeight / 2 ? p.y - gap - box.offsetHeight : p.y + gap]; // no room beside it
  box.style.left = `${Math.max(6, Math.min(wide, x))}px`;
  box.style.top = `${Math.max(6, Math.min(high, y))}px`;
}

const MUTE: Line = { key: tr("That is not among the answers to what is asked just now.") };

/** What the marks of a figure's outlook mean. */
function legend(ui: Ui, state: State): Html {
  const seen = ui.query.know({ outlook: state.outlook });
  const piece = state.shown.pieces?.[state.outlook];
  if (!piece) return nothing;
  return html`<div class="tip-in legend"><p class="tip-name">${t(piece.name)}</p>${(seen?.lines ?? []).map((line, i) => html`<p class="tip-line"><i class="key tone-${seen?.zones?.[i]?.tone ?? ""}" aria-hidden="true"></i> ${t(line.key, line.params)} ${ruleChip(ui, line.rule)}</p>`)}
    <p><small>${small.matches ? tr("Touch another figure to see its own, the eye to end it.") : tr("Press another figure to see its own; Esc ends it.")}</small></p></div>`;
}

/** What the rules say on what is pointed at. */
export function tipBox(ui: Ui): Html {
  const { state } = ui.store;
  const { insight } = state;
  if (state.menu) return nothing; // it shows the same
  if (state.outlook) return legend(ui, state);
  const name = subject(state, ui.board.width);
  const card = pointedCard(state);
  const lines = insight?.lines?.length ? insight.lines : aboutGroup(state, insight !== null);
  if (!lines.length && !insight?.odds?.length && !insight?.cost && !name && !card) return nothing;
  return html`<div class="tip-in">${name ? html`<p class="tip-name">${name}</p>` : nothing}
    ${card ? faceText(card, "tip-card") : nothing}
    ${insight?.cost ? html`<p class="tip-cost">${insight.cost.mp !== undefined ? html`<span>${icon("move")} ${insight.cost.mp}</span>` : nothing}${insight.cost.ap ? html`<span>${pips(insight.cost.ap)}</span>` : nothing}</p>` : nothing}
    ${insight?.odds?.map((odd) => html`<p class="odd"><span>${t(odd.label)}</span><svg viewBox="0 0 1000 60" preserveAspectRatio="none" aria-hidden="true"><rect width="1000" height="60" rx="30" class="bar-back" /><rect width=${odd.permille} height="60" rx="30" class="bar-odds" /></svg><b>${Math.round(odd.permille / 10)}%</b></p>`) ?? nothing}
    ${lines.map((line) => html`<p class="tip-line">${t(line.key, line.params)} ${ruleChip(ui, line.rule)}</p>`)}</div>`;
}

/** The card that a pointed option is about: on the shelf it may be cut short. */
function pointedCard(state: State): CardText | undefined {
  const { option = "" } = JSON.parse(state.hover || "{}") as { option?: string };
  const choice = option ? choiceOf(state, option) : null;
  return choice?.verb.on === "card" && choice.target !== null ? cardOf(state, choice.target) : undefined;
}

/** What can be said of a group that is pointed at, where the rules say nothing: what it lights up, or that it is no answer now. */
function aboutGroup(state: State, asked: boolean): Line[] {
  const { group: id = "" } = JSON.parse(state.hover || "{}") as { group?: string };
  const group = id ? offered(state).find(([each]) => each === id)?.[1] : undefined;
  if (!group) return id && asked ? [MUTE] : [];
  const params = { n: group.targets?.length ?? 0 };
  if (group.on === "square") return [{ key: tr("{n} lit {n|square|squares}: rest on one to see the way and its cost.", params), rule: group.rule }];
  return group.on === "piece" ? [{ key: tr("{n} ringed {n|target|targets}: rest on one to see what it would do.", params), rule: group.rule }] : [];
}

/** Put the tip where it hides none of the squares that it is about and no hint lies on it, if it can: left below, else right below. */
export function placeTip(ui: Ui, box: HTMLElement): void {
  const { state } = ui.store;
  box.classList.remove("aside");
  const parent = box.parentElement;
  if (!parent || !state.hover || !box.offsetHeight) return;
  const about = JSON.parse(state.hover) as { option?: string; piece?: string; square?: number };
  const choice = about.option ? choiceOf(state, about.option) : null;
  const piece = about.piece ?? (choice?.verb.on === "piece" ? String(choice.target) : "");
  const square = about.square ?? (choice?.verb.on === "square" ? Number(choice.target) : -1);
  const squares = [...(piece ? coverage(state, piece, ui.board.width) : []), square, ...(state.insight?.path ?? [])].filter((s) => s >= 0);
  const points = squares.map((s) => ui.board.view.pixel(middle(s, 1, ui.board.width)));
  const half = ui.board.view.scale() / 2;
  const [top, wide] = [parent.clientHeight - box.offsetHeight - 9 - half, box.offsetWidth + half];
  const [frame, hint] = [parent.getBoundingClientRect(), document.querySelector(".hint")?.getBoundingClientRect()];
  const under = (left: number): number => (hint && shared({ x: frame.x + left, y: frame.bottom - box.offsetHeight - 9, w: box.offsetWidth, h: box.offsetHeight }, { x: hint.x, y: hint.y, w: hint.width, h: hint.height }) ? points.length + 1 : 0);
  const hidden = (left: number): number => points.filter((p) => p.y > top && p.x > left - half && p.x < left + wide).length + under(left);
  box.classList.toggle("aside", hidden(9) > hidden(parent.clientWidth - box.offsetWidth - ASIDE));
}

const ASIDE = 62; // pixels right of a tip that stands aside: the tools of the view

/** The name of what is pointed at: option, piece or square. */
function subject(state: State, width: number): string {
  if (!state.hover) return "";
  const about = JSON.parse(state.hover) as { option?: string; piece?: string; square?: number; group?: string };
  if (about.piece) {
    const piece = state.shown.pieces?.[about.piece];
    return piece ? `${t(piece.name)}${piece.health ? `, ${tr("{n}/{of} hearts", { n: piece.health[0], of: piece.health[1] })}` : ""}` : "";
  }
  if (about.square !== undefined) {
    const terrain = Object.entries(state.fixed.board?.terrain ?? {}).filter(([, s]) => s.includes(about.square ?? -1)).map(([kind]) => t(state.fixed.terrain?.[kind]?.name ?? kind));
    const tokens = Object.values(state.shown.tokens ?? {}).filter((k) => k.at === about.square || k.squares?.includes(about.square ?? -1)).map((k) => t(k.name));
    const here = [...tokens, ...terrain];
    return here.length || state.insight?.lines?.length ? [squareName(about.square, width), ...here].join(" · ") : "";
  }
  if (about.group) {
    const action = Object.values(state.scene.sheets ?? {}).flatMap((s) => s.actions).find((a) => a.group === about.group);
    const group = state.scene.options?.[about.group];
    return action ? `${t(action.name)}${action.text ? ` · ${t(action.text)}` : ""}` : group ? t(group.verb, group.params) : "";
  }
  const choice = about.option ? choiceOf(state, about.option) : null;
  if (!choice) return "";
  const target = choice.target === null ? "" : choice.verb.on === "square" ? squareName(Number(choice.target), width) : targetLook(state, choice.verb.on, choice.target).name;
  return [t(choice.verb.verb, choice.verb.params), target].filter(Boolean).join(": ");
}
