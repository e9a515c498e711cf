import { describe, expect, it } from 'vitest';
import { mayFollow, needsReason, nextStatuses, touchesBlacklist, type ListStatus } from './supplier-status.ts';

const ALL: readonly ListStatus[] = ['1', '2', '3', '4', '5'];
const pairs = (rule: (from: ListStatus, to: ListStatus) => boolean) =>
  ALL.flatMap((from) => ALL.filter((to) => rule(from, to)).map((to) => `${from}${to}`));

describe('the state of a supplier', () => {
  it('moves along these ways and no others', () => {
    expect(pairs(mayFollow)).toEqual(['12', '14', '15', '21', '23', '24', '25', '32', '34', '35', '41', '42', '45', '51', '54']);
  });
  it('never stays, and always has a way on', () => {
    for (const status of ALL) {
      expect(nextStatuses(status)).not.toContain(status);
      expect(nextStatuses(status)).not.toHaveLength(0);
    }
  });
  it('explains suspension, blacklisting and their end', () => {
    for (const from of ALL)
      for (const to of nextStatuses(from)) expect(needsReason(from, to), `${from} to ${to}`).toBe(/[45]/.test(`${from}${to}`));
  });
  it('asks for the blacklist permission exactly where the blacklist is touched', () => {
    for (const from of ALL) for (const to of nextStatuses(from)) expect(touchesBlacklist(from, to)).toBe(`${from}${to}`.includes('5'));
  });
});
