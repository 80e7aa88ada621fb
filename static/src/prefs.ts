/** What a person has set on this device. */

export type Speed = "slow" | "normal" | "fast" | "instant";
export interface Prefs {
  speed: Speed;
  sound: boolean;
  safe: boolean; // colours that the colour-blind can tell apart
  size: "normal" | "large" | "huge";
}

const KEY = "table-prefs";
const DEFAULTS: Prefs = { speed: "normal", sound: true, safe: false, size: "normal" };

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
