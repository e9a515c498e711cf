import { expect, it } from 'vitest';
import { SubscriptionStatus } from '../contract/subscription.ts';
import { shownStatus, transition, type SubscriptionAction } from './subscription.ts';

const ACTIONS: readonly SubscriptionAction[] = ['approve', 'reject', 'pause', 'resume', 'close'];

it('reaches no state but by its actions, and nothing leads out of an end', () => {
  const ways = SubscriptionStatus.options.flatMap((from) =>
    ACTIONS.flatMap((action) => {
      const found = transition(from, action);
      return 'to' in found ? [`${from} ${action} ${found.to}`] : [];
    }),
  );
  expect(ways).toEqual(['1 approve 2', '1 reject 3', '1 close 5', '2 pause 4', '2 close 5', '4 resume 2', '4 close 5']);
});

it('what is in force ends by itself', () => {
  const [before, end, after] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));
  expect(shownStatus('2', end!, before!)).toBe('2');
  expect(shownStatus('2', end!, after!)).toBe('6');
  expect(shownStatus('1', null, after!)).toBe('1');
});
