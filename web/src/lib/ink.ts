/** Colours and small drawing helpers, as in the printed maps. */
export const PAPER = "#F4ECDA";
export const INK = "#2B2620";
export const CARD = "#FFFBEF";
const COLOURS: Record<string, string> = { union: "#23457A", confederate: "#9B3A2A" };
const DARKS: Record<string, string> = { union: "#122748", confederate: "#571A10" };

export const colour = (side: string): string => COLOURS[side] ?? "#6B5F50";
export const dark = (side: string): string => DARKS[side] ?? INK;
export const fill = (side: string): string => (side === "confederate" ? "url(#rt-hatch)" : colour(side));
export const fine = (value: number): string => String(Math.round(value * 1e4) / 1e4);
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const sideName = (side: string): string => capital(side.replaceAll("-", " "));

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
export const compass = (facing: number): string => COMPASS[Math.round((((facing % 36000) + 36000) % 36000) / 4500) % 8]!;

export const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

const UNSEEN = ["?", "hidden", "unknown", "unseen", "face down", "face-down", "secret"];

/** What stands on a chit: the initials of its order, or a question mark while it is face down. */
export function letters(text: string): string {
  const lowered = text.toLowerCase();
  if (UNSEEN.some((word) => lowered.includes(word))) return "?";
  const order = text.slice(text.lastIndexOf(":") + 1).match(/\p{L}+/gu) ?? [];
  const kept = order.filter((word) => !["order", "chit", "the"].includes(word.toLowerCase()));
  return kept.map((word) => word.charAt(0)).slice(0, 2).join("").toUpperCase() || "?";
}

export function firstNumber(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? 1);
}

/** `infantry-action.movement.wood-cost` as it is read: `Movement: wood cost`. */
export function clauseName(clause: string): string {
  const parts = clause.split(".").slice(1);
  const [section = clause, ...rest] = parts.map((part) => part.replaceAll("-", " "));
  return rest.length ? `${capital(section)}: ${rest.join(", ")}` : capital(section);
}

/** `1863-07-02` as it is written in a dispatch. */
export function dated(day: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T12:00:00Z`) : null;
  return at ? at.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }) : day;
}
