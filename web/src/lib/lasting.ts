import type { BattleOnShelf } from "../wire/types";

/** How long a battle takes people, by a book or by any, as captains have fought it. */
export function lasting(battle: BattleOnShelf, book?: string): string {
  const known = book ? [battle.pace[book]] : Object.values(battle.pace);
  const minutes = known.flatMap((pace) => (pace ? [pace.minutes] : []));
  if (!minutes.length) return "";
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  return least === most ? `about ${least} minutes` : `${least} to ${most} minutes`;
}
