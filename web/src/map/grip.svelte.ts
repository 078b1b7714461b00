/** What fingers and the mouse do on the map: pan, pinch, measure, lasso, and carry a unit or its ghost about. */
import { bearing, distance, inside } from "../lib/geometry";
import type { Desk } from "../panel/desk.svelte";
import type { Point } from "../wire/types";
import type { Camera } from "./camera.svelte";

type Act = "" | "wait" | "pan" | "pinch" | "lift" | "carry" | "snap" | "turn" | "measure" | "lasso";

/** The piece that something on the map belongs to. */
export function pieceAt(target: EventTarget | null): string {
  return target instanceof Element ? (target.closest<SVGElement>("[data-id]")?.dataset["id"] ?? "") : "";
}

export class Grip {
  act = $state<Act>("");
  /** The line drawn round those who are to be picked. */
  lasso = $state.raw<Point[]>([]);
  private drawn: Point[] = [];
  /** The enemy that the unit in hand is carried on to. */
  over = $state("");
  box!: HTMLElement;
  private pointers = new Map<number, Point>();
  private travelled = 0;
  private grip: Point = [0, 0];
  private spread = 0;
  private pressed = "";
  /** Whether the hand came down on the ghost of a move. */
  private ghosted = false;
  /** Whether it came down on the faint piece itself: that one goes anew from where it stands. */
  private anew = false;
  private from: Point = [0, 0];
  private last: Point = [0, 0];
  private lifted: Promise<void> | null = null;
  /** What is in the hand: a piece, and whether it goes without its squad. */
  private held = { piece: "", alone: false };
  private aiming = false;
  private refused = false;
  /** Whether the handle that is turned stands behind its unit. */
  private behind = false;
  /** Why what is in the hand cannot be moved: said when it is let go, for it may still charge. */
  private kept: (() => void) | null = null;

  constructor(
    private readonly desk: Desk,
    private readonly camera: Camera,
  ) {}

  private get ghost(): string {
    const form = this.desk.decision?.form;
    return form?.is === "March" || form?.is === "Place" ? form.piece : "";
  }
  local(event: { clientX: number; clientY: number }): Point {
    const edge = this.box.getBoundingClientRect();
    return [event.clientX - edge.left, event.clientY - edge.top];
  }

  down(event: PointerEvent): void {
    if (event.button > 1) return;
    const { desk } = this;
    const at = this.local(event);
    this.pointers.set(event.pointerId, at);
    this.box.setPointerCapture(event.pointerId);
    this.travelled = 0;
    if (this.pointers.size === 2) {
      this.act = "pinch";
      desk.hand.dragging = false;
      const [a, b] = [...this.pointers.values()] as [Point, Point];
      this.spread = distance(a, b);
      return;
    }
    const point = this.camera.toTable(...at);
    const target = event.target as Element;
    this.pressed = pieceAt(event.target);
    this.ghosted = Boolean(target.closest("[data-ghost]"));
    this.from = this.last = point;
    this.lifted = null;
    this.kept = null;
    const pose = desk.draft.pose;
    this.anew = !this.ghosted && desk.hand.pale.has(this.pressed);
    if (desk.tool === "ruler") {
      this.act = "measure";
      desk.ruler = { from: point, to: point };
    } else if (target.closest("[data-handle]")) {
      this.act = "turn";
      this.behind = desk.hand.charging;
    }
    else if (this.ghost && pose && (this.ghosted || this.pressed === this.ghost || this.anew)) {
      this.act = "carry";
      const from = this.anew && desk.decision?.form.is === "March" ? desk.decision.form.start : pose;
      this.grip = [from.x - point[0], from.y - point[1]];
      this.held = { piece: this.ghost, alone: event.shiftKey || desk.hand.picked.size > 0 };
    } else if (desk.hand.places.length && this.pressed === desk.decision?.about) {
      this.act = "snap";
      this.grip = this.heldBy(this.pressed);
    } else if (desk.decision && desk.mine(this.pressed)) this.act = "lift";
    else if (desk.play.stage.on && desk.mine(this.pressed)) this.act = "wait";
    else if (desk.tool === "lasso" || (event.shiftKey && desk.hand.singly)) {
      this.act = "lasso";
      this.lasso = this.drawn = [point];
    } else this.act = "pan";
  }

