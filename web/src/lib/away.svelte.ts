import type { LedgerPage } from "../wire/http";
import { api, Refusal } from "../wire/http";

type Wish = Record<string, unknown>;
interface Kept {
  page: LedgerPage | null;
  /** What was tapped while the server was away, each with the ledger's number when it was. */
  waiting: Wish[];
}

/** A ledger as this device last saw it, and what it has still to send; on its disk, so that nothing is lost by closing the page. */
export class Away {
  waiting = $state.raw<Wish[]>([]);
  /** Whether the server has not answered last. */
  gone = $state(false);
  /** Why what waits was not taken. */
  refused = $state("");
  private readonly key: string;
  private sending = false;

  constructor(word: string) {
    this.key = `roundtop-ledger ${word}`;
    this.waiting = this.kept().waiting;
  }

  private kept(): Kept {
    try {
      return { page: null, waiting: [], ...(JSON.parse(localStorage.getItem(this.key) ?? "{}") as Partial<Kept>) };
    } catch {
      return { page: null, waiting: [] };
    }
  }

  get page(): LedgerPage | null {
    return this.kept().page;
  }

  keep(page: LedgerPage | null): void {
    try {
      localStorage.setItem(this.key, JSON.stringify({ page, waiting: this.waiting }));
    } catch {
      // No room: the ledger itself is with the server.
    }
  }

  later(page: LedgerPage, wish: Wish): void {
    this.gone = true;
    this.waiting = [...this.waiting, { ...wish, number: page.number + this.waiting.length }];
    this.keep(page);
  }

  drop(page: LedgerPage | null): void {
    [this.waiting, this.refused] = [[], ""];
    this.keep(page);
  }

  /** Sends what waits, in order; `anew` whatever others have done meanwhile. The page as it is then. */
  async send(page: LedgerPage, anew = false): Promise<LedgerPage> {
    if (this.sending) return page;
    [this.sending, this.refused] = [true, ""];
    let now = page;
    try {
      while (this.waiting.length) {
        const [wish, ...rest] = this.waiting;
        const said = await api.act(page.ledger, { ...wish, ...(anew ? { number: now.number } : {}) });
        now = said.page ?? now;
        this.waiting = rest;
        this.keep(now);
      }
      this.gone = false;
    } catch (error) {
      this.gone = error instanceof Refusal && error.code === "unreachable";
      if (!this.gone) {
        this.refused = error instanceof Error ? error.message : String(error);
        now = await api.ledger(page.ledger).catch(() => now);
      }
    }
    this.sending = false;
    return now;
  }
}

/** Lets the page be kept and installed; only where the browser trusts the address: this computer itself, or https. */
export function install(): void {
  if (!("serviceWorker" in navigator)) return;
  const here = [location.pathname, "/api/shelf", "/api/umpire", ...performance.getEntriesByType("resource").map((one) => one.name).filter((name) => name.includes("/assets/"))];
  void navigator.serviceWorker.register("./sw.js").then(() => navigator.serviceWorker.ready).then((ready) => ready.active?.postMessage(here)).catch(() => undefined);
}
