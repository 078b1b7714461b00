/** Where the badges of a piece stand: what looks ahead before it, the others behind it, tags behind those. */
import { toWorld, type Box } from "../lib/geometry";
import { mark } from "../lib/ink";
import { SIGNS, arm, badgeSign } from "../lib/signs";
import type { Badge, Item, Piece, Point } from "../wire/types";
import { CLOSE } from "./labels";

export function badgeRows(piece: Piece, block: Box, u: number, drafted: Item | undefined, chosen: boolean): { badge: Badge; at: Point }[] {
  const far = (arm(piece.glyph).round ?? false) && piece.width / u < CLOSE && !chosen;
  const shown: Badge[] = piece.badges.filter((badge) => !badgeSign(badge.shape).round && !badgeSign(badge.shape).worn && (!far || badgeSign(badge.shape).loud));
  if (drafted) shown.unshift({ shape: drafted.art ? "chit" : "tag", text: `Drafted: ${drafted.label}`, clause: "", mark: mark(drafted), count: 1 });
  const ahead = shown.filter((badge) => badgeSign(badge.shape).ahead);
  const tags = shown.filter((badge) => badge.shape === "tag");
  const behind = shown.filter((badge) => !ahead.includes(badge) && !tags.includes(badge));
  const lines: [Badge[], number][] = [
    [ahead, block.depth / 2 + SIGNS.rows.ahead * u],
    [behind, -block.depth / 2 - SIGNS.rows.behind * u],
    [tags, -block.depth / 2 - (behind.length ? SIGNS.rows.tag_behind : SIGNS.rows.tag) * u],
  ];
  return lines.flatMap(([row, forward]) => row.map((badge, n) => ({ badge, at: toWorld(block.pose, (n - (row.length - 1) / 2) * SIGNS.rows.apart * u, forward) })));
}