  move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const { desk, camera } = this;
    const at = this.local(event);
    this.pointers.set(event.pointerId, at);
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    this.travelled += Math.hypot(dx, dy);
    const point = camera.toTable(...at);
    this.last = point;
    if (this.act === "wait" && this.travelled > 4) desk.play.stage.reached = true;
    if (this.act === "pinch" && this.pointers.size === 2) {
      const [a, b] = [...this.pointers.values()] as [Point, Point];
      const now = distance(a, b);
      camera.pan(dx / 2, dy / 2);
      if (this.spread > 0) camera.zoom(now / this.spread, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      this.spread = now;
    } else if (this.act === "pan") {
      if (this.travelled > 4) camera.pan(dx, dy);
    } else if (this.act === "measure" && desk.ruler) desk.ruler = { ...desk.ruler, to: point };
    else if (this.act === "lasso") {
      this.drawn.push(point);
      this.lasso = rounding(this.drawn);
    }
    else if (this.act === "lift") {
      if (this.travelled > 4 && !this.lifted) this.lifted = this.lift(this.pressed, event.shiftKey || desk.hand.picked.has(this.pressed));
    } else if (this.act === "carry" && this.travelled > 3) {
      if (this.anew && desk.draft.by.length) desk.draft = { ...desk.draft, by: [] };
      const foe = this.foeAt(event.clientX, event.clientY);
      if (foe !== this.over) void this.aim(foe);
      this.follow();
    } else if (this.act === "snap" && this.travelled > 4) this.snap();
    else if (this.act === "turn" && desk.hand.dial) desk.hand.wheel(this.faced(point, desk.hand.dial.piece.pose));
    else if (this.act === "turn" && desk.draft.pose) {
      desk.hand.dragging = true;
      const { x, y } = desk.draft.pose;
      const facing = bearing([x, y], this.faced(point, { x, y }));
      desk.hand.wish({ x, y, facing: event.shiftKey ? facing : Math.round(facing / 500) * 500 });
    }
  }

  /** Where a unit looks whose handle is at a point: towards it, or away from it where the handle is behind. */
  private faced(point: Point, { x, y }: { x: number; y: number }): Point {
    return this.behind ? [2 * x - point[0], 2 * y - point[1]] : point;
  }

  async up(event: PointerEvent): Promise<void> {
    if (!this.pointers.delete(event.pointerId)) return;
    const { desk } = this;
    const clicked = this.travelled <= 4 && this.act !== "pinch";
    const gone = event.type === "pointercancel";
    const act = this.act;
    this.act = this.pointers.size ? "pan" : "";
    if (act === "lasso") {
      const caught = clicked ? [] : this.caught();
      desk.hand.choose(caught);
      if (!clicked && !caught.length) desk.say("Nobody who can act stands within that line.");
      this.lasso = [];
      if (!clicked) desk.tool = "hand";
      return;
    }
    if (this.lifted || this.aiming) {
      // What cannot be moved may charge; and a hand may be quicker than the table: its wish is still done.
      const foe = this.foeAt(event.clientX, event.clientY);
      await this.lifted;
      if (foe && foe !== this.over) await this.aim(foe);
      this.lifted = null;
      if (!this.over && !clicked) desk.hand.defer([this.last[0] - this.from[0], this.last[1] - this.from[1]]);
      if (!this.over && this.kept) this.kept();
      else if (this.held.piece && !this.over) this.follow();
    }
    if (desk.hand.dragging && !this.over && (await this.joins(event.clientX, event.clientY))) return;
    if (this.over && this.refused) desk.hand.dragging = false;
    else if (desk.hand.dragging) desk.hand.drop();
    this.over = "";
    if (!clicked || gone) return;
    if (this.ghosted && desk.hand.moved) {
      if (desk.able && event.detail < 2) void desk.commit();
    } else this.clicked(event, act);
  }

