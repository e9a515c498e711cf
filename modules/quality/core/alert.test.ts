import { describe, expect, test } from 'vitest';
import { alertText, changeOf, sendTimeOf, type AlertLine } from './alert.ts';

test.each([
  [null, 'fail', 'fail'],
  [null, 'pass', null],
  ['pass', 'fail', 'fail'],
  ['fail', 'fail', null],
  ['fail', 'warn', 'warn'],
  ['fail', 'error', 'error'],
  ['fail', 'skip', null],
  ['error', 'pass', 'recover'],
  ['warn', 'pass', 'recover'],
  ['pass', 'pass', null],
] as const)('from %s to %s is told as %s', (before, now, change) => {
  expect(changeOf(before, now)).toBe(change);
});

describe('the moment of a message', () => {
  const at = (clock: string) => new Date(`2026-11-27T${clock}+08:00`);
  test.each([
    ['21:59:30', '22:00', '07:30', 0, '2026-11-27T21:59:30+08:00'],
    ['22:00:10', '22:00', '07:30', 0, '2026-11-28T07:30:00+08:00'],
    ['03:15:00', '22:00', '07:30', 0, '2026-11-27T07:30:00+08:00'],
    ['07:30:00', '22:00', '07:30', 0, '2026-11-27T07:30:00+08:00'],
    ['12:10:00', '12:00', '13:00', 0, '2026-11-27T13:00:00+08:00'],
    ['11:50:00', '12:00', '13:00', 15, '2026-11-27T13:00:00+08:00'],
    ['11:00:00', null, null, 15, '2026-11-27T11:15:00+08:00'],
  ])('at %s with quiet from %s to %s and %i minutes together', (clock, quietFrom, quietTo, groupMinutes, told) => {
    expect(sendTimeOf(at(clock), { quietFrom, quietTo, groupMinutes })).toEqual(new Date(told));
  });
});

test('many changes are counted, and the first twenty told', () => {
  const line = (n: number): AlertLine => ({
    kind: n % 2 ? 'fail' : 'recover',
    ruleName: `规则${n}`,
    table: 'ods.t',
    level: '高',
    text: null,
  });
  const { title, lines } = alertText(Array.from({ length: 25 }, (_, n) => line(n)));
  expect(title).toBe('数据质量告警：不通过 12 条，已恢复 13 条');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('另有 5 条，请到平台查看');
  expect(alertText([{ ...line(1), text: '12 行不符合' }])).toEqual({
    title: '数据质量不通过：规则1',
    lines: ['【不通过】规则1（ods.t，高）：12 行不符合'],
  });
});
