// The book of figures: all works as plain links and a form; this finds while one types. "/" goes to the search.

const REST = 90; // ms without a key until the search runs

const field = document.querySelector<HTMLInputElement>(".box-search input[type=search]");
const form = field?.form ?? null;
let timer = 0;
let running: AbortController | null = null;

/** Returns the address of what the form asks for now. */
function address(from: HTMLFormElement): string {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(from)) if (typeof value === "string" && value.trim()) asked.set(name, value.trim());
  return asked.size ? `${from.action}?${asked.toString()}` : from.action;
}

/** Puts in place what the server finds; an answer that a later key has overtaken is dropped. */
async function find(from: HTMLFormElement): Promise<void> {
  running?.abort();
  const mine = (running = new AbortController());
  const url = address(from);
  const answer = await fetch(url, { headers: { Accept: "text/html" }, signal: mine.signal });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("found");
  const old = document.getElementById("found");
  if (!answer.ok || !fresh || !old) return location.assign(url);
  const said = old.querySelector("[role=status]");
  const words = fresh.querySelector("[role=status]");
  old.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
  if (said && words) { // the old element stays, so that screen readers hear it change
    said.textContent = words.textContent;
    words.replaceWith(said);
  }
  document.title = page.title;
  history.replaceState(null, "", url);
}

function typed(): void {
  if (!form || !document.getElementById("found")) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => void find(form).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) form.submit(); // the network may be back
  }), REST);
}

field?.addEventListener("input", typed);
document.addEventListener("keydown", (event) => {
  const inField = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || inField || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field?.focus();
  field?.select();
});
