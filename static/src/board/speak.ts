/** Squares and figures in words, for those who don't see the board. */

import { aimed, type Choice } from "../options";
import { squareName } from "../squares";
import type { State } from "../store";
import { t, tr } from "../words";
import { coverage } from "./marks";
import { piecesOn } from "./pieces";

/** Return the options that a square offers: its own and those of what stands on it. */
export function offers(state: State, square: number, width: number): { on: "square" | "piece"; target: number | string; choices: Choice[] }[] {
  const found: { on: "square" | "piece"; target: number | string; choices: Choice[] }[] = [];
  for (const [target, choices] of aimed(state, "piece")) {
    if (coverage(state, String(target), width).includes(square)) found.push({ on: "piece", target, choices });
  }
  const here = aimed(state, "square").get(square);
  if (here) found.push({ on: "square", target: square, choices: here });
  return found;
}

/** Return a sentence on a square: "C4: Frog Knight, 2 of 2 hearts; attack". */
export function describe(state: State, square: number, width: number): string {
  const { scene, fixed } = state;
  const parts: string[] = [];
  for (const id of piecesOn(scene, square, width)) {
    const piece = scene.pieces?.[id];
    if (!piece) continue;
    const hearts = piece.health ? `, ${tr("{n} of {of} hearts", { n: piece.health[0], of: piece.health[1] })}` : "";
    const badges = (piece.badges ?? []).map((b) => `, ${t(b.name)}${b.n > 0 ? ` ${b.n}` : ""}`).join("");
    parts.push(`${t(piece.name)}${hearts}${badges}${piece.state === "active" ? `, ${tr("active")}` : ""}`);
  }
  for (const token of Object.values(scene.tokens ?? {})) {
    if (token.at === square || token.squares?.includes(square)) parts.push(t(token.name));
  }
  for (const [kind, squares] of Object.entries(fixed.board?.terrain ?? {})) {
    if (squares.includes(square)) parts.push(t(fixed.terrain?.[kind]?.name ?? kind));
  }
  const { x, y } = { x: square % width, y: Math.floor(square / width) };
  if (fixed.board?.floor[y]?.[x] !== ".") parts.push(tr("no square"));
  const verbs = [...new Set(offers(state, square, width).flatMap((o) => o.choices.map((c) => t(c.verb.verb, c.verb.params))))];
  return `${squareName(square, width)}: ${parts.join("; ") || tr("empty")}${verbs.length ? `. ${verbs.join(", ")}` : ""}`;
}
