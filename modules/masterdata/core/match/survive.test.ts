import { expect, test } from 'vitest';
import { survive, type Origin, type SurvivalRule } from './survive.ts';

const origin = (recordId: string, value: string | null, more: Partial<Origin> = {}): Origin => ({
  recordId,
  value,
  sourceId: null,
  sourceKey: null,
  time: '2026-01-01',
  ...more,
});
const crm = origin('1', '建行南通分行', { sourceId: 'crm', sourceKey: 'C1', time: '2026-11-02' });
const finance = origin('2', '建设银行南通分行营业部', { sourceId: 'fin', sourceKey: 'F9', time: '2026-11-19' });
const tender = origin('3', '建行南通分行', { sourceId: 'bid', sourceKey: 'B7', time: '2023-06-30' });
const all = [crm, finance, tender];

test.each([
  ['source', 'bid', '3'],
  ['newest', '', '2'],
  ['longest', '', '2'],
  ['frequent', '', '1'],
] as const)('%s (%s first) keeps the value of record %s and says where it comes from', (rule, first, expected) => {
  const found = survive(all, { rule, sources: first ? [first] : [] });
  const from = all.find(({ recordId }) => recordId === expected)!;
  expect(found).toEqual({ ...from, rule, agrees: expected === '2' ? 1 : 2 });
});
test('a person chooses a record, even one without a value', () => {
  const empty = origin('4', null);
  expect(survive([...all, empty], { rule: 'manual', chosen: '3' })).toMatchObject({
    value: '建行南通分行',
    sourceKey: 'B7',
    rule: 'manual',
  });
  expect(survive([...all, empty], { rule: 'manual', chosen: '4' })).toMatchObject({ value: null, rule: 'manual' });
  expect(survive(all, { rule: 'manual', chosen: 'nobody' })).toBeNull();
});
test('不变 keeps what the record that stays says, and where it says nothing what the order of sources gives', () => {
  expect(survive(all, { rule: 'stays', keeps: '3' })).toMatchObject({ recordId: '3', rule: 'stays' });
  const silent = origin('4', null);
  expect(survive([silent, ...all], { rule: 'stays', keeps: '4', sources: ['fin'] })).toMatchObject({ recordId: '2', rule: 'stays' });
});
test('without any value there is none', () => {
  expect(survive([origin('1', null), origin('2', '')], { rule: 'longest' })).toBeNull();
});
test('a tie always falls the same way, in whatever order records come', () => {
  const equal = [origin('b', '甲'), origin('a', '乙'), origin('c', '乙')];
  for (const rule of ['source', 'newest', 'longest', 'frequent'] satisfies SurvivalRule[]) {
    const answers = [equal, [...equal].reverse(), [equal[1]!, equal[0]!, equal[2]!]].map((origins) => survive(origins, { rule })!.recordId);
    expect(new Set(answers)).toEqual(new Set(['a']));
  }
});
