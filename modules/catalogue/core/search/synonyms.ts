import { narrow } from './pieces.ts';

const MAX_GROUPS = 500;

/** `客户=顾客=customer；余额=结余` → each word with the others of its group. */
export function synonymGroups(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const group of narrow(text).split(/[;\n]/).slice(0, MAX_GROUPS)) {
    const words = [...new Set(group.split('=').map((word) => word.trim().toLowerCase()))].filter((word) =>
      /^[a-z0-9]+$|^[^\p{ASCII}\s]+$/u.test(word),
    );
    if (words.length < 2) continue;
    for (const word of words) found.set(word, [...(found.get(word) ?? []), ...words.filter((other) => other !== word)]);
  }
  return found;
}
