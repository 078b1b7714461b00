import { memory } from "../lib/memory.svelte";
import { NOWHERE, type Walks } from "../lib/walk";
import { changed, Stage } from "../stage/stage.svelte";
import { waited } from "../stage/beat";
import { api, Refusal } from "./http";
import type { Answer, ChatLine, Forecast, Meant, Overlay, Pose, Preview, Reason, SceneNews, Step, Table, TableNews, Told } from "./types";

type Message = Record<string, unknown> & { type: string; id?: string };
interface Waiting {
  message: Message;
  done: (reply: Message) => void;
  lasting: boolean;
}

export type Line = "joining" | "live" | "lost";

/** A seat at a game, kept up to date over one socket: the table as it is, and as far as its story has been played. */
export class Play {
  /** The table as it is shown: while the stage plays, at a moment of the story, and nothing is asked. */
  table = $state.raw<Table | null>(null);
  truth = $state.raw<Table | null>(null);
  story = $state.raw<Told[]>([]);
  /** All that was told, item n at place n - 1. */
  entries: Told[] = [];
  /** How many items have been told. */
  known = $state(0);
  walks = $state.raw<Walks>(NOWHERE);
  chat = $state.raw<ChatLine[]>([]);
  line = $state<Line>("joining");
  trouble = $state("");
  ground = $state.raw<{ width: number; depth: number }>({ width: 60, depth: 48 });

  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private number = 0;
  private tries = 0;
  private closed = false;
  private pulse = 0;
  private walking = 0;
  private heard = -1;
  private told = 0;
  readonly stage = new Stage(this);
  private readonly session = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly game: string,
    readonly token: string | undefined,
  ) {
    void this.open();
  }

  private async open(): Promise<void> {
    try {
      this.take(await api.table(this.game, this.token));
      this.connect();
    } catch (error) {
      if (error instanceof Refusal && error.code !== "unreachable") this.trouble = error.message;
      else this.again(() => void this.open());
    }
  }

  private connect(): void {
    if (this.closed) return;
    const here = location.origin.replace(/^http/, "ws");
    const token = this.token ? `token=${encodeURIComponent(this.token)}` : "";
    const since = this.heard < 0 ? "" : `since=${this.heard}`;
    const socket = new WebSocket(`${here}/api/games/${encodeURIComponent(this.game)}/play?${[token, since].filter(Boolean).join("&")}`);
    this.socket = socket;
    socket.onopen = () => {
      this.line = "live";
      this.tries = 0;
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
      clearInterval(this.pulse);
      this.pulse = window.setInterval(() => this.post({ type: "ping" }), 25_000);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => {
      clearInterval(this.pulse);
      if (this.socket !== socket || this.closed) return;
      this.line = "lost";
      for (const [id, { lasting, done }] of [...this.waiting]) {
        if (lasting) continue;
        this.waiting.delete(id);
        done({ type: "lost", id });
      }
      this.again(() => this.connect());
    };
  }

  private again(what: () => void): void {
    if (this.closed) return;
    this.line = "lost";
    window.setTimeout(what, Math.min(8000, 300 * 2 ** this.tries++));
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "table":
        this.entries = [];
        this.story = [];
        this.told = 0;
        this.heard = -1;
        this.enter((message["entries"] as Told[] | undefined) ?? []);
        this.chat = (message["chat"] as ChatLine[] | undefined) ?? [];
        this.resume(message["table"] as Table);
        return;
      case "news":
        this.news(message);
        return;
      case "chat":
        this.chat = [...this.chat, message as unknown as ChatLine];
        return;
      case "presence":
        if (this.truth) this.truth = { ...this.truth, ...pick(message, "players") };
        if (this.table) this.table = { ...this.table, ...pick(message, "players") };
        return;
    }
    const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (waiting && message.id !== undefined) {
      this.waiting.delete(message.id);
      waiting.done(message);
    }
  }

  /** Whether two bots fight and nobody is asked: they are watched from where one left off. */
  get watching(): boolean {
    return this.truth?.player === "" && this.truth.players.every((one) => one.kind === "bot");
  }
  /** Whoever loads the page anew sees what he had not seen yet; two bots are watched from the beginning. */
  private resume(table: Table): void {
    const seen = sessionStorage.getItem(`roundtop.watched.${this.game}.${table.player}`);
    this.take(table);
    const left = Number(seen ?? 0);
    if ((!this.watching && seen === null) || memory.speed === "instant" || left >= this.entries.length) return;
    if (!this.watching && !waited(this.entries.slice(left), this.truth?.you ?? [])) return;
    this.told = 0;
    this.story = [];
    void this.stage.replay(left, Infinity, false);
  }

  private news(message: Message): void {
    const before = this.entries.length;
    this.enter((message["entries"] as Told[] | undefined) ?? []);
    if (!this.truth) return;
    const news = message["table"] as TableNews;
    this.truth = { ...this.truth, ...news, scene: changed(this.truth.scene, news.scene) };
    if (this.stage.on && this.table) this.stand(this.table.scene, this.told, this.walks);
    this.stage.heard(before, news.scene.whole ?? false);
  }

  /** Everybody is where he was going. */
  arrive(): void {
    this.walks = NOWHERE;
  }

  /** How the pieces stood at the items of the story after `since`. */
  async moments(since: number, whole: boolean): Promise<{ moments: { seq: number; scene: SceneNews }[]; whole?: SceneNews } | null> {
    const reply = await this.ask("moments", { since, whole });
    return reply.type === "moments" ? (reply as unknown as { moments: { seq: number; scene: SceneNews }[]; whole?: SceneNews }) : null;
  }
  /** Show a scene of the story, told up to an item, or the truth. */
  stand(scene: Table["scene"] | null, told: number, walks: Walks): void {
    const truth = this.truth!;
    this.retell(told);
    this.walks = walks;
    clearTimeout(this.walking);
    if (walks.size) this.walking = window.setTimeout(() => this.arrive(), this.stage.stride + 80);
    if (this.heard >= 0) sessionStorage.setItem(`roundtop.watched.${this.game}.${truth.player}`, String(told));
    this.table = scene ? { ...truth, scene, decision: null, wanted: null, outcome: null, undo: false } : truth;
  }

  /** Something to remember between two items of the story, told by nobody but this page. */
  note(text: string): void {
    const last = this.story.at(-1)?.seq ?? 0;
    this.story = [...this.story, { ...BLANK, seq: last + 1 / 1024, text, hint: NOTE }];
  }

  /** Keep what was told; not again what came before a lost connection. */
  private enter(entries: Told[]): void {
    for (const sent of entries) {
      if (sent.seq <= this.heard) continue;
      this.heard = sent.seq;
      this.entries.push({ ...BLANK, ...sent });
    }
    this.known = this.entries.length;
  }

  /** The story up to an item; one that takes others back removes them. What is seen again is not told again. */
  private retell(upto: number): void {
    if (upto <= this.told) return;
    const story = [...this.story];
    for (const told of this.entries.slice(this.told, upto)) {
      if (told.back) forget(story, told.back);
      else story.push(told);
    }
    this.told = upto;
    this.story = story;
  }

  private take(table: Table): void {
    const ground = table.scene.ground;
    if (ground && ground.width) this.ground = { width: ground.width, depth: ground.depth };
    this.truth = table;
    this.stage.heard(0, true);
  }

  private post(message: Message): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** A message and its reply. A lasting one is sent again after a lost connection: its id makes it count once. */
  ask(type: string, body: Record<string, unknown>, lasting = false): Promise<Message> {
    const id = `${this.session}-${++this.number}`;
    const message: Message = { ...body, type, id };
    return new Promise((done) => {
      this.waiting.set(id, { message, done, lasting });
      this.post(message);
    });
  }

  async command(answer: Answer, first: Step[] = [], version = this.table?.version ?? -1): Promise<Reason[]> {
    return reasons(await this.ask("command", { version, answer, first }, true));
  }
  async undo(): Promise<Reason[]> {
    return reasons(await this.ask("undo", {}, true));
  }
  async throw(entry: string): Promise<Reason[]> {
    return reasons(await this.ask("throw", { entry }, true));
  }
  async preview(what: { pose: Pose; by?: Pose[] } | { answer: Answer }, first: Step[] = [], weigh = false): Promise<Preview | null> {
    const reply = await this.ask("preview", { ...("pose" in what ? { pose: spot(what.pose), by: (what.by ?? []).map(spot) } : what), first, weigh });
    return reply.type === "preview" ? (reply as unknown as Preview) : null;
  }
  /** What a hand means that moves a piece, or charges or fires at another with it. */
  async carry(deed: "move" | "charge" | "fire", piece: string, onto = "", alone = false, first: Step[] = []): Promise<Meant | null> {
    const reply = await this.ask("carry", { deed, piece, onto, alone, first });
    return reply.type === "meant" ? (reply as unknown as Meant) : null;
  }
  async forecast(answer: Answer, first: Step[] = []): Promise<Forecast[]> {
    const reply = await this.ask("forecast", { answer, first });
    return reply.type === "forecast" ? ((reply["forecasts"] as Forecast[] | undefined) ?? []) : [];
  }
  async look(piece: string, pose?: Pose): Promise<Overlay[]> {
    const reply = await this.ask("look", pose ? { piece, pose: spot(pose) } : { piece });
    return (reply["overlays"] as Overlay[] | undefined) ?? [];
  }
  /** How far the march that is asked may go, all round. */
  async reach(piece: string, first: Step[] = []): Promise<Overlay[]> {
    const reply = await this.ask("look", { piece, reach: true, first });
    return (reply["overlays"] as Overlay[] | undefined) ?? [];
  }
  async whyNot(piece: string): Promise<Reason[]> {
    const reply = await this.ask("why-not", { piece });
    return (reply["reasons"] as Reason[] | undefined) ?? [];
  }
  claim(): Promise<Message> {
    return this.ask("claim", {}, true);
  }
  say(text: string): Promise<Message> {
    return this.ask("chat", { text }, true);
  }
  offer(what: string, seat = ""): Promise<Message> {
    return this.ask("offer", { what, seat }, true);
  }
  reply(offer: number, yes: boolean): Promise<Message> {
    return this.ask("reply", { offer, yes }, true);
  }
  back(): Promise<Message> {
    return this.ask("back", {}, true);
  }
  concede(): Promise<Message> {
    return this.ask("concede", {}, true);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pulse);
    clearTimeout(this.walking);
    this.stage.close();
    this.socket?.close();
  }
}

const BLANK: Told = { seq: 0, text: "", places: [], rolls: [], tally: [], hint: "", side: "", back: 0, courses: [] };

const NOTE = "note";

/** Take so many items off the end of a story, and the notes between them. */
function forget(story: Told[], back: number): void {
  for (let left = back; left > 0 && story.length; ) if (story.pop()!.hint !== NOTE) left--;
  while (story.at(-1)?.hint === NOTE) story.pop();
}

function spot(pose: Pose): Pose {
  return { x: pose.x, y: pose.y, facing: pose.facing };
}

function pick(message: Message, ...keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => key in message).map((key) => [key, message[key]]));
}

function reasons(reply: Message): Reason[] {
  if (reply.type === "done") return [];
  if (reply.type === "refused") return (reply["reasons"] as Reason[] | undefined) ?? [];
  if (reply.type === "conflict") return [{ text: "The table has changed since: look again and answer anew.", clause: "" }];
  return [{ text: String(reply["message"] ?? "The server could not do that."), clause: "" }];
}
