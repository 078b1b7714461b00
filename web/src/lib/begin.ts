import { api } from "../wire/http";
import type { Created, NewGame } from "../wire/types";
import { memory } from "./memory.svelte";

export const nonce = (): string => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Make a game: the server seals its dice first, then our seats name their nonces. */
export async function begin(game: NewGame): Promise<Created> {
  const seats = Object.fromEntries(Object.entries(game.seats).map(([player, seat]) => [player, seat.kind === "here" ? { ...seat, nonce: nonce() } : seat]));
  const { seal } = await api.seal();
  const made = await api.create({ ...game, seats, seal });
  for (const seat of made.seats) if (seat.token) memory.keep(made.game, seat.player, seat.token);
  return made;
}
