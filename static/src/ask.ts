/** What is asked before an answer that can't be taken back: when, and about what. */

import { offered, tone, type Choice } from "./options";
import { prefs } from "./prefs";
import type { State } from "./store";
import type { Group } from "./types";
import { cost } from "./ui";

export type Doubt = "" | "early" | "commits";

/** What could still be done for points, or strikes somebody: whoever ends now leaves it undone. */
export function leftUndone(state: State): Group[] {
  return offered(state).map(([, group]) => group).filter((g) => tone(g) !== "end" && (cost(g) > 0 || tone(g) === "attack"));
}

/** Why to ask before a choice, as the person likes it; "" if it is answered at once. */
export function doubt(state: State, choice: Choice): Doubt {
  if (prefs.ask === "never") return "";
  if (tone(choice.verb) === "end" && leftUndone(state).length) return "early";
  if (choice.verb.confirm || (prefs.ask === "always" && choice.verb.commits)) return "commits";
  return "";
}
