/** The rulebook by numbers; fetched when somebody first asks. */
import { tr } from "./words";

export interface Rule { section: string; text: string }

export class Rules {
  problem = "";
  private table: Record<string, Rule> | null = null;
  private asked = false;

  constructor(private readonly system: string) {}

  has(number: string): boolean {
    return this.table !== null && number in this.table;
  }

  /** Return a rule, or null while it is looked up; then `ready` is called. */
  get(number: string, ready: () => void): Rule | null {
    if (!this.asked) void this.load().finally(ready);
    const found = this.table?.[number];
    if (this.table && !found) this.problem = tr("There is no rule {number} in the rulebook.", { number });
    return found ?? null;
  }

  /** Return the rules that have a word in number, section or text, best first; none while they are looked up. */
  search(words: string, ready: () => void): [string, Rule][] {
    if (!this.asked) void this.load().finally(ready);
    return matching(this.table ?? {}, words);
  }

  private async load(): Promise<void> {
    this.asked = true;
    try {
      const answer = await fetch(`/rules/${this.system}.json`);
      if (!answer.ok) throw new Error(String(answer.status));
      const data = (await answer.json()) as { rules?: Record<string, Rule> } & Record<string, Rule>;
      this.table = data.rules && !("text" in data.rules) ? data.rules : data;
      this.problem = "";
    } catch (error) {
      this.asked = false; // the next look tries again
      this.problem = tr("The rulebook can't be had: {why}", { why: (error as Error).message });
    }
  }
}

/** Return the rules that have all of some words: first those whose number begins so, then by section, then by text. */
export function matching(table: Record<string, Rule>, words: string): [string, Rule][] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ([number, rule]: [string, Rule]): number => {
    if (all.length === 1 && number.toLowerCase().startsWith(all[0] ?? "")) return 0;
    const places = [rule.section, rule.text].map((text) => text.toLowerCase());
    if (all.every((word) => places[0]?.includes(word))) return 1;
    return all.every((word) => places.some((text) => text.includes(word))) ? 2 : 3;
  };
  const ranked = Object.entries(table).map((entry) => ({ entry, rank: rank(entry) })).filter((r) => r.rank < 3);
  return ranked.sort((a, b) => a.rank - b.rank).map((r) => r.entry);
}
