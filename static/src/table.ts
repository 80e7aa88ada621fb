/** The table: store, connection, board and panels, and how they call each other. */

import { html, nothing, render } from "lit-html";
import { doubt } from "./ask";
import { Away } from "./away";
import { keepAwake } from "./awake";
import { Board } from "./board/board";
import { describe, offers } from "./board/speak";
import { Guide } from "./guide";
import { sceneHash } from "./hash";
import { icon, setSprite } from "./icons";
import { Net } from "./net";
import { fitLines } from "./lines";
import { listenKeys, outlook, start as firstSquare } from "./keys";
import { actor, decision, groups, mySeat, pickGroup } from "./options";
import { actionBar, onlyHere } from "./panels/actions";
import { awayBox } from "./panels/away";
import { bookOpen, bookPanel, SEARCH } from "./panels/book";
import { cardsPanel } from "./panels/cards";
import { runClock } from "./panels/clock";
import { awaited, curtain, drawCurtain } from "./panels/curtain";
import { dialog, dialogFrame } from "./panels/dialogs";
import { guideCard, placeGuide } from "./panels/guide";
import { find as findLine, follow, lastLine, logPanel, remembered } from "./panels/log";
import { closeMenu, menuBox, placeMenu, placeTip, tipBox } from "./panels/menu";
import { partyPanel } from "./panels/party";
import { peoplePanel, voteBox } from "./panels/people";
import { goAlong, nextBox } from "./panels/result";
import { ruleAt } from "./panels/ruling";
import { cardStrip, promptBar } from "./panels/prompt";
import { topBar } from "./panels/top";
import { Play } from "./play";
import { Query } from "./query";
import { Rules } from "./rules";
import { small, upright } from "./screen";
import { keepRoom } from "./room";
import { shiftBar, shiftSign } from "./panels/shift";
import { Shift } from "./shift";
import { Player } from "./show";
import { guard, type Still } from "./still";
import { initial, Store, type State, type Tab } from "./store";
import { chairColour } from "./tones";
import { listenTells } from "./tells";
import { Tray } from "./tray";
import { announceTurn } from "./turn";
import { ruleChip, type Html, type Ui } from "./ui";
import { loadWords, tr } from "./words";

const TABS: [Tab, string, string][] = [["actions", tr("Actions"), "activate"], ["party", tr("Party"), "team"], ["cards", tr("Cards"), "cards"], ["log", tr("Log"), "scroll"], ["table", tr("Table"), "seat"]];

function skeleton(): Html {
  return html`<header class="top"></header>
    <section class="left pane" data-panel="party" aria-label="${tr("Party and opponents")}"></section>
    <main class="mid" id="main"><div class="ask-box"><div class="prompt-box" aria-label="${tr("What is asked")}" role="region"></div><div class="tray" hidden></div></div>
      <div class="board-box"><div class="sign" hidden></div><div class="strip"></div><div class="last-box"></div><div class="menu" hidden></div><div class="tip" aria-live="polite"></div><div class="zoom" role="group" aria-label="${tr("View")}"></div><div class="away-box" aria-live="polite"></div><div class="shift-box"></div></div></main>
    <section class="acts pane" data-panel="actions" aria-label="${tr("Actions")}"></section>
    <nav class="tabs" aria-label="${tr("Panels")}"></nav>
    <section class="right pane" data-panel="cards" aria-label="${tr("Cards")}" tabindex="-1"></section>
    <section class="right pane" data-panel="log" aria-label="${tr("Log")}" tabindex="-1"></section>
    <section class="right pane" data-panel="table" aria-label="${tr("Table")}" tabindex="-1"></section>
    <aside class="book" aria-label="${tr("Rulebook")}" hidden></aside>
    <div class="notes" role="status"></div><div class="sr live" aria-live="polite"></div><div class="sr cursor-live" aria-live="polite"></div>
    <div class="guide" aria-live="polite"></div><div class="curtain" hidden></div><dialog class="dialog"></dialog>`;
}

