import { expect, test } from "vitest";
import { extent } from "../src/lib/geometry";
import { badgeRows, turnedRows } from "../src/map/badges";
import type { Piece } from "../src/wire/types";

const tag = { shape: "tag", text: "run", clause: "", mark: "run 10″", count: 1 };
const line = (id: string, y: number, facing = 0, badges = [tag]): Piece =>
  ({ id, side: "union", name: id, group: "", glyph: "infantry", pose: { x: 10, y, facing }, width: 4, depth: 1, parts: [], ghosts: [], badges, card: [], stars: 0, strength: "" }) as unknown as Piece;

test("what is written behind a piece goes before it where somebody stands behind and nobody before", () => {
  const u = 0.05;
  const pieces = [line("a", 10), line("b", 8.8, 0, [])];
  expect([...turnedRows(pieces, u, 20, 20)]).toEqual(["a"]);
  const a = pieces[0]!;
  expect(badgeRows(a, extent(a), u, undefined, false, true)[0]!.at[1]).toBeGreaterThan(10.5);
  expect(badgeRows(a, extent(a), u, undefined, false)[0]!.at[1]).toBeLessThan(9.5);
  expect([...turnedRows([...pieces, line("c", 11.2, 0, [])], u, 20, 20)]).toEqual([]);
  expect([...turnedRows(pieces, u, 20, 11)]).toEqual([]);
});
