import type { Film } from "../lib/reel.svelte";
import type { Created, House, Invited, Manned, MyGame, NewGame, NewSeat, Shelf, Table } from "./types";

/** An answer of the server that says no, in its own words. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly field = "",
    readonly clause = "",
  ) {
    super(message);
  }
}

interface Asked {
  method?: string;
  body?: unknown;
  text?: string;
  token?: string | undefined;
}

async function asked(path: string, { method = "GET", body, text, token }: Asked = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (text !== undefined) headers["Content-Type"] = "application/jsonl";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let reply: Response;
  try {
    reply = await fetch(path, { method, headers, body: text ?? (body === undefined ? null : JSON.stringify(body)) });
  } catch {
    throw new Refusal("The server does not answer. Is Roundtop still running?", "unreachable");
  }
  if (reply.ok) return reply;
  const said = (await reply.json().catch(() => null)) as { error?: Record<string, string> } | null;
  const error = said?.error ?? {};
  throw new Refusal(error["message"] ?? `The server answered ${reply.status}.`, error["code"] ?? String(reply.status), error["field"], error["clause"]);
}

async function json<T>(path: string, how?: Asked): Promise<T> {
  return (await (await asked(path, how)).json()) as T;
}

export interface ClauseText {
  id: string;
  book: string;
  kind: string;
  text: string;
  ruling: string;
  options: string[];
  examples: string[];
  source: string;
  rows: Record<string, unknown>[];
  was: string;
  because: string;
}

export interface Glance {
  title: string;
  heads: string[];
  rows: string[][];
  clauses: string[];
}

let shelf: Promise<Shelf> | null = null;
const id = encodeURIComponent;

export const api = {
  shelf(): Promise<Shelf> {
    shelf ??= json<Shelf>("/api/shelf").catch((error: unknown) => {
      shelf = null;
      throw error;
    });
    return shelf;
  },
  house: (battle: string, rules: string, options: Record<string, unknown>) => json<House>(`/api/battles/${id(battle)}/house`, { method: "POST", body: { rules, options } }),
  invited: (game: string) => json<Invited>(`/api/games/${id(game)}/invited`),
  seal: () => json<{ seal: string; commitment: string }>("/api/seals", { method: "POST" }),
  create: (game: NewGame) => json<Created>("/api/games", { method: "POST", body: game }),
  take: (game: string, claim: { invite?: string; player?: string; name?: string; nonce?: string }) =>
    json<{ player: string; token: string }>(`/api/games/${id(game)}/take`, { method: "POST", body: claim }),
  games: (tokens: string[]) => json<MyGame[]>(`/api/games?tokens=${id(tokens.join(","))}`),
  remove: (game: string, token: string) => asked(`/api/games/${id(game)}`, { method: "DELETE", token }),
  table: (game: string, token?: string, at?: number, truth = false) =>
    json<Table>(`/api/games/${id(game)}/table${at === undefined ? "" : `?at=${at}${truth ? "&truth=1" : ""}`}`, { token }),
  branch: (game: string, token: string | undefined, at: number, seats: Record<string, NewSeat>) =>
    json<Created>(`/api/games/${id(game)}/branch`, { method: "POST", body: { at, seats }, token }),
  file: async (game: string, token?: string) => (await asked(`/api/games/${id(game)}/file`, { token })).blob(),
  setUp: async (game: string, token?: string) => (await asked(`/api/games/${id(game)}/paper/setup`, { token })).blob(),
  report: async (game: string, token?: string) => (await asked(`/api/games/${id(game)}/report`, { token })).blob(),
  manned: (text: string) => json<Manned>("/api/games/file/seats", { method: "POST", text }),
  resume: (text: string, seats: Record<string, NewSeat>) => json<Created>(`/api/games/file?resume=true&seats=${id(JSON.stringify(seats))}`, { method: "POST", text }),
  watch: (text: string) => json<Film>("/api/games/file", { method: "POST", text }),
  rules: (search: string, book = "") => json<ClauseText[]>(`/api/rules?search=${id(search)}&book=${id(book)}`),
  glance: (book: string) => json<Glance[]>(`/api/rulebooks/${id(book)}`),
  clause: (clause: string) => json<ClauseText>(`/api/rules/${id(clause)}`),
  umpire: () => json<Procedure[]>("/api/umpire"),
  beginLedger: (battle: string, rules: string) => json<LedgerPage>("/api/ledgers", { method: "POST", body: { battle, rules } }),
  ledger: (token: string) => json<LedgerPage>("/api/ledger", { token }),
  ledgerAfter: (page: LedgerPage) => json<LedgerPage | null>(`/api/ledger?after=${page.number}.${page.seats.length - 1}`, { token: page.ledger }),
  act: (token: string, act: Record<string, unknown>) => json<LedgerAnswer>("/api/ledger", { method: "POST", body: act, token }),
  ledgerCode: (token: string) => json<{ code: string; addresses: string[] }>("/api/ledger/code", { method: "POST", token }),
  setOut: (page: LedgerPage) => json<{ game: string; left_behind: string[] }>("/api/ledger", { method: "POST", body: { act: "set-out", number: page.number }, token: page.ledger }),
  joinLedger: (code: string, side: string, name: string) => json<LedgerPage>("/api/ledger/seats", { method: "POST", body: { code, side, name } }),
  ask: (question: unknown) => json<UmpireAnswer>("/api/umpire", { method: "POST", body: question }),
};

export interface Field {
  name: string;
  type: string;
  meaning: string;
  required: boolean;
  default: unknown;
  values: (string | number)[];
  working?: boolean;
}
export type Records = Record<string, { meaning: string; fields: Field[] }>;
export interface Procedure {
  rulebook: string;
  procedure: string;
  summary: string;
  clauses: string[];
  inputs: Field[];
  outputs: Field[];
  dice: string[];
  example: { situation: Record<string, unknown>; dice: string[] };
  records: Records;
  common: number;
  asks: string[];
  eyes: string[];
  roles: string[];
  several: string[];
  numbered: string[];
  start: Record<string, unknown>;
}
export interface Question {
  words: string;
  kind: string;
  number: number;
  only_the_answer: boolean;
  reason: string;
  clause: string;
  by: string;
}
export interface OddsRow {
  outcome: Record<string, unknown>;
  chance?: string;
  float?: number;
  estimate?: number;
  interval?: [number, number];
  trials?: number;
}
export interface UmpireAnswer {
  outcome?: Record<string, unknown>;
  working?: { label: string; value: string; clause: string }[];
  dice?: string[];
  wanted?: Question;
  odds?: OddsRow[] | { whole?: OddsRow[]; groups: Record<string, OddsRow[]> };
  error?: string;
}
export interface UnitCard {
  id: string;
  side: string;
  name: string;
  gone: boolean;
  group: string;
  arrives: number;
  values: Record<string, unknown>;
}
export interface DueNow {
  do: string;
  say: string;
  roles: Record<string, string[]>;
}
export interface OnTheList extends DueNow {
  clause: string;
  may: boolean;
  done: boolean;
}
export interface TurnNow {
  turn: number;
  turns: number;
  clause: string;
  stage: number;
  stages: { name: string; side: string }[];
  first: string;
  items: OnTheList[];
  idle: string[];
  standing: Record<string, Record<string, unknown>>;
}
export interface LedgerSeat {
  id: string;
  side: string;
  name: string;
}
export interface Secret {
  name: string;
  of: string;
  type: string;
  values: string[];
  meaning: string;
}
export interface FaceDown {
  unit: string;
  name: string;
  mine: boolean;
  to: unknown;
}
export interface LedgerPage {
  ledger: string;
  seat: LedgerSeat;
  seats: LedgerSeat[];
  number: number;
  steps: number;
  title: string;
  rulebook: string;
  turn: TurnNow;
  tracked: string[];
  cards: UnitCard[];
  secrets: Secret[];
  face_down: FaceDown[];
  due: DueNow[];
  log: string[];
}
export interface LedgerAnswer extends UmpireAnswer {
  situation?: Record<string, unknown>;
  eyes?: Record<string, unknown>;
  trouble?: string;
  changes?: string[];
  next?: DueNow[];
  page?: LedgerPage;
}
