import type { Told } from "../wire/types";

/** The scores that counted, lowest and highest, where the tally has some; [0, 0] where it does not. */
export function needed(told: Told): [number, number] {
  const scores = told.tally.map((row) => row.score).filter(Boolean);
  return scores.length ? [Math.min(...scores), Math.max(...scores)] : [0, 0];
}
