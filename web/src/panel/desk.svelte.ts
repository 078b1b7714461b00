/** The player's desk: what is picked up, what is drafted as an answer, and what the table says to it. */
import { distance } from "../lib/geometry";
import { api } from "../wire/http";
import type { Play } from "../wire/play.svelte";
import type { Answer, Decision, Forecast, Form, Item, Overlay, Part, Piece, Point, Preview, Reason, Scene, Slot, Step, Table, Told } from "../wire/types";
import { EMPTY, answered, aside, ends, lacking, likely, lone, only, type Draft } from "./draft";
import { Hand } from "./hand.svelte";
import { hoard, hoarded } from "./hoard";
import { Leave } from "./leave.svelte";
import { primary } from "./primary";

export interface Spot {
  piece: Piece;
  part: Part | null;
  at: Point;
}

/** Milliseconds after which the reach of what was picked up is asked for. */
const SHADED = 200;
/** Milliseconds for which a remark is read, and for which a refused wish keeps the large button. */
const READ = 6000;

export class Desk {
  selected = $state("");
  draft = $state.raw<Draft>(EMPTY);
  preview = $state.raw<Preview | null>(null);
  forecasts = $state.raw<Forecast[]>([]);
  reasons = $state.raw<Reason[]>([]);
  busy = $state(false);
  /** What the drafted answer costs: nothing, dice, that it stands, or that others act next. */
  stakes = $state<Preview["stakes"]>("");
  warned = $state(false);
  tool = $state<"hand" | "ruler" | "lasso">("hand");
  ruler = $state.raw<{ from: Point; to: Point } | null>(null);
  looking = $state.raw<{ piece: string; overlays: Overlay[] } | null>(null);
  reach = $state.raw<Overlay[]>([]);
  past = $state.raw<Table | null>(null);
  pastAt = $state(-1);
  pointed = $state.raw<Point[]>([]);
  aim = $state.raw<{ at: Point; again: number } | null>(null);

  /** What a hand should know though nothing is wrong, for a little while. */
  remark = $state("");
  private remarked = 0;
  say(text: string): void {
    clearTimeout(this.remarked);
    this.remark = text;
    if (text) this.remarked = window.setTimeout(() => (this.remark = ""), READ);
  }

  /** The board takes what is dragged out of the hand. */
  receive: (x: number, y: number) => void = () => undefined;
  private forecastTimer = 0;

  readonly hand = new Hand(this);
  readonly leave = new Leave(this);
  /** The decision as it came, to tell whether it is still the same. */
  asked = "";

  constructor(readonly play: Play) {}

  // What lies before the player.

  get table(): Table | null {
    return this.past ?? this.play.table;
  }
  get scene(): Scene | null {
    return this.table?.scene ?? null;
  }
  get decision(): Decision | null {
    return this.past ? null : (this.ahead?.decision ?? this.play.table?.decision ?? null);
  }
  /** What the hand has answered already, unsent, and what is asked then. */
  ahead = $state.raw<{ first: Step[]; said: string[]; decision: Decision } | null>(null);
  get first(): Step[] {
    return this.ahead?.first ?? [];
  }
  mine(id: string): boolean {
    return this.table?.you.includes(this.byId.get(id)?.side ?? "") ?? false;
  }
  get pieces(): Map<string, Piece> {
    return this.byId;
  }
  private byId = $derived(new Map((this.scene?.pieces ?? []).map((piece) => [piece.id, piece])));

