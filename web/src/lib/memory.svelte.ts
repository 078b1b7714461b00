/** What this browser keeps: the seats it holds and how its owner likes things. */
export interface Held {
  game: string;
  player: string;
  token: string;
}

export type Speed = "instant" | "fast";
/** How many times faster than plain the stage plays. */
export type Tempo = 1 | 2 | 4;

function stored<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T) ?? otherwise;
  } catch {
    return otherwise;
  }
}

class Memory {
  seats = $state.raw<Held[]>(stored<Held[]>("roundtop.seats", []));
  speed = $state<Speed>(stored<Speed>("roundtop.speed", "fast"));
  tempo = $state<Tempo>(stored<Tempo>("roundtop.tempo", 1));
  /** How loud battles are, from 0, which is silence, to 1. */
  volume = $state<number>(stored<number>("roundtop.volume", 0));
  /** Whether a card says before every battle what wins it. */
  briefing = $state<boolean>(stored<boolean>("roundtop.briefing", true));
  guided = $state<boolean>(stored<boolean>("roundtop.guided", false));
  sound = $state<boolean>(stored<boolean>("roundtop.signal", true));

  keep(game: string, player: string, token: string): void {
    const others = this.seats.filter((seat) => seat.game !== game || seat.player !== player);
    this.seats = [...others, { game, player, token }];
    this.write("roundtop.seats", this.seats);
  }

  forget(game: string): void {
    this.seats = this.seats.filter((seat) => seat.game !== game);
    this.write("roundtop.seats", this.seats);
  }

  of(game: string): Held[] {
    return this.seats.filter((seat) => seat.game === game);
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    this.write("roundtop.speed", speed);
  }

  setTempo(tempo: Tempo): void {
    this.tempo = tempo;
    this.write("roundtop.tempo", tempo);
  }

  setVolume(volume: number): void {
    this.volume = volume;
    this.write("roundtop.volume", volume);
  }

  setBriefing(on: boolean): void {
    this.briefing = on;
    this.write("roundtop.briefing", on);
  }

  setSound(on: boolean): void {
    this.sound = on;
    this.write("roundtop.signal", on);
  }

  setGuided(done: boolean): void {
    this.guided = done;
    this.write("roundtop.guided", done);
  }

  private write(key: string, value: unknown): void {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still plays; it only forgets.
    }
  }
}

export const memory = new Memory();

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
