/** What the server sends, as far as the client looks into it. */

export type Target = number | string;
export type Params = Record<string, unknown>;

export interface Badge { icon: string; name: string; n: number; tone?: string }

export interface Piece {
  at: number;
  size: number;
  icon: string;
  name: string;
  mark?: string;
  side: string;
  kind: string;
  tone?: string;
  health?: [number, number];
  badges?: Badge[];
  seat?: string;
  card?: string;
  state?: string;
}

export interface Token {
  at?: number;
  squares?: number[];
  icon: string;
  name: string;
  kind: string;
  tone?: string;
  text?: string;
}

export interface Area {
  name: string;
  kind: string;
  owner?: string;
  count?: number;
  discarded?: number;
  order: number;
  icon?: string;
}
export interface Card { area: string; card: string; order: number; state?: string }

export interface SheetLine { label: string; value: string; icon?: string; dice?: string; title?: string; text?: string }
export interface SheetAction {
  id: string;
  name: string;
  cost: number;
  kind: string;
  text: string;
  group?: string;
  icon?: string;
  rule?: string;
  source?: string;
}
export interface Slot { name: string; icon: string; tone: string; card: string; off?: boolean; text?: string }
export interface Sheet {
  piece: string;
  seat: string;
  name: string;
  icon: string;
  order: number;
  lines: SheetLine[];
  actions: SheetAction[];
  slots: Slot[];
  abilities: { name: string; text: string }[];
}

export interface Track {
  name: string;
  value: number;
  max?: number;
  icon?: string;
  side?: string;
  order: number;
  text?: string;
  tone?: string;
}
export interface Turn { round?: number; phase: string; side?: string; active?: string; queue?: string[]; next?: string; card?: string; program?: { name: string; state: string }[] }
export interface Seat {
  name: string;
  side: string;
  piece: string;
  icon: string;
  order: number;
  holder: string;
  bot: string;
}

export interface Decision {
  id: string;
  seats: string[];
  given: string[]; // seats that have answered: the others are waited for
  prompt: string;
  params: Params;
  rule: string;
  mode: string;
  about: string[];
  pick: number[];
}

export interface Group {
  verb: string;
  rule: string;
  actor: string;
  on: string;
  targets: Target[] | null;
  params: Params;
  seats: string[];
  order: number;
  confirm: boolean;
  commits?: boolean; // rolls, draws, reveals or hands on the turn: no undo without the others
}

export interface Result {
  sides: Record<string, string>;
  reason: string;
  rule: string;
  params: Params;
  undos: number;
}
export interface Undo { answers: number; free: string[]; redo: number; redo_seat?: string }

export type Records<T> = Readonly<Record<string, T>>;

export interface Scene {
  board?: Records<{ kind: string; w: number; h: number; fog?: number[] }>;
  pieces?: Records<Piece>;
  tokens?: Records<Token>;
  areas?: Records<Area>;
  cards?: Records<Card>;
  sheets?: Records<Sheet>;
  tracks?: Records<Track>;
  turn?: Records<Turn>;
  seats?: Records<Seat>;
  decision?: Records<Decision>;
  options?: Records<Group>;
  result?: Records<Result>;
  log?: Records<Undo>;
}

export interface CardText {
  name: string;
  kind: string;
  icon: string;
  tone?: string;
  text: string;
  face?: string[]; // its parts, a line each, in place of the text where it is drawn as a card
  corner?: string; // a value that is compared
  lines?: string[];
  rule?: string;
  entry?: string; // in the book of the system
}
export interface TerrainText { name: string; icon: string; tone: string; text: string }
export interface Die { name: string; tone: string; faces: Record<string, number>[] }

export interface Fixed {
  theme?: { name: string; tone: string; goal?: string };
  board?: {
    w: number;
    h: number;
    floor: string[];
    tiles: { x: number; y: number; w: number; h: number; name: string; theme: string }[];
    terrain: Record<string, number[]>;
    walls: number[][];
    doors: (number | string)[][];
  };
  terrain?: Record<string, TerrainText>;
  cards?: Record<string, CardText>;
  dice?: Record<string, Die>;
  symbols?: Record<string, { name: string; icon: string }>;
}