export function start(root: HTMLElement): void {
  const { game = "", system = "", view = "", words = "", icons = "" } = root.dataset;
  const store = new Store(initial(game, system, view === "tv", view === "watch"));
  const { state } = store;
  root.classList.toggle("tv", state.tv);
  if (state.tv || (!small.matches && matchMedia("(min-width: 900px)").matches)) state.tab = "log";
  render(skeleton(), root);
  if (state.tv) root.querySelector<HTMLElement>(".left")?.setAttribute("inert", "");
  const parts = new Map<string, HTMLElement>();
  const find = (selector: string): HTMLElement => {
    const element = parts.get(selector) ?? root.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`${selector} is missing`);
    parts.set(selector, element); // the skeleton stays as it is
    return element;
  };
  const act = (square: number, touch: boolean): void => press(ui, square, touch, still);
  const board = new Board(find(".board-box"), {
    tap: act,
    hold: (square) => {
      if (square < 0) return;
      hover(ui, square); // a finger that rests asks what is there, as a mouse does
      void ui.play.ping(ui.board.on(square)[0] ?? square);
    },
    hover: (square) => hover(ui, square),
    draws: () => state.pointing,
    line: (line) => void ui.play.arrow(line),
    tint: () => tintOf(state, state.you.player),
    view: () => state.menu && placeMenu(ui, find(".menu")),
  });
  find(".board-box").prepend(board.svg);
  const tray = new Tray(find(".tray"), find(".sign"), state, () => player.skip());
  const player = new Player(store, {
    glide: (piece, path, ms) => board.glide(piece, path, ms),
    float: (piece, kind, n, ms) => {
      board.float(piece, kind, n, ms);
      if (kind === "hit") tray.hurt(piece, n);
    },
    begin: (event) => {
      tray.next(event);
      if (state.tv) board.reveal(state.shown.pieces?.[event.show?.piece ?? ""]?.at ?? -1);
    },
    roll: (event, ms) => tray.roll(event, ms),
    banner: (event, ms) => tray.banner(event, ms),
    card: (card, ms) => tray.card(card, ms),
    clear: () => (tray.clear(), board.still()),
  });
  let wordsUrl = words;
  const net = new Net(store, {
    joined: (all) => {
      if (all.words_url && all.words_url !== wordsUrl) void learn((wordsUrl = all.words_url));
      const log = remembered(all);
      store.set({ log });
      away.joined(all, log);
    },
    whole: (whole) => {
      if (state.past) return;
      store.set({ scene: whole.scene, fixed: whole.static, staticKey: whole.static_key });
      player.reset();
    },
    played: (frames) => {
      if (state.past) return player.note(frames);
      store.set({ scene: state.live });
      void player.add(frames);
    },
    ping: (name, at) => board.ping(at, name),
    arrow: (who, line) => board.arrow(who, line, tintOf(state, who)),
  });
  const away = new Away(store);
  const guide = new Guide(store);
  const ui: Ui = { store, board, player, play: new Play(store, net), query: new Query(store, net), shift: new Shift(store, net, player), guide };
  const rules = new Rules(system);
  const learn = (url: string): Promise<void> => loadWords(url).then(() => store.set({ log: [...state.log] }), (error: Error) => store.note(tr("Words are missing: {why}", { why: error.message }), "error"));
  if (words) void learn(words);
  setSprite(icons);
  const still: Still = guard(root, (element, x, y) => answerAt(ui, element, x, y));

  listenKeys(ui, { act: (square, touch) => press(ui, square, touch), move: (square) => moveCursor(ui, square, find(".cursor-live")) });
  board.svg.addEventListener("focus", () => {
    if (board.svg.matches(":focus-visible")) moveCursor(ui, state.cursor >= 0 ? state.cursor : firstSquare(ui), find(".cursor-live"));
  });
  board.svg.addEventListener("blur", () => {
    if (state.cursorShown && !state.menu) ui.query.point(null);
    store.set({ cursorShown: false });
  });
  listenTells(ui, root);
  listenDialog(ui, rules, find(".dialog") as HTMLDialogElement);

  const room = keepRoom(root, board, upright, () => {
    const seats = !state.playing && mySeat(state) !== "";
    const [figure] = [...(decision(state.scene)?.about ?? []), actor(state)].filter((id) => (state.scene.pieces?.[id]?.at ?? -1) >= 0);
    return seats && figure ? (state.scene.pieces?.[figure]?.at ?? -1) : -1;
  });

  let decided = "";
  let followed = "";
  let seen = "";
  store.on((now, changed) => {
    const id = now.scene.decision?.["now"]?.id ?? "";
    if (id !== decided) {
      decided = id;
      store.set({ armed: "", picks: [], menu: null, confirm: "", preview: "", draft: null });
      if (now.tab !== "actions" && small.matches && onlyHere(now)) store.set({ tab: "actions" }); // there they lie
    }
    if (changed.has("tab") && now.menu) closeMenu(ui);
    root.dataset["tab"] = now.tab;
    root.dataset["version"] = String(now.version);
    if (changed.has("shown")) root.dataset["hash"] = String(sceneHash(now.shown));
    root.classList.toggle("looking-back", now.past !== null);
    root.classList.toggle("cut", now.connection === "offline" || now.connection === "gone");
    if (now.person && awaited(now)) store.set({ person: "" }); // nobody has the device
    const acts = now.shown.turn?.["now"]?.active ?? "";
    const seat = mySeat(now);
    if (seat) root.style.setProperty("--mine", chairColour(now.scene, seat));
    const [first = "", ...others] = Object.keys(now.scene.seats ?? {});
    if (first && !others.length) root.style.setProperty("--chair-0", chairColour(now.scene, first));
    root.classList.toggle("several-seats", now.you.seats.length > 1);
    board.render(now);
    if (now.tv && now.fixed.board && acts !== followed) board.followed(now.shown.pieces?.[(followed = acts)]?.at ?? -1);
    render(topBar(ui), find(".top"));
    render(promptBar(ui), find(".prompt-box"));
    render(cardStrip(ui), find(".strip"));
    if (id !== seen && !now.playing && mySeat(now)) {
      seen = id;
      room(true);
    }
    render(now.past && !now.tv ? shiftBar(ui) : actionBar(ui), find(".acts"));
    render(partyPanel(ui), find(".left"));
    render(now.tab === "cards" ? cardsPanel(ui) : nothing, find("[data-panel=cards]")); // what nobody sees costs nothing
    if (now.tab === "log" || now.tab === "actions" || now.tab === "party") render(logPanel(ui), find("[data-panel=log]"));
    if (now.tab === "table") render(peoplePanel(ui), find("[data-panel=table]"));
    render(tabBar(ui), find(".tabs"));
    render(shiftSign(ui), find(".shift-box"));
    if (changed.has("past") && now.past && small.matches && now.tab !== "actions") store.set({ tab: "actions" });
    showBook(ui, rules, find(".book"), changed.has("rule"));
    render(lastLine(ui), find(".last-box"));
    board.outlook(now.outlook ? ui.query.know({ outlook: now.outlook })?.zones : []);
    render(awayBox(ui), find(".away-box"));
    if (changed.has("next")) goAlong(now);
    if (changed.has("leads") || changed.has("following")) ui.shift.follow();
    if (changed.has("connection") && now.connection === "online") ui.shift.begin();
    render(notes(ui), find(".notes"));
    render(tipBox(ui), find(".tip"));
    if (changed.has("hover") || changed.has("insight")) placeTip(ui, find(".tip"));
    render(menuBox(ui), find(".menu"));
    placeMenu(ui, find(".menu"));
    if (changed.has("menu") && now.menu) {
      find(".menu").querySelector<HTMLElement>(".menu-item")?.focus();
      ui.query.point({ option: now.menu.options[0] ?? "" });
    }
    if (changed.has("chosen") && now.chosen) findLine(find("[data-panel=log]"), now.chosen);
    else if (changed.has("log") || changed.has("tab")) follow(find("[data-panel=log]"));
    showDialog(ui, rules, find(".dialog") as HTMLDialogElement);
    render(curtain(ui), find(".curtain"));
    drawCurtain(root, find(".curtain"), awaited(now) !== "");
    render(zoomTools(ui), find(".zoom"));
    showHint();
    announceTurn(now, find(".live"));
    away.look();
    requestAnimationFrame(() => { // when it is laid out anyway
      fitLines(root, ".deed-text");
      still.look();
    });
  });
  const showHint = (): void => {
    const open = state.menu !== null || awaited(state) !== "" || state.missed !== null;
    const hint = open ? null : guide.now();
    render(guideCard(guide, hint), find(".guide"));
    placeGuide(ui, hint, find(".guide"));
  };
  setInterval(() => root.querySelector(".hint") && showHint(), 250); // what it points at moves
  runClock(store, root);
  if (state.tv) keepAwake(store, root);
  document.addEventListener("visibilitychange", () => store.flush());
  store.set({ log: [] });
  store.flush();
}

