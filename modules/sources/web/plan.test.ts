import { expect, it } from 'vitest';
import { cronOf, planOf, planText } from './plan.ts';

it.each([
  [null, '手动同步'],
  ['0 15 * * * ?', '每小时第 15 分'],
  ['0 30 2 * * ?', '每天 02:30'],
  ['0 0 9 ? * 2', '每周一 09:00'],
  ['0 0 9 ? * 1', '每周日 09:00'],
])('%s reads as %s and is written back', (cron, text) => {
  expect(planText(cron)).toBe(text);
  expect(cronOf(planOf(cron))).toBe(cron);
});

it.each(['0 0 2 1 * ?', '0 0/5 * * * ?', '30 0 2 * * ?', '0 0 2 * 6 ?', '0 0 2 ? * 2,3', 'nonsense'])(
  '%s stays as it is written',
  (cron) => {
    expect(planOf(cron)).toEqual({ kind: 'custom', text: cron });
    expect(cronOf(planOf(cron))).toBe(cron);
  },
);
