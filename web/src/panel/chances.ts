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
/** The outcomes of the highest chance, all of them where several tie; chances that read the same are the same. */
export function ties(forecast: Forecast): string[] {
  const most = percent(likeliest(forecast)[1]);
  return forecast.chances.filter(([, chance]) => percent(chance) === most).map(([label]) => label);
}
/** What is likeliest, in words: none where too many tie. */
export function foremost(forecast: Forecast): string {
  const [all, chance] = [ties(forecast).map((label) => label.charAt(0).toLowerCase() + label.slice(1)), likeliest(forecast)[1]];
  if (all.length === 1) return `Most likely ${all[0]} (${said(chance)}).`;
  return all.length === 2 ? `As likely ${all[0]} as ${all[1]} (${said(chance)} each).` : `${all.length} outcomes are equally likely (${said(chance)} each).`;
}
export function likeliest(forecast: Forecast): [string, number] {
  return forecast.chances.reduce((best, row) => (row[1] > best[1] ? row : best), ["", 0] as [string, number]);
}
