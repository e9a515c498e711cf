const VISIBLE_TAIL = 4;

/** `13812340001` → `138****0001`, `010-88886666` → `010****6666`; what is too short for that keeps its first and last character. */
export const maskNumber = (phone: string): string =>
  phone.length >= 8 ? `${phone.slice(0, 3)}****${phone.slice(-VISIBLE_TAIL)}` : `${phone.slice(0, 1)}****${phone.slice(-1)}`;

/** `6222021234567890` → `********7890`: the length is not told. */
export const maskAccount = (account: string): string => `********${account.slice(-VISIBLE_TAIL)}`;

/** What is to be stored: the masked form of the stored value, sent back unchanged, means that value. Null when another mask was sent. */
export function unmasked(given: string, stored: string | null, mask: (value: string) => string): string | null {
  if (!given.includes('*')) return given;
  return stored !== null && given === mask(stored) ? stored : null;
}
