/** What anything on the table costs, threatens, or why it can't be had: told on hover, focus and a long press. */

import type { About } from "./query";
import type { Ui } from "./ui";

const LONG = 500; // ms that make a touch long
const SLIP = 9; // pixels that it may move

/** What an element is about, as the value of its `data-about`. */
export function tells(about: About): string {
  return JSON.stringify(about);
}

/** Return what is told of an element, or of the nearest one around it that tells anything. */
export function aboutOf(target: EventTarget | null): { about: About | null; words: string } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-about], [title]") : null;
  if (!element) return null;
  const { about } = element.dataset;
  return about ? { about: JSON.parse(about) as About, words: "" } : { about: null, words: element.title };
}

export function listenTells(ui: Ui, root: HTMLElement): void {
  const point = (about: About | null): void => {
    ui.query.point(about);
    ui.store.set({ pointed: about && "piece" in about ? about.piece : "" });
  };
  const on = { pointer: false, focus: false }; // by which something is told: it ends when that leaves
  const enter = (by: keyof typeof on, target: EventTarget | null): void => {
    const about = aboutOf(target)?.about ?? null;
    if (about) point(about);
    else if (on[by]) point(null);
    on[by] = about !== null;
  };
  root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && enter("pointer", event.target));
  root.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && enter("pointer", null));
  root.addEventListener("focusin", (event) => (event.target as Element).matches(":focus-visible") && enter("focus", event.target));
  root.addEventListener("focusout", () => enter("focus", null));

  let timer = 0;
  let held = false; // the press that ends now was a long one: it only asked
  let began = { x: 0, y: 0 };
  root.addEventListener("pointerdown", (event) => {
    held = false;
    clearTimeout(timer);
    const told = event.pointerType === "touch" ? aboutOf(event.target) : null;
    if (!told) return;
    began = { x: event.clientX, y: event.clientY };
    timer = window.setTimeout(() => {
      held = true;
      if (told.about) point(told.about);
      else ui.store.note(told.words);
    }, LONG);
  });
  root.addEventListener("pointermove", (event) => Math.hypot(event.clientX - began.x, event.clientY - began.y) > SLIP && clearTimeout(timer));
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => clearTimeout(timer));
  root.addEventListener("contextmenu", (event) => held && event.preventDefault());
  root.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}