/** The colour in which somebody's lines are drawn: that of the first seat. */
function tintOf(state: State, who: string): string {
  const person = state.presence.find((p) => p.id === who);
  const seat = who === state.you.player ? (mySeat(state) || state.you.seats[0]) : person?.seats[0];
  return seat ? chairColour(state.scene, seat) : "#f2ead2";
}

/** Name the answer that a press on a point of the window would give, or "". */
function answerAt(ui: Ui, element: Element | null, x: number, y: number): string {
  const { state } = ui.store;
  const asks = `${actor(state)} ${decision(state.scene)?.prompt}`;
  if (element && ui.board.svg.contains(element)) {
    const square = ui.board.square(x, y);
    const ids = square < 0 ? [] : offers(state, square, ui.board.width).flatMap((o) => o.choices.map((c) => c.id));
    return ids.length ? [square, asks, ...ids].join(" ") : "";
  }
  const button = element?.closest<HTMLElement>("button:is(.answer, .deed, .menu-item, .face.lit)");
  return button ? `${asks} ${button.dataset["option"] ?? button.dataset["card"] ?? button.textContent?.trim()}` : "";
}

/** A press on the board: answer there, offer what several verbs can do, or look at what stands there; `still`: by a pointer. */
function press(ui: Ui, square: number, touch: boolean, still?: Still): void {
  const { state } = ui.store;
  if (state.playing) return ui.player.skip();
  if (still && !still.takes()) return;
  if (square < 0) return ui.store.set({ menu: null, chosen: "" });
  if (state.draft && ruleAt(ui, square)) return;
  const found = offers(state, square, ui.board.width);
  const options = found.flatMap((o) => o.choices.map((c) => c.id));
  const first = found[0];
  if (!first) {
    const piece = ui.board.on(square)[0];
    ui.query.point(piece ? { piece } : { square });
    return ui.store.set({ menu: null, chosen: piece && piece !== state.chosen ? piece : "", cursor: square, ...(state.outlook && piece ? { outlook: piece } : {}) });
  }
  const only = options.length === 1 ? options[0] : undefined;
  const again = state.menu?.target === first.target;
  const picking = first.choices.some((c) => c.group === pickGroup(state));
  if (touch && again && !only) return ui.play.choose(pointed(state) || (options[0] ?? ""), true);
  const asks = only !== undefined && first.choices.some((c) => doubt(state, c) === "commits" && !c.verb.confirm);
  if (only && ((!touch && !asks) || again || picking)) return ui.play.choose(only, again);
  ui.store.set({ menu: { options, on: first.on, target: first.target }, cursor: square });
  if (only) ui.query.point({ option: only });
}

