/** How long a moment of the story is shown, what is told in large letters, and what of it is one thing to look at. */
import type { Row, SceneNews, Told } from "../wire/types";

const LASTS: Record<string, number> = { turn: 1100, phase: 450, orders: 800, move: 800, charge: 1500, volley: 1500, melee: 2100, rout: 1300, retire: 1000, remove: 600, place: 400, end: 1600, none: 260 };
const GOES = ["move", "charge", "rout", "retire", "place"];
const GREAT = ["charge", "volley", "melee", "rout", "end", "retire", "remove"];
/** What comes of one's own fire and is seen without waiting; what they fire in the same breath is not. */
const PASSING = ["none", "remove", "phase", "turn"];
const SINGLE = ["figure", "man", "rider", "beast"];
const THROWN = 1300;
const LETTER = 11;
export const PAIR = 850;
/** Milliseconds for which one die is tossed. */
export const TOSS = 420;
/** Milliseconds between two dice of a throw of so many. */
export const apart = (dice: number): number => Math.min(45, 700 / Math.max(1, dice - 1));

/** A duel of two dominoes: what each side turned up, what counted for whom, and the scores. */
export interface Pair {
  faces: [string, string];
  scores: string;
  rows: Row[];
}

/** The duels of a combat by dominoes, read off its tally. */
export function pairs(told: Told): Pair[] {
  const found: Pair[] = [];
  if (!told.rolls.some((roll) => roll.kind === "domino")) return found;
  for (const row of told.tally) {
    const faces = row.label.split(" against ");
    if (row.label.startsWith(" ")) found.at(-1)?.rows.push({ ...row, label: row.label.trim() });
    else if (faces.length === 2 && / : /.test(row.value)) found.push({ faces: [faces[0]!, faces[1]!], scores: row.value, rows: [] });
  }
  return found;
}

/** Milliseconds until all dice or dominoes of a moment lie open: before that nobody knows how it ends. */
export function opens(told: Told): number {
  const duels = pairs(told).length;
  const dice = Math.max(0, ...told.rolls.map((roll) => roll.faces.length));
  return duels ? (duels - 1) * PAIR : dice ? TOSS + apart(dice) * (dice - 1) : 0;
}

export const great = (told: Told): boolean => told.rolls.length > 0 || GREAT.includes(told.hint) || headline(told) !== "";

/** Milliseconds for which a moment is shown at the plain pace. */
export function lasts(told: Told): number {
  const duels = pairs(told).length;
  if (duels) return duels * PAIR + 1600;
  const base = Math.max(LASTS[told.hint] ?? 300, told.rolls.length ? THROWN : 0, headline(told) ? 1100 : 0);
  return great(told) ? base + Math.min(1200, LETTER * told.text.length) : base;
}

/** What is said in large letters; "" where nothing is. */
export function headline(told: Told): string {
  const named = told.tally[0];
  if (told.hint === "turn") return told.text.replace(/[.:].*$/, "");
  if (told.hint === "phase" && named) return told.tally.map((row) => row.label).join(" and ");
  if (told.hint === "orders" && named?.label === "chit") return named.value;
  if (told.hint === "charge" && /declare|charges/.test(told.text)) return "Charge!";
  if (told.hint === "charge" && /strikes|contact/.test(told.text)) return "The charge goes home";
  if (told.hint === "melee" && told.rolls.length) return "Hand to hand";
  if (told.hint === "rout") return /falls? back in disorder/.test(told.text) ? "In disorder" : /falls? back|retires?\b|pushed back/.test(told.text) ? "They fall back" : "Rout!";
  return told.hint === "end" ? "The battle is decided" : "";
}

/** Whether something is worth being played before I am asked: dice, whoever throws them, and what the others do. */
export const waited = (entries: Told[], mine: string[]): boolean => entries.some((told) => told.rolls.length > 0) || foreign(entries, mine);

/** Whether the others do something, or something makes them run. */
export function foreign(entries: Told[], mine: string[]): boolean {
  const theirs = (told: Told): boolean => told.side !== "" && !mine.includes(told.side);
  const own = entries.find((told) => told.side !== "" && told.hint !== "phase");
  const after = own && !theirs(own) ? entries.filter((told) => theirs(told) && !PASSING.includes(told.hint)) : entries.filter(theirs);
  return after.some((told) => told.rolls.length > 0 || GOES.includes(told.hint) || great(told) || told.hint === "orders");
}

/** How many of the moments from a place on are one thing to look at: men of one squad who go together. */
export function together(entries: Told[], at: number, news: (seq: number) => SceneNews | undefined): number {
  const first = entries[at]!;
  const squad = alone(first, news(first.seq));
  let count = 1;
  while (squad && at + count < entries.length) {
    const next = entries[at + count]!;
    if (next.hint !== first.hint || alone(next, news(next.seq)) !== squad) break;
    count++;
  }
  return count;
}

/** The squad of a single figure that goes; "" of anything else. */
function alone(told: Told, news: SceneNews | undefined): string {
  const piece = news?.pieces?.[0];
  if (!GOES.includes(told.hint) || told.rolls.length || !piece || piece.parts.length > 1) return "";
  return piece.group && SINGLE.includes(piece.glyph) ? `${piece.side} ${piece.group}` : "";
}
