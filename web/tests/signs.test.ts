import { render } from "svelte/server";
import { expect, test } from "vitest";
import { SIGNS, badgeSign, markerSign } from "../src/lib/signs";
import Sign from "../src/map/Sign.svelte";

const drawn = (props: Parameters<typeof Sign>[1]): string => render(Sign, { props }).body;

test("every badge and marker is drawn by the paths of the file", () => {
  for (const sign of [...Object.values(SIGNS.badges), ...Object.values(SIGNS.markers)]) {
    const body = drawn({ sign, side: "union", mark: "FA", counts: [5, 2] });
    for (const layer of sign.layers) if (layer.path) expect(body).toContain(`d="${layer.path}"`);
  }
});

test("letters and counts are written, and a count beyond the pattern is a number", () => {
  expect(drawn({ sign: badgeSign("chit"), side: "union", mark: "FA" })).toContain(">FA<");
  expect(drawn({ sign: badgeSign("hit"), side: "union", counts: [3] }).match(/h0/g)).toHaveLength(3);
  expect(drawn({ sign: badgeSign("hit"), side: "union", counts: [9] })).toContain(">9<");
  expect(drawn({ sign: markerSign("domino"), side: "union", counts: [5, 2] }).match(/h0/g)).toHaveLength(7);
});

test("what the file does not know is drawn all the same", () => {
  expect(badgeSign("odd")).toBe(SIGNS.badges["other"]);
  expect(markerSign("odd")).toBe(SIGNS.markers["other"]);
});
