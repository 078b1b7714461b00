import { expect, test } from "vitest";
import { toWorld } from "../src/lib/geometry";
import { frames, NOWHERE, walk, walks } from "../src/lib/walk";
import type { Course, Piece, Pose, Scene, Told } from "../src/wire/types";

const at = (x: number, y: number, facing = 0): Pose => ({ x, y, facing });
const round = (value: number): number => Math.round(value * 100) / 100 + 0;

function body(pose: Pose, spots: [number, number][]): Piece {
  const parts = spots.map(([right, ahead]) => {
    const [x, y] = toWorld(pose, right, ahead);
    return { pose: at(x, y, pose.facing), width: 1, depth: 1, glyph: "infantry" };
  });
  return { id: "a", side: "union", name: "A", group: "", glyph: "infantry", pose, width: 3, depth: 1, parts, ghosts: [], badges: [], card: [], stars: 0, strength: "" };
}
const line = (pose: Pose): Piece => body(pose, [[-1, 0], [0, 0], [1, 0]]);
const column = (...poses: Pose[]): Piece => ({ ...body(poses[0]!, []), parts: poses.map((pose) => ({ pose, width: 1, depth: 1, glyph: "infantry" })) });
const course = (poses: Pose[], files = 0): Course => ({ piece: "a", poses, files });
const places = (steps: { pose: Pose }[]): [number, number][] => steps.map(({ pose }) => [round(pose.x), round(pose.y)]);

test("a line that goes round a corner passes the corner", () => {
  const [, middle] = walk(line(at(0, 0)), line(at(4, 4, 9000)), [course([at(0, 0), at(0, 4), at(0, 4, 9000), at(4, 4, 9000)])]);
  expect(places(middle!)).toEqual([[0, 0], [0, 4], [0, 4], [4, 4]]);
  expect(middle!.map((step) => step.pose.facing)).toEqual([0, 0, 9000, 9000]);
  expect(middle![0]!.at).toBe(0);
  expect(middle!.at(-1)!.at).toBe(1);
});

test("stands keep their places in a body that wheels", () => {
  const [left] = walk(line(at(0, 0)), line(at(0, 0, 9000)), [course([at(0, 0), at(0, 0, 4500), at(0, 0, 9000)])]);
  expect(places(left!)).toEqual([[-1, 0], [-0.71, 0.71], [0, 1]]);
});

test("who turns about does so where he stands, in no time", () => {
  const [left] = walk(line(at(0, 0)), line(at(0, -3, 18000)), [course([at(0, 0), at(0, 0, 18000), at(0, -3, 18000)])]);
  expect(places(left!)).toEqual([[-1, 0], [1, 0], [1, -3]]);
  expect(left!.map((step) => step.at)).toEqual([0, 0, 1]);
});

test("a column's stands follow the first one round the corner", () => {
  const before = column(at(0, 0), at(0, -1), at(0, -2));
  const after = column(at(1, 1, 9000), at(0, 1, 9000), at(0, 0));
  const [, , last] = walk(before, after, [course([at(0, 0), at(0, 1), at(0, 1, 9000), at(1, 1, 9000)], 1)]);
  expect(places(last!).at(-1)).toEqual([0, 0]);
  expect(places(last!).every(([x]) => x === 0)).toBe(true);
});

test("several moves in one message are one way", () => {
  const steps = walk(line(at(0, 0)), line(at(4, 8)), [course([at(0, 4)]), course([at(4, 4)])])[1]!;
  expect(places(steps)).toEqual([[0, 0], [0, 4], [4, 4], [4, 8]]);
});

test("only pieces that were there and have a course walk", () => {
  const scene = (...pieces: Piece[]): Scene => ({ title: "", moment: "", unit: "inch", yards_per_unit: 20, pieces, markers: [], overlays: [], stakes: null, hands: [] });
  const told = (courses: Course[]): Told => ({ seq: 1, text: "", places: [], rolls: [], tally: [], hint: "move", side: "", back: 0, courses });
  const poses = [at(0, 0), at(0, 4), at(4, 4)];
  expect(walks(scene(line(at(0, 0))), scene(line(at(4, 4))), [told([])])).toBe(NOWHERE);
  expect([...walks(scene(line(at(0, 0))), scene(line(at(4, 4))), [told([course(poses)])]).keys()]).toEqual(["a"]);
  expect(walks(scene(), scene(line(at(4, 4))), [told([course(poses)])]).size).toBe(0);
});

test("frames turn the shorter way and end where the stand is drawn", () => {
  const way = [{ pose: at(1, 2, 35000), at: 0 }, { pose: at(1, 3, 1000), at: 1 }];
  expect(frames(way, 10, 370).map((frame) => frame["transform"])).toEqual(["translate(1.000px, 8.000px) rotate(350.00deg)", "translate(1.000px, 7.000px) rotate(370.00deg)"]);
});
