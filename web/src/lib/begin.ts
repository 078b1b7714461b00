import { api } from "../wire/http";
import type { Created, NewGame } from "../wire/types";
import { keep } from "./chairs";

/** Make a game; the server seals its dice first. */
export async function begin(game: NewGame): Promise<Created> {
  const { seal } = await api.seal();
  return keep(await api.create({ ...game, seal }));
}
