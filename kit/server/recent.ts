import type { App } from './ctx.ts';

/**
 * Memoizes a platform-wide read per app for `ms` milliseconds; concurrent callers share one read, failures are not cached. `forget`
 * invalidates.
 */
export function recent<T>(ms: number, read: (app: App) => Promise<T>): { of(app: App): Promise<T>; forget(app: App): void } {
  const kept = new WeakMap<App, { at: number; value: Promise<T> }>();
  return {
    of(app) {
      const known = kept.get(app);
      if (known && Date.now() - known.at < ms) return known.value;
      const value = read(app);
      kept.set(app, { at: Date.now(), value });
      value.catch(() => kept.delete(app));
      return value;
    },
    forget: (app) => void kept.delete(app),
  };
}
