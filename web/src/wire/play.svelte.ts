import { NOWHERE, PACE, walks, type Walks } from "../lib/walk";
import { api, Refusal } from "./http";
import type { Answer, ChatLine, Forecast, Meant, Overlay, Pose, Preview, Reason, Step, Table, TableNews, Told } from "./types";

type Message = Record<string, unknown> & { type: string; id?: string };
interface Waiting {
  message: Message;
  done: (reply: Message) => void;
  lasting: boolean;
}

export type Line = "joining" | "live" | "lost";

/** A seat at a game: the table as this seat knows it, kept up to date over one socket. */
export class Play {
  table = $state.raw<Table | null>(null);
  story = $state.raw<Told[]>([]);
  fresh = $state.raw<Told[]>([]);
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
        this.story = [];
        this.retell((message["entries"] as Told[] | undefined) ?? []);
        this.chat = (message["chat"] as ChatLine[] | undefined) ?? [];
        this.take(message["table"] as Table);
        return;
      case "news":
        this.news(message);
        return;
      case "chat":
        this.chat = [...this.chat, message as unknown as ChatLine];
        return;
      case "presence":
        if (this.table) this.table = { ...this.table, ...pick(message, "players") };
        return;
    }
    const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (waiting && message.id !== undefined) {
      this.waiting.delete(message.id);
      waiting.done(message);
    }
  }

  private news(message: Message): void {
    this.fresh = this.retell((message["entries"] as Told[] | undefined) ?? []);
    if (!this.table) return;
    const table = merged(this.table, message["table"] as TableNews);
    this.walks = walks(this.table.scene, table.scene, this.fresh);
    this.take(table);
    clearTimeout(this.walking);
    this.walking = window.setTimeout(() => this.arrive(), PACE.slow);
  }

  /** Everybody is where he was going. */
  arrive(): void {
    this.walks = NOWHERE;
  }

  /** Something to remember between two items of the story, told by nobody but this page. */
  note(text: string): void {
    const last = this.story.at(-1)?.seq ?? 0;
    this.story = [...this.story, { ...BLANK, seq: last + 1 / 1024, text, hint: NOTE }];
  }

  /** The story with some more items; one that takes others back removes them. */
  private retell(entries: Told[]): Told[] {
    const story = [...this.story];
    const added: Told[] = [];
    for (const sent of entries) {
      if (sent.seq <= this.heard && this.story.length) continue;
      const told: Told = { ...BLANK, ...sent };
      this.heard = told.seq;
      if (told.back) {
        forget(story, told.back);
        added.length = Math.max(0, added.length - told.back);
      } else {
        story.push(told);
        added.push(told);
      }
    }
    this.story = story;
    return added;
  }

  private take(table: Table): void {
    const ground = table.scene.ground;
    if (ground && ground.width) this.ground = { width: ground.width, depth: ground.depth };
    this.table = table;
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

/** A table with its news: pieces that changed take their old place, new ones come last. */
function merged(table: Table, news: TableNews): Table {
  const { pieces = [], gone = [], whole = false, ...told } = news.scene;
  const changed = new Map(pieces.map((piece) => [piece.id, piece]));
  const old = whole ? [] : table.scene.pieces.filter((piece) => !gone.includes(piece.id));
  const kept = old.map((piece) => {
    const now = changed.get(piece.id) ?? piece;
    changed.delete(piece.id);
    return now;
  });
  return { ...table, ...news, scene: { ...table.scene, ...told, pieces: [...kept, ...changed.values()] } };
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
