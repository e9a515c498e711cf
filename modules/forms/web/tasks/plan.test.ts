import { expect, it } from 'vitest';
import { parseCron } from '#kit/contract/cron.ts';
import { readPlan, textOfPlan, type Plan } from './plan.ts';

it('every plan that the dialog offers is an expression that reads back as it', () => {
  const plans: Plan[] = [
    { kind: 'day', day: 1, time: '08:30' },
    ...[1, 2, 7].map((day): Plan => ({ kind: 'week', day, time: '00:05' })),
    ...[1, 15, 28].map((day): Plan => ({ kind: 'month', day, time: '23:59' })),
  ];
  for (const plan of plans) {
    const text = textOfPlan(plan);
    parseCron(text ?? '');
    expect(readPlan(text)).toEqual(plan);
  }
  expect(textOfPlan({ kind: 'once', day: 1, time: '09:00' })).toBeNull();
  expect(readPlan(null)).toMatchObject({ kind: 'once' });
});

it('an expression of another kind is not taken for one of them', () => {
  for (const text of ['0 0 9 L * ?', '0 0 9 31 * ?', '0 0/5 * * * ?', '0 0 9 1 1 ?', '30 0 9 * * ?']) expect(readPlan(text)).toBeNull();
});
