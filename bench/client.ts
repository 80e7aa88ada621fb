/** What `bench.client` measures in the browser: the table itself, with a server that is a few lines of this file. */

import { start } from "../static/src/table";
import { sceneHash } from "../static/src/hash";
import { patched } from "../static/src/patch";
import type { Change, Fixed, Patch, Piece, Scene } from "../static/src/types";

const [WIDE, HIGH, FIGURES, MOVERS] = [40, 25, 80, 10];
type Heard = (data: unknown) => void;

const heard = new Map<string, Heard>();
const answers: Record<string, () => unknown> = {};

/** Stands in for socket.io-client: bench/client.py has the bundler take it. */
export function io(): unknown {
  const socket = {
    connected: true,
    on: (name: string, what: Heard) => void heard.set(name, what),
    timeout: () => ({ emitWithAck: async (name: string) => answers[name]?.() ?? {} }),
    connect: () => undefined,
  };
  setTimeout(() => heard.get("connect")?.(null), 0);
  return socket;
}

/** A board of 1,000 squares with walls and terrain, 80 figures on it, and a hero with sheet and answers. */
function scene(): Scene {
  const pieces: Record<string, Piece> = {};
  for (let i = 0; i < FIGURES; i++) {
    const hero = i < 5;
    pieces[`f${i}`] = {
      at: (i % 20) * 2 + Math.floor(i / 20) * 5 * WIDE, size: 1, icon: hero ? "helm" : "goblin", name: hero ? `Hero ${i}` : `Goblin ${i % 9}`, side: hero ? "heroes" : "foes",
      kind: hero ? "hero" : "minion", tone: hero ? "gold" : "crimson", health: [3, 3], badges: i % 4 ? [] : [{ icon: "poison", name: "Poison", n: 1, tone: "green" }], seat: hero ? `s${i}` : "", card: "", state: "",
    };
  }
  const squares = Array.from({ length: 40 }, (_, i) => 3 * WIDE + i);
  const seats = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`s${i}`, { name: `Hero ${i}`, side: "heroes", piece: `f${i}`, icon: "helm", order: i, holder: "Ann", bot: "" }]));
  const sheets = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`f${i}`, { piece: `f${i}`, seat: `s${i}`, name: `Hero ${i}`, icon: "helm", order: i, lines: [{ label: "AP", value: "3/3", icon: "activate" }],
    actions: [{ id: "act.a", name: "Swing", cost: 1, kind: "offense", text: "Attack", group: "act.a" }], slots: [], abilities: [] }]));
  return {
    board: { main: { kind: "squares", w: WIDE, h: HIGH } }, pieces, tokens: {}, areas: {}, cards: {}, sheets, tracks: {}, seats,
    turn: { now: { round: 1, phase: "Heroes", side: "heroes", active: "f0", queue: [] } },
    decision: { now: { id: "d", seats: ["s0"], waiting: ["s0"], prompt: "What now?", params: {}, rule: "A-1", mode: "one", about: ["f0"], pick: [] } },
    options: { move: { verb: "Move", rule: "A-2", actor: "f0", on: "square", targets: squares, params: { tone: "move" }, seats: ["s0"], order: 1, confirm: false } },
    log: { undo: { answers: 0, free: [], redo: 0 } },
  };
}

const fixed: Fixed = {
  board: { w: WIDE, h: HIGH, floor: Array.from({ length: HIGH }, () => ".".repeat(WIDE)), tiles: [{ x: 0, y: 0, w: WIDE, h: HIGH, name: "", theme: "" }], terrain: { rough: Array.from({ length: 60 }, (_, i) => i * 16 + 7) },
    walls: Array.from({ length: 30 }, (_, i) => [i, 2 + (i % 5) * 4, i + 1, 2 + (i % 5) * 4]), doors: [] },
  terrain: { rough: { name: "Rough", icon: "trap", tone: "negative", text: "" } }, cards: {}, dice: {}, symbols: {},
};

let now = scene();
let version = 0;

answers["join"] = () => ({
  version, scene: now, hash: sceneHash(now), static: fixed, static_key: "bench", you: { name: "Ann", player: "p", seats: ["s0"], host: true }, history: [], chat: [], presence: [], vote: null, leads: [],
  game: { id: "bench", name: "Bench", system: "bench", scenario: "bench", locked: false, commit: "" },
});

let messages: string[] = [];

/** Write down a step: some figures move and lose a heart, other squares are lit, as one frame. */
function written(n: number, movers: number): string {
  const pieces: Record<string, Change> = {};
  for (let i = 0; i < movers; i++) {
    const id = `f${(n + i) % FIGURES}`;
    const piece = now.pieces?.[id];
    if (!piece) throw new Error(`${id} is missing`);
    pieces[id] = { at: piece.at + (n % 2 ? -1 : 1), health: [1 + (n % 3), 3] };
  }
  const targets = Array.from({ length: 40 }, (_, i) => ((n % 5) + 3) * WIDE + i);
  const patch: Patch = { pieces, options: { move: { targets } }, decision: { now: { id: `d${n}` } } };
  now = patched(now, patch);
  return JSON.stringify({ from: version, to: ++version, frames: [{ patch }], hash: sceneHash(now) });
}

/** Take the next step in: read, patch, hash, draw board and panels; resolves when it is drawn. */
async function take(): Promise<void> {
  const text = messages.shift();
  if (!text) throw new Error("no step is left");
  heard.get("step")?.(JSON.parse(text));
  await frame();
  await frame();
}

const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

/** Glide figures along five squares, all at once; resolves when all have arrived. */
async function move(elements: SVGGElement[]): Promise<void> {
  const runs = elements.map((element, i) => {
    const [x, y] = [(i * 3 % WIDE) * 100, (i % HIGH) * 100];
    return element.animate(Array.from({ length: 6 }, (_, k) => ({ transform: `translate(${x + k * 100}px, ${y}px)` })), { duration: 600, easing: "linear" });
  });
  await Promise.all(runs.map((run) => run.finished));
}

const bench = {
  begin(): void {
    const root = document.getElementById("table");
    if (!root) throw new Error("#table is missing");
    start(root);
  },
  ready: () => document.querySelectorAll("svg.board .piece").length === FIGURES,
  write: (count: number) => void (messages = Array.from({ length: count }, (_, n) => written(n, 4))),
  take,
  moveTable: () => move([...document.querySelectorAll<SVGGElement>("svg.board .piece")].slice(0, MOVERS)),
  /** The same figures in an SVG with nothing else. */
  moveEmpty(): Promise<void> {
    const board = document.querySelector<SVGSVGElement>("svg.board");
    if (!board) throw new Error("the board is missing");
    const box = document.querySelector("#empty svg") ?? document.createElementNS("http://www.w3.org/2000/svg", "svg");
    if (!box.childElementCount) {
      box.setAttribute("viewBox", board.getAttribute("viewBox") ?? "");
      box.setAttribute("style", "width:100%;height:100%;background:#123");
      for (const piece of [...board.querySelectorAll(".piece")].slice(0, MOVERS)) box.append(piece.cloneNode(true));
      document.getElementById("empty")?.replaceChildren(box);
    }
    return move([...box.children] as SVGGElement[]);
  },
};
declare global { interface Window { bench: typeof bench } }
window.bench = bench;
