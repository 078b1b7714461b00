/** Who commands whom, as it is chosen in a form: `here`, `invite`, `open` or `bot:NAME`. */
import type { Created, NewSeat } from "../wire/types";
import { memory } from "./memory.svelte";

export interface Chair {
  id: string;
  name: string;
  usual: string;
}

export const nonce = (): string => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const choice = (kind: string, bot: string): string => (kind === "bot" ? `bot:${bot}` : kind);

/** The seats that are wished for; who sits here names a nonce for the dice. */
export function seats(chairs: Chair[], chosen: Record<string, string>): Record<string, NewSeat> {
  return Object.fromEntries(chairs.map((chair) => [chair.id, seat(chosen[chair.id] ?? chair.usual)]));
}
function seat(chosen: string): NewSeat {
  const [kind, bot = "captain"] = chosen.split(":");
  if (kind === "bot") return { kind, bot };
  return kind === "here" ? { kind, nonce: nonce() } : { kind: kind as NewSeat["kind"] };
}

/** Keep the seats of a new game that are ours. */
export function keep(made: Created): Created {
  for (const one of made.seats) if (one.token) memory.keep(made.game, one.player, one.token);
  // Whoever only watches keeps the key of the maker, which finds the game again.
  if (made.seats.every((one) => !one.token && !one.invite)) memory.keep(made.game, "", made.owner);
  return made;
}
