import type { Forecast } from "../wire/types";

export function percent(chance: number): string {
  if (chance > 0.995 && chance < 1) return "over 99%";
  if (chance < 0.005) return "under 1%";
  return `${Math.round(chance * 100)}%`;
}
/** A chance as it is said at the table: `1 in 6`. */
export function said(chance: number): string {
  if (chance >= 0.995) return "certain";
  if (chance > 0.4) return percent(chance);
  return `1 in ${Math.round(1 / chance)}`;
}
export function likeliest(forecast: Forecast): [string, number] {
  return forecast.chances.reduce((best, row) => (row[1] > best[1] ? row : best), ["", 0] as [string, number]);
}
