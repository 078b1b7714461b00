/** Dice as they are tapped in: which buttons a kind of die has, and what the taps so far say. */

/** The buttons of a die; none for what is written in words. */
export function pads(kind: string): number[] {
  if (kind === "domino") return [0, 1, 2, 3, 4, 5, 6];
  if (kind === "d100") return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  if (kind === "avg") return [2, 3, 4, 5];
  const sides = /^d(\d+)$/.exec(kind);
  return sides && Number(sides[1]) <= 20 ? Array.from({ length: Number(sides[1]) }, (_, n) => n + 1) : [];
}

/** The faces after one more tap: a percentage takes two, tens and ones, and so does a domino. */
export function tapped(kind: string, faces: string[], pad: number): string[] {
  const last = faces.at(-1) ?? "";
  if (kind === "d100") return last.length === 1 ? [...faces.slice(0, -1), `${last}${pad}`] : [...faces, String(pad)];
  if (kind === "domino") return last.endsWith("-") ? [...faces.slice(0, -1), `${last}${pad}`] : [...faces, `${pad}-`];
  return [...faces, String(pad)];
}

/** Whether so many are wanted and all are there. */
export function whole(kind: string, faces: string[], number: number): boolean {
  const last = faces.at(-1) ?? "";
  return faces.length >= number && !last.endsWith("-") && (kind !== "d100" || last.length > 1);
}
