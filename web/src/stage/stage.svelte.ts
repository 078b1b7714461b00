/** The stage: a place in the story, behind what the table knows already, that goes on moment by moment. */
import { calm, memory } from "../lib/memory.svelte";
import { NOWHERE, walks, type Walks } from "../lib/walk";
import type { Piece, SceneNews, Table, Told } from "../wire/types";
import { great, lasts, opens, together, waited } from "./beat";
import { sound } from "./sound";

type Scene = Table["scene"];

/** What the stage needs of the seat it belongs to. */
export interface House {
  readonly entries: Told[];
  readonly truth: Table | null;
  moments(since: number, whole: boolean): Promise<{ moments: { seq: number; scene: SceneNews }[]; whole?: SceneNews } | null>;
  /** Show a scene of the story up to so many items; null: the truth. */
  stand(scene: Scene | null, told: number, walks: Walks): void;
}

const LINGERS = 2600;
const SHARE = 0.75;
const LONGEST = 1400;
/** Milliseconds for which the key that set a playback off is not meant for it. */
const DEAF = 300;
/** Milliseconds for which my own dice lie before the next are thrown. */
const READ = 1000;
/** Milliseconds for which my own last dice lie before I am asked; their card stays. */
const LIES = 350;

export class Stage {
  /** Whether the table shows a moment of the story and not the present. */
  on = $state(false);
  playing = $state(true);
  again = $state(false);
  told = $state.raw<Told | null>(null);
  /** What moved or changed with it, as it was. */
  were = $state.raw<Piece[]>([]);
  /** Whether its dice and dominoes lie open: before that nothing may say how it ends. */
  open = $state(true);
  /** Whether a hand reached for a unit while the story was played. */
  reached = $state(false);
  /** How many items of the story have been shown. */
  at = $state(0);
  /** How long a walk takes now, in milliseconds. */
  stride = $state(420);
  /** Nobody looks yet: what happens meanwhile is played when the curtain rises. */
  curtain = $state(false);

  private scene: Scene | null = null;
  private known = new Map<number, SceneNews>();
  private timer = 0;
  private turning = 0;
  private run = 0;
  private until = Infinity;
  private held = false;
  private begun = -Infinity;
  /** What is shown once the dice of the moment lie. */
  private then: (() => void) | null = null;

  constructor(private readonly house: House) {}

  get left(): number {
    return Math.max(0, Math.min(this.until, this.house.entries.length) - this.at);
  }

  /** Whether a key that is pressed now was meant for what came before. */
  get deaf(): boolean {
    return performance.now() - this.begun < DEAF;
  }

  /** Something was told after the item `from`; `jump`: nobody saw what led to it. */
  heard(from: number, jump: boolean): void {
    if (this.on && !jump) return;
    const fresh = this.house.entries.slice(from);
    if (jump || memory.speed === "instant" || !waited(fresh, this.house.truth?.you ?? [])) this.settle(fresh, jump);
    else {
      this.begun = performance.now();
      this.start(from, this.scene ?? this.house.truth!.scene);
    }
  }

  /** Begin with a scene that was shown at an item of the story. */
  private start(from: number, scene: Scene, until = Infinity): void {
    clearTimeout(this.timer);
    this.then = null;
    this.run++;
    this.known.clear();
    this.on = true;
    this.at = from;
    this.until = until;
    this.scene = scene;
    this.house.stand(scene, from, NOWHERE);
    void this.next();
  }

  /** See again what happened after an item, up to another or all of it. */
  async replay(from: number, until = Infinity, again = true): Promise<void> {
    const run = ++this.run;
    const found = await this.house.moments(from, true);
    if (run !== this.run || !found?.whole || !this.house.truth) return;
    this.again = again;
    this.playing = true;
    this.start(from, changed({ ...this.house.truth.scene, pieces: [] }, found.whole), until);
  }

  /** Nothing goes on while something else is read. */
  hold(on: boolean): void {
    this.held = on;
    if (!on && this.on && this.playing) void this.next();
  }

  lift(): void {
    if (!this.curtain) return;
    this.curtain = false;
    if (this.on) void this.next();
  }

  private async next(step = false): Promise<void> {
    clearTimeout(this.timer);
    const run = this.run;
    if (!this.on || this.curtain || this.held || !this.scene || !(this.playing || step)) return;
    if (!this.left) return this.finish();
    if (!this.known.has(this.at + 1)) {
      const found = await this.house.moments(this.at, false);
      if (run !== this.run || !(this.playing || step)) return;
      for (const one of found?.moments ?? []) this.known.set(one.seq, one.scene);
      if (!this.known.has(this.at + 1)) return this.finish();
    }
    this.show();
    if (this.playing) this.wait(this.shown(this.told!));
  }
  /** How long a moment is shown: my own dice a little shorter, the last of them until they lie, for then I am asked. */
  private shown(told: Told): number {
    if (this.again) return lasts(told) + (this.left ? 0 : LINGERS / 2);
    const mine = told.rolls.length > 0 && (this.house.truth?.you ?? []).includes(told.side);
    return mine ? Math.min(lasts(told), opens(told) + (this.left ? READ : LIES)) : lasts(told);
  }

