/** The show beside the board: dice with their real faces, banners, cards that turn up. */

import { html, nothing, render } from "lit-html";
import { icon, medal } from "./icons";
import { cardFace, findCard } from "./panels/cards";
import { calm } from "./prefs";
import type { State } from "./store";
import { colour, pieceColour } from "./tones";
import type { Die, Fixed, GameEvent, Piece, Show } from "./types";
import { dice, type Html } from "./ui";
import { t, tr } from "./words";

const OTHERS = new Set(["move", "banner", "card", "appear"]); // what a contest is over by
const LINGER = 700; // ms that dice lie on when all is played

/** One side of a contest, as it was when it rolled. */
interface Side { event: GameEvent; show: Show; piece: Piece | undefined; wounds: number }

export class Tray {
  private timer = 0;
  private away = 0;
  private sides: Side[] = []; // of the roll that is shown: one, or two against each other
  private before: Side[] = []; // those that were put away last: their symbols may still be paid
  private paid: GameEvent | null = null; // what a symbol of the roll did

  constructor(
    private readonly box: HTMLElement, // dice
    private readonly sign: HTMLElement, // banners and cards
    private readonly state: State,
    skip: () => void,
  ) {
    // What lies under the dice can't be seen: a press there ends the show or puts them away.
    box.addEventListener("click", () => (this.state.playing ? skip() : this.put()));
  }

  /** Roll dice: they tumble, then show their faces; a roll against the one before stands beside it. */
  roll(event: GameEvent, ms: number): void {
    const show = event.show ?? {};
    const side = { event, show, piece: this.state.shown.pieces?.[show.piece ?? ""], wounds: 0 };
    const at = this.place(show);
    this.sides = [...this.sides.slice(0, at), side];
    this.paid = null;
    this.draw();
    this.box.hidden = false;
    clearTimeout(this.away);
    if (!calm()) {
      this.box.querySelectorAll<HTMLElement>(".tray-side:last-of-type .big-die").forEach((die, i) => {
        const turn = (i % 2 ? -1 : 1) * (260 + 90 * i);
        die.animate(
          [{ transform: `translate(${(i % 2 ? 1 : -1) * 40}px, -50px) rotate(${turn}deg) scale(.6)`, opacity: 0 }, { transform: `translate(0, 4px) rotate(${turn * 0.15}deg)`, opacity: 1, offset: 0.7 }, { transform: "none" }],
          { duration: Math.min(650, ms * 0.5) + i * 40, easing: "cubic-bezier(.2,.8,.3,1)" },
        );
      });
    }
    this.later(() => this.put(), ms + 6000); // what follows keeps it; `clear` ends it
  }

  /** Return which side a roll is: a reroll replaces its own, another answer to the same roll the second. */
  private place(show: Show): number {
    const [first, second] = this.sides;
    if (!first) return 0;
    if (!second) return first.show.piece === show.piece ? 0 : 1;
    return second.show.label === show.label && first.show.piece !== show.piece ? 1 : 0;
  }

  /** Put the dice away when something else begins; lay them out again for what their symbols do. */
  next(event: GameEvent): void {
    const show = event.show ?? {};
    if (show.symbol) return this.pay(event);
    const about = this.sides.some((s) => s.show.piece === show.piece);
    if (OTHERS.has(show.type ?? "") || (show.type === "glow" && !about)) this.put();
  }

  /** Say what a symbol of the roll did, beside the dice that show it. */
  private pay(event: GameEvent): void {
    if (!this.sides.length) this.sides = this.before;
    if (!this.sides.length) return;
    this.paid = event;
    this.draw();
    this.box.hidden = false;
    this.later(() => this.put(), 6000);
  }

  /** Say that a figure of the contest was hurt. */
  hurt(piece: string, n: number): void {
    const side = this.sides.at(-1);
    if (this.box.hidden || side?.show.piece !== piece) return;
    side.wounds += n;
    this.draw();
  }

  private draw(): void {
    const [first, second] = this.sides;
    if (!first) return;
    const last = second ?? first;
    render(
      html`<div class="tray-in" role="img" title=${tr("Press to go on")} aria-label=${this.sides.map((s) => this.words(s.show)).join("; ")}>${this.side(first, !second)}
        ${second ? html`<b class="tray-score">${second.show.against ?? first.show.total ?? "?"} : ${second.show.total ?? "?"}</b>${this.side(second, false)}` : nothing}
        ${this.paid ? html`<p class="tray-said paid">${icon(this.state.fixed.symbols?.[this.paid.show?.symbol ?? ""]?.icon ?? "star")} ${t(this.paid.key, this.paid.params)}</p>` : html`<p class="tray-said">${t(last.event.key, last.event.params)}${last.wounds ? html` <b>${icon("health")}−${last.wounds}</b>` : nothing}</p>`}</div>`,
      this.box,
    );
  }

