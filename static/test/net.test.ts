/** The connection heals itself: a server of a few lines loses, doubles and bends what it sends. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneHash } from "../src/hash";
import { Net } from "../src/net";
import { initial, Store } from "../src/store";
import type { Scene, Step } from "../src/types";
import { next } from "./line";

type Heard = (data: unknown) => void;
type Message = Record<string, unknown>;

/** What stands in for socket.io: the client's half is given to it, the server's half is played by the test. */
class Line {
  readonly heard = new Map<string, Heard>();
  readonly sent: [string, Message][] = [];
  connected = true;
  answer: (name: string, message: Message) => unknown = () => ({});
  on(name: string, what: Heard): void { this.heard.set(name, what); }
  connect(): void { this.connected = true; }
  timeout(): { emitWithAck: (name: string, message: Message) => Promise<unknown> } {
    return { emitWithAck: async (name, message) => { this.sent.push([name, message]); return this.answer(name, message); } };
  }
  say(name: string, data: unknown): void { this.heard.get(name)?.(data); }
  syncs(): Message[] { return this.sent.filter(([name]) => name === "sync").map(([, message]) => message); }
}

const at = (round: number): Scene => ({ turn: { now: { round, phase: "p", queue: [] } } }) as unknown as Scene;
const whole = (version: number) => ({ version, scene: at(version), hash: sceneHash(at(version)), static: {}, static_key: "k" });
const step = (from: number, hash = sceneHash(at(from + 1))): Step => ({
  to: from + 1, hash,
  frames: [{ patch: { turn: { now: { round: from + 1 } } } }],
});
const calm = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

async function table(): Promise<{ line: Line; store: Store }> {
  Object.assign(globalThis, { location: { search: "" }, window: globalThis, document: { hidden: true } });
  const line = new Line();
  const store = new Store(initial("g", "s", false));
  store.set({ staticKey: "k" });
  line.answer = (name, message) => {
    if (name === "join") return { ...whole(3), n: 7, you: { name: "A", player: "p", seats: [], host: false }, game: null, chat: [], presence: [], history: [] };
    if (message["why"] === "drift" || message["version"] === -1) return whole(9);
    return { steps: [step(3), step(4), step(5)].filter((s) => s.to > (message["version"] as number)), ...(message["why"] === "news" ? { table: { n: 12, rules: { unveiled: false, closed: true }, absent: [], chat: [], presence: [], vote: null, leads: [], clock: { minutes: 0, left: 0 } } } : {}) };
  };
  next.line = line;
  new Net(store, { joined: () => undefined, whole: () => undefined, played: () => undefined, ping: () => undefined, arrow: () => undefined });
  line.say("connect", null);
  await calm();
  assert.equal(store.state.version, 3);
  return { line, store };
}

test("a sync that a new join has overtaken changes nothing, whatever comes of it", async () => {
  const { line, store } = await table();
  const usual = line.answer;
  const open: ((ack: unknown) => void)[] = [];
  line.answer = (name, message) => (name === "sync" ? new Promise((resolve) => open.push(resolve)) : usual(name, message));
  line.say("step", step(5)); // a gap
  line.say("connect", null);
  await calm();
  line.say("step", step(7)); // a gap again, after the new join
  await calm();
  assert.equal(open.length, 2);
  open[0]?.({ error: { code: "timeout" } });
  await calm();
  line.say("step", step(3)); // waits for the second sync
  assert.equal(store.state.version, 3);
  open[1]?.({ steps: [step(3), step(4)] });
  await calm();
  assert.equal(store.state.version, 5);
  assert.equal(line.syncs().length, 2, "neither a drift nor a third sync");
});

test("steps in order are taken, doubled and late ones have no second effect", async () => {
  const { line, store } = await table();
  for (const s of [step(3), step(3), step(4), step(3), step(4)]) line.say("step", s);
  await calm();
  assert.equal(store.state.version, 5);
  assert.deepEqual(store.state.live, at(5));
  assert.equal(line.syncs().length, 0);
});

test("a gap is asked for, and what came meanwhile is taken after it", async () => {
  const { line, store } = await table();
  line.say("step", step(5));
  line.say("step", step(6));
  await calm();
  assert.deepEqual(line.syncs().map((m) => [m["version"], m["why"]]), [[3, "gap"]]);
  assert.equal(store.state.version, 7);
  assert.deepEqual(store.state.live, at(7));
});

test("a scene with another hash is replaced by itself, and the server is told why", async () => {
  const { line, store } = await table();
  const before = store.state.live;
  line.say("step", step(3, 1));
  assert.equal(store.state.live, before, "a step that does not come out changes nothing");
  await calm();
  assert.deepEqual(line.syncs().map((m) => [m["version"], m["why"]]), [[-1, "drift"]]);
  assert.equal(store.state.version, 9);
});

test("a patch that does not fit is a drift, too", async () => {
  const { line, store } = await table();
  line.say("step", { ...step(3), frames: [{ patch: { nowhere: { at: { all: 1 } } } }] });
  await calm();
  assert.equal(line.syncs()[0]?.["why"], "drift");
  assert.equal(store.state.version, 9);
});

test("news of the table tell of a step that was lost, and lost news are asked for", async () => {
  const { line, store } = await table();
  line.say("table", { n: 8, version: 4 });
  await calm();
  assert.deepEqual(line.syncs().map((m) => m["why"]), ["gap"]);
  assert.equal(store.state.version, 6);
  line.say("table", { n: 8, version: 4, chat: { name: "B", text: "twice" } });
  line.say("table", { n: 11, version: 6, chat: { name: "B", text: "late" } });
  await calm();
  assert.equal(line.syncs()[1]?.["why"], "news");
  assert.deepEqual(store.state.rules, { unveiled: false, closed: true });
  assert.deepEqual(store.state.chat, []);
});

test("who was put out does not come back", async () => {
  const { line, store } = await table();
  line.say("bye", { reason: "put_out" });
  await calm();
  assert.equal(store.state.connection, "gone");
  assert.equal(line.sent.filter(([name]) => name === "join").length, 1);
});
