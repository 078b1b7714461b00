import type { Told } from "../wire/types";

/** The scores that counted, lowest and highest, where the tally names some such as `4+`; [0, 0] where it does not. */
export function needed(told: Told): [number, number] {
  const scores = told.tally.map((row) => /^(\d)\+$/.exec(row.value.trim())?.[1]).filter((found) => found !== undefined).map(Number);
  return scores.length ? [Math.min(...scores), Math.max(...scores)] : [0, 0];
}
