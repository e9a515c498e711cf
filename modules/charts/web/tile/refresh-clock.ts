/** Longest wait after errors, and the first wait where nothing refreshes by itself. */
const MAX_MS = 10 * 60_000;
const RETRY_MS = 4_000;
/** Tiles that are due within this go together. */
const TOGETHER_MS = 250;

interface Due {
  at: number;
  failures: number;
}

/**
 * When which tile is asked again: each by its own interval, longer after every error, not at all while the tab is hidden. What became due
 * meanwhile is asked for when the tab is seen again.
 */
export class RefreshClock {
  readonly #due = new Map<string, Due>();
  readonly #ask: (keys: string[]) => void;
  readonly #seconds: (key: string) => number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (keys: string[]) => void, seconds: (key: string) => number) {
    this.#ask = ask;
    this.#seconds = seconds;
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', this.#plan);
  }

  /** The tile is on the page. */
  start(key: string): void {
    if (!this.#due.has(key)) this.#set(key, 0, this.#interval(key));
  }
  stop(key: string): void {
    this.#due.delete(key);
    this.#plan();
  }
  succeeded(key: string): void {
    this.#set(key, 0, this.#interval(key));
  }
  /** `isPassing`: trying again may help, even where the tile does not refresh by itself. */
  failed(key: string, isPassing: boolean): void {
    const failures = (this.#due.get(key)?.failures ?? 0) + 1;
    const base = this.#interval(key) || (isPassing ? RETRY_MS : 0);
    this.#set(key, failures, base === 0 ? 0 : Math.min(MAX_MS, Math.max(base, RETRY_MS) * 2 ** Math.min(failures - 1, 12)));
  }
  close(): void {
    clearTimeout(this.#timer);
    this.#due.clear();
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', this.#plan);
  }

  #interval(key: string): number {
    return this.#seconds(key) * 1000;
  }

  #set(key: string, failures: number, ms: number): void {
    this.#due.set(key, { failures, at: ms > 0 ? Date.now() + ms : Infinity });
    this.#plan();
  }

  readonly #plan = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (typeof document !== 'undefined' && document.hidden) return;
    const next = Math.min(Infinity, ...[...this.#due.values()].map(({ at }) => at));
    if (next === Infinity) return;
    this.#timer = setTimeout(this.#ring, Math.max(0, next - Date.now()));
  };

  readonly #ring = (): void => {
    const limit = Date.now() + TOGETHER_MS;
    const keys = [...this.#due].filter(([, { at }]) => at <= limit).map(([key]) => key);
    for (const key of keys) this.#due.get(key)!.at = Infinity;
    this.#plan();
    this.#ask(keys);
  };
}
