/** The ways that stands take on the map when their piece has not gone straight. */
import type { Course, Part, Piece, Point, Pose, Scene, Told } from "../wire/types";
import { around, bearing, distance, toLocal, toWorld, turnBetween } from "./geometry";

/** A pose on the way, and how much of the way, from 0 to 1, is behind it. */
export interface Step {
  pose: Pose;
  at: number;
}
/** The way of one stand. */
export type Walk = Step[];
export type Walks = ReadonlyMap<string, Walk[]>;

export const NOWHERE: Walks = new Map();
const HALF = 18000;
const NEAR = 0.01;

/** The walks of all pieces that news have moved otherwise than straight. */
export function walks(before: Scene, after: Scene, news: Told[]): Walks {
  const taken = new Map<string, Course[]>();
  for (const told of news) for (const course of told.courses) taken.set(course.piece, [...(taken.get(course.piece) ?? []), course]);
  if (!taken.size) return NOWHERE;
  const old = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const found = new Map<string, Walk[]>();
  for (const piece of after.pieces) {
    const [courses, from] = [taken.get(piece.id), old.get(piece.id)];
    if (courses && from) found.set(piece.id, walk(from, piece, courses));
  }
  return found;
}

/** The way of each stand: all keep their place in the body, or rank follows rank. */
export function walk(before: Piece, after: Piece, courses: Course[]): Walk[] {
  const poses = courses.flatMap((course) => course.poses);
  const files = courses.at(-1)!.files;
  if (!files) return carried([before.pose, ...poses, after.pose], before.parts, after.parts);
  const [then, now] = [ranks(before.parts, files), ranks(after.parts, files)];
  const line: Pose[] = [then[0]!.pose, ...poses];
  const length = line.slice(1).reduce((sum, pose, n) => sum + distance(at(line[n]!), at(pose)), 0);
  return now.flatMap((rank, n) => {
    const old = then[n] ?? rank;
    const ahead = then.slice(0, n).reverse().map((one) => one.pose);
    return carried([old.pose, ...filed([old.pose, ...ahead, ...line], length), rank.pose], old.parts, rank.parts);
  });
}

const at = (pose: Pose): Point => [pose.x, pose.y];

interface Rank {
  pose: Pose;
  parts: Part[];
}
function ranks(parts: Part[], files: number): Rank[] {
  return Array.from({ length: Math.ceil(parts.length / files) }, (_, n) => {
    const row = parts.slice(n * files, (n + 1) * files);
    const middle = (of: (pose: Pose) => number): number => row.reduce((sum, part) => sum + of(part.pose), 0) / row.length;
    return { parts: row, pose: { x: middle((pose) => pose.x), y: middle((pose) => pose.y), facing: row[0]!.pose.facing } };
  });
}

/** A line of places walked for a length, facing along it. */
function filed(line: Pose[], length: number): Pose[] {
  const found: Pose[] = [];
  let left = length;
  for (let n = 1; n < line.length && left > NEAR; n++) {
    const [a, b] = [at(line[n - 1]!), at(line[n]!)];
    const stretch = distance(a, b);
    if (stretch <= NEAR) continue;
    const share = Math.min(1, left / stretch);
    const facing = bearing(a, b);
    found.push({ x: a[0], y: a[1], facing }, { x: a[0] + share * (b[0] - a[0]), y: a[1] + share * (b[1] - a[1]), facing });
    left -= stretch;
  }
  return found;
}

/** Stands carried along by a body that goes from pose to pose, and shifted meanwhile to their places at its end. */
function carried(poses: Pose[], before: Part[], after: Part[]): Walk[] {
  const line = poses.filter((pose, n) => !n || !same(poses[n - 1]!, pose));
  const reach = Math.max(0.5, ...after.map((part) => distance(at(part.pose), at(line.at(-1)!))));
  const lengths = line.slice(1).map((pose, n) => length(line[n]!, pose, reach));
  const whole = lengths.reduce((sum, one) => sum + one, 0) || 1;
  const shares = line.map((_, n) => lengths.slice(0, n).reduce((sum, one) => sum + one, 0) / whole);
  return after.map((part, n) => {
    const [from, to] = [seat(line[0]!, before[n] ?? null), seat(line.at(-1)!, part)!];
    const start = from ?? to;
    return line.map((pose, place) => {
      const share = shares[place]!;
      const [x, y] = toWorld(pose, start.right + share * (to.right - start.right), start.ahead + share * (to.ahead - start.ahead));
      return { pose: { x, y, facing: around(Math.round(pose.facing + start.by + share * turnBetween(start.by, to.by))) }, at: share };
    });
  });
}

function same(a: Pose, b: Pose): boolean {
  return distance(at(a), at(b)) < NEAR && around(a.facing) === around(b.facing);
}

/** Men who turn about where they stand take no time; a turn takes as long as a stand at the end of the line walks. */
function length(a: Pose, b: Pose, reach: number): number {
  const [far, by] = [distance(at(a), at(b)), Math.abs(turnBetween(a.facing, b.facing))];
  if (far < NEAR && by === HALF) return 0;
  return Math.max(far, (by / HALF) * Math.PI * 0.5 * reach);
}

/** Where a stand is in its body. */
function seat(pose: Pose, part: Part | null): { right: number; ahead: number; by: number } | null {
  if (!part) return null;
  const [right, ahead] = toLocal(pose, part.pose.x, part.pose.y);
  return { right, ahead, by: around(part.pose.facing - pose.facing) };
}

/** A walk as the browser animates it; turns take the shorter way. */
export function frames(way: Walk, depth: number, degrees: number): Keyframe[] {
  let last = degrees;
  const turned = way.toReversed().map(({ pose, at: offset }) => {
    const wanted = pose.facing / 100;
    last = wanted + 360 * Math.round((last - wanted) / 360);
    return { offset, transform: `translate(${pose.x.toFixed(3)}px, ${(depth - pose.y).toFixed(3)}px) rotate(${last.toFixed(2)}deg)` };
  });
  return turned.reverse();
}