/** The option of an open menu that is pointed at, or "". */
function pointed(state: State): string {
  const { option = "" } = JSON.parse(state.hover || "{}") as { option?: string };
  return state.menu?.options.includes(option) ? option : "";
}

function hover(ui: Ui, square: number): void {
  const { state } = ui.store;
  if (state.menu) return;
  if (square < 0 || state.playing) return ui.query.point(null);
  const option = offers(state, square, ui.board.width)[0]?.choices[0];
  const piece = ui.board.on(square)[0];
  ui.board.svg.classList.toggle("can", option !== undefined);
  if (option) ui.query.point({ option: option.id });
  else if (piece) ui.query.point({ piece });
  else if (groups(state).length) ui.query.point({ square });
  else ui.query.point(null);
}

function moveCursor(ui: Ui, square: number, live: HTMLElement): void {
  const { state } = ui.store;
  ui.store.set({ cursor: square, cursorShown: true, menu: null });
  ui.board.reveal(square);
  live.textContent = describe(state, square, ui.board.width);
  hover(ui, square);
}

function tabBar(ui: Ui): Html {
  const { state } = ui.store;
  return html`${TABS.map(([tab, name, image]) => html`<button type="button" class="tab tab-${tab}" aria-current=${state.tab === tab ? "true" : "false"}
    @click=${() => ui.store.set({ tab, ...(tab === "table" ? { unread: 0 } : {}) })}>${icon(image)}<span>${name}</span>${tab === "table" && (state.unread || state.vote?.state === "open") ? html`<i class="dot">${state.unread || "!"}</i>` : nothing}</button>`)}`;
}

