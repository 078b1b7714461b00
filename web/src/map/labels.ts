/** Lettering that keeps clear of the troops and of itself, in screen units. */
import type { Box } from "../lib/geometry";
import { extent } from "../lib/geometry";
import { grouped } from "../lib/group";
import { singly } from "../lib/signs";
import type { Marker, Piece } from "../wire/types";

export interface Label {
  key: string;
  text: string;
  style: "unit" | "group" | "officer" | "place";
  x: number;
  y: number;
  size: number;
  side: string;
  lead: [number, number] | null;
}

/** The name of a ring: how far it reaches, between what a small screen leaves out. */
export function brief(label: string): [string, string, string] {
  const [, before = "", reach = "", after = ""] = /^(.*?, )?([^:]*)(:.*)?$/.exec(label) ?? ["", "", label];
  return [before, reach, after];
}

/** Lines of lettering one above another: each as near to its height as those below it leave room. */
export function stacked(heights: number[], gap: number): number[] {
  const found = [...heights];
  const upwards = found.map((_, n) => n).sort((a, b) => found[b]! - found[a]!);
  upwards.forEach((n, at) => {
    if (at) found[n] = Math.min(found[n]!, found[upwards[at - 1]!]! - gap);
  });
  return found;
}

/** Where on a ring its name crosses no other: the first of some spots that is free, or the first of all. */
export function clear(spots: [number, number][], width: number, names: Pick<Label, "x" | "y" | "size" | "text">[]): [number, number] {
  const crosses = ([x, y]: [number, number]): boolean =>
    names.some((name) => Math.abs(name.x - x) < (width + lettering(name.text, name.size)) / 2 && y - 12 < name.y + 3 && name.y - name.size < y + 3);
  return spots.find((spot) => !crosses(spot)) ?? spots[0]!;
}

/** A place where something stands already, and half its width on the screen. */
export interface Taken {
  key: string;
  x: number;
  y: number;
  half: number;
}

interface Rect {
  key: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const RINGS = [3, 10, 20, 34];
const AROUND: [number, number][] = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]];
const CROWD = 60;
/** How far a rifle stands out of a man's base on the screen. */
const RIFLE = 9;
/** From how many pixels on a single figure is seen from close by. */
export const CLOSE = 34;

/** The upright rectangles that cover a turned block: one for each square piece of its length. */
function rects(key: string, box: Box, grow: number, at: (x: number, y: number) => [number, number], k: number): Rect[] {
  const steps = Math.max(1, Math.min(12, Math.round(box.width / Math.max(box.depth, 0.2))));
  const a = (box.pose.facing / 18000) * Math.PI;
  const c = Math.abs(Math.cos(a)), s = Math.abs(Math.sin(a));
  const wide = (box.width / steps) * k, deep = box.depth * k;
  const halfW = (wide * c + deep * s) / 2 + grow, halfH = (wide * s + deep * c) / 2 + grow;
  const found: Rect[] = [];
  for (let n = 0; n < steps; n++) {
    const along = ((n + 0.5) / steps - 0.5) * box.width;
    const [x, y] = at(box.pose.x + along * Math.cos(a), box.pose.y - along * Math.sin(a));
    found.push({ key, x0: x - halfW, x1: x + halfW, y0: y - halfH, y1: y + halfH });
  }
  return found;
}

export function lettering(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += /\p{Lu}/u.test(letter) ? 0.74 : /\d/.test(letter) ? 0.52 : /\p{L}/u.test(letter) ? 0.53 : 0.3;
  return width * size;
}

const meets = (a: Rect, b: Rect): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/** A man or a rider by himself, where men are set down singly; from afar he is only one of his group. */
function single(piece: Piece): boolean {
  return piece.parts.length <= 1 && piece.glyph !== "marker" && piece.glyph !== "wagon";
}

function middle(key: string, points: [number, number][]): Rect {
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length, y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  return { key, x0: x - 1, x1: x + 1, y0: y - 1, y1: y + 1 };
}

const off = (one: Rect, room: Rect): number => Math.hypot(Math.max(0, one.x0 - room.x1, room.x0 - one.x1), Math.max(0, one.y0 - room.y1, room.y0 - one.y1));
/** Whether a name would stand nearer to another piece than to its own, and be read as the other's. */
export function misread(own: Rect[], others: Rect[], room: Rect): boolean {
  const near = Math.min(...own.map((one) => off(one, room)));
  return others.some((one) => off(one, room) < near - 1 && !own.includes(one));
}

