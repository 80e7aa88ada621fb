/** Message keys and parameters to text, in the reader's language. */

import type { Params } from "./types";

let table: Record<string, string> = {};

/** Take the words of a system: key -> template, or language -> key -> template. */
export function setWords(words: Record<string, string | Record<string, string>>, language: string): void {
  const tables = Object.entries(words).filter(([, v]) => typeof v === "object");
  if (!tables.length) {
    table = words as Record<string, string>;
    return;
  }
  const [first] = tables;
  const own = words[language] ?? words[language.split("-")[0] ?? ""] ?? words["en"] ?? first?.[1];
  table = own as Record<string, string>;
}

/** Fetch the words; an error leaves the keys as they are, which still says something. */
export async function loadWords(url: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  setWords(await answer.json(), navigator.language);
}

function fill(value: unknown): string {
  if (Array.isArray(value)) return value.map(fill).join(", ");
  return value === null || value === undefined ? "" : (table[String(value)] ?? String(value));
}

/** Return the text of a key: `{name}` becomes the words of that parameter, `{name|one|many}` agrees with its number. */
export function t(key: string, params: Params = {}): string {
  const template = table[key] ?? key;
  if (!template.includes("{")) return template;
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    if (!(name in params)) return whole;
    return many === undefined ? fill(params[name]) : Number(params[name]) === 1 ? (one ?? "") : many;
  });
}
