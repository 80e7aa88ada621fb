/** Keeps a big screen on: a wake lock where the page may ask for one, else a film that shows nothing. */

import type { Store } from "./store";

export function keepAwake(store: Store, root: HTMLElement): void {
  let lock: WakeLockSentinel | null = null;
  let film: HTMLVideoElement | null = null;

  const ask = async (): Promise<void> => {
    if (document.hidden || (lock && !lock.released)) return;
    if ("wakeLock" in navigator) {
      try {
        lock = await navigator.wakeLock.request("screen");
        return store.set({ awake: "lock" });
      } catch (error) {
        console.info("no wake lock: a film instead", error);
      }
    }
    try {
      film ??= silentFilm(root);
      await film.play();
      store.set({ awake: "video" });
    } catch (error) {
      console.info("no film either: the screen may go dark", error);
      store.set({ awake: "no" });
    }
  };
  document.addEventListener("visibilitychange", () => void ask());
  document.addEventListener("pointerdown", () => void ask());
  void ask();
}

/**
 * A muted stream of a canvas. Browsers keep the screen on for a video only if it can be seen, so it lies behind
 * all the rest, as large as the window; a stream of the page itself needs no file and no address.
 */
function silentFilm(root: HTMLElement): HTMLVideoElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [16, 9];
  const pen = canvas.getContext("2d");
  const film = document.createElement("video");
  if (!pen || !("captureStream" in canvas)) throw new Error("a canvas can't be filmed here");
  let on = false;
  setInterval(() => {
    pen.fillStyle = (on = !on) ? "#17110c" : "#18120d"; // a film stands still unless its picture changes
    pen.fillRect(0, 0, 16, 9);
  }, 1000);
  Object.assign(film, { className: "film", muted: true, playsInline: true, srcObject: canvas.captureStream(2) });
  film.setAttribute("aria-hidden", "true");
  film.tabIndex = -1;
  root.prepend(film);
  return film;
}
