/** The player's hand on the map: what a click, a drag or a drop on a piece means, and the wish for a place. */
import { around, bearing, distance, toWorld, turnBetween } from "../lib/geometry";
import { singly } from "../lib/signs";
import type { Answer, Item, Manoeuvre, Piece, Point, Pose, Preview, Reason, Slot, Step } from "../wire/types";
import type { Desk } from "./desk.svelte";
import { drafted, settled } from "./draft";

/** What several men who were picked do after the first of them: the same deed, as far as each may. */
interface Team {
  deed: "move" | "fire";
  men: string[];
  onto: string;
  by: Point;
  turn: number;
}

export class Hand {
  dragging = $state(false);
  /** Men picked to act alike, of those who are set down singly. */
  picked = $state.raw<Set<string>>(new Set());
  /** The own unit that was last touched. */
  private held = "";
  /** Whether a wish is being looked into. */
  asking = $state(false);
  private next: (() => Promise<void>) | null = null;
  /** Counts what the hand has meant: previews of earlier wishes come too late. */
  private epoch = 0;
  private target = "";
  /** The enemy that a charge was last aimed at. */
  struck = $state("");
  /** Why the last shot that was wished for cannot be. */
  private why: Reason[] = [];

  /** How many wishes are being looked into: until they are known, nothing else may be armed. */
  private pending = $state(0);
  /** Whether the last wish can be. */
  private can = false;
  /** The unit for which dice are thrown before it may be moved. */
  private rolling = "";
  /** Where such a unit goes once the dice allow it; `thrown`: they have been thrown. */
  private later: { piece: string; pose: Pose; roll: string; moment: string; thrown: boolean } | null = null;

  constructor(private readonly desk: Desk) {}

  get looking(): boolean {
    return this.pending > 0;
  }
  /** Look into a wish; until its answer is known, the large button stands for nothing else. */
  async look<T>(work: () => Promise<T>): Promise<T> {
    this.pending++;
    try {
      return await work();
    } finally {
      this.pending--;
    }
  }
  /** Wait until what is wished for is known; whether it can be. */
  async looked(): Promise<boolean> {
    for (let left = 1000; left > 0 && this.looking; left--) await new Promise((done) => setTimeout(done, 20));
    return this.can;
  }

  /** Whether a ghost stands elsewhere than its piece. */
  get moved(): boolean {
    const { decision, draft } = this.desk;
    return decision?.form.is === "Place" || Boolean(draft.manoeuvres?.length) || this.dragging;
  }
  /** Who is drawn faintly, because his ghost stands elsewhere: one piece, or the whole squad that moves with it. */
  get pale(): Set<string> {
    return this.faint;
  }
  private faint = $derived.by((): Set<string> => {
    const { decision, preview, pieces } = this.desk;
    if (!this.moved || decision?.form.is !== "March") return new Set();
    const piece = pieces.get(decision.form.piece);
    const squad = (preview?.parts.length ?? 0) > 1 && piece && piece.parts.length < 2 ? [...pieces.values()].filter((one) => one.side === piece.side && one.group === piece.group) : [];
    return new Set([decision.form.piece, ...squad.map((one) => one.id), ...(this.picked.has(decision.form.piece) ? this.picked : [])]);
  });
  /** Whether men are set down singly here, so that some of them can be picked. */
  get singly(): boolean {
    return this.single;
  }
  private single = $derived.by(() => [...this.desk.pieces.values()].some((piece) => singly(piece.glyph)));

  /** Something else is asked: whoever was touched before it is in the hand no longer, unless it is asked of him. */
  rest(): void {
    if (this.desk.acting !== this.held) this.held = "";
    this.insisted = "";
  }

