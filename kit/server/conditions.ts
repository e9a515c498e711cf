import type { Logger } from 'pino';

/** What is wrong with this node or its installation although it works: shown in 服务监控, told in the log and at the console. */
export interface Conditions {
  /**
   * Sets what is wrong under a key such as `files.apart`, or null when it is over. `text` is Chinese and says what to do. A text that changes
   * is told; the same text again is not.
   */
  set(key: string, text: string | null): void;
  /** What is wrong now, ordered by key. */
  list(): string[];
}

/** Keeps the conditions of one node; `tell` hears each new text. */
export function conditions(log: Logger, tell: (text: string) => void = () => undefined): Conditions {
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
      tell(text);
    },
    list: () => [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
  };
}
