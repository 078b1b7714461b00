/** The player's hand on the map: what a click, a drag or a drop on a piece means, and the wish for a place. */
import { around, bearing, toWorld } from "../lib/geometry";
import type { Answer, Item, Manoeuvre, Pose, Preview } from "../wire/types";
import type { Desk } from "./desk.svelte";
import { drafted, settled } from "./draft";

export class Hand {
  dragging = $state(false);
  /** The own unit that was last touched. */
  private held = "";
  private asking = false;
  private next: (() => Promise<void>) | null = null;

  constructor(private readonly desk: Desk) {}

  /** A click on a piece: an answer where it is one, and always its card. */
  pick(id: string, part = -1): void {
    const desk = this.desk;
    const form = desk.decision?.form;
    const before = desk.selected;
    desk.selected = id;
    if (desk.mine(id)) this.held = id;
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

  /** An enemy that is clicked: fire at it with the unit in hand, or with whichever can. */
  private async aimAt(id: string): Promise<void> {
    const desk = this.desk;
    if (!desk.pieces.get(id)?.side || desk.mine(id) || !desk.table?.you.length) return;
    const text = desk.asked;
    const found = (this.held && (await this.means("fire", this.held, id))) || (await this.means("fire", "", id));
    if (!found && text === desk.asked) await this.explain(id);
  }

  /** Put what a hand means on the desk: the answers on the way, and the last one as a draft; whether it can be. */
  async means(deed: "move" | "charge" | "fire", piece: string, onto = "", alone = false): Promise<boolean> {
    const desk = this.desk;
    const text = desk.asked;
    const found = await desk.play.carry(deed, piece, onto, alone);
    if (!found || text !== desk.asked) return false;
    const done = Boolean(found.decision && !found.reasons.length);
    if (deed === "fire" && !done) return false;
    if (found.decision && (done || !desk.ahead)) {
      desk.ahead = found.first.length ? { first: found.first, said: found.said, decision: found.decision } : null;
      desk.reset();
      if (found.answer) desk.draft = drafted(found.answer, desk.draft);
      const form = desk.decision?.form;
      if (done && deed === "charge" && form?.is === "March") this.strike(found.answer, piece, onto);
      else desk.foretell();
    }
    if (piece) desk.selected = piece;
    desk.reasons = found.reasons;
    desk.denied = done ? null : desk.draft;
    return done;
  }

  /** A charge as the book proposes it, or straight at whom it is aimed. */
  private strike(answer: Answer | null, piece: string, onto: string): void {
    const [from, to] = [this.desk.pieces.get(piece)!.pose, this.desk.pieces.get(onto)!.pose];
    if (answer?.is === "Marched") this.typed([...answer.manoeuvres]);
    else this.wish({ x: to.x, y: to.y, facing: Math.round(bearing([from.x, from.y], [to.x, to.y])) });
  }

  /** A target that is not offered: why not, and what the acting piece can reach. */
  private async explain(id: string): Promise<void> {
    const desk = this.desk;
    const piece = desk.pieces.get(id);
    const acting = desk.pieces.get(desk.acting);
    if (!piece || !acting || piece.side === acting.side) return;
    desk.selected = acting.id;
    const [reasons] = await Promise.all([desk.play.whyNot(id), desk.look(acting.id)]);
    desk.reasons = reasons.length ? reasons : [{ text: `${piece.name} cannot be named now.`, clause: desk.decision?.clauses[0] ?? "" }];
  }

  // Moving by hand.

  /** Ask for a place; only the newest wish is sent once the last is answered. */
  wish(pose: Pose): void {
    const desk = this.desk;
    const form = desk.decision?.form;
    if (form?.is === "Place") {
      desk.edit({ pose: settled(pose) });
      return;
    }
    if (form?.is !== "March") return;
    desk.draft = { ...desk.draft, pose, way: "" };
    this.ask(() => desk.play.preview({ pose: settled(pose) }, desk.first));
  }
  typed(manoeuvres: Manoeuvre[]): void {
    const desk = this.desk;
    if (desk.decision?.form.is !== "March") return;
    desk.draft = { ...desk.draft, manoeuvres, way: "" };
    this.ask(() => desk.play.preview({ answer: { is: "Marched", manoeuvres } }, desk.first), true);
  }
  takeWay(key: string): void {
    const desk = this.desk;
    const form = desk.decision?.form;
    const way = form?.is === "March" ? form.ways.find((other) => other.key === key) : undefined;
    if (!way) return;
    desk.draft = { ...desk.draft, manoeuvres: way.manoeuvres, pose: way.end, way: key };
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
    if (desk.preview?.end && desk.decision?.form.is === "March") desk.draft = { ...desk.draft, pose: desk.preview.end };
    desk.foretell();
    if (desk.looking && desk.draft.pose) void desk.look(desk.looking.piece);
  }

  /** Ask for a preview; `keep`: the manoeuvres stay as they were typed. */
  ask(question: () => Promise<Preview | null>, keep = false): void {
    const desk = this.desk;
    const [text, ahead] = [desk.asked, desk.ahead];
    this.next = async () => {
      const preview = await question();
      if (text !== desk.asked || ahead !== desk.ahead) return;
      if (desk.decision?.form.is === "Choose") {
        desk.preview = preview;
        return;
      }
      if (!preview) return;
      desk.preview = preview;
      desk.reasons = [];
      if (!keep && preview.answer?.is === "Marched") desk.draft = { ...desk.draft, manoeuvres: preview.answer.manoeuvres };
      if (preview.end && !this.dragging) desk.draft = { ...desk.draft, pose: preview.end };
      if (!this.dragging) desk.foretell();
    };
    void this.pump();
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