  /** Pick some men to act alike; the nearest of them leads. */
  choose(ids: string[]): void {
    if (!ids.length && !this.picked.size) return;
    this.picked = new Set(ids);
    if (ids.length) {
      this.desk.selected = this.held = ids[0]!;
      if (this.desk.ahead) this.desk.letGo();
    }
  }
  /** Pick a man by key, or let him go: those who are picked stay so. */
  toggle(id: string): void {
    if (!this.single || !this.desk.mine(id)) return;
    const others = [...this.picked].filter((other) => other !== id);
    if (this.picked.has(id)) this.picked = new Set(others);
    else this.choose([id, ...others]);
  }
  /** The others who are to do what is drafted for the first. */
  team(): Team | null {
    const { decision, draft } = this.desk;
    const form = decision?.form;
    const lead = form?.is === "March" ? form.piece : this.held;
    const men = [...this.picked].filter((id) => id !== lead);
    if (!men.length || !this.picked.has(lead)) return null;
    if (form?.is === "March" && draft.pose && draft.manoeuvres?.length) {
      const by: Point = [draft.pose.x - form.start.x, draft.pose.y - form.start.y];
      return { deed: "move", men: this.foremost(men, by), onto: "", by, turn: draft.pose.facing - form.start.facing };
    }
    return this.target ? { deed: "fire", men, onto: this.target, by: [0, 0], turn: 0 } : null;
  }
  /** Those farthest ahead on a way go first, so that nobody stands in another's. */
  private foremost(men: string[], by: Point): string[] {
    const along = (id: string): number => {
      const pose = this.desk.pieces.get(id)?.pose;
      return pose ? pose.x * by[0] + pose.y * by[1] : 0;
    };
    return [...men].sort((a, b) => along(b) - along(a));
  }
  /** Let the others do it too, one after another; how many commands that took. */
  async lead(team: Team): Promise<number> {
    const { play } = this.desk;
    let made = 0;
    for (const man of team.men) {
      const pose = this.desk.pieces.get(man)?.pose;
      const found = pose ? await play.carry(team.deed, man, team.onto, true) : null;
      if (!pose || !found?.decision || found.reasons.length) continue;
      const goal = settled({ x: pose.x + team.by[0], y: pose.y + team.by[1], facing: around(pose.facing + team.turn) });
      const answer = team.deed === "fire" ? found.answer : ((await play.preview({ pose: goal }, found.first))?.answer ?? null);
      if (!answer || (answer.is === "Marched" && !answer.manoeuvres.length)) continue;
      if (!(await play.command(answer, found.first, found.version)).length) made += found.first.length + 1;
    }
    return made;
  }

  /** A click on a piece: an answer where it is one, and always its card; `keep`: whoever was picked stays so. */
  pick(id: string, part = -1, keep = false): void {
    const desk = this.desk;
    const form = desk.decision?.form;
    const before = desk.selected;
    desk.say("");
    if (desk.refused) desk.dismiss();
    desk.selected = id;
    if (desk.mine(id)) {
      this.held = id;
      this.insisted = "";
      if (!keep && !this.picked.has(id)) this.picked = new Set();
    }
    const exact = `${id}:${part + 1}`;
    if (form?.is === "Choose") {
      const item =
        this.turned(form.items, id, part) ?? form.items.find((other) => other.key === id || other.key === exact) ?? form.items.find((other) => (other.at || other.key).startsWith(`${id}:`) || other.at === id);
      if (item) desk.toggle(item.key);
      else void this.aimAt(id);
    }
    if (form?.is === "March" || form?.is === "Confirm") void this.aimAt(id);
    if (form?.is === "Assign" && desk.aiming) {
      const pairs = { ...desk.draft.pairs };
      let changed = false;
      for (const slot of form.slots) {
        const item = slot.items.find((other) => other.key === exact) ?? slot.items.find((other) => other.key.startsWith(`${id}:`) || other.key === id);
        if (item) {
          pairs[slot.key] = item.key;
          changed = true;
        }
      }
      if (changed && id !== before) desk.edit({ pairs });
      if (!changed) void this.explain(id);
    }
    if (desk.looking) void desk.look(id);
  }

  /** What may lie at a part of a piece: as it lies in the hand, or, where it lies there already, the other way round. */
  private turned(items: Item[], id: string, part: number): Item | undefined {
    const places = items.filter((item) => item.at.startsWith(`${id}:`)).map((item) => Number(item.at.slice(id.length + 1)));
    const place = Math.max(...places.filter((one) => one <= part + 1));
    const here = items.filter((item) => item.at === `${id}:${place}`);
    const held = items.find((item) => this.desk.draft.keys.includes(item.key));
    const same = here.find((item) => item.art === held?.art);
    return same && same !== held ? same : (here.find((item) => item !== held) ?? here[0]);
  }

