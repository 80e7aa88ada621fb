/** Whether the last press was a finger's: then a first one shows, and a second one does. */

let last = "";

document.addEventListener("pointerdown", (event) => (last = event.pointerType), { capture: true, passive: true });

export function byTouch(): boolean {
  return last === "touch";
}
