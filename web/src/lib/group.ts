/** Things by a key, in the order in which the keys first come. `Map.groupBy` is not everywhere yet. */
export function grouped<T>(things: Iterable<T>, key: (thing: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const name = key(thing);
    found.set(name, [...(found.get(name) ?? []), thing]);
  }
  return found;
}
