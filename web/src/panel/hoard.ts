/** Chits given and cards laid but not yet confirmed, kept over a loading of the page. */
import type { Draft } from "./draft";

interface Hoard {
  /** What was asked. */
  asked: string;
  draft: Draft;
  /** The steps that led to it. */
  trail: Draft[];
}
const place = (game: string): string => `roundtop.draft.${game}`;
const store = (): Storage | null => (typeof sessionStorage === "undefined" ? null : sessionStorage);

export function hoard(game: string, what: Hoard | null): void {
  if (what) store()?.setItem(place(game), JSON.stringify(what));
  else store()?.removeItem(place(game));
}
export function hoarded(game: string): Hoard | null {
  return JSON.parse(store()?.getItem(place(game)) ?? "null") as Hoard | null;
}
