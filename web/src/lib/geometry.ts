import type { Piece, Point, Pose } from "../wire/types";

const TURN = 36000;
const radians = (facing: number): number => (facing / TURN) * 2 * Math.PI;

/** A point so far to the right and ahead of a pose, in table axes (y to the north). */
export function toWorld(pose: Pose, right: number, ahead: number): Point {
  const a = radians(pose.facing);
  return [pose.x + right * Math.cos(a) + ahead * Math.sin(a), pose.y + ahead * Math.cos(a) - right * Math.sin(a)];
}

export function toLocal(pose: Pose, x: number, y: number): Point {
  const a = radians(pose.facing);
  const dx = x - pose.x;
  const dy = y - pose.y;
  return [dx * Math.cos(a) - dy * Math.sin(a), dx * Math.sin(a) + dy * Math.cos(a)];
}

/** The bearing from one point to another, in hundredths of a degree clockwise from north. */
export function bearing(from: Point, to: Point): number {
  return around(Math.round((Math.atan2(to[0] - from[0], to[1] - from[1]) / (2 * Math.PI)) * TURN));
}

export const around = (facing: number): number => ((facing % TURN) + TURN) % TURN;

/** The turn from one facing to another, from -180 to 180 degrees. */
export function turnBetween(from: number, to: number): number {
  const by = around(to - from);
  return by > TURN / 2 ? by - TURN : by;
}

/** A pose after a wheel by so much about a point. */
export function wheeled(pose: Pose, [px, py]: Point, by: number): Pose {
  const [right, ahead] = toLocal({ x: px, y: py, facing: 0 }, pose.x, pose.y);
  const [x, y] = toWorld({ x: px, y: py, facing: by }, right, ahead);
  return { x, y, facing: around(pose.facing + by) };
}

export interface Box {
  pose: Pose;
  width: number;
  depth: number;
}

/** The smallest block with the piece's facing that holds all of its parts. */
export function extent(piece: Piece): Box {
  if (!piece.parts.length) return { pose: piece.pose, width: piece.width, depth: piece.depth };
  let left = Infinity, right = -Infinity, rear = Infinity, front = -Infinity;
  for (const part of piece.parts) {
    for (const [sx, sy] of [[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]] as const) {
      const corner = toWorld(part.pose, sx * part.width, sy * part.depth);
      const [a, f] = toLocal(piece.pose, corner[0], corner[1]);
      left = Math.min(left, a);
      right = Math.max(right, a);
      rear = Math.min(rear, f);
      front = Math.max(front, f);
    }
  }
  const [x, y] = toWorld(piece.pose, (left + right) / 2, (rear + front) / 2);
  return { pose: { x, y, facing: piece.pose.facing }, width: right - left, depth: front - rear };
}

/** The middle of the foremost stands' front edge. */
export function nose(piece: Piece): Pose {
  const spots = piece.parts.map((part) => ({ part, at: toLocal(piece.pose, part.pose.x, part.pose.y) }));
  if (!spots.length) {
    const [x, y] = toWorld(piece.pose, 0, piece.depth / 2);
    return { x, y, facing: piece.pose.facing };
  }
  const front = Math.max(...spots.map(({ part, at }) => at[1] + part.depth / 2));
  const rights = spots.filter(({ part, at }) => at[1] + part.depth / 2 > front - 0.3 * part.depth).map(({ at }) => at[0]);
  const [x, y] = toWorld(piece.pose, (Math.min(...rights) + Math.max(...rights)) / 2, front);
  return { x, y, facing: piece.pose.facing };
}

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Whether a point lies inside an outline. */
export function inside(outline: Point[], [x, y]: Point): boolean {
  let within = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}
