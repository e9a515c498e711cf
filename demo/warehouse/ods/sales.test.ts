import { expect, it } from 'vitest';
import { findAllPairs, PRESETS, type MatchRecord, type MatchRule } from '#modules/masterdata/core/match/index.ts';
import { periodOf } from '../calendar.ts';
import { salesLoads } from './sales.ts';
import { worldOf } from './world.ts';

// As the demo compares customers: by the two columns that the master record has of them.
const rule: MatchRule = {
  ...PRESETS.strict,
  attributes: [
    { column: 'customer_name', kind: 'company' },
    { column: 'credit_code', kind: 'creditCode' },
  ],
};
const customersOn = (day: string): MatchRecord[] =>
  salesLoads(worldOf(periodOf(new Date(`${day}T10:00:00+08:00`))))
    .find(({ text }) => text === '客户档案')!
    .rows()
    .map(({ customer_id: id, ...values }) => ({ id: String(id), values: values as MatchRecord['values'] }));

// What exists depends on the day the demo is made; 2026-11-30 is one on which a customer without a code was taken for its neighbour.
it.each(['2026-01-04', '2026-03-18', '2026-06-30', '2026-11-30', '2027-02-07', '2029-07-31'])(
  'looks like one customer only where it was planted, made on %s',
  (day) => {
    const { pairs } = findAllPairs(rule, customersOn(day));
    expect(pairs.filter(({ score }) => score < rule.auto)).toEqual([]);
    expect(pairs).toHaveLength(24);
  },
);