  /** What a key of an item or slot points to: a piece, or one stand of a piece. */
  spot(key: string, about = ""): Spot | null {
    const whole = this.byId.get(key);
    if (whole) return { piece: whole, part: null, at: [whole.pose.x, whole.pose.y] };
    const colon = key.lastIndexOf(":");
    const owner = this.byId.get(colon > 0 ? key.slice(0, colon) : about);
    const number = Number(colon > 0 ? key.slice(colon + 1) : key);
    if (owner && colon > 0 && Number.isNaN(number)) return this.spot(owner.id);
    const part = owner && Number.isInteger(number) ? owner.parts[number - 1] : undefined;
    return owner && part ? { piece: owner, part, at: [part.pose.x, part.pose.y] } : null;
  }
  /** The unit or stand of a slot; a stand or gun by the number it is called by, which books count from 0 or from 1. */
  slotSpot(slot: Slot): Spot | null {
    const called = /^\d+$/.test(slot.key) ? / (\d+)$/.exec(slot.label)?.[1] : undefined;
    return this.spot(called ?? slot.key, this.decision?.about ?? "");
  }
  /** Whether the slots are given targets on the table rather than chits of a kind. */
  get aiming(): boolean {
    const form = this.decision?.form;
    return form?.is === "Assign" && form.slots.some((slot) => slot.items.some((item) => this.spot(item.key)));
  }
  /** What the player has to do: the shape of what is asked, told apart where a hand does it differently. */
  get task(): string {
    const form = this.decision?.form.is ?? "";
    if (this.decision?.form.is === "Assign") return this.aiming ? "Aim" : this.decision.form.slots.some((slot) => this.byId.has(slot.key)) ? form : "Settle";
    return form === "Choose" && ![...this.offered].some((id) => this.mine(id)) ? "" : form;
  }
  /** Pieces that can be clicked to answer. */
  get offered(): Set<string> {
    return this.offers;
  }
  private offers = $derived.by(() => {
    const form = this.decision?.form;
    const found = new Set<string>();
    if (form?.is === "Choose" || form?.is === "Arrange") for (const item of form.items) if (!aside(item)) add(found, this.spot(item.at || item.key));
    if (form?.is === "Assign") {
      for (const slot of form.slots) {
        add(found, this.byId.has(slot.key) ? this.spot(slot.key) : null);
        for (const item of slot.items) add(found, this.spot(item.key));
      }
    }
    if (form?.is === "March" || form?.is === "Place" || form?.is === "Trace") found.add(form.piece);
    return found;
  });
  get acting(): string {
    const decision = this.decision;
    if (!decision) return "";
    return "piece" in decision.form ? decision.form.piece : this.byId.has(decision.about) ? decision.about : "";
  }

  // When the table changes.

  refresh(): void {
    const decision = this.play.table?.decision ?? null;
    const text = JSON.stringify(decision);
    if (text === this.asked) return;
    this.asked = text;
    this.ahead = null;
    this.reset();
    this.kept();
    this.hand.rest();
    if (decision) void this.hand.resume();
    void this.alone();
  }

  /** What has only one answer answers itself, and the story says so. */
  private async alone(): Promise<void> {
    const decision = this.play.table?.decision;
    const found = decision && this.play.line === "live" ? lone(decision.form, this.named.includes(decision.about)) : null;
    if (!found || !decision || this.busy || this.undoing) return;
    this.play.note(`${decision.sentence} Only one answer: ${found.words}.`);
    await this.commit(found.answer);
    // It goes with the gesture before it.
    if (!this.reasons.length && this.spent.length > 1) this.spent.push(this.spent.pop()! + this.spent.pop()!);
  }

  reset(): void {
    this.hand.forget();
    this.preview = null;
    this.forecasts = [];
    this.reasons = [];
    this.looking = null;
    this.reach = [];
    this.busy = false;
    this.warned = false;
    this.goes = false;
    this.denied = null;
    this.leave.put();
    this.draft = this.still = this.opening();
    this.trail = [];
    const acting = this.acting;
    if (acting) this.selected = acting;
    const form = this.decision?.form;
    this.unsure = form?.is === "March" && form.ways.length > 0 && form.ways.every((way) => way.manoeuvres.length > 0);
    if (form?.is === "March") void this.shadeReach(form.piece);
    if (form?.is === "Assign" && !this.aiming) this.selected = form.slots[0]?.key ?? this.selected;
    this.foretell();
  }

  private opening(): Draft {
    const form = this.decision?.form;
    if (!form) return EMPTY;
    const first = likely(form, (key) => this.mine(key));
    if (first && !this.acts(first)) return { ...EMPTY, keys: [first.key] };
    if (form.is === "Choose" && form.least === 0) return { ...EMPTY, keys: form.items.slice(0, form.most).map((item) => item.key) };
    if (form.is === "Assign") return { ...EMPTY, pairs: this.aiming ? this.spread(form.slots) : only(form.slots, (key) => this.spot(key, this.decision!.about) !== null) };
    if (form.is === "Number") return { ...EMPTY, number: form.low };
    if (form.is === "March") return { ...EMPTY, pose: form.start, manoeuvres: [], way: form.ways.find((way) => !way.manoeuvres.length)?.key ?? "" };
    if (form.is === "Place") return { ...EMPTY, pose: form.candidates[0] ?? null };
    if (form.is === "Trace") return { ...EMPTY, points: [form.start] };
    if (form.is === "Arrange") return { ...EMPTY, keys: form.take ? [] : form.items.map((item) => item.key) };
    return EMPTY;
  }

