import type { Told } from "../wire/types";

/** The score that counted, where the tally names one such as `4+`. */
export function needed(told: Told): number {
  for (const row of told.tally) {
    const found = /^(\d)\+$/.exec(row.value.trim());
    if (found) return Number(found[1]);
  }
  return 0;
}