  /** An enemy that is clicked: fire at it with the unit in hand, or with whichever can, or why that cannot be. */
  private async aimAt(id: string): Promise<void> {
    const desk = this.desk;
    if (!desk.pieces.get(id)?.side || desk.mine(id) || !desk.table?.you.length) return;
    this.can = false;
    await this.look(() => this.aimed(id));
  }
  private async aimed(id: string): Promise<void> {
    const desk = this.desk;
    const text = desk.asked;
    const some = this.picked.has(this.held);
    if (this.going) {
      // What is drafted stays: the shot comes after it or not at all.
      const done = await this.then(id);
      if (!done && text === desk.asked) desk.deny(this.why.length ? this.why : [{ text: `${desk.pieces.get(id)!.name} cannot be fired at after this move.`, clause: "" }], false);
      return;
    }
    const held = this.held;
    if (held && (await this.means("fire", held, id, some))) return;
    if (held && this.why.length && text === desk.asked && this.insisted !== id) return this.instead(held, id);
    const found = !some && (await this.means("fire", "", id));
    const firer = desk.pieces.get(desk.acting)?.name;
    if (!found && text === desk.asked) await this.explain(id);
    else if (found && firer) desk.say(`${firer} fires, the nearest that can.`);
  }
  /** The enemy at whom the unit in hand cannot fire: who clicks it once more means any other. */
  private insisted = "";
  /** Why the unit in hand cannot fire, and who would. */
  private async instead(held: string, id: string): Promise<void> {
    const { desk } = this;
    const [why, text] = [this.why, desk.asked];
    this.insisted = id;
    desk.selected = held;
    desk.deny(why, false);
    const other = this.picked.has(held) ? null : await desk.play.carry("fire", "", id);
    const firer = other?.reasons.length ? undefined : desk.pieces.get(other?.decision?.about ?? "")?.name;
    if (firer && text === desk.asked) desk.say(`${firer} can: click ${desk.pieces.get(id)!.name} once more.`);
  }
  /** Whether a move of one piece or squad is drafted, after which something else may come. */
  private get going(): boolean {
    const { decision, draft, answer } = this.desk;
    return decision?.form.is === "March" && Boolean(draft.manoeuvres?.length) && !draft.manoeuvres?.some((one) => one.kind === "charge") && answer !== null && this.picked.size < 2;
  }
  /** A move that is drafted and can be taken back is made when another that may act after it is picked up. */
  async settle(id: string, alone: boolean): Promise<void> {
    const { decision, answer, draft, first, play, asked } = this.desk;
    const placed = decision?.form.is === "Place" && first.length > 0;
    if (!(this.going || placed) || !decision || !("piece" in decision.form) || decision.form.piece === id || !answer) return;
    const march: Step = { kind: decision.kind, about: decision.about, answer };
    const [found, weighed] = await Promise.all([play.carry("move", id, "", alone, [...first, march]), play.preview({ answer }, first, true)]);
    if (asked !== this.desk.asked || this.desk.draft !== draft) return;
    if (!found?.decision || found.reasons.length || weighed?.stakes !== "free") return;
    const version = play.table?.version;
    await this.desk.commit(answer);
    // The table is told of it a moment after the answer: what is meant before that would be forgotten.
    for (let left = 40; left > 0 && play.table?.version === version && !this.desk.reasons.length; left--) await new Promise((done) => setTimeout(done, 25));
    this.desk.refresh();
  }
  /** After the move that is drafted, fire: riders ride there and then shoot. */
  private async then(id: string): Promise<boolean> {
    const { decision, answer, first, ahead } = this.desk;
    if (decision?.form.is !== "March" || !answer) return false;
    const march: Step = { kind: decision.kind, about: decision.about, answer };
    const moved = ahead?.said ?? [];
    return this.means("fire", this.held || decision.form.piece, id, this.picked.size > 0, { first: [...first, march], said: [...moved, `${this.desk.primary}`] });
  }

