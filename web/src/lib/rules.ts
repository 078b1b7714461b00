/** What the machine calls things, said as people say them. */
import type { ClauseText } from "../wire/http";
import type { OptionField } from "../wire/types";

/** `infantry_vs_battery` and `two-sixes` as they are read. */
export const plainWords = (name: string): string => name.replaceAll(/(?<=\S)[-_](?=\S)/g, " ");

/** A cell of a table: a name as it is read, a list by commas, yes and no. */
export function said(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(said).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([name, held]) => `${plainWords(name)} ${said(held)}`).join(", ");
  return typeof value === "string" && !value.includes(" ") && /[a-z][-_][a-z]/.test(value) ? plainWords(value) : String(value);
}

/** The section a clause stands in: `infantry-action.movement.wood-cost` in `infantry-action.movement`. */
export const groupOf = (clause: string): string => clause.split(".").slice(0, 2).join(".");

/** A house rule in a sentence: what it says, what it is unless somebody chooses, what may be chosen. */
export function optionWords(option: OptionField): string {
  const meaning = option.meaning.replaceAll(/\btrue: /g, "If so: ").replaceAll(/\bfalse: /g, "If not: ");
  const values = option.type === "boolean" ? ["yes", "no"] : option.values.map(said);
  const usual = said(option.default) || "none";
  const choice = values.length > 1 ? ` Of ${values.join(", ")}; as printed: ${usual}.` : ` As printed: ${usual}.`;
  return meaning.replace(/[.;]?\s*$/, ".") + choice;
}

/** Whether a clause has all of these words. */
export function speaksOf(one: ClauseText, words: string[]): boolean {
  const text = `${one.id} ${one.text} ${one.ruling} ${one.examples.join(" ")} ${JSON.stringify(one.rows)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