export interface Show {
  type?: string;
  piece?: string;
  from?: number; // the square that a path leaves
  path?: number[];
  dice?: [string, number][];
  total?: number;
  parts?: [string, string][]; // what the roll is made of: source, what it gives
  against?: number; // of an answer to a roll: what that one counts here
  symbol?: string; // of a die of the roll before, that pays for this
  label?: string;
  n?: number;
  name?: string; // of what is gone for good
  side?: string;
  card?: string;
  tone?: string;
  ruling?: boolean; // set by hand, all agreeing
}
export interface GameEvent { key: string; rule: string; params?: Params; show?: Show; depth?: number; seats?: string[] } // seats: for them alone

export type Change = null | [Record<string, unknown>] | Record<string, unknown>;
export type Patch = Record<string, Record<string, Change> | null>;
export interface Frame { patch?: Patch; events?: GameEvent[] }
export interface Step {
  to: number; // the version after it: it leads there from the one before
  frames: Frame[];
  hash: number;
  static_key?: string; // if it has become another one
  you?: { seats: string[]; window?: string };
}

export interface Whole { version: number; scene: Scene; hash: number; static: Fixed; static_key: string }
export interface You { name: string; player: string; seats: string[]; host: boolean; window?: string } // window: the seat one only looks through
/** What the table has agreed on: whether spectators may look at hands, whether the host has closed it. */
export interface TableRules { unveiled: boolean; closed: boolean }
export interface ChatLine { who?: string; name: string; text: string; at?: number; kind?: string }
export interface Person { id: string; name: string; seats: string[]; tv?: boolean; window?: string }
export interface Ballot {
  id: string;
  kind: string;
  seat: string;
  by: string;
  asker: string; // tag of who asks
  answers: number;
  says?: { key: string; params?: Params; show?: Show }[]; // how a ruling would be told
  yes: string[];
  waiting: string[];
  state: string;
}
/** Someone who looks back and shows it to others: where, as a number of answers. */
export interface Lead { who: string; name: string; at: number }
/** A hint of the scenario's guide: when it comes, what it says, what it points at. */
export interface Hint {
  when: { prompt?: string; offer?: string; phase?: string; event?: string };
  say: string;
  point: { group?: string; piece?: string; panel?: string };
}
/** Minutes for each decision (0: none), and the milliseconds that were left when this was sent. */
export interface ClockNews { minutes: number; left: number }
export interface GameInfo {
  id: string;
  name: string;
  system: string;
  scenario: string;
  description?: string;
  locked: boolean;
  commit: string;
  hides?: boolean; // seats see different things
  keeps?: boolean; // what was chosen in the game can be kept for the next
}
/** What a table ruling may set. Names are message keys. */
export interface Rulings {
  figures: Record<string, { name: string; at: number; wounds?: number; most?: number; status?: string[]; moves?: boolean }>;
  squares: number[];
  status: string[];
  tokens: Record<string, string>; // kind -> name
  lying: Record<string, { name: string; at: number }>; // id of a token
}
export interface Ruling { kind: "move" | "wounds" | "status" | "token"; piece?: string; at?: number; n?: number; name?: string; on?: boolean }
/** The game that a table plays after this one. */
export interface NextGame { id: string; started: boolean; by: string }
export interface Joined extends Whole {
  words_url?: string;
  you: You;
  history: { version: number; events: GameEvent[] }[];
  chat: ChatLine[];
  presence: Person[];
  vote?: Ballot | null;
  leads?: Lead[];
  clock?: ClockNews;
  guide?: Hint[];
  next?: NextGame | null;
  absent?: string[]; // seats whose holders are away for longer than a moment
  rules?: TableRules;
  game: GameInfo;
}

export interface Line { key: string; params?: Params; rule?: string }
export interface Insight {
  lines?: Line[];
  path?: number[];
  squares?: number[];
  cost?: { mp?: number; ap?: number };
  odds?: { label: string; permille: number }[];
  dangers?: number[]; // squares of the path that are bad to cross
  zones?: { name: string; tone: string; squares: number[] }[];
}
export interface Refusal { code: string; message: string; rule?: string }