  private wait(plain: number): void {
    this.timer = window.setTimeout(() => void this.next(), plain / memory.tempo + (calm() ? 300 : 0));
  }

  /** The next moment, or several that are one thing to look at. */
  private show(): void {
    const entries = this.house.entries.slice(0, this.until === Infinity ? undefined : this.until);
    const count = together(entries, this.at, (seq) => this.known.get(seq));
    const beat = entries.slice(this.at, this.at + count);
    const before = this.scene!;
    for (const told of beat) {
      const news = this.known.get(told.seq);
      if (news) this.scene = changed(this.scene!, news);
      this.known.delete(told.seq);
    }
    this.at += count;
    this.were = altered(before, this.scene!);
    const told = beat.find(great) ?? beat[0]!;
    this.stride = calm() ? 0 : Math.min(LONGEST, (SHARE * (lasts(told) - opens(told))) / memory.tempo);
    const [after, at] = [this.scene!, this.at];
    this.tell(told);
    this.then = () => this.house.stand(after, at, this.stride ? walks(before, after, beat) : NOWHERE);
    if (this.open) this.reveal();
    else this.house.stand(before, at - count, NOWHERE);
  }
  private reveal(): void {
    const then = this.then;
    this.then = null;
    then?.();
  }

  /** The story has caught up with the table; what was seen again is not told over the present. */
  private finish(): void {
    const again = this.again;
    this.settle([], true);
    if (again) this.told = null;
    this.linger();
  }

  private settle(fresh: Told[], jump: boolean): void {
    const [before, after] = [this.scene ?? this.house.truth!.scene, this.house.truth!.scene];
    this.run++;
    this.then = null;
    clearTimeout(this.timer);
    this.on = false;
    this.again = false;
    this.known.clear();
    this.until = Infinity;
    this.at = this.house.entries.length;
    this.scene = after;
    this.stride = memory.speed === "instant" || calm() ? 0 : 420 / memory.tempo;
    if (jump && !fresh.length) this.playing = true;
    if (!jump) this.were = altered(before, after);
    const loud = jump ? undefined : fresh.findLast(great);
    this.unveil();
    this.reached = false;
    if (loud) {
      this.tell(loud);
      this.linger();
    }
    this.house.stand(null, this.at, jump || !this.stride ? NOWHERE : walks(before, after, fresh));
  }

  private tell(told: Told): void {
    this.unveil();
    this.told = told;
    const wait = calm() || memory.speed === "instant" ? 0 : opens(told) / memory.tempo;
    this.open = !wait;
    if (wait) this.turning = window.setTimeout(() => this.unveil(), wait);
    sound(told);
  }
  private unveil(): void {
    clearTimeout(this.turning);
    this.open = true;
    this.reveal();
  }

  private linger(): void {
    clearTimeout(this.timer);
    if (this.told) this.timer = window.setTimeout(() => (this.told = null), Math.max(LINGERS, lasts(this.told)));
  }

  // The control.

  toggle(): void {
    this.playing = !this.playing;
    clearTimeout(this.timer);
    if (this.playing) void this.next();
  }
  /** The next moment now, and on from there. */
  hurry(): void {
    if (this.playing) void this.next();
    else this.step();
  }
  /** Play on from a moment that is pointed to. */
  seek(at: number): void {
    void this.replay(at, Infinity, this.again);
  }
  step(): void {
    this.playing = false;
    void this.next(true);
  }
  /** To the present at once. */
  skip(): void {
    this.unveil();
    if (this.on) this.settle([], true);
    clearTimeout(this.timer);
    this.told = null;
  }
  close(): void {
    this.run++;
    clearTimeout(this.timer);
    clearTimeout(this.turning);
  }
}

/** The pieces of a scene that another has otherwise or not at all. */
function altered(before: Scene, after: Scene): Piece[] {
  const now = new Map(after.pieces.map((piece) => [piece.id, piece]));
  return before.pieces.filter((piece) => now.get(piece.id) !== piece);
}

/** A scene with its news: pieces that changed take their old place, new ones come last. */
export function changed(scene: Scene, news: SceneNews): Scene {
  const { pieces = [], gone = [], whole = false, ...told } = news;
  const now = new Map(pieces.map((piece) => [piece.id, piece]));
  const old = whole ? [] : scene.pieces.filter((piece) => !gone.includes(piece.id));
  const kept = old.map((piece) => {
    const found = now.get(piece.id) ?? piece;
    now.delete(piece.id);
    return found;
  });
  return { ...scene, ...told, pieces: [...kept, ...now.values()] };
}