function notes(ui: Ui): Html {
  const { state } = ui.store;
  const cut = state.connection === "gone" ? html`<p class="note error">${state.problem} <button type="button" class="soft" @click=${() => ui.play.comeBack()}>${tr("Try again")}</button> <a href="/g/${state.game}">${tr("Open the game anew")}</a></p>` : state.connection === "offline" ? html`<p class="note">${tr("No connection. Coming back by itself…")}</p>` : nothing;
  return html`${cut}${nextBox(ui)}${state.tab === "table" ? nothing : voteBox(ui)}${state.notes.map((n) => html`<p class="note ${n.tone}">${n.text} ${ruleChip(ui, n.rule)}</p>`)}`;
}

function zoomTools(ui: Ui): Html {
  if (ui.store.state.tv) return nothing;
  const { pointing, lines } = ui.store.state;
  return html`${lines ? html`<button type="button" class="point-tool" aria-label=${tr("Take my lines away")} title=${tr("Take my lines away")} @click=${() => void ui.play.arrow(null)}>${icon("cancel")}</button>` : nothing}
    <button type="button" class="point-tool" aria-label=${tr("Point and draw")} aria-pressed=${pointing ? "true" : "false"} title=${tr("Point and draw for all to see (or use the right button)")} @click=${() => ui.store.set({ pointing: !pointing })}>${icon("hand")}</button>
    <button type="button" class="see-tool" aria-label=${tr("What a figure sees and reaches")} title=${tr("What a figure sees, how far it goes and aims (V)")} aria-pressed=${ui.store.state.outlook ? "true" : "false"} @click=${() => outlook(ui)}>${icon("eye")}</button>
    <button type="button" class="zoom-tool" aria-label=${tr("Nearer")} title=${tr("Nearer (+)")} @click=${() => ui.board.view.zoom(1.35)}>+</button><button type="button" class="zoom-tool" aria-label=${tr("Farther")} title=${tr("Farther (−)")} @click=${() => ui.board.view.zoom(0.74)}>−</button>
    <button type="button" aria-label=${tr("Whole board")} title=${tr("Whole board (0)")} @click=${() => ui.board.view.fit()}>${icon("zoom")}</button>`;
}

function listenDialog(ui: Ui, rules: Rules, element: HTMLDialogElement): void {
  element.addEventListener("close", () => shown?.close()); // the browser's doing: what we close ourselves is shown no more
  element.addEventListener("cancel", (event) => {
    event.preventDefault();
    dialog(ui, rules)?.close();
  });
  element.addEventListener("click", (event) => event.target === element && dialog(ui, rules)?.close());
}

/** Open or close the rulebook beside the table; what was open before it gets the focus back. */
function showBook(ui: Ui, rules: Rules, box: HTMLElement, changed: boolean): void {
  const open = bookOpen(ui);
  const was = !box.hidden;
  if (open && !was) before = document.activeElement as HTMLElement | null;
  box.hidden = !open;
  render(bookPanel(ui, rules), box);
  if (open && changed) box.querySelector<HTMLElement>(ui.store.state.rule === SEARCH ? "input" : "h2")?.focus({ preventScroll: true });
  else if (was && !open && !ui.store.state.rule && before?.isConnected) before.focus();
}

let before: HTMLElement | null = null;

let shown: ReturnType<typeof dialog> = null; // what the open dialog shows

function showDialog(ui: Ui, rules: Rules, element: HTMLDialogElement): void {
  const open = (shown = dialog(ui, rules));
  render(dialogFrame(open), element);
  if (open && !element.open) element.showModal();
  else if (!open && element.open) element.close();
  else if (open && !element.contains(document.activeElement)) (element.querySelector<HTMLElement>("[autofocus]") ?? element.querySelector<HTMLElement>("button, a"))?.focus(); // another took its place
}

