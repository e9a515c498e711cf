import { expect, it } from 'vitest';
import { failed, outcome, skipped } from './compile/outcome.ts';
import { passRate, verdictOf, type Tolerance } from './verdict.ts';

const weak: Tolerance = { strength: '1', threshold: null };
const rows = (checked: number, bad: number) => outcome('r', { rows: checked, checked, bad });

it('compares the share of good rows with the threshold, exactly at its edge', () => {
  expect(verdictOf(rows(200, 0), weak)).toMatchObject({ state: 'pass' });
  expect(verdictOf(rows(200, 1), weak)).toMatchObject({ state: 'fail', message: '检查200行，不合格1行，合格率99.5%', blocks: false });
  const most = { strength: '2', threshold: 99, warnBelow: 99.5 } as const;
  expect([0, 1, 2, 3].map((bad) => verdictOf(rows(200, bad), most).state)).toEqual(['pass', 'pass', 'warn', 'fail']);
  expect(verdictOf(rows(3, 1), { strength: '1', threshold: 66.66 }).state).toBe('pass');
  expect(verdictOf(rows(3, 1), { strength: '1', threshold: 66.67 }).state).toBe('fail');
  expect(verdictOf(rows(10_000_000, 1), weak).message).toContain('合格率99.99%');
});
it('keeps what could not run apart from what failed', () => {
  expect(verdictOf(failed('r', '数据源连接失败'), weak)).toEqual({ state: 'error', message: '数据源连接失败', blocks: false });
  expect(verdictOf(skipped('r', '没有权限'), { strength: '2', threshold: null })).toMatchObject({ state: 'skip', blocks: false });
  expect(verdictOf(outcome('r', {}), weak).state).toBe('error');
  expect(verdictOf(rows(0, 0), weak)).toMatchObject({ state: 'pass', message: '没有需要检查的行' });
  expect(passRate(rows(0, 0))).toBeNull();
});
it('judges numbers by their bounds and says of samples that they are some', () => {
  expect(verdictOf(outcome('r', { isGood: false, value: '12.5' }), weak)).toMatchObject({
    state: 'fail',
    message: '实际为12.5，不符合要求',
  });
  expect(verdictOf(outcome('r', { checked: 5, bad: 0, sampled: 100_000 }), weak).message).toContain('抽样100000行');
});
it('blocks on failed strong rules only, and says whose number was measured', () => {
  expect(verdictOf(rows(2, 1), { strength: '2', threshold: null }).blocks).toBe(true);
  expect([verdictOf(rows(2, 1), weak), verdictOf(rows(2, 0), weak)].map(({ blocks }) => blocks)).toEqual([false, false]);
  expect(verdictOf(failed('r', 'x'), { strength: '2', threshold: null }).blocks).toBe(false);
  const found = outcome('r', { isGood: true, value: '本表2，对方表2', finding: '表“a”行数为2，表“b”行数为2' });
  expect(verdictOf(found, weak).message).toBe('表“a”行数为2，表“b”行数为2，符合要求');
});