  /** Put what a hand means on the desk: the answers on the way, and the last one as a draft; whether it can be. */
  async means(deed: "move" | "charge" | "fire", piece: string, onto = "", alone = false, before: { first: Step[]; said: string[] } = { first: [], said: [] }): Promise<boolean> {
    const desk = this.desk;
    const [text, begun] = [desk.asked, this.begun(piece, before.first)];
    this.can = false;
    const found = await this.look(() => desk.play.carry(deed, piece, onto, alone, before.first));
    if (!found || text !== desk.asked) return false;
    const done = (this.can = Boolean(found.decision && !found.reasons.length));
    this.later = null;
    this.rolling = done && deed === "move" && !onto && found.answer?.is === "Chosen" ? piece : "";
    if (deed === "fire" && !done) {
      this.why = found.reasons;
      return false;
    }
    this.forget();
    const vain = Boolean(found.decision) && !desk.ahead;
    if (found.decision && (done || !desk.ahead)) {
      const first = [...before.first, ...found.first];
      desk.ahead = first.length ? { first, said: [...before.said, ...found.said], decision: found.decision } : null;
      desk.reset();
      if (found.answer) desk.draft = drafted(found.answer, desk.draft);
      const form = desk.decision?.form;
      if (done && deed === "charge" && form?.is === "March") this.strike(found.answer, piece, onto);
      else desk.foretell();
    }
    this.target = deed === "fire" ? onto : "";
    this.struck = deed === "charge" ? onto : "";
    // What is refused leaves what is drafted: the column and the unit in the hand stay one and the same.
    const stays = !done && desk.ahead && desk.acting !== piece ? desk.pieces.get(desk.acting)?.name : undefined;
    if (piece && !stays) desk.selected = this.held = piece;
    if (done) [desk.reasons, desk.denied] = [[], null];
    else desk.deny(found.reasons, vain);
    if (stays) desk.say(`${stays}: what is drafted still stands.`);
    else if (done && begun) desk.say(begun);
    return done;
  }
  /** A unit that dice must let go first was dragged so far: it goes there once they do. */
  defer(by: Point): void {
    const { desk, rolling: piece } = this;
    const [from, answer] = [desk.pieces.get(piece), desk.answer];
    if (!from || !answer) return;
    const pose = settled({ ...from.pose, x: from.pose.x + by[0], y: from.pose.y + by[1] });
    this.later = { piece, pose, roll: JSON.stringify(answer), moment: desk.scene?.moment ?? "", thrown: false };
    desk.say(`Dice first: if they allow it, ${from.name} goes there.`);
  }
  /** An answer was given: the dice that were waited for, or something else instead of them. */
  sent(answer: Answer): void {
    if (this.later?.roll === JSON.stringify(answer)) this.later.thrown = true;
    else if (!this.later?.thrown) this.later = null;
  }
  /** What was wished for before the dice lies there again as a draft, or it is said that it cannot be. */
  async resume(): Promise<void> {
    const { desk, later } = this;
    if (!later?.thrown) return;
    this.later = null;
    const name = desk.pieces.get(later.piece)?.name ?? "It";
    const can = later.moment === desk.scene?.moment && (await this.means("move", later.piece));
    if (can && desk.decision?.form.is === "March") return this.wish(later.pose);
    if (can) desk.letGo();
    desk.say(`${name} may not go after that throw: its move is put back.`);
  }
  /** What is drafted for another piece and would be put back, in words. */
  private begun(piece: string, first: Step[]): string {
    const { decision, draft, drafting, pieces, acting } = this.desk;
    const name = pieces.get(acting)?.name;
    if (!drafting || first.length || !name || acting === piece || this.pale.has(piece)) return "";
    const charge = decision?.kind === "charge" || draft.manoeuvres?.some((one) => one.kind === "charge");
    return `${name}: its ${charge ? "charge" : "order"} is put back, for it was not given yet.`;
  }

  /** A charge as the book proposes it, or straight at whom it is aimed. */
  private strike(answer: Answer | null, piece: string, onto: string): void {
    const [from, to] = [this.desk.pieces.get(piece)!.pose, this.desk.pieces.get(onto)!.pose];
    if (answer?.is === "Marched") this.typed([...answer.manoeuvres]);
    else this.wish({ x: to.x, y: to.y, facing: Math.round(bearing([from.x, from.y], [to.x, to.y])) });
  }

