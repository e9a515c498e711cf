import { NewPassword } from '../contract/auth.ts';

// Without characters that are mistaken for others when a password is read out (0/O, 1/l/I).
const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SPECIAL = '@#$%&+=!.';
const LENGTH = 18;

/** The first rule that a new password breaks, null when it is good. */
export function passwordProblem(text: string): string | null {
  const result = NewPassword.safeParse(text);
  return result.success ? null : (result.error.issues[0]?.message ?? null);
}

/** A random password that meets the rules; `below(n)` gives a uniform whole number from 0 up to n − 1. */
export function generatePassword(below: (n: number) => number): string {
  const all = LOWER + UPPER + DIGITS + SPECIAL;
  const draw = (set: string) => set[below(set.length)] ?? '';
  const chars = [draw(LOWER), draw(UPPER), draw(DIGITS), draw(SPECIAL)];
  while (chars.length < LENGTH) chars.push(draw(all));
  for (let last = chars.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [chars[last], chars[other]] = [chars[other] ?? '', chars[last] ?? ''];
  }
  return chars.join('');
}

/** When a password runs out; null when passwords never do (`days` 0). */
export const passwordExpiry = (since: Date, days: number): Date | null => (days > 0 ? new Date(since.getTime() + days * 86_400_000) : null);