  /** Targets shared out: the least aimed at first, the nearest of equals. */
  spread(slots: Slot[]): Record<string, string> {
    const counts = new Map<string, number>();
    const pairs: Record<string, string> = {};
    for (const slot of slots) {
      const from = this.slotSpot(slot)?.at;
      const seen = slot.items.filter((item) => this.spot(item.key));
      const weighed = (seen.length ? seen : slot.items).map((item) => {
        const to = this.spot(item.key)?.at;
        return { key: item.key, count: counts.get(item.key) ?? 0, far: from && to ? distance(from, to) : 0 };
      });
      weighed.sort((a, b) => a.count - b.count || a.far - b.far);
      const best = weighed[0];
      if (!best) continue;
      pairs[slot.key] = best.key;
      counts.set(best.key, best.count + 1);
    }
    return pairs;
  }

  // The draft and its answer.

  get answer(): Answer | null {
    return this.ready;
  }
  private ready = $derived.by((): Answer | null => answered(this.decision?.form, this.draft));
  /** Chits that may be left away and have been: asked once more before it counts. */
  get left(): number {
    const form = this.decision?.form;
    return form?.is === "Assign" && !this.aiming ? form.slots.filter((slot) => slot.optional && !this.draft.pairs[slot.key]).length : 0;
  }
  get missing(): number {
    const form = this.decision?.form;
    return form?.is === "Assign" ? lacking(form.slots, this.draft) : 0;
  }

  /** Why the draft may not be: what the preview found, or what the table answered. */
  get refusals(): Reason[] {
    return this.decision && this.preview?.reasons.length ? this.preview.reasons : this.reasons;
  }

  /** Whether a choice picks one of my own units to act. */
  private acts(item: Item): boolean {
    return this.mine(this.spot(item.at || item.key)?.piece.id ?? "");
  }
  /** The unit that the large button picks while nothing is drafted. */
  get upcoming(): Item | null {
    const form = this.decision?.form;
    return form?.is === "Choose" && form.most === 1 && !this.draft.keys.length && !this.refused ? likely(form, (key) => this.mine(key)) : null;
  }
  /** What ends or leaves what is asked: offered beside the large button until something is drafted by hand. */
  get ending(): Item | null {
    const found = this.ahead || this.refused || this.altered ? null : ends(this.decision?.form);
    return found && this.draft.keys.includes(found.key) ? null : found;
  }
  /** What the one large button says. */
  get primary(): string {
    return primary(this);
  }
  /** The draft that stood when a hand's wish was refused: the large button must not do it in the wish's place. */
  denied = $state.raw<Draft | null>(null);
  private denying = 0;
  /** Whether what was begun for a refused wish is put back with it. */
  private vain = false;
  /** Say why a wish cannot be; the next gesture ends that, or some seconds do. */
  deny(reasons: Reason[], vain: boolean): void {
    clearTimeout(this.denying);
    this.reasons = reasons;
    this.vain = vain;
    this.denied = this.draft;
    this.denying = window.setTimeout(() => this.refused && this.dismiss(), READ);
  }
  get refused(): boolean {
    return this.denied !== null && this.denied === this.draft;
  }
  /** Whether a way is still looked for: until it is known, the large button must not mean to stand. */
  get seeking(): boolean {
    return (this.hand.asking || this.unsure) && this.decision?.form.is === "March" && !this.draft.manoeuvres?.length;
  }
  /** Whether it is not known yet if a march to which no way stands may be given up. */
  private unsure = $state(false);
  /** Whether a march may not be given up: then standing is no answer. */
  goes = $state(false);
  get rooted(): boolean {
    return this.goes && this.decision?.form.is === "March" && !this.draft.manoeuvres?.length;
  }
  get able(): boolean {
    if (this.hand.looking) return false;
    if (this.refused) return !this.busy;
    if (this.rooted || this.busy || this.play.line !== "live") return false;
    if (this.upcoming) return true;
    if (!this.answer || this.seeking) return false;
    return !(this.preview?.reasons.length && (this.decision?.form.is === "March" || this.decision?.form.is === "Place"));
  }

