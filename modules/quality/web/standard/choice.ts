interface One {
  readonly columnId: string;
  readonly item: string;
}
/** What the server takes at once. */
const MAX = 200;

export const keyOf = ({ columnId, item }: One): string => `${columnId} ${item}`;
/** Rules that are not there yet. */
export const choosable = <T extends One & { readonly exists: boolean }>(all: readonly T[]): T[] => all.filter(({ exists }) => !exists);
/** The first ones of a choice, as many as one call takes; the rest can be made afterwards. */
export const mostAtOnce = <T>(chosen: readonly T[]): T[] => chosen.slice(0, MAX);
/** A set with or without a key. */
export function toggled(set: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
