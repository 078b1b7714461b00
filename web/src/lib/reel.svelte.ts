import type { Roll, Scene, Told } from "../wire/types";

/** A game file laid out to be watched. */
export interface Film {
  title: string;
  seat: string;
  ground: { width: number; depth: number };
  ground_svg?: string;
  notes: string[];
  moments: { player: string; told: Omit<Told, "seq" | "back" | "courses">[]; rolls: Roll[]; scene: Scene | null }[];
}

class Reel {
  film = $state.raw<Film | null>(null);
}

export const reel = new Reel();