/** The point of what a name belongs to that is nearest to it, where that is farther off than a hand's breadth. */
function lead(own: Rect[], room: Rect, far: number): [number, number] | null {
  const one = own.reduce((best, other) => (off(other, room) < off(best, room) ? other : best));
  const [x, y] = [(room.x0 + room.x1) / 2, (room.y0 + room.y1) / 2];
  return off(one, room) > far ? [Math.max(one.x0, Math.min(x, one.x1)), Math.max(one.y0, Math.min(y, one.y1))] : null;
}

/** Names beside their units where there is room; where there are many, only those of the groups. */
export function place(pieces: Piece[], markers: Marker[], tableWidth: number, depth: number, k: number, taken: Taken[]): Label[] {
  const at = (x: number, y: number): [number, number] => [x * k, (depth - y) * k];
  const bodies = pieces.flatMap((piece) => rects(piece.id, extent(piece), singly(piece.glyph) ? RIFLE : 2, at, k));
  const busy: Rect[] = [...bodies];
  for (const spot of taken) busy.push({ key: spot.key, x0: spot.x * k - spot.half, x1: spot.x * k + spot.half, y0: spot.y * k - 9, y1: spot.y * k + 9 });
  for (const marker of markers) {
    const [x, y] = at(marker.x, marker.y);
    const flag = marker.kind === "objective";
    busy.push({ key: marker.text, x0: x - (flag ? 4 : 12), x1: x + (flag ? 20 : 12), y0: y - (flag ? 24 : 8), y1: y + 8 });
  }
  const labels: Label[] = [];
  const wish = (key: string, text: string, style: Label["style"], size: number, side: string, own: Rect[]): void => {
    const width = lettering(text, size) + 4, height = size + 1;
    const x0 = Math.min(...own.map((r) => r.x0)), x1 = Math.max(...own.map((r) => r.x1));
    const y0 = Math.min(...own.map((r) => r.y0)), y1 = Math.max(...own.map((r) => r.y1));
    for (const strict of [true, false]) for (const ring of RINGS) {
      for (const [dx, dy] of AROUND) {
        const sx = (x0 + x1) / 2 + Math.sign(dx) * ((x1 - x0) / 2 + ring + width / 2) * (Math.abs(dx) < 0.1 ? 0 : 1);
        const sy = (y0 + y1) / 2 + Math.sign(dy) * ((y1 - y0) / 2 + ring + height / 2) * (Math.abs(dy) < 0.1 ? 0 : 1);
        const room = { key, x0: sx - width / 2, x1: sx + width / 2, y0: sy - height / 2, y1: sy + height / 2 };
        if (room.x0 < -4 || room.x1 > tableWidth * k + 4 || room.y0 < -4 || room.y1 > depth * k + 4) continue;
        if (busy.some((other) => meets(room, other)) || (strict && misread(own, bodies, room))) continue;
        busy.push(room);
        labels.push({ key, text, style, size, side, x: sx, y: sy + size * 0.33, lead: lead(own, room, strict ? 12 : 2) });
        return;
      }
    }
  };
  for (const marker of markers) {
    if (marker.kind === "objective" && marker.text) wish(marker.text, marker.text, "place", 14, marker.side, busy.filter((r) => r.key === marker.text));
  }
  const crowded = pieces.length > CROWD && k * 10 < 220;
  const named = new Set<string>();
  const figures = pieces.some((piece) => singly(piece.glyph));
  for (const [key, members] of grouped(pieces.filter((p) => p.group), (p) => `${p.side}/${p.group}`)) {
    const men = crowded ? members : members.filter((piece) => figures && single(piece) && piece.width * k < CLOSE);
    if (!crowded && men.length < 3) continue;
    for (const piece of men) named.add(piece.id);
    const own = crowded ? [middle(key, men.map((piece) => at(piece.pose.x, piece.pose.y)))] : busy.filter((rect) => men.some((piece) => piece.id === rect.key));
    wish(key, members[0]!.group, "group", crowded ? 16 : 13.5, members[0]!.side, own);
  }
  for (const piece of pieces) {
    if (!piece.name || crowded || named.has(piece.id)) continue;
    wish(piece.id, piece.name, piece.glyph === "officer" ? "officer" : "unit", 13.5, piece.side, busy.filter((r) => r.key === piece.id).slice(0, 14));
  }
  return labels;
}
