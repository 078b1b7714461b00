/** Where the badges of a piece stand: what looks ahead before it, the others behind it, tags behind those. */
import { distance, extent, toLocal, toWorld, type Box } from "../lib/geometry";
import { mark } from "../lib/ink";
import { SIGNS, arm, badgeSign } from "../lib/signs";
import type { Badge, Item, Piece, Point } from "../wire/types";
import { CLOSE } from "./labels";

/** `turned`: somebody stands behind it, and what would be written there is written before it. */
export function badgeRows(piece: Piece, block: Box, u: number, drafted: Item | undefined, chosen: boolean, turned = false): { badge: Badge; at: Point }[] {
  const far = (arm(piece.glyph).round ?? false) && piece.width / u < CLOSE && !chosen;
  const shown: Badge[] = piece.badges.filter((badge) => !badgeSign(badge.shape).round && !badgeSign(badge.shape).worn && (!far || badgeSign(badge.shape).loud));
  if (drafted) shown.unshift({ shape: drafted.art ? "chit" : "tag", text: `Drafted: ${drafted.label}`, clause: "", mark: mark(drafted), count: 1 });
  const ahead = shown.filter((badge) => badgeSign(badge.shape).ahead);
  const tags = shown.filter((badge) => badge.shape === "tag");
  const behind = shown.filter((badge) => !ahead.includes(badge) && !tags.includes(badge));
  const away = turned ? 1 : -1;
  const first = turned && ahead.length ? SIGNS.rows.apart : 0;
  const lines: [Badge[], number][] = [
    [ahead, block.depth / 2 + SIGNS.rows.ahead * u],
    [behind, away * (block.depth / 2 + (SIGNS.rows.behind + first) * u)],
    [tags, away * (block.depth / 2 + ((behind.length ? SIGNS.rows.tag_behind : SIGNS.rows.tag) + first) * u)],
  ];
  return lines.flatMap(([row, forward]) => row.map((badge, n) => ({ badge, at: toWorld(block.pose, (n - (row.length - 1) / 2) * SIGNS.rows.apart * u, forward) })));
}

/** The pieces behind whom another stands, and before whom nobody does and the table goes on. */
export function turnedRows(pieces: Piece[], u: number, wide: number, deep: number): Set<string> {
  const blocks = pieces.map((piece) => ({ piece, block: extent(piece) }));
  const wearing = blocks.filter(({ piece }) => !arm(piece.glyph).round && piece.badges.some((badge) => !badgeSign(badge.shape).round && !badgeSign(badge.shape).worn && !badgeSign(badge.shape).ahead));
  const found = wearing.filter(({ piece, block }) => {
    const others = blocks.filter((other) => other.piece !== piece && distance([other.block.pose.x, other.block.pose.y], [block.pose.x, block.pose.y]) < (other.block.width + other.block.depth + block.depth) / 2 + ROOM * u);
    const taken = (away: number): boolean => others.some((other) => [-14, 0, 14].some((right) => within(other.block, toWorld(block.pose, right * u, away * (block.depth / 2 + SIGNS.rows.tag * u)), 8 * u)));
    const [x, y] = toWorld(block.pose, 0, block.depth / 2 + SIGNS.rows.tag_behind * u);
    return taken(-1) && !taken(1) && x > 0 && y > 0 && x < wide && y < deep;
  });
  return new Set(found.map(({ piece }) => piece.id));
}
const ROOM = 40;
function within(block: Box, at: Point, margin: number): boolean {
  const [right, ahead] = toLocal(block.pose, ...at);
  return Math.abs(right) < block.width / 2 + margin && Math.abs(ahead) < block.depth / 2 + margin;
}
