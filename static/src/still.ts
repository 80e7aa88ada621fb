/** No answer is taken from what has just come to lie under a pointer that rests: nobody can have meant it. */

const SLIP = 5; // pixels within which a pointer rests
export const GUARD = 450; // ms that something must lie under a resting pointer before a press counts

export class Still {
  private at = { x: -1e6, y: -1e6 };
  private key = "";
  private since = -1e9; // when it came there
  private pressed: string | null = null; // what the press began on; null: it does not count
  private own = false; // a person's own doing moves what lies there

  /** `what` names the answer at a point of the window, or "" where there is none. */
  constructor(
    private readonly what: (x: number, y: number) => string,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** The pointer has moved: what lies there now is seen and may be meant. */
  moved(x: number, y: number): void {
    if (Math.hypot(x - this.at.x, y - this.at.y) < SLIP) return;
    this.at = { x, y };
    this.key = this.what(x, y);
    this.since = -1e9;
  }

  /** The page may have changed under the pointer. */
  look(): void {
    const key = this.what(this.at.x, this.at.y);
    if (key !== this.key && !this.own) this.since = this.clock();
    this.key = key;
    this.own = false;
  }

  /** Somebody zooms with the wheel: the next change is meant. */
  turned(): void {
    this.own = true;
  }

  /** A press begins. */
  down(x: number, y: number): void {
    this.moved(x, y);
    this.look();
    this.pressed = this.key && this.clock() - this.since < GUARD ? null : this.key;
  }

  /** A press ends: whether it counts, being on what it began on. */
  takes(): boolean {
    return this.pressed !== null && this.what(this.at.x, this.at.y) === this.pressed;
  }
}

/** Watch the pointer of a page; what is pressed too early shakes. Return what the board asks before it takes a press. */
export function guard(root: HTMLElement, what: (element: Element | null, x: number, y: number) => string): Still {
  const still = new Still((x, y) => what(document.elementFromPoint(x, y), x, y));
  let began = false; // a pointer has pressed: a click without it comes from a key
  const heed = { capture: true, passive: true } as const;
  addEventListener("pointermove", (event) => event.pointerType !== "touch" && still.moved(event.clientX, event.clientY), heed);
  addEventListener("wheel", () => still.turned(), heed);
  addEventListener("pointerdown", (event) => {
    began = true;
    still.down(event.clientX, event.clientY);
  }, heed);
  root.addEventListener("click", (event) => {
    const counts = event.detail === 0 || !began || still.takes();
    if (counts) return;
    event.stopPropagation();
    event.preventDefault();
    shake(event.target);
  }, { capture: true });
  return still;
}

function shake(target: EventTarget | null): void {
  const button = target instanceof Element ? target.closest("button") : null;
  button?.animate([{ translate: "0" }, { translate: "-3px" }, { translate: "3px" }, { translate: "0" }], { duration: 180 });
}
