let known: ReadonlySet<string> = new Set();

/** A page key without what does not matter: a leading `/` and `basic/`. */
export const bareKey = (key: string): string => key.replace(/^\/+/, '').replace(/^basic\//, '');

/** The program says once which pages it has. */
export const setPageKeys = (keys: Iterable<string>): void => {
  known = new Set(keys);
};

/** True when the program has a page for a menu's component. */
export const isKnownPage = (key: string): boolean => known.has(bareKey(key));

/** Page keys that a menu may name. */
export const pageKeys = (): readonly string[] => [...known].sort();
