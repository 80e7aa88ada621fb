/** Message keys and parameters to text, in the reader's language. */

import type { Params } from "./types";

let table: Record<string, string> = {};

/** The client's own messages in the page's language; the page brings them along. English is the message itself. */
const own: Record<string, string> = read();

function read(): Record<string, string> {
  const given = typeof document === "undefined" ? null : document.getElementById("client-messages");
  return given ? (JSON.parse(given.textContent ?? "{}") as Record<string, string>) : {};
}

/** The code of the page's language. */
export function language(): string {
  return document.documentElement.lang || "en";
}

/** The languages there are: code -> its name in itself. */
export function languages(): Record<string, string> {
  return JSON.parse(document.documentElement.dataset["languages"] ?? "{}") as Record<string, string>;
}

/** Take the words of a system: key -> template. */
export function setWords(words: Record<string, string>): void {
  table = words;
}

/** Fetch the words in the page's language; an error leaves the keys as they are, which still says something. */
export async function loadWords(url: string): Promise<void> {
  const answer = await fetch(`${url}?lang=${language()}`);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  setWords((await answer.json()) as Record<string, string>);
}

function fill(value: unknown): string {
  if (Array.isArray(value)) return value.map(fill).join(tr(", "));
  return value === null || value === undefined ? "" : (table[String(value)] ?? String(value));
}

/** Fill a template: `{name}` becomes the words of that parameter, `{name|one|many}` agrees with its number. */
function filled(template: string, params: Params): string {
  if (!template.includes("{")) return template;
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    if (!(name in params)) return whole;
    return many === undefined ? fill(params[name]) : Number(params[name]) === 1 ? (one ?? "") : many;
  });
}

/** Return the text of a key of the system's words, or the key itself. */
export function t(key: string, params: Params = {}): string {
  return filled(table[key] ?? key, params);
}

/** Return a message of the client's own in the page's language. The catalogue finds it here: write it as one string. */
export function tr(message: string, params: Params = {}): string {
  return filled(own[message] ?? message, params);
}

const TELLING = 10; // letters by which a sentence is known for what it is
let sayings: [RegExp, string[], string][] | null = null;

/** Return what the server tells a whole table, an English sentence with values in it, in the page's language. */
export function told(text: string): string {
  const known = own[text];
  if (known !== undefined) return known;
  sayings ??= Object.entries(own).filter(([message]) => message.includes("{") && message.replace(/\{[^}]*\}/g, "").length >= TELLING).sort((a, b) => b[0].length - a[0].length).map(([message, words]) => {
    const names = [...message.matchAll(/\{(\w+)[^}]*\}/g)].map((m) => m[1] ?? "");
    const parts = message.split(/\{\w+[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return [new RegExp(`^${parts.join("(.*?)")}$`, "s"), names, words];
  });
  for (const [pattern, names, words] of sayings) {
    const found = pattern.exec(text);
    if (found) return filled(words, Object.fromEntries(names.map((name, i) => [name, own[found[i + 1] ?? ""] ?? fill(found[i + 1])])));
  }
  return text;
}
