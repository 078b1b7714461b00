import type { BattleOnShelf } from "../wire/types";

/** What somebody looks for on the shelf; what is empty leaves all. */
export interface Sought {
  words: string;
  size: string;
  time: string;
  arm: string;
  year: string;
  book: string;
}
export const ANYTHING: Sought = { words: "", size: "", time: "", arm: "", year: "", book: "" };

type Span = { id: string; name: string; from: number; to: number };
/** By the units of both sides together. */
export const SIZES: readonly Span[] = [
  { id: "small", name: "Small: up to 12 units", from: 0, to: 12 },
  { id: "middle", name: "Middle: 13 to 25 units", from: 13, to: 25 },
  { id: "large", name: "Large: 26 units and more", from: 26, to: Infinity },
];
/** By the minutes people play, as captains have fought it; where nobody has, by the minutes of the battle. */
export const TIMES: readonly Span[] = [
  { id: "hour", name: "About an hour", from: 0, to: 75 },
  { id: "evening", name: "An evening", from: 76, to: 240 },
  { id: "day", name: "A day and more", from: 241, to: Infinity },
];

const within = (spans: readonly Span[], id: string, values: number[]): boolean => {
  const span = spans.find((one) => one.id === id);
  return !span || values.some((value) => value >= span.from && value <= span.to);
};

/** The minutes a battle takes by a book, or by each of its books. */
function lengths(battle: BattleOnShelf, book: string): number[] {
  const paces = book ? [battle.pace[book]] : Object.values(battle.pace);
  const known = paces.flatMap((pace) => (pace ? [pace.minutes] : []));
  return known.length ? known : [battle.minutes];
}

/** The battles of the shelf that are what somebody looks for. */
export function found(battles: readonly BattleOnShelf[], sought: Sought): BattleOnShelf[] {
  const words = sought.words.toLowerCase().split(/\s+/).filter(Boolean);
  return battles.filter((battle) => {
    const leaders = battle.sides.map((side) => `${side.name} ${side.leader}`).join(" ");
    const text = `${battle.title} ${battle.date} ${battle.story} ${leaders}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      within(SIZES, sought.size, [battle.size]) &&
      within(TIMES, sought.time, lengths(battle, sought.book)) &&
      (!sought.arm || battle.arms.includes(sought.arm)) &&
      (!sought.year || (battle.date.slice(0, 4) || "training") === sought.year) &&
      (!sought.book || battle.rulebooks.includes(sought.book))
    );
  });
}
