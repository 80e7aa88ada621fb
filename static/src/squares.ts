/** Squares are numbers, y * width + x. */

export const UNIT = 100; // of the drawing, for each square

export interface Point { x: number; y: number }

export function place(square: number, width: number): Point {
  return { x: square % width, y: Math.floor(square / width) };
}

/** Return the name of a square as people say it: "C4". */
export function squareName(square: number, width: number): string {
  let { x } = place(square, width);
  let letters = "";
  do {
    letters = String.fromCharCode(65 + (x % 26)) + letters;
    x = Math.floor(x / 26) - 1;
  } while (x >= 0);
  return `${letters}${Math.floor(square / width) + 1}`;
}

/** Return the squares that a figure of `size` stands on, its top left corner at `at`. */
export function footprint(at: number, size: number, width: number): number[] {
  if (at < 0) return [];
  const squares: number[] = [];
  for (let dy = 0; dy < size; dy++) for (let dx = 0; dx < size; dx++) squares.push(at + dy * width + dx);
  return squares;
}

/** Return the middle of a figure in drawing units. */
export function middle(at: number, size: number, width: number): Point {
  const { x, y } = place(at, width);
  return { x: (x + size / 2) * UNIT, y: (y + size / 2) * UNIT };
}
