/** A small map of a part of the dungeon, from rows of signs (see the hint `looks` of options). */

import { html, svg, type TemplateResult } from "lit-html";
import { ground } from "./board/patterns";

const SIGNS = ["n", "u", "b", "x", "*", "="];
const NAMES: Record<string, string> = { n: "bad", u: "neutral", b: "good", x: "blocked", "*": "spawn", "=": "way" };

function squares(rows: string[], which: (sign: string) => boolean): string {
  return rows.flatMap((row, y) => [...row].map((sign, x) => (which(sign) ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

export function smallMap(rows: string[], theme = ""): TemplateResult {
  const wide = Math.max(...rows.map((row) => row.length));
  return html`<svg class="small-map on-${ground(theme)}" viewBox="-0.3 -0.3 ${wide + 0.6} ${rows.length + 0.6}" aria-hidden="true">
    <path class="map-floor" d=${squares(rows, (sign) => sign !== "#")} />
    ${SIGNS.map((sign) => svg`<path class="map-${NAMES[sign]}" d=${squares(rows, (found) => found === sign)} />`)}</svg>`;
}
