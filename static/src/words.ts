/** Message keys and parameters to text, in the reader's language. */

import type { Params } from "./types";

let table: Record<string, string> = {};
let marked = false; // whether the words have marks for keys that are texts
const found = new Map<string, string | undefined>(); // what was looked up by its mark

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

/** Take the words of a system: key, or mark of a text -> template. */
export function setWords(words: Record<string, string>): void {
  table = words;
  marked = Object.keys(words).some((key) => key.startsWith("#"));
  found.clear();
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Return the mark of a text, as webgame/server/shorten.py makes it. */
export function mark(text: string): string {
  let number = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) number = Math.imul(number ^ text.charCodeAt(i), 0x01000193);
  return `#${[0, 6, 12, 18, 24].map((shift) => LETTERS[(number >>> shift) & 63]).join("")}`;
}

/** Return the template of a key or a text, if there is one. */
function template(key: string): string | undefined {
  const plain = table[key];
  if (plain !== undefined || !marked) return plain;
  if (!found.has(key)) found.set(key, table[mark(key)]);
  return found.get(key);
}

/** Fetch the words in the page's language; an error leaves the keys as they are, which still says something. */
export async function loadWords(url: string): Promise<void> {
  const answer = await fetch(`${url}?lang=${language()}`);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  setWords((await answer.json()) as Record<string, string>);
}

function fill(value: unknown): string {
  if (Array.isArray(value)) return value.map(fill).join(tr(", "));
  return value === null || value === undefined ? "" : (template(String(value)) ?? String(value));
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
  return filled(template(key) ?? key, params);
}

/** Whether the system's words have a key. */
export function known(key: string): boolean {
  return key in table;
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
