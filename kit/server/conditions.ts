import type { Logger } from 'pino';

/**
 * Degraded conditions of this node or its installation (it works, but something needs attention): listed in 服务监控, written to the log and
 * the console.
 */
export interface Conditions {
  /**
   * Sets the condition of a key such as `files.apart`; null clears it. `text` is Chinese and says what to do. Only a changed text is
   * reported again.
   */
  set(key: string, text: string | null): void;
  /** All current conditions, ordered by key. */
  list(): string[];
}

/** Holds the conditions of one node; `tell` is called with each new text. */
export function conditions(log: Logger, announce: (text: string) => void = () => undefined): Conditions {
  const texts = new Map<string, string>();
  return {
    set(key, text) {
      if (text === null) {
        if (texts.delete(key)) log.info({ condition: key }, 'a condition is over');
        return;
      }
      if (texts.get(key) === text) return;
      texts.set(key, text);
      log.warn({ condition: key }, text);
      announce(text);
    },
    list: () => [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
  };
}
