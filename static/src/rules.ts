/** The rulebook by numbers; fetched when somebody first asks. */
import { tr } from "./words";

interface Rule { section: string; text: string }

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