  /** The draft as it lay when it was asked, and what was laid or given since, step by step. */
  private still: Draft = EMPTY;
  private trail: Draft[] = [];
  edit(change: Partial<Draft>): void {
    const form = this.decision?.form.is;
    if (form === "Assign" || form === "Arrange" || form === "Trace") this.trail.push(this.draft);
    this.draft = { ...this.draft, ...change };
    this.reasons = [];
    this.warned = false;
    if (form === "Assign" || form === "Arrange") hoard(this.play.game, { asked: this.asked, draft: this.draft, trail: this.trail });
    this.foretell();
  }
  /** What was given or laid before the page was loaded anew lies there again. */
  private kept(): void {
    const found = hoarded(this.play.game);
    if (found?.asked !== this.asked) return;
    this.trail = found.trail;
    this.draft = found.draft;
  }

  toggle(key: string): void {
    const form = this.decision?.form;
    if (form?.is !== "Choose") return;
    const has = this.draft.keys.includes(key);
    if (form.most === 1) this.edit({ keys: has && form.least === 0 ? [] : [key] });
    else this.edit({ keys: has ? this.draft.keys.filter((other) => other !== key) : [...this.draft.keys, key].slice(-form.most) });
  }

  /** A choice by its button or number: done at once where it can be taken back, otherwise drafted. */
  async take(key: string): Promise<void> {
    this.toggle(key);
    const [form, text, answer] = [this.decision?.form, this.asked, this.answer];
    if (form?.is !== "Choose" || form.most > 1 || !answer || !this.draft.keys.includes(key)) return;
    const found = await this.play.preview({ answer }, this.first, true);
    if (text === this.asked && this.answer === answer && found?.stakes === "free") await this.commit();
  }

  assign(slot: string, item: string): void {
    const pairs = { ...this.draft.pairs };
    if (item) pairs[slot] = item;
    else delete pairs[slot];
    this.edit({ pairs });
  }
  /** Give a chit and go on to the next slot that has none. */
  give(slot: string, item: string): void {
    this.assign(slot, item);
    const form = this.decision?.form;
    if (form?.is !== "Assign" || this.aiming) return;
    const at = form.slots.findIndex((other) => other.key === slot);
    const order = [...form.slots.slice(at + 1), ...form.slots.slice(0, at)];
    const next = order.find((other) => !this.draft.pairs[other.key]);
    if (next) this.selected = next.key;
  }
  /** Whether some slots have been given something and others not. */
  get begun(): boolean {
    const form = this.decision?.form;
    const given = form?.is === "Assign" ? form.slots.filter((slot) => this.draft.pairs[slot.key]).length : 0;
    return form?.is === "Assign" && given > 0 && given < form.slots.length;
  }
  /** The same item to every slot that takes it; once some have theirs, to the rest. */
  alike(item: string): void {
    const form = this.decision?.form;
    if (form?.is !== "Assign") return;
    const [pairs, rest] = [{ ...this.draft.pairs }, this.begun];
    for (const slot of form.slots) if (!(rest && pairs[slot.key]) && slot.items.some((other) => other.key === item)) pairs[slot.key] = item;
    this.edit({ pairs });
    const next = form.slots.find((slot) => !pairs[slot.key]);
    if (next) this.selected = next.key;
  }

  /** What was laid in an order the last time this was asked, as far as it can be laid again. */
  again(form: Extract<Form, { is: "Arrange" }>): string[] {
    const found = this.laid.filter((key) => form.items.some((item) => item.key === key));
    return found.length === form.take ? found : [];
  }
  private laid: string[] = [];

  /** Whether something is in the hand that can be put back. */
  get drafting(): boolean {
    const form = this.decision?.form;
    return this.ahead !== null || (form?.is === "March" && Boolean(this.draft.manoeuvres?.length));
  }
  /** What was refused is done with; what was laid and given before it stays. */
  dismiss(): void {
    const vain = this.refused && this.vain;
    this.denied = null;
    this.reasons = [];
    if (vain) this.letGo();
    else if (this.ahead && this.acting) this.selected = this.acting;
  }
  /** Put back what was picked up: nothing of it has happened. */
  letGo(): void {
    this.ahead = null;
    this.reset();
  }

