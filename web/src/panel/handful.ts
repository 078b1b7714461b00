/** Of many things that are alike but for a number, the first of each kind, and no more than a handful. */
export function handful<T extends { label: string }>(things: readonly T[], most = 6): T[] {
  if (things.length <= most) return [...things];
  const kinds = new Map<string, T>();
  for (const thing of things) {
    // A wheel by so many degrees is worth a button of its own only where it leads somewhere else.
    const where = /^\d+° to the (left|right)(.*)$/.exec(thing.label)?.[2];
    if (where !== undefined && [...kinds.values()].some((other) => other.label.endsWith(where))) continue;
    const kind = thing.label.replaceAll(/\d+(\.\d+)?°?/g, "").replace(/to the (left|right)/, "");
    if (!kinds.has(kind)) kinds.set(kind, thing);
  }
  return [...kinds.values()].slice(0, most);
}
