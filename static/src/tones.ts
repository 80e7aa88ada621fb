/** Colour words of scenes to colours, and the rim colours of sides. */

import chairs from "./chairs.json";
import table from "./tones.json";
import type { Scene } from "./types";

const TONES: Record<string, string> = table;

/** Return the colour of a tone: a colour word, a hex colour, or (for any other word) always the same hue. */
export function colour(tone: string | undefined, otherwise = "#8a7a62"): string {
  if (!tone) return otherwise;
  const known = TONES[tone.toLowerCase()];
  if (known) return known;
  if (/^#[0-9a-f]{3,8}$/i.test(tone)) return tone;
  let sum = 0;
  for (const c of tone) sum = (sum * 31 + c.charCodeAt(0)) % 360;
  return `hsl(${sum} 42% 48%)`;
}

/** Number the sides: 0 is the side of the first seat; sides that no seat plays come last. */
export function sides(scene: Scene): string[] {
  if (last.seats === scene.seats && last.pieces === scene.pieces) return last.found;
  last = { seats: scene.seats, pieces: scene.pieces, found: counted(scene) };
  return last.found;
}

let last: { seats: Scene["seats"]; pieces: Scene["pieces"]; found: string[] } = { seats: {}, pieces: {}, found: [] };

function counted(scene: Scene): string[] {
  const seats = Object.values(scene.seats ?? {}).sort((a, b) => a.order - b.order);
  const found = new Set(seats.map((s) => s.side).filter(Boolean));
  for (const piece of Object.values(scene.pieces ?? {})) if (piece.side) found.add(piece.side);
  return [...found];
}

/** Colours of seats, told apart by the colour-blind too; a seat's icon goes with its colour. */
const CHAIRS: string[] = chairs;

/** Return the number of a seat's colour. */
export function chair(scene: Scene, seat: string): number {
  return (scene.seats?.[seat]?.order ?? 0) % CHAIRS.length;
}

/** Return the colour of a seat; one that is alone has its figure's. */
export function chairColour(scene: Scene, seat: string): string {
  const seats = Object.values(scene.seats ?? {});
  const tone = seats.length === 1 ? scene.pieces?.[seats[0]?.piece ?? ""]?.tone : "";
  return tone ? colour(tone) : (CHAIRS[chair(scene, seat)] ?? "#f0b429");
}

/** Return the icon of a seat: that of the figure that is its own. */
export function chairIcon(scene: Scene, seat: string): string | undefined {
  const chair = scene.seats?.[seat];
  return scene.pieces?.[chair?.piece ?? ""]?.icon || chair?.icon;
}

/** Return the colour of a figure: that of its seat if it is one seat's own, else its kind's. */
export function pieceColour(scene: Scene, id: string): string {
  const seats = Object.entries(scene.seats ?? {});
  const own = seats.filter(([, seat]) => seat.piece === id);
  return seats.length > 1 && own.length === 1 && own[0] ? chairColour(scene, own[0][0]) : colour(scene.pieces?.[id]?.tone);
}

const RIMS = ["side-0", "side-1", "side-2", "side-3"];

/** Return the class that colours a side. */
export function sideClass(scene: Scene, side: string | undefined): string {
  const at = sides(scene).indexOf(side ?? "");
  return at < 0 ? "side-x" : (RIMS[at] ?? "side-3");
}
