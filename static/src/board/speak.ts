/** Squares and figures in words, for those who don't see the board. */

import { aimed, type Choice } from "../options";
import { squareName } from "../squares";
import type { State } from "../store";
import type { Piece } from "../types";
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

/** Return a sentence on each square of the board, in their order. */
export function describeAll(state: State, width: number, height: number): string[] {
  const { scene, fixed } = state;
  const parts = Array.from({ length: width * height }, (): string[] => []);
  const verbs = parts.map(() => new Set<string>());
  for (const [id, piece] of Object.entries(scene.pieces ?? {})) for (const at of coverage(state, id, width)) parts[at]?.push(pieceWords(piece));
  for (const token of Object.values(scene.tokens ?? {})) for (const at of token.squares ?? [token.at ?? -1]) parts[at]?.push(t(token.name));
  for (const [kind, squares] of Object.entries(fixed.board?.terrain ?? {})) for (const at of squares) parts[at]?.push(t(fixed.terrain?.[kind]?.name ?? kind));
  for (const [target, choices] of aimed(state, "piece")) for (const at of coverage(state, String(target), width)) for (const c of choices) verbs[at]?.add(t(c.verb.verb, c.verb.params));
  for (const [target, choices] of aimed(state, "square")) for (const c of choices) verbs[Number(target)]?.add(t(c.verb.verb, c.verb.params));
  return parts.map((found, at) => sentence(state, at, width, found, [...(verbs[at] ?? [])]));
}

function pieceWords(piece: Piece): string {
  const hearts = piece.health ? `, ${tr("{n} of {of} hearts", { n: piece.health[0], of: piece.health[1] })}` : "";
  const badges = (piece.badges ?? []).map((b) => `, ${t(b.name)}${b.n > 0 ? ` ${b.n}` : ""}`).join("");
  return `${t(piece.name)}${hearts}${badges}${piece.state === "active" ? `, ${tr("active")}` : ""}`;
}

function sentence(state: State, square: number, width: number, parts: string[], verbs: string[]): string {
  const floor = state.fixed.board?.floor[Math.floor(square / width)]?.[square % width] === ".";
  const words = [...parts, ...(floor ? [] : [tr("no square")])].join("; ") || tr("empty");
  return `${squareName(square, width)}: ${words}${verbs.length ? `. ${verbs.join(", ")}` : ""}`;
}

/** Return a sentence on a square: "C4: Frog Knight, 2 of 2 hearts; attack". */
export function describe(state: State, square: number, width: number): string {
  const { scene, fixed } = state;
  const parts = piecesOn(scene, square, width).flatMap((id) => (scene.pieces?.[id] ? [pieceWords(scene.pieces[id])] : []));
  for (const token of Object.values(scene.tokens ?? {})) {
    if (token.at === square || token.squares?.includes(square)) parts.push(t(token.name));
  }
  for (const [kind, squares] of Object.entries(fixed.board?.terrain ?? {})) {
    if (squares.includes(square)) parts.push(t(fixed.terrain?.[kind]?.name ?? kind));
  }
  return sentence(state, square, width, parts, [...new Set(offers(state, square, width).flatMap((o) => o.choices.map((c) => t(c.verb.verb, c.verb.params))))]);
}
