/** Ending what others could still act in: asked once more, and what is lost is said, unless it can be taken back. */
import { capital } from "../lib/ink";
import { singly } from "../lib/signs";
import type { Desk } from "./desk.svelte";
import { aside, passes, type Draft } from "./draft";
import type { Item } from "../wire/types";

export class Leave {
  /** The draft that lay when ending was asked for: anything else that is done takes the question back. */
  private about = $state.raw<Draft | null>(null);

  constructor(private readonly desk: Desk) {}

  /** Whether it is asked now if those who could act are to be left. */
  get asked(): boolean {
    return this.about !== null && this.about === this.desk.draft;
  }
  /** Those who would be passed over by ending now, by name. */
  get idle(): string[] {
    const { decision, pieces } = this.desk;
    const form = decision?.form;
    const items = form?.is === "Choose" ? form.items.filter((item) => !passes(item) && !aside(item) && this.desk.mine(this.actor(item))) : [];
    const names = new Map<string, string>();
    for (const item of items) {
      const piece = pieces.get(this.actor(item))!;
      // A squad is offered at one of its men.
      names.set(piece.id, singly(piece.glyph) && item.key !== piece.id ? capital(item.label) : piece.name);
    }
    return [...names.values()];
  }
  /** Who acts where an item is chosen: an officer who is sent to a unit, or the unit itself. */
  private actor(item: Item): string {
    const head = item.key.split(/[<>:/]/)[0]!;
    return this.desk.mine(head) ? head : (this.desk.spot(item.at || item.key)?.piece.id ?? "");
  }
  put(): void {
    this.about = null;
  }

  async end(): Promise<void> {
    const { desk } = this;
    const item = desk.ending;
    if (!item || desk.busy || desk.hand.looking) return;
    const answer = { is: "Chosen" as const, keys: [item.key] };
    const [text, draft, idle] = [desk.asked, desk.draft, this.idle];
    if (idle.length && !this.asked && !PAUSES.has(item.key)) {
      const found = await desk.play.preview({ answer }, desk.first, true);
      if (text !== desk.asked || draft !== desk.draft) return;
      if (found?.stakes !== "free") {
        this.about = draft;
        desk.say(`${named(idle)} could still act. This cannot be taken back.`);
        return;
      }
    }
    this.put();
    await desk.commit(answer);
  }
}

/** What only gives the turn to others for a while: whoever is left acts later. */
const PAUSES = new Set(["end-go"]);
const FEW = 4;
/** A few names, and how many more there are. */
function named(names: string[]): string {
  const [few, rest] = [names.slice(0, FEW), names.length - FEW];
  if (rest > 0) return `${few.join(", ")} and ${rest} more`;
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} and ${few.at(-1)}` : few.join("");
}
