import { expect, test } from "vitest";
import { pads, tapped, whole } from "../src/lib/faces";
import { besides, fieldAt, filled, refilled, valueAt, withCount, withValue } from "../src/lib/fields";
import type { Field, Procedure } from "../src/wire/http";

const field = (name: string, type: string, more: Partial<Field> = {}): Field => ({ name, type, meaning: "", required: false, default: null, values: [], ...more });
const volley: Procedure = {
  rulebook: "toy", procedure: "volley", summary: "", clauses: [], outputs: [], dice: [], common: 1,
  inputs: [field("shots", "list of record shot", { required: true }), field("target", "record unit or none"), field("charging", "boolean", { default: false })],
  records: {
    shot: { meaning: "", fields: [field("stand", "integer", { required: true }), field("distance", "number", { required: true })] },
    unit: { meaning: "", fields: [field("cover", "boolean", { default: false })] },
  },
  example: { situation: { shots: [{ stand: 4, distance: 10 }] }, dice: [] },
  asks: ["shots", "shots.distance"], eyes: [], roles: [], several: [], numbered: ["shots.stand"], start: { shots: [{ stand: 4, distance: 10 }] },
};

test("a path reaches into records and every record of a list", () => {
  expect(fieldAt(volley, "shots.distance")?.type).toBe("number");
  expect(fieldAt(volley, "shots.height")).toBeUndefined();
  expect(fieldAt(volley, "target.cover")?.type).toBe("boolean");
  const three = withCount(volley, volley.start, "shots", 3);
  const near = withValue(three, "shots.distance", 6);
  expect(near["shots"]).toEqual([{ stand: 1, distance: 6 }, { stand: 2, distance: 6 }, { stand: 3, distance: 6 }]);
  expect(valueAt(near, "shots.distance")).toBe(6);
  expect(volley.start["shots"]).toEqual([{ stand: 4, distance: 10 }]);
});

test("an address keeps what was filled in, and nonsense in it is passed over", () => {
  const now = withValue(volley.start, "target.cover", true);
  expect(filled(volley, now)).toEqual({ target: { cover: true } });
  expect(refilled(volley, JSON.stringify(filled(volley, now)))).toEqual(now);
  expect(refilled(volley, "{")).toEqual(volley.start);
  expect(refilled(volley, '{"nothing": 1}')).toEqual(volley.start);
});

test("what is set out of sight is told", () => {
  expect(besides(volley, volley.start)).toEqual([]);
  expect(besides(volley, withValue({ ...volley.start, charging: false }, "target.cover", true))).toEqual(["target cover yes"]);
});

test("dice are tapped in by their faces, percentages and dominoes by two taps", () => {
  expect(pads("d6")).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pads("card")).toEqual([]);
  const tens = tapped("d100", ["07"], 4);
  expect(whole("d100", tens, 2)).toBe(false);
  expect(tapped("d100", tens, 0)).toEqual(["07", "40"]);
  expect(whole("d100", ["07", "40"], 2)).toBe(true);
  expect(tapped("domino", tapped("domino", [], 6), 3)).toEqual(["6-3"]);
  expect(whole("domino", ["6-"], 1)).toBe(false);
  expect(whole("d6", ["4", "2"], 3)).toBe(false);
});
