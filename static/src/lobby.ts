// The title screen and the seats of a game before its start: everything works as plain forms; this keeps it live.
import { io } from "socket.io-client";
import { heedFiles } from "./drop";
import { tr } from "./words";

const live = (): HTMLElement | null => document.getElementById("live");

/** 16 random bytes as hex: what this player adds to the seed of the game. Works without a secure context. */
function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Adds a nonce to a form that takes a seat, at the moment it is sent. */
function addNonce(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset["nonce"] === undefined || form.elements.namedItem("nonce")) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "nonce";
  field.value = nonce();
  form.append(field);
}

/** Marks the text of an element, ready to be copied by hand. */
function mark(element: HTMLElement): void {
  getSelection()?.selectAllChildren(element);
}

/** Copies the text that a button names; where a page may not (no secure context), the old way, else it is marked. */
async function copy(event: MouseEvent): Promise<void> {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-copy]") : null;
  const source = button && document.getElementById(button.dataset["copy"] ?? "");
  if (!button || !source) return;
  mark(source);
  let done = false;
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText((source.textContent ?? "").trim());
    done = navigator.clipboard ? true : document.execCommand("copy");
  } catch {
    done = false; // not allowed: the address stays marked
  }
  button.textContent = done ? tr("Copied") : tr("Marked: copy it now");
  window.setTimeout(() => (button.textContent = tr("Copy")), 2500);
}

/** Shows the buttons that need a script. */
function showCopiers(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) button.hidden = false;
}

const named = (element: HTMLElement): string => element.ariaLabel ?? (element.textContent ?? "").trim();

/** The label of the focused button, to find it again in a fresh page. */
function focused(part: HTMLElement): string {
  const active = document.activeElement;
  return active instanceof HTMLElement && part.contains(active) ? named(active) : "";
}

const MOMENT = 3000; // ms that a press or a form may take
let pressed = 0; // when the button went down that is still down, else 0
let sent = 0; // when a form was sent

/** Whether something is pressed or sent just now: a fresh copy would take it away under the finger. */
function busy(): boolean {
  const now = Date.now();
  return now - pressed < MOMENT || now - sent < MOMENT;
}

function heedPresses(): void {
  document.addEventListener("pointerdown", () => (pressed = Date.now()));
  const released = (): number => window.setTimeout(() => (pressed = 0)); // after the click that follows
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, released);
  document.addEventListener("submit", () => (sent = Date.now()));
  window.addEventListener("pageshow", () => (sent = 0)); // back from the page that the form led to
}

/** Puts a fresh copy of the live part in place; a page without one (the game has started) is loaded as a whole. */
async function refresh(): Promise<void> {
  if (busy()) return refreshSoon();
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  const text = await answer.text();
  if (busy()) return refreshSoon();
  const old = live();
  if (!answer.ok || !old) return location.reload();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("live");
  if (!fresh) return location.reload();
  const label = focused(old);
  old.replaceWith(document.adoptNode(fresh));
  if (label) [...fresh.querySelectorAll<HTMLElement>("a, button")].find((e) => named(e) === label)?.focus();
  const news = document.getElementById("news");
  if (news && fresh.dataset["news"]) news.textContent = fresh.dataset["news"];
}

let timer = 0;

/** Refreshes soon, once for many changes at the same time. */
function refreshSoon(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => void refresh().catch(() => (timer = window.setTimeout(refreshSoon, 2000))), 60);
}

const LATER = 3000; // ms: who looks on and whose turn it is need not be told at once
let later = 0;

/** Refreshes in a while, once for all that happens until then. */
function refreshLater(): void {
  if (later) return;
  later = window.setTimeout(() => {
    later = 0;
    refreshSoon();
  }, LATER);
}

function watch(): void {
  const part = live();
  if (!part) return;
  const game = part.dataset["watch"] ?? "";
  const socket = io({ transports: ["websocket", "polling"], query: game ? { game } : {} });
  let before = false;
  socket.on("connect", () => {
    socket.emit("watch", { game }, () => before && refreshSoon());
    before = true;
  });
  socket.on("lobby", refreshSoon);
  socket.on("stir", refreshLater);
}

document.addEventListener("submit", addNonce);
document.addEventListener("click", (event) => void copy(event));
showCopiers();
heedPresses();
heedFiles();
watch();
