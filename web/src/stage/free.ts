/** Free ground for a card on the map: beside what it is about, on no unit that it is about and on nobody of mine. */
import { extent, toWorld } from "../lib/geometry";
import type { Camera } from "../map/camera.svelte";
import type { Piece, Point } from "../wire/types";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Taken extends Box {
  /** What it costs to cover it. */
  cost: number;
}

const CLEAR = 6;
/** Men and officers are drawn larger than they are. */
const DRAWN: Record<string, number> = { figure: 21, man: 21, rider: 27, beast: 27, officer: 15 };
const NEVER = 1e6;
const DEAR = 400;
/** How far badges stand out from a unit; a card keeps off them if it can. */
const BADGE = 22;
const RINGS = 9;
const WAYS = 16;

/** What a piece takes up on the screen. */
export function frame(piece: Piece, camera: Camera): Box {
  const block = extent(piece);
  const corners = ([[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]] as const).map(([a, b]) => camera.toScreen(toWorld(block.pose, a * block.width, b * block.depth)));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const clear = DRAWN[piece.glyph] ?? CLEAR;
  const [x, y] = [Math.min(...xs) - clear, Math.min(...ys) - clear];
  return { x, y, w: Math.max(...xs) + clear - x, h: Math.max(...ys) + clear - y };
}

/** The pieces as a card must keep clear of them, and of where they `were` and pass: at any price, or if it can. */
export function taken(pieces: Piece[], camera: Camera, places: Point[], mine: string[], were: Piece[] = []): Taken[] {
  const old = new Map(were.map((piece) => [piece.id, piece]));
  const spots = places.map((place) => camera.toScreen(place));
  const gone = were.filter((piece) => !pieces.some((one) => one.id === piece.id));
  return [...pieces, ...gone].flatMap((piece) => {
    const now = frame(piece, camera);
    const before = old.get(piece.id);
    const boxes = before && before !== piece ? way(frame(before, camera), now) : [now];
    const about = boxes.some((box) => spots.some(([x, y]) => x > box.x - 3 && x < box.x + box.w + 3 && y > box.y - 3 && y < box.y + box.h + 3));
    const troops = boxes.map((box) => ({ ...box, cost: about || mine.includes(piece.side) ? NEVER : DEAR }));
    const worn = piece.badges.length && !(piece.glyph in DRAWN) ? [{ x: now.x - BADGE, y: now.y - BADGE, w: now.w + 2 * BADGE, h: now.h + 2 * BADGE, cost: DEAR / 2 }] : [];
    return [...troops, ...worn];
  });
}

/** What something takes up on its way from one place to another. */
function way(from: Box, to: Box): Box[] {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (far < 4) return [to];
  const steps = Math.max(1, Math.ceil(far / Math.max(20, Math.min(from.w, from.h))));
  return Array.from({ length: steps + 1 }, (_, n) => {
    const at = (a: number, b: number): number => a + ((b - a) * n) / steps;
    return { x: at(from.x, to.x), y: at(from.y, to.y), w: Math.max(from.w, to.w), h: Math.max(from.h, to.h) };
  });
}

const covers = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The corner of a card of some size near a place, within a room: the nearest ground that costs least. */
export function free(at: Point, size: [number, number], room: Box, pieces: Taken[]): { at: Point; clear: boolean; covers: boolean } {
  const [w, h] = size;
  let best: Point = [room.x, room.y];
  let least = Infinity;
  const weigh = (cx: number, cy: number, far: number): void => {
    const x = Math.max(room.x, Math.min(room.x + room.w - w, cx - w / 2));
    const y = Math.max(room.y, Math.min(room.y + room.h - h, cy - h / 2));
    const box = { x, y, w, h };
    let cost = far + (covers(box, { x: at[0] - 8, y: at[1] - 8, w: 16, h: 16 }) ? NEVER : 0);
    for (const one of pieces) if (covers(box, one)) cost += one.cost;
    if (cost < least) [least, best] = [cost, [x, y]];
  };
  for (let ring = 0; ring < RINGS; ring++) {
    const out = 26 + 34 * ring;
    for (let way = 0; way < WAYS; way++) {
      const angle = (2 * Math.PI * way) / WAYS;
      weigh(at[0] + Math.sin(angle) * (w / 2 + out), at[1] - Math.cos(angle) * (h / 2 + out), out + (way % 4 ? 6 : 0));
    }
    if (least < out) break;
  }
  for (const x of [room.x, room.x + room.w / 2, room.x + room.w]) for (const y of [room.y, room.y + room.h / 2, room.y + room.h]) weigh(x, y, 380 + Math.hypot(x - at[0], y - at[1]) / 10);
  const box = { x: best[0], y: best[1], w, h };
  return { at: best, clear: least < NEVER, covers: pieces.some((one) => one.cost >= DEAR && covers(box, one)) };
}

/** Whether a line on the screen passes over something that may not be covered. */
export function over([x, y]: Point, [a, b]: Point, pieces: Taken[]): boolean {
  const steps = Math.ceil(Math.hypot(a - x, b - y) / 6);
  const spots = Array.from({ length: Math.max(0, steps - 1) }, (_, n): Point => [x + ((a - x) * (n + 1)) / steps, y + ((b - y) * (n + 1)) / steps]);
  return spots.some(([u, v]) => pieces.some((one) => covers({ x: u, y: v, w: 1, h: 1 }, one)));
}
