let known: ReadonlySet<string> = new Set();

/** Normalises a page key: a leading `/` and `basic/` are insignificant. */
export const bareKey = (key: string): string => key.replace(/^\/+/, '').replace(/^basic\//, '');

/** Registers the pages of the program, once at start. */
export const setPageKeys = (keys: Iterable<string>): void => {
  known = new Set(keys);
};

/** True when the program has a page for a menu's component. */
export const isKnownPage = (key: string): boolean => known.has(bareKey(key));

/** Page keys that a menu may name. */
export const pageKeys = (): readonly string[] => [...known].sort();
