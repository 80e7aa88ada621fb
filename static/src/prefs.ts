/** What a person has set on this device. */

export type Speed = "slow" | "normal" | "fast" | "instant";
export interface Prefs {
  speed: Speed;
  sound: boolean | null; // null: as the device is
  volume: number; // 1..100
  buzz: boolean;
  notify: boolean; // a notification when it is one's turn and the page is hidden
  handed: "auto" | "one" | "round"; // who uses the seats of this device
  ask: "always" | "slips" | "never"; // before what can't be taken back: each time, or where it looks like a slip
  safe: boolean; // colours that the colour-blind can tell apart
  size: "normal" | "large" | "huge" | "double";
}

const KEY = "table-prefs";
const DEFAULTS: Prefs = { speed: "normal", sound: null, volume: 60, buzz: true, notify: false, handed: "auto", ask: "slips", safe: false, size: "normal" };

function load(): Prefs {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>) };
  } catch {
    return { ...DEFAULTS }; // storage is off, or holds something else
  }
}

export const prefs: Prefs = load();

/** Change and keep settings, and show them on the page. */
export function setPrefs(change: Partial<Prefs>): void {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // a private window forgets them; they hold until it is closed
  }
  showPrefs();
}

/** Whether sounds are on: unless set, not on phones and not on a screen that all look at. */
export function audible(): boolean {
  if (prefs.sound !== null) return prefs.sound;
  const tv = document.getElementById("table")?.dataset["view"] === "tv";
  return !tv && !matchMedia("(pointer: coarse) and (max-width: 699px), (pointer: coarse) and (max-height: 499px)").matches;
}

export function showPrefs(): void {
  document.documentElement.dataset["size"] = prefs.size;
  document.documentElement.dataset["safe"] = prefs.safe ? "yes" : "no";
}

/** Whether the device asks for less motion. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Factor on the time that things take to be shown; 0 shows the end at once. */
export function pace(): number {
  return { slow: 1.7, normal: 1, fast: 0.45, instant: 0 }[prefs.speed];
}
