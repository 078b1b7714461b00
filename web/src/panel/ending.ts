import { sideName } from "../lib/ink";
import type { Stakes, Table } from "../wire/types";

/** What the sentence of an outcome leaves open: whose army broke, and what parted sides that were level. */
export function ending(outcome: NonNullable<Table["outcome"]>, stakes: Stakes | null): string {
  const level = outcome.points.length > 1 && outcome.points.every(([, points]) => points === outcome.points[0]![1]);
  if (outcome.reason === "losses" && level) return outcome.winner === "draw" ? "Points and losses are level." : "Points are level: the smaller losses decide.";
  if (outcome.reason !== "army-break") return "";
  const broken = (stakes?.tides ?? []).filter((tide) => tide.breaks > 0 && tide.lost >= tide.breaks);
  return broken.map((tide) => `The ${sideName(tide.side)} army is broken: ${tide.lost} ${tide.what}, and ${tide.breaks} ${tide.breaks === 1 ? "breaks" : "break"} it.`).join(" ");
}
