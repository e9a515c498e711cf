/** 128 random bits and an extension: the only form of a stored name. */
export const STORED_NAME = /^[0-9a-f]{32}\.[a-z]{2,5}$/;

/** The last line of defence: a name that is not ours never becomes a path. */
export function assertStoredName(name: string): string {
  if (!STORED_NAME.test(name)) throw new Error('not a stored file name');
  return name;
}