  // Chances, sight and measuring.

  foretell(): void {
    clearTimeout(this.forecastTimer);
    const answer = this.answer;
    const text = JSON.stringify(answer);
    this.stakes = "";
    if (!answer) {
      this.forecasts = [];
      return;
    }
    const shown = answer.is === "Chosen" ? answer.keys.length > 0 : answer.is === "Assigned" && !this.aiming;
    if ((answer.is === "Chosen" || answer.is === "Assigned") && this.acting) this.hand.ask(() => (shown ? this.play.preview({ answer }, this.first) : Promise.resolve(null)), true);
    this.forecastTimer = window.setTimeout(() => {
      void this.play.preview({ answer }, this.first, true).then((found) => {
        this.unsure = false;
        if (JSON.stringify(this.answer) !== text) return;
        this.stakes = found?.stakes ?? "";
        if (answer.is === "Marched" && !answer.manoeuvres.length && found?.reasons.length) this.mustGo();
      });
      void this.play.forecast(answer, this.first).then((found) => {
        if (JSON.stringify(this.answer) === text) this.forecasts = found.filter((one) => one.chances.length);
      });
    }, 120);
  }
  /** Who may not stand begins with the first way that the book proposes. */
  private mustGo(): void {
    const form = this.decision?.form;
    if (this.goes) return;
    this.goes = true;
    if (form?.is !== "March" || !form.ways[0] || this.hand.dragging || this.hand.asking || this.refused) return;
    this.hand.takeWay(form.ways[0].key);
    this.still = this.draft;
  }
  async look(id = this.selected): Promise<void> {
    if (!id) return;
    const mine = id === this.acting && this.draft.pose ? this.draft.pose : undefined;
    const found = await this.play.look(id, mine);
    this.looking = { piece: id, overlays: found };
  }
  toggleLook(id = this.selected): void {
    if (this.looking?.piece === id) this.looking = null;
    else void this.look(id);
  }
  private async shadeReach(id: string): Promise<void> {
    const [text, ahead] = [this.asked, this.ahead];
    // What a hand wishes for is answered first: the ground all round can take longer.
    if (ahead) await new Promise((done) => setTimeout(done, SHADED));
    while (this.hand.asking) await new Promise((done) => setTimeout(done, SHADED / 4));
    if (text !== this.asked || ahead !== this.ahead) return;
    const found = await this.play.reach(id, this.first);
    if (text === this.asked && ahead === this.ahead) this.reach = found;
  }

  // Doing it.