  private clicked(event: PointerEvent, act: Act): void {
    const { desk, camera } = this;
    const form = desk.decision?.form;
    if (desk.refused) desk.dismiss();
    const id = this.own(event) || this.beneath(event) || this.pressed || pieceAt(document.elementFromPoint(event.clientX, event.clientY));
    const point = camera.toTable(...this.local(event));
    const place = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGElement>("[data-place]")?.dataset["place"];
    if (place !== undefined && desk.draft.keys.includes(place)) void desk.commit();
    else if (place !== undefined) desk.toggle(place);
    else if (form?.is === "Trace") desk.edit({ points: [...desk.draft.points, rounded(point)] });
    else if (id) desk.hand.pick(id, this.nearestPart(id, point));
    else if (act !== "pan") return;
    else if (form?.is === "Place") desk.hand.wish({ x: point[0], y: point[1], facing: desk.draft.pose?.facing ?? form.facing });
    else if (form?.is === "March") desk.hand.corner(point);
    else if (form?.is === "Choose" && desk.hand.lifted) void desk.hand.goTo(point);
    else {
      desk.hand.choose([]);
      if (!desk.decision) desk.selected = "";
    }
  }

  /** Pick a unit up: the table says what that means, and the ghost follows the hand. */
  private async lift(id: string, alone: boolean): Promise<void> {
    const { desk } = this;
    this.held = { piece: "", alone };
    const can = await desk.hand.look(async () => {
      await desk.hand.settle(id, alone);
      return desk.hand.means("move", id, "", alone);
    });
    const start = desk.decision?.form;
    if (can && desk.hand.places.length) {
      this.grip = this.heldBy(id);
      if (this.act === "lift") this.act = "snap";
      this.snap();
      return;
    }
    if (!can || !start || !("piece" in start) || !desk.draft.pose) {
      if (!can) this.keep(id);
      return;
    }
    const pose = start.is === "March" ? start.start : (desk.pieces.get(id)?.pose ?? desk.draft.pose);
    this.grip = [pose.x - this.from[0], pose.y - this.from[1]];
    this.held.piece = id;
    if (this.act === "lift") this.act = "carry";
    this.follow();
  }

  /** From where the hand came down to the middle of a piece. */
  private heldBy(id: string): Point {
    const pose = this.desk.pieces.get(id)?.pose;
    return pose ? [pose.x - this.from[0], pose.y - this.from[1]] : [0, 0];
  }
  private snap(): void {
    this.desk.hand.snap([this.last[0] + this.grip[0], this.last[1] + this.grip[1]]);
  }
  /** An officer who is dropped on a unit of his own side joins it where he may. */
  private async joins(x: number, y: number): Promise<boolean> {
    const { desk } = this;
    const { piece } = this.held;
    if (desk.pieces.get(piece)?.glyph !== "officer") return false;
    const onto = document.elementsFromPoint(x, y).map(pieceAt).find((id) => id && id !== piece && desk.mine(id));
    if (!onto || !(await desk.hand.means("move", piece, onto)) || desk.decision?.form.is !== "Choose") return false;
    desk.hand.dragging = false;
    return true;
  }
  /** What cannot be moved may charge: nothing is said against it before it is let go. */
  private keep(id: string): void {
    const { desk } = this;
    const { reasons } = desk;
    this.held.piece = id;
    desk.reasons = [];
    desk.denied = null;
    this.kept = () => desk.deny(reasons, false);
  }

  /** Carried on to an enemy a unit charges him, and off him again it moves; the ghost turns with the hand. */
  private async aim(foe: string): Promise<void> {
    // Who is set down anywhere, as a general is, charges nobody: the ground says why he may not stand there.
    if (this.aiming || !this.held.piece || this.desk.hand.picked.size > 1 || this.desk.decision?.form.is === "Place") return;
    this.aiming = true;
    this.over = foe;
    const done = await this.desk.hand.means(foe ? "charge" : "move", this.held.piece, foe, this.held.alone);
    this.refused = Boolean(foe) && !done;
    this.aiming = false;
    if (this.act === "carry") this.follow();
  }

