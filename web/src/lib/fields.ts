/** Fields of a procedure: their forms, their values by paths, and how they are read out. */
import type { Field, Procedure, Records } from "../wire/http";
import { capital } from "./ink";

export type Values = Record<string, unknown>;
/** A name as it is read, its measure apart: `range_bw` is "Range (bw)". */
export const pretty = (name: string): string => capital(plain(name));
const plain = (name: string): string => name.replace(/_(bw|in|cm|deg)$/, " ($1)").replaceAll(/[-_.]/g, " ");

/** A type of the ledger taken apart. */
export function shape(type: string, records: Records): { form: string; held: string } {
  const text = type.trim();
  const or = /^(.*) or none$/.exec(text);
  if (or) return { form: "or none", held: or[1]! };
  for (const form of ["list of ", "map of ", "record "]) if (text.startsWith(form)) return { form: form.trim(), held: text.slice(form.length) };
  return { form: records[text] ? "record" : text, held: text };
}

/** What a type comes down to inside its lists and nones. */
export function core(type: string, records: Records): { form: string; held: string } {
  const found = shape(type, records);
  return found.form === "or none" || found.form === "list of" ? core(found.held, records) : found;
}

/** What a value begins with. */
export function blank(type: string, records: Records): unknown {
  const { form, held } = shape(type, records);
  if (form === "list of") return [];
  if (form === "map of") return {};
  if (form === "record") return Object.fromEntries((records[held]?.fields ?? []).filter((field) => field.required).map((field) => [field.name, field.default ?? blank(field.type, records)]));
  if (form === "boolean") return false;
  if (form === "integer" || form === "number") return 0;
  return "";
}

/** The field at a path, `target.fatigue`; of lists the field of their records. */
export function fieldAt(procedure: Procedure, path: string): Field | undefined {
  let fields = procedure.inputs;
  let found: Field | undefined;
  for (const name of path.split(".")) {
    found = fields.find((one) => one.name === name);
    if (!found) return undefined;
    fields = procedure.records[core(found.type, procedure.records).held]?.fields ?? [];
  }
  return found;
}

/** A list of records by itself is asked as how many there are. */
export const counts = (field: Field, records: Records): boolean => shape(field.type, records).form === "list of" && core(field.type, records).form === "record";

/** The value at a path: of a list what its first record has. */
export function valueAt(situation: Values, path: string): unknown {
  let now: unknown = situation;
  for (const name of path.split(".")) {
    const record: unknown = Array.isArray(now) ? now[0] : now;
    now = record && typeof record === "object" ? (record as Values)[name] : undefined;
  }
  return now;
}

/** The situation with a value put at a path, in every record of a list. */
export function withValue(situation: Values, path: string, value: unknown): Values {
  const [head = "", ...rest] = path.split(".");
  const next = { ...situation };
  if (rest.length) {
    const inner = next[head];
    const into = (one: unknown): Values => withValue((one ?? {}) as Values, rest.join("."), value);
    next[head] = Array.isArray(inner) ? inner.map(into) : into(inner);
  } else if (value === undefined) delete next[head];
  else next[head] = value;
  return next;
}

/** So many records in a list, new ones like its last, those counted up that count up. */
export function withCount(procedure: Procedure, situation: Values, path: string, count: number): Values {
  const now = valueAt(situation, path);
  const list = Array.isArray(now) ? (now as Values[]) : [];
  const field = fieldAt(procedure, path)!;
  const fresh = (): Values => {
    const example = valueAt(procedure.example.situation, path);
    return structuredClone(list.at(-1) ?? (Array.isArray(example) ? (example[0] as Values) : undefined) ?? (blank(core(field.type, procedure.records).held, procedure.records) as Values));
  };
  const records = Array.from({ length: Math.max(0, count) }, (_, n) => list[n] ?? fresh());
  return withValue(situation, path, records.map((one, n) => numbered(procedure, path, one, n)));
}
function numbered(procedure: Procedure, path: string, one: Values, n: number): Values {
  const next = { ...one };
  for (const name of procedure.numbered) {
    if (name.startsWith(`${path}.`)) next[name.slice(path.length + 1)] = fieldAt(procedure, name)?.type === "string" ? String(n + 1) : n + 1;
  }
  return next;
}

/** A value in words. */
export function told(value: unknown): string {
  if (Array.isArray(value)) return value.length ? value.map((one) => (Array.isArray(one) ? one.map(told).join(" ") : told(one))).join(", ") : "none";
  if (value && typeof value === "object") return Object.entries(value).map(([name, one]) => `${plain(name)} ${told(one)}`).join(", ");
  return value === true ? "yes" : value === false ? "no" : String(value ?? "none");
}

/** What is set out of sight: every value that is no default and is not asked, in words. */
export function besides(procedure: Procedure, situation: Values): string[] {
  const found: string[] = [];
  const walk = (fields: Field[], values: Values, path: string): void => {
    for (const field of fields) {
      const at = path ? `${path}.${field.name}` : field.name;
      const value = values[field.name];
      if (value === undefined || procedure.asks.includes(at) || procedure.numbered.includes(at)) continue;
      const inside = procedure.records[core(field.type, procedure.records).held]?.fields;
      if (inside && shape(field.type, procedure.records).form !== "map of") {
        const first: unknown = Array.isArray(value) ? value[0] : value;
        if (first && typeof first === "object") walk(inside, first as Values, at);
      } else if (JSON.stringify(value) !== JSON.stringify(field.default)) found.push(`${plain(at)} ${told(value)}`);
    }
  };
  walk(procedure.inputs, situation, "");
  return found;
}

/** What of a situation is not as the form begins, to be kept in an address. */
export function filled(procedure: Procedure, situation: Values): Values {
  const names = [...new Set([...Object.keys(situation), ...Object.keys(procedure.start)])];
  return Object.fromEntries(names.filter((name) => JSON.stringify(situation[name]) !== JSON.stringify(procedure.start[name])).map((name) => [name, situation[name] ?? null]));
}
/** A situation as an address keeps it; whatever is no such thing is passed over. */
export function refilled(procedure: Procedure, kept: string): Values {
  const begun = structuredClone(procedure.start);
  if (!kept) return begun;
  try {
    const given: unknown = JSON.parse(kept);
    if (!given || typeof given !== "object" || Array.isArray(given)) return begun;
    const known = Object.entries(given).filter(([name]) => procedure.inputs.some((field) => field.name === name));
    return Object.fromEntries(Object.entries({ ...begun, ...Object.fromEntries(known) }).filter(([, value]) => value !== null));
  } catch {
    return begun;
  }
}
