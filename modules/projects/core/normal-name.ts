// letters and digits of every script stay; blanks, punctuation, brackets, symbols and marks go
const NOISE = /[^\p{L}\p{N}]/gu;

/**
 * A name or number as it is compared when looking for duplicates: full and half width are one (NFKC), case does not matter, and blanks,
 * brackets and punctuation are left out: `江苏 Ａbc（集团）` and `江苏abc集团` are the same.
 */
export const normalName = (text: string): string => text.normalize('NFKC').toLowerCase().replace(NOISE, '');

/** Name and number as one key, '' when either says nothing: what says nothing has no duplicates. */
export function similarKey(name: string, number: string): string {
  const [who, what] = [normalName(name), normalName(number)];
  return who === '' || what === '' ? '' : `${who}|${what}`;
}