  private follow(): void {
    const { desk } = this;
    const form = desk.decision?.form;
    if (this.aiming || (this.over && this.refused) || !desk.draft.pose || !(form?.is === "March" || form?.is === "Place")) return;
    desk.hand.dragging = true;
    const [x, y] = this.last;
    if (this.over && form.is === "March") desk.hand.wish({ x, y, facing: bearing([form.start.x, form.start.y], this.last) });
    else desk.hand.wish({ x: x + this.grip[0], y: y + this.grip[1], facing: desk.draft.pose.facing });
  }

  /** Where something is laid on my own stands: mine under the hand, though an enemy in contact lies over it. */
  private own(event: PointerEvent): string {
    const form = this.desk.decision?.form;
    const laid = new Set(form?.is === "Choose" ? form.items.map((item) => item.at && this.desk.spot(item.at)?.piece.id) : []);
    const under = document.elementsFromPoint(event.clientX, event.clientY).map(pieceAt);
    return laid.has(this.pressed) ? "" : (under.find((id) => id && laid.has(id) && this.desk.mine(id)) ?? "");
  }
  /** Under one who cannot be meant: whoever can, or the unit that he rides with. */
  private beneath(event: PointerEvent): string {
    const { pieces, offered } = this.desk;
    const top = pieces.get(this.pressed);
    if (!top || offered.has(top.id)) return "";
    const others = document.elementsFromPoint(event.clientX, event.clientY).map(pieceAt).filter((id) => id !== top.id && pieces.get(id)?.side === top.side);
    const meant = others.find((id) => offered.has(id));
    return meant ?? (top.glyph === "officer" && !this.desk.mine(top.id) ? (others[0] ?? "") : "");
  }
  /** The enemy under the hand while it carries a unit. */
  private foeAt(x: number, y: number): string {
    for (const under of document.elementsFromPoint(x, y)) {
      const id = pieceAt(under);
      if (id && this.desk.pieces.get(id)?.side && !this.desk.mine(id)) return id;
    }
    return "";
  }
  private caught(): string[] {
    const [outline, { desk }] = [this.lasso, this];
    const squads = new Set([...desk.offered].filter((id) => desk.mine(id)).map((id) => desk.pieces.get(id)!.group));
    return [...desk.pieces.values()].filter((piece) => desk.mine(piece.id) && squads.has(piece.group) && inside(outline, [piece.pose.x, piece.pose.y])).map((piece) => piece.id);
  }
  nearestPart(id: string, point: Point): number {
    const parts = this.desk.pieces.get(id)?.parts ?? [];
    let best = -1, far = Infinity;
    parts.forEach((part, n) => {
      const gap = distance([part.pose.x, part.pose.y], point);
      if (gap < far) [best, far] = [n, gap];
    });
    return best;
  }
  /** Something was dragged here out of the panel. */
  receive(x: number, y: number): void {
    const { desk } = this;
    const form = desk.decision?.form;
    const under = pieceAt(document.elementFromPoint(x, y));
    const id = form?.is === "Choose" && form.items.some((item) => item.at.startsWith(`${under}:`)) ? under : desk.acting;
    if (id) desk.hand.pick(id, this.nearestPart(id, this.camera.toTable(...this.local({ clientX: x, clientY: y }))));
  }
}

const rounded = ([x, y]: Point): Point => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];

/** The line that was drawn; one that is as good as straight stands for the rectangle between its ends. */
export function rounding(drawn: Point[]): Point[] {
  const [a, b] = [drawn[0]!, drawn.at(-1)!];
  const across = ([x, y]: Point): number => Math.abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / (distance(a, b) || 1);
  return drawn.every((point) => across(point) <= distance(a, b) / 8) ? [a, [b[0], a[1]], b, [a[0], b[1]]] : [...drawn];
}
