/** What happened, newest last; lines that belong under another are folded. */

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { icon } from "../icons";
import type { LogLine } from "../store";
import { ruleChip, type Html, type Ui } from "../ui";
import { t } from "../words";

const MOST = 160; // lines that are drawn

interface Entry { line: LogLine; under: LogLine[] }
const ICONS: Record<string, string> = { hit: "wound", heal: "heal", roll: "dice", move: "move", card: "cards", appear: "spawn", gone: "dead", banner: "turn", glow: "star", notice: "info" };

export function logPanel(ui: Ui): Html {
  const { log } = ui.store.state;
  return html`${guard([log], () => lines(ui, log))}`;
}

function lines(ui: Ui, log: LogLine[]): Html {
  const entries: Entry[] = [];
  for (const line of log.slice(-MOST)) {
    const last = entries.at(-1);
    if (line.depth && last) last.under.push(line);
    else entries.push({ line, under: [] });
  }
  if (!entries.length) return html`<p class="empty">Nothing has happened yet.</p>`;
  return html`<div role="log" aria-label="What happened"><ol class="log">${entries.map(({ line, under }) => html`<li class=${line.show?.type ?? ""}>${text(ui, line)}${under.length
    ? html`<details><summary>${under.length} more</summary><ol>${under.map((more) => html`<li class="under">${text(ui, more)}</li>`)}</ol></details>`
    : nothing}</li>`)}</ol></div>`;
}

function text(ui: Ui, line: LogLine): Html {
  const kind = line.show?.type ?? "";
  const piece = line.show?.piece ?? "";
  const show = (): void => ui.board.reveal(ui.store.state.shown.pieces?.[piece]?.at ?? -1);
  return html`<span class="log-icon" @click=${show}>${ICONS[kind] ? icon(ICONS[kind]) : nothing}</span><span class="log-text">${t(line.key, line.params)}</span> ${ruleChip(ui, line.rule)}`;
}

const away = new WeakMap<HTMLElement, boolean>();

/** Keep the newest line in view, unless somebody reads older ones. */
export function follow(box: HTMLElement): void {
  if (!away.has(box)) {
    away.set(box, false);
    box.addEventListener("scroll", () => away.set(box, box.scrollHeight - box.scrollTop - box.clientHeight > 60), { passive: true });
  }
  if (!away.get(box)) box.scrollTop = box.scrollHeight;
}