  /** A target that is not offered: why not. */
  private async explain(id: string): Promise<void> {
    const desk = this.desk;
    const piece = desk.pieces.get(id);
    const acting = desk.pieces.get(desk.acting);
    if (!piece || piece.side === acting?.side) return;
    const text = desk.asked;
    if (acting) desk.selected = acting.id;
    const reasons = acting ? await desk.play.whyNot(id) : this.why;
    if (text === desk.asked) desk.deny(reasons.length ? reasons : [{ text: `${piece.name} cannot be named now.`, clause: desk.decision?.clauses[0] ?? "" }], false);
  }

  // Moving by hand.

  /** Ask for a place; only the newest wish is sent once the last is answered. */
  wish(pose: Pose): void {
    const desk = this.desk;
    const form = desk.decision?.form;
    const by = desk.draft.by;
    if (form?.is === "Place") {
      if (desk.preview?.reasons.length) desk.preview = null;
      desk.edit({ pose: settled(pose) });
    }
    else if (form?.is === "March") desk.draft = { ...desk.draft, pose, way: "" };
    else return;
    this.ask(() => desk.play.preview({ pose: settled(pose), by }, desk.first));
  }
  /** A click on the ground: go there, or from where the ghost stands go on to there. */
  corner(at: Point): void {
    const { draft } = this.desk;
    const pose = draft.pose;
    if (!pose) return;
    if (draft.manoeuvres?.length) this.desk.draft = { ...draft, by: [...draft.by, pose] };
    this.wish({ x: at[0], y: at[1], facing: pose.facing });
  }
  /** The unit that was picked for what is asked now. */
  get lifted(): string {
    const { selected, draft } = this.desk;
    return this.held && this.held === selected && draft.keys.length && !this.picked.size ? this.held : "";
  }
  /** A click on the ground with a unit in hand: it goes there. */
  async goTo(at: Point): Promise<void> {
    if (await this.means("move", this.held)) this.corner(at);
  }
  /** Take the last leg of a march back. */
  straighten(): void {
    const { draft } = this.desk;
    const pose = draft.by.at(-1);
    if (!pose) return;
    this.desk.draft = { ...draft, by: draft.by.slice(0, -1) };
    this.wish(pose);
  }
  /** Where the piece that is asked about may stand, where each choice is a place. */
  get places(): { key: string; pose: Pose }[] {
    const form = this.desk.decision?.form;
    const found = form?.is === "Choose" ? form.items.filter((item) => item.art.startsWith("place:")) : [];
    return found.map((item) => {
      const [x, y, facing] = item.art.slice(6).split(":").map(Number) as [number, number, number];
      return { key: item.key, pose: { x, y, facing } };
    });
  }
  /** Choose the place nearest to a point. */
  snap(to: Point): void {
    const away = ({ pose }: { pose: Pose }): number => distance([pose.x, pose.y], to);
    const best = this.places.reduce((a, b) => (away(b) < away(a) ? b : a));
    if (!this.desk.draft.keys.includes(best.key)) this.desk.edit({ keys: [best.key] });
  }
  /** A piece that is asked how it wheels: which slot that is, and how far it does as drafted. */
  get dial(): { slot: Slot; piece: Piece; by: number } | null {
    const { decision, draft, pieces } = this.desk;
    const slot = decision?.form.is === "Assign" ? decision.form.slots.find((one) => one.items.some((item) => item.art.startsWith("turn:"))) : undefined;
    const piece = pieces.get(decision?.about ?? "");
    if (!slot || !piece) return null;
    const item = slot.items.find((one) => one.key === draft.pairs[slot.key]);
    return { slot, piece, by: item?.art.startsWith("turn:") ? Number(item.art.slice(5)) : 0 };
  }
  /** Whether it is drafted how a piece charges: then its handle is behind it. */
  get charging(): boolean {
    const { decision, draft } = this.desk;
    if (decision?.form.is !== "March") return this.dial !== null;
    return ["charge", "strike"].includes(decision.kind) || this.struck !== "" || Boolean(draft.manoeuvres?.some((one) => one.kind === "charge"));
  }
  /** Wheel towards a point, as near as may be. */
  wheel(to: Point): void {
    const dial = this.dial;
    if (!dial) return;
    const { pose } = dial.piece;
    const wanted = turnBetween(pose.facing, bearing([pose.x, pose.y], to));
    const turns = dial.slot.items.filter((item) => item.art.startsWith("turn:")).map((item) => ({ key: item.key, off: Math.abs(Number(item.art.slice(5)) - wanted) }));
    const best = turns.reduce((a, b) => (b.off < a.off ? b : a));
    if (this.desk.draft.pairs[dial.slot.key] !== best.key) this.desk.assign(dial.slot.key, best.key);
  }
  typed(manoeuvres: Manoeuvre[]): void {
    const desk = this.desk;
    if (desk.decision?.form.is !== "March") return;
    desk.draft = { ...desk.draft, manoeuvres, way: "", by: [] };
    this.ask(() => desk.play.preview({ answer: { is: "Marched", manoeuvres } }, desk.first), true);
  }
  takeWay(key: string): void {
    const desk = this.desk;
    const form = desk.decision?.form;
    const way = form?.is === "March" ? form.ways.find((other) => other.key === key) : undefined;
    if (!way) return;
    desk.draft = { ...desk.draft, manoeuvres: way.manoeuvres, pose: way.end, way: key, by: [] };
    desk.reasons = [];
    desk.foretell();
    this.ask(() => desk.play.preview({ answer: { is: "Marched", manoeuvres: way.manoeuvres } }, desk.first), true);
  }
  nudge(right: number, ahead: number, turn: number): void {
    const pose = this.desk.draft.pose;
    if (!pose) return;
    const [x, y] = toWorld(pose, right, ahead);
    this.wish({ x, y, facing: around(pose.facing + turn) });
  }
  drop(): void {
    const desk = this.desk;
    this.dragging = false;
    const answer = desk.preview?.answer;
    const end = answer?.is === "Placed" ? answer.pose : desk.preview?.end;
    if (end) desk.draft = { ...desk.draft, pose: end };
    desk.foretell();
    this.stuck();
    if (desk.looking && desk.draft.pose) void desk.look(desk.looking.piece);
  }

