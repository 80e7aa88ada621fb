/** The show beside the board: dice with their real faces, banners, cards that turn up. */

import { html, nothing, render } from "lit-html";
import { icon } from "./icons";
import { cardFace } from "./panels/cards";
import { calm } from "./prefs";
import type { State } from "./store";
import { colour } from "./tones";
import type { CardText, Die, Fixed, GameEvent, Show } from "./types";
import type { Html } from "./ui";
import { t } from "./words";

export class Tray {
  private timer = 0;

  constructor(
    private readonly box: HTMLElement, // dice
    private readonly sign: HTMLElement, // banners and cards
    private readonly state: State,
  ) {}

  /** Roll dice: they tumble, then show their faces. */
  roll(show: Show, ms: number): void {
    const { fixed, shown } = this.state;
    const piece = shown.pieces?.[show.piece ?? ""];
    render(
      html`<div class="tray-in" role="img" aria-label=${this.words(show)}><p class="tray-who">${piece ? html`<b>${t(piece.name)}</b> ` : nothing}${t(show.label ?? "")}</p>
        <div class="tray-dice">${(show.dice ?? []).map(([code, face]) => dieFace(fixed, fixed.dice?.[code], face))}</div>
        ${show.total !== undefined ? html`<p class="tray-total">${show.total}</p>` : nothing}</div>`,
      this.box,
    );
    this.box.hidden = false;
    if (!calm()) {
      this.box.querySelectorAll<HTMLElement>(".big-die").forEach((die, i) => {
        const turn = (i % 2 ? -1 : 1) * (260 + 90 * i);
        die.animate(
          [{ transform: `translate(${(i % 2 ? 1 : -1) * 70}px, -90px) rotate(${turn}deg) scale(.6)`, opacity: 0 }, { transform: `translate(0, 6px) rotate(${turn * 0.15}deg)`, opacity: 1, offset: 0.7 }, { transform: "none" }],
          { duration: Math.min(650, ms * 0.5) + i * 40, easing: "cubic-bezier(.2,.8,.3,1)" },
        );
      });
    }
    this.later(() => (this.box.hidden = true), ms + 900);
  }

  private words(show: Show): string {
    return (show.dice ?? [])
      .map(([code, face]) => {
        const die = this.state.fixed.dice?.[code];
        const sides = Object.entries(die?.faces[face] ?? {}).filter(([, n]) => n > 0);
        return `${t(die?.name ?? code)}: ${sides.map(([s, n]) => `${n} ${t(this.state.fixed.symbols?.[s]?.name ?? s)}`).join(" and ") || "blank"}`;
      })
      .join("; ");
  }

  banner(event: GameEvent, ms: number): void {
    const tone = event.show?.tone ?? "";
    render(html`<p class="banner" data-tone=${tone}><svg viewBox="0 0 10 10" aria-hidden="true" preserveAspectRatio="none"><rect width="10" height="10" fill=${colour(tone, "#5a4326")} /></svg><span>${t(event.key, event.params)}</span></p>`, this.sign);
    this.open(ms);
  }

  card(id: string, ms: number): void {
    const text = findCard(this.state.fixed, id);
    render(html`<div class="face large turned">${cardFace(text, id)}</div>`, this.sign);
    this.open(ms);
  }

  private open(ms: number): void {
    this.sign.hidden = false;
    const first = this.sign.firstElementChild;
    if (!calm()) first?.animate([{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], { duration: 220, easing: "ease-out" });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.sign.hidden = true), ms);
  }

  private away = 0;
  private later(what: () => void, ms: number): void {
    clearTimeout(this.away);
    this.away = window.setTimeout(what, ms);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.sign.hidden = true;
    this.later(() => (this.box.hidden = true), 900);
  }
}

/** Return the text of a card by its id, or by the end of it. */
function findCard(fixed: Fixed, id: string): CardText | undefined {
  const cards = fixed.cards ?? {};
  return cards[id] ?? Object.entries(cards).find(([key]) => key.endsWith(`.${id}`))?.[1];
}

function dieFace(fixed: Fixed, die: Die | undefined, face: number): Html {
  const marks = Object.entries(die?.faces[face] ?? {}).flatMap(([symbol, n]) => Array.from({ length: Math.max(0, n) }, () => symbol));
  return html`<span class="big-die"><svg viewBox="0 0 60 60" aria-hidden="true"><rect x="2" y="2" width="56" height="56" rx="13" fill=${colour(die?.tone)} /><rect class="die-shine" x="5" y="5" width="50" height="50" rx="11" /></svg>
    <span class="marks n${Math.min(6, marks.length)}">${marks.map((symbol) => icon(fixed.symbols?.[symbol]?.icon ?? "star", t(fixed.symbols?.[symbol]?.name ?? symbol)))}</span></span>`;
}
