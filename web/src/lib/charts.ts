/** The umpire's odds as charts, and dice as they are shown. */
import type { OddsRow, UmpireAnswer } from "../wire/http";
import type { Forecast, Roll } from "../wire/types";
import { pretty, told } from "./fields";
import { capital } from "./ink";

/** Dice as they are written, `d6:5`, to be shown. */
export const thrownDice = (dice: string[]): Roll[] => dice.map((word) => ({ reason: "", clause: "", by: "", seen_by: "", kind: word.split(":")[0]!, faces: [word.split(":")[1] ?? ""], answer: 0 }));

/** A row of chances by what tells it from the others. */
function named(rows: OddsRow[]): string[] {
  const names = Object.keys(rows[0]?.outcome ?? {});
  const telling = names.filter((name) => new Set(rows.map((row) => JSON.stringify(row.outcome[name]))).size > 1);
  return rows.map((row) => {
    const shown = telling.length ? telling : names;
    return capital(shown.map((name) => (shown.length > 1 ? `${pretty(name).toLowerCase()} ${told(row.outcome[name])}` : told(row.outcome[name]))).join("; "));
  });
}
function chart(title: string, rows: OddsRow[]): Forecast {
  const names = named(rows);
  return {
    title, exact: rows.every((row) => row.estimate === undefined), note: rows[0]?.trials ? `${rows[0].trials} trials.` : "",
    chances: rows.map((row, n) => [names[n]!, row.float ?? row.estimate ?? 0]),
  };
}
export function charts(found: NonNullable<UmpireAnswer["odds"]>): Forecast[] {
  if (Array.isArray(found)) return [chart("What may come of it", found)];
  return [...(found.whole ? [chart("As a whole", found.whole)] : []), ...Object.entries(found.groups).map(([name, rows]) => chart(pretty(name), rows))];
}
