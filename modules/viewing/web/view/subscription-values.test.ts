import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { subscriptionOf, type SubscriptionValues } from './subscription-values.ts';

const target = { entity: 'board' as const, id: '7', filters: { org: '江苏' } };
const values: SubscriptionValues = { subscriptionName: '日报', every: 'day', at: dayjs('2026-01-01T08:30:00'), userIds: ['1'] };

it('a subscription carries the filters of its reader and goes as a notice unless a channel is chosen', () => {
  expect(subscriptionOf(values, target)).toEqual({
    entityType: 'board',
    entityId: '7',
    subscriptionName: '日报',
    cron: '0 30 8 * * ?',
    filters: { org: '江苏' },
    userIds: ['1'],
    channels: ['notice'],
    attachments: [],
    condition: null,
    repeatHours: null,
  });
  expect(subscriptionOf({ ...values, channels: ['mail'] }, target).channels).toEqual(['mail']);
  // files go by mail alone
  expect(subscriptionOf({ ...values, attachments: ['pdf'] }, target).attachments).toEqual([]);
  expect(subscriptionOf({ ...values, channels: ['mail'], attachments: ['pdf'] }, target).attachments).toEqual(['pdf']);
});

it('a week begins on its Monday and a month on its first day unless a day is chosen', () => {
  expect(subscriptionOf({ ...values, every: 'week' }, target).cron).toBe('0 30 8 ? * 2');
  expect(subscriptionOf({ ...values, every: 'week', on: 6 }, target).cron).toBe('0 30 8 ? * 6');
  expect(subscriptionOf({ ...values, every: 'month' }, target).cron).toBe('0 30 8 1 * ?');
});

it('what comes more often than daily asks for no time of the day', () => {
  const { at: _at, ...often } = values;
  expect(subscriptionOf({ ...often, every: 'hour' }, target).cron).toBe('0 0 * * * ?');
  expect(subscriptionOf({ ...often, every: 'minutes' }, target).cron).toBe('0 0/15 * * * ?');
  expect(subscriptionOf({ ...often, every: 'minutes', on: 5 }, target).cron).toBe('0 0/5 * * * ?');
});

it('an alert is told once until it is over unless another cadence is chosen', () => {
  const asked = (repeat?: number) =>
    subscriptionOf({ ...values, measure: 'sales m1', ...(repeat !== undefined && { repeat }) }, target).repeatHours;
  expect([asked(), asked(-1), asked(0), asked(24)]).toEqual([null, null, 0, 24]);
});

it('a condition names its tile and measure; without a comparison it asks for more than the threshold', () => {
  expect(subscriptionOf({ ...values, measure: 'sales m1', value: 50 }, target).condition).toEqual({
    key: 'sales',
    measure: 'm1',
    op: 'gt',
    value: 50,
  });
  expect(subscriptionOf({ ...values, measure: 'sales m1', op: 'lte', value: null }, target).condition).toMatchObject({
    op: 'lte',
    value: 0,
  });
});
