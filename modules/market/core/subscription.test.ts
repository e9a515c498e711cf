import { expect, it } from 'vitest';
import { SubscriptionStatus } from '../contract/subscription.ts';
import { endOfTerm, shownStatus, transition, type SubscriptionAction } from './subscription.ts';

const ACTIONS: readonly SubscriptionAction[] = ['approve', 'reject', 'pause', 'resume', 'close', 'supersede'];

it('reaches no state but by its actions, and nothing leads out of an end', () => {
  const ways = SubscriptionStatus.options.flatMap((from) =>
    ACTIONS.flatMap((action) => {
      const found = transition(from, action);
      return 'to' in found ? [`${from} ${action} ${found.to}`] : [];
    }),
  );
  expect(ways).toEqual([
    '1 approve 2',
    '1 reject 3',
    '1 close 5',
    '2 pause 4',
    '2 close 5',
    '2 supersede 5',
    '4 resume 2',
    '4 close 5',
    '6 supersede 5',
  ]);
});

it('what is in force ends by itself', () => {
  const [before, end, after] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));
  expect(shownStatus('2', end!, before!)).toBe('2');
  expect(shownStatus('2', end!, after!)).toBe('6');
  expect(shownStatus('1', null, after!)).toBe('1');
});

it('a renewal goes on behind the rest of the term before it, and from now on when that has ended', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  expect(endOfTerm(10, day(5), null)).toEqual(day(15));
  expect(endOfTerm(10, day(5), day(8))).toEqual(day(18));
  expect(endOfTerm(10, day(5), day(2))).toEqual(day(15));
});