  async commit(given: Answer | null = null): Promise<void> {
    this.say("");
    const text = this.asked;
    if (this.hand.looking && !given) {
      if (!(await this.hand.looked()) || text !== this.asked || this.refused || !this.able) return;
    }
    if (this.decision?.form.is === "March" && !given && this.draft.manoeuvres?.length && this.hand.asking) {
      await this.hand.known();
      if (text !== this.asked || !this.able) return;
    }
    const answer = given ?? this.answer;
    if (this.refused) return this.dismiss();
    if (!answer && this.upcoming) return this.pickUp(this.upcoming);
    if (!answer || this.busy || this.seeking || this.rooted) return;
    if (this.left && !this.warned) {
      this.warned = true;
      return;
    }
    this.busy = true;
    const [first, team, form] = [this.first, this.hand.team(), this.decision?.form];
    const some = form?.is === "Choose" && form.least === 0;
    this.reasons = await this.play.command(answer, first);
    const others = team && !this.reasons.length ? await this.hand.lead(team) : 0;
    this.busy = false;
    if (this.reasons.length) return;
    if (answer.is === "Arranged") this.laid = answer.keys;
    hoard(this.play.game, null);
    if (answer.is === "Chosen") this.named = some ? answer.keys : [];
    this.hand.choose([]);
    this.spent.push(first.length + 1 + others);
    this.hand.sent(answer);
    this.refresh();
  }
  /** Who was just named of those who may: he means to, and is not asked again at whom where there is only one. */
  private named: readonly string[] = [];
  /** How many commands each gesture gave. */
  private spent: number[] = [];
  /** Take back what the last gesture did, and what answered itself before it. */
  async undo(): Promise<void> {
    this.undoing = true;
    this.letGo();
    this.reasons = await this.play.undo();
    for (let left = (this.spent.pop() ?? 1) - 1; left > 0 && !this.reasons.length && !(await this.play.undo()).length; ) left--;
    this.undoing = false;
  }
  private undoing = false;
  async entered(entry: string): Promise<void> {
    this.busy = true;
    this.reasons = await this.play.throw(entry);
    this.busy = false;
  }
  /** The next piece that can act or still waits for its chit. */
  cycle(back = false): void {
    const form = this.decision?.form;
    let ids = [...this.offered];
    if (form?.is === "Assign" && !this.aiming) {
      const open = form.slots.filter((slot) => !this.draft.pairs[slot.key]).map((slot) => slot.key);
      ids = open.length ? open : form.slots.map((slot) => slot.key);
    } else if (!ids.length) ids = [...this.byId.values()].filter((piece) => this.table?.you.includes(piece.side)).map((piece) => piece.id);
    const id = this.following(back, ids);
    if (!id) return;
    if (form?.is === "Choose") this.hand.pick(id, -1, true);
    else this.selected = id;
    const piece = this.byId.get(id);
    if (piece) this.show([piece.pose.x, piece.pose.y]);
  }
  private pickUp(item: Item): void {
    this.toggle(item.key);
    const spot = this.spot(item.at || item.key);
    if (!spot) return;
    this.selected = spot.piece.id;
    this.show(spot.at);
  }
  private following(back: boolean, ids: string[]): string {
    const at = ids.indexOf(this.selected);
    return ids[at < 0 ? 0 : (at + (back ? ids.length - 1 : 1)) % ids.length] ?? "";
  }
  show(at: Point): void {
    this.aim = { at, again: (this.aim?.again ?? 0) + 1 };
  }
  /** One step back, or a word that there is none. */
  back(): void {
    const card = this.shown !== null;
    this.say("");
    if (this.play.stage.on || this.play.walks.size) return this.skip();
    if (card) this.skip();
    if (this.ruler || this.tool !== "hand") [this.ruler, this.tool] = [null, "hand"];
    else if (this.looking) this.looking = null;
    else if (this.past) void this.watch(-1);
    else if (this.refused || this.reasons.length) this.dismiss();
    else if (this.leave.asked) this.leave.put();
    else if (this.hand.picked.size && !this.ahead) this.hand.choose([]);
    else if (this.draft.by.length) this.hand.straighten();
    else if (this.ahead) this.letGo();
    else if (this.trail.length) this.retrace();
    else if (this.altered) this.reset();
    else if (this.selected && this.selected !== this.acting) this.selected = "";
    else if (!card) this.say(`There is nothing to put back.${this.table?.undo ? " Take back (U) undoes what was done last." : ""}`);
  }
  private retrace(): void {
    const [was, form] = [this.draft, this.decision?.form];
    this.draft = this.trail.pop()!;
    hoard(this.play.game, { asked: this.asked, draft: this.draft, trail: this.trail });
    this.warned = false;
    if (form?.is === "Assign") this.selected = form.slots.find((slot) => was.pairs[slot.key] !== this.draft.pairs[slot.key])?.key ?? this.selected;
    this.foretell();
  }
  /** Whether the draft is another than it was when it was asked. */
  private get altered(): boolean {
    const form = this.decision?.form;
    return JSON.stringify(answered(form, this.draft)) !== JSON.stringify(answered(form, this.still));
  }

  // What has just happened.

  get shown(): Told | null {
    return this.play.stage.told;
  }
  skip(): void {
    this.play.stage.skip();
    this.play.arrive();
  }

  // The past.

  async watch(at: number, truth = false): Promise<void> {
    const seq = Math.floor(at);
    this.pastAt = seq;
    if (seq < 0) {
      this.past = null;
      return;
    }
    try {
      const table = await api.table(this.play.game, this.play.token, seq, truth);
      if (this.pastAt === seq) this.past = table;
    } catch {
      this.past = null;
      this.pastAt = -1;
    }
  }
  close(): void {
    clearTimeout(this.forecastTimer);
    clearTimeout(this.remarked);
    clearTimeout(this.denying);
  }
}

function add(found: Set<string>, spot: Spot | null): void {
  if (spot) found.add(spot.piece.id);
}
