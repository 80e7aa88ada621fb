/** Things that lie on the board: chests, keys, traps, templates over several squares. */

import { place, UNIT } from "../squares";
import { colour } from "../tones";
import type { Scene, Token } from "../types";
import { t } from "../words";
import { Keyed, make, set, use } from "./svg";

export class Tokens {
  private readonly keyed: Keyed<Token>;
  private width = 1;

  constructor(layer: SVGGElement) {
    this.keyed = new Keyed(layer, (id) => make("g", { class: "token", "data-token": id }), (e, token) => this.draw(e, token));
  }

  sync(scene: Scene, width: number): void {
    if (width !== this.width) this.keyed.clear();
    this.width = width;
    this.keyed.sync(Object.entries(scene.tokens ?? {}).filter(([, token]) => token.squares || (token.at ?? -1) >= 0));
  }

  private draw(element: SVGGElement, token: Token): void {
    element.replaceChildren(make("title"));
    (element.firstElementChild as SVGTitleElement).textContent = t(token.name);
    const tint = colour(token.tone);
    if (token.squares) {
      for (const square of token.squares) {
        const { x, y } = place(square, this.width);
        element.append(make("rect", { x: x * UNIT + 4, y: y * UNIT + 4, width: UNIT - 8, height: UNIT - 8, rx: 10, class: "token-area", fill: tint, stroke: tint }),
          use(token.icon, x * UNIT + 26, y * UNIT + 26, 48, { class: "token-area-icon" }));
      }
      set(element, { transform: undefined });
      return;
    }
    const { x, y } = place(token.at ?? 0, this.width);
    set(element, { transform: `translate(${x * UNIT} ${y * UNIT})` });
    element.append(make("ellipse", { cx: 50, cy: 78, rx: 28, ry: 8, class: "piece-shadow" }),
      make("path", { d: "M50 14L84 34V66L50 86L16 66V34Z", class: "token-plate", fill: tint }),
      make("path", { d: "M50 14L84 34V66L50 86L16 66V34Z", fill: "url(#disc)" }),
      use(token.icon, 29, 29, 42, { class: "token-icon" }));
  }
}
