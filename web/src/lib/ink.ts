/** Colours and small drawing helpers, as in the printed maps. */
import { SIGNS } from "./signs";

export const PAPER = SIGNS.inks["paper"]!;
export const INK = SIGNS.inks["ink"]!;
export const CARD = SIGNS.inks["card"]!;

export const colour = (side: string): string => SIGNS.sides[side]?.colour ?? SIGNS.inks["neutral"]!;
export const dark = (side: string): string => SIGNS.sides[side]?.dark ?? INK;
export const fill = (side: string): string => (SIGNS.sides[side]?.hatch ? "url(#rt-hatch)" : colour(side));
/** The colour of an ink of `signs.json`. */
export function inked(name: string, side: string): string {
  if (name === "side") return colour(side);
  if (name === "dark") return dark(side);
  if (name === "cloth") return side ? fill(side) : CARD;
  return SIGNS.inks[name] ?? name;
}
export const fine = (value: number): string => String(Math.round(value * 1e4) / 1e4);
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const sideName = (side: string): string => capital(side.replaceAll("-", " "));

export const compass = (facing: number): string => SIGNS.compass[Math.round((((facing % 36000) + 36000) % 36000) / 4500) % 8]!;

export const PIPS = SIGNS.faces["die"]!;

/** What is written on a chit, or the whole label of an item that is none. */
export const mark = (item: { art: string; label: string }): string => (item.art.startsWith("chit:") ? item.art.slice(5) : item.label);

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