  /** Wait until the newest wish is answered, so that what is done is what is shown. */
  async known(): Promise<void> {
    for (let left = 200; left > 0 && this.asking; left--) await new Promise((done) => setTimeout(done, 20));
  }
  /** Previews that are still on their way are of no use any more. */
  forget(): void {
    this.epoch++;
    this.next = null;
  }
  /** Ask for a preview; `keep`: the manoeuvres stay as they were typed. */
  ask(question: () => Promise<Preview | null>, keep = false): void {
    const desk = this.desk;
    const [text, epoch] = [desk.asked, this.epoch];
    this.next = async () => {
      const preview = await question();
      if (text !== desk.asked || epoch !== this.epoch) return;
      const form = desk.decision?.form;
      if (form?.is !== "March" && form?.is !== "Place") {
        desk.preview = preview;
        return;
      }
      if (!preview) return;
      desk.preview = preview;
      desk.reasons = [];
      if (!keep && preview.answer?.is === "Marched") desk.draft = { ...desk.draft, manoeuvres: preview.answer.manoeuvres };
      const end = preview.answer?.is === "Placed" ? preview.answer.pose : preview.end;
      if (end && !this.dragging) desk.draft = { ...desk.draft, pose: end };
      desk.foretell();
      if (!keep && !this.dragging) this.stuck();
    };
    void this.pump();
  }
  /** A wish that comes to nothing says why, and arms nothing in its place. */
  private stuck(): void {
    const { preview, draft } = this.desk;
    if (this.desk.decision?.form.is !== "March" || draft.manoeuvres?.length || !preview?.stopped?.length || preview.reached) return;
    this.desk.deny(preview.stopped, true);
  }
  private async pump(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (this.next) {
      const now = this.next;
      this.next = null;
      await now();
    }
    this.asking = false;
  }
}
