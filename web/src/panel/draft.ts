/** An answer while it is being made: what it holds, when it is whole, and which answers make themselves. */
import { around } from "../lib/geometry";
import type { Answer, Form, Item, Manoeuvre, Point, Pose, Slot } from "../wire/types";

export interface Draft {
  keys: string[];
  pairs: Record<string, string>;
  pose: Pose | null;
  manoeuvres: Manoeuvre[] | null;
  points: Point[];
  number: number;
  way: string;
  /** Corners of a march, passed before its end. */
  by: Pose[];
}
export const EMPTY: Draft = { keys: [], pairs: {}, pose: null, manoeuvres: null, points: [], number: 0, way: "", by: [] };

/** What does nothing, or ends something, among the choices of all rulebooks. */
const PASSES = new Set(["end", "end-go", "done", "back", "hold", "hold-fire", "none", "stand", "stay", "wait", "waive", "second"]);
export const passes = (item: Item): boolean => PASSES.has(item.key);
/** What a piece may do besides though it has acted: offered, never armed nor counted. */
export const aside = (item: Item): boolean => item.art === "aside";

/** The whole answer that a draft is; null while something is missing. */
export function answered(form: Form | undefined, draft: Draft): Answer | null {
  switch (form?.is) {
    case "Choose":
      return draft.keys.length >= form.least && draft.keys.length <= form.most ? { is: "Chosen", keys: draft.keys } : null;
    case "Assign":
      return lacking(form.slots, draft) === 0 ? { is: "Assigned", pairs: form.slots.filter((s) => draft.pairs[s.key]).map((s) => [s.key, draft.pairs[s.key]!]) } : null;
    case "Arrange":
      return draft.keys.length === (form.take || form.items.length) ? { is: "Arranged", keys: draft.keys } : null;
    case "Place":
      return draft.pose ? { is: "Placed", pose: { is: "Pose", ...draft.pose } } : null;
    case "March":
      return draft.manoeuvres ? { is: "Marched", manoeuvres: draft.manoeuvres } : null;
    case "Trace":
      return { is: "Traced", points: draft.points };
    case "Number":
      return draft.number >= form.low && draft.number <= form.high ? { is: "Numbered", number: draft.number } : null;
    case "Confirm":
      return { is: "Confirmed", yes: true };
    default:
      return null;
  }
}

/** A draft that holds an answer, as far as the form can show it. */
export function drafted(answer: Answer, draft: Draft): Draft {
  switch (answer.is) {
    case "Chosen":
    case "Arranged":
      return { ...draft, keys: [...answer.keys] };
    case "Assigned":
      return { ...draft, pairs: Object.fromEntries(answer.pairs) };
    case "Marched":
      return { ...draft, manoeuvres: [...answer.manoeuvres] };
    default:
      return draft;
  }
}

/** The only answer there is; null where there is anything to decide. `named`: whoever is asked means to, and holds no more. */
export function lone(form: Form, named = false): { answer: Answer; words: string } | null {
  if (form.is === "Choose" && form.least === 1 && form.items.length === 1) return { answer: { is: "Chosen", keys: [form.items[0]!.key] }, words: form.items[0]!.label };
  if (form.is === "Assign" && form.slots.every((slot) => (named || !slot.optional) && slot.items.length === 1)) {
    const pairs = form.slots.map((slot): [string, string] => [slot.key, slot.items[0]!.key]);
    return { answer: { is: "Assigned", pairs }, words: form.slots.map((slot) => `${slot.label}: ${slot.items[0]!.label}`).join("; ") };
  }
  if (form.is === "Arrange" && form.items.length === 1) return { answer: { is: "Arranged", keys: [form.items[0]!.key] }, words: form.items[0]!.label };
  if (form.is === "Number" && form.low === form.high) return { answer: { is: "Numbered", number: form.low }, words: String(form.low) };
  return null;
}

/** What the large button goes on to: what keeps things as they are where the book says so, or the first that does something. */
export function likely(form: Form, piece: (key: string) => boolean): Item | null {
  if (form.is !== "Choose" || form.least !== 1 || form.most !== 1) return null;
  return form.items.find((item) => item.art === "default") ?? ranked(form.items, piece).find((item) => !passes(item) && !aside(item)) ?? null;
}
/** What ends or leaves what is asked, where that is one of the choices. */
export const ends = (form: Form | undefined): Item | null => (form?.is === "Choose" && form.least === 1 ? (form.items.find(passes) ?? null) : null);

/** Choices in the order of the number keys: orders first, then single pieces, what may be done besides, what ends or passes last. */
export function ranked(items: Item[], piece: (key: string) => boolean): Item[] {
  const rank = (item: Item): number => (passes(item) ? 3 : aside(item) ? 2 : piece(item.key) ? 1 : 0);
  return items.map((item, n) => ({ item, n })).sort((a, b) => rank(a.item) - rank(b.item) || a.n - b.n).map(({ item }) => item);
}

export function lacking(slots: Slot[], draft: Draft): number {
  return slots.filter((slot) => !slot.optional && !draft.pairs[slot.key]).length;
}
/** All chits that the slots take, in the order of the number keys, whichever slot is at hand. */
export function chits(slots: Slot[]): Item[] {
  return [...new Map(slots.flatMap((slot) => slot.items.map((item) => [item.key, item]))).values()];
}
/** Slots that have one item only, and those of no piece, which begin with their first. */
export function only(slots: Slot[], piece: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(slots.filter((slot) => !slot.optional && (slot.items.length === 1 || !piece(slot.key))).map((slot) => [slot.key, slot.items[0]!.key]));
}
export function settled(pose: Pose): Pose {
  return { is: "Pose", x: Math.round(pose.x * 100) / 100, y: Math.round(pose.y * 100) / 100, facing: around(Math.round(pose.facing)) };
}