  private side({ show, piece }: Side, alone: boolean): Html {
    const { fixed } = this.state;
    return html`<div class="tray-side">${piece ? medal(piece.icon, pieceColour(this.state.shown, show.piece ?? ""), t(piece.name)) : nothing}
      <span class="tray-what"><span class="tray-dice">${(show.dice ?? []).map(([code, face]) => dieFace(fixed, fixed.dice?.[code], face, this.paid?.show?.symbol))}</span>
      ${show.parts?.length ? html`<small class="tray-parts">${show.parts.map(([source, gives]) => html`<span>${t(source)} <b>${dice(fixed, gives)}</b></span>`)}</small>` : nothing}</span>
      ${alone && show.total !== undefined ? html`<b class="tray-total">${show.total}</b>` : nothing}</div>`;
  }

  private words(show: Show): string {
    return (show.dice ?? [])
      .map(([code, face]) => {
        const die = this.state.fixed.dice?.[code];
        const sides = Object.entries(die?.faces[face] ?? {}).filter(([, n]) => n > 0);
        return `${t(die?.name ?? code)}: ${sides.map(([s, n]) => `${n} ${t(this.state.fixed.symbols?.[s]?.name ?? s)}`).join(", ") || tr("blank")}`;
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

  private later(what: () => void, ms: number): void {
    clearTimeout(this.away);
    this.away = window.setTimeout(what, ms);
  }

  private put(): void {
    this.box.hidden = true;
    if (this.sides.length) this.before = this.sides;
    this.sides = [];
    this.paid = null;
  }

  clear(): void {
    clearTimeout(this.timer);
    this.sign.hidden = true;
    if (!this.box.hidden) this.later(() => this.put(), LINGER);
    else this.put();
  }
}

/** The number that a face shows, on a die that has nothing but numbers; 0: it has symbols. */
export function numberOn(die: Die | undefined, face: number): number {
  const kinds = (die?.faces ?? []).map((sides) => Object.entries(sides).filter(([, n]) => n > 0));
  const only = kinds[0]?.[0]?.[0];
  return only !== undefined && kinds.every((sides) => sides.length === 1 && sides[0]?.[0] === only) ? (kinds[face]?.[0]?.[1] ?? 0) : 0;
}

/** A die's face in a line of text. */
export function smallFace(fixed: Fixed, code: string, face: number): Html {
  const die = fixed.dice?.[code];
  const marks = Object.entries(die?.faces[face] ?? {}).filter(([, n]) => n > 0);
  const words = `${t(die?.name ?? code)}: ${marks.map(([s, n]) => `${n} ${t(fixed.symbols?.[s]?.name ?? s)}`).join(", ") || tr("blank")}`;
  return html`<span class="small-die" role="img" aria-label=${words} title=${words}><svg viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true"><rect width="10" height="10" fill=${colour(die?.tone)} /></svg>
    <span>${numberOn(die, face) || marks.map(([symbol, n]) => html`${n > 1 ? n : nothing}${icon(fixed.symbols?.[symbol]?.icon ?? "star")}`)}</span></span>`;
}

function dieFace(fixed: Fixed, die: Die | undefined, face: number, lit = ""): Html {
  const marks = Object.entries(die?.faces[face] ?? {}).flatMap(([symbol, n]) => Array.from({ length: Math.max(0, n) }, () => symbol));
  const number = numberOn(die, face);
  return html`<span class="big-die ${lit && marks.includes(lit) ? "lit-die" : ""}"><svg viewBox="0 0 60 60" aria-hidden="true"><rect x="2" y="2" width="56" height="56" rx="13" fill=${colour(die?.tone)} /><rect class="die-shine" x="5" y="5" width="50" height="50" rx="11" /></svg>
    <span class="marks n${Math.min(6, marks.length)}">${number ? html`<b class="die-number">${number}</b>` : marks.map((symbol) => icon(fixed.symbols?.[symbol]?.icon ?? "star", t(fixed.symbols?.[symbol]?.name ?? symbol)))}</span></span>`;
}
