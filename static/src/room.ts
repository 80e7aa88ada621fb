/** Room for the board on an upright phone: a question that grows takes it from the pane below, and what it is about stays in view. */

import type { Board } from "./board/board";

const BOARD = 150; // pixels of the board that stay in sight
const PANE = 88; // pixels of the pane below that are left at least

/** Watch the question and the board's part of the table; `upright`: whether the one lies over the other; call what is returned when another question is `asked`. */
export function keepRoom(root: HTMLElement, board: Board, upright: MediaQueryList, about: () => number): (asked?: boolean) => void {
  const [mid, ask] = [".mid", ".ask-box"].map((selector) => root.querySelector<HTMLElement>(selector));
  const look = (asked = false): void => {
    if (!mid || !ask) return;
    root.style.removeProperty("--acts");
    if (upright.matches) {
      const pane = [...root.querySelectorAll<HTMLElement>(":scope > .pane")].find((each) => each.offsetHeight);
      const lacks = ask.offsetHeight + BOARD - mid.clientHeight;
      if (pane && lacks > 0) root.style.setProperty("--acts", `${Math.max(PANE, pane.offsetHeight - lacks)}px`);
    }
    const [seen, over] = [board.svg.getBoundingClientRect(), ask.getBoundingClientRect()];
    board.view.covered = upright.matches ? Math.max(0, Math.min(seen.height, seen.bottom - over.top)) : 0;
    if (asked || board.hides(about())) board.reveal(about());
  };
  const watch = new ResizeObserver(() => look());
  for (const part of [mid, ask]) if (part) watch.observe(part);
  return look;
}
