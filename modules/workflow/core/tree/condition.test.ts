import { describe, expect, it } from 'vitest';
import { randomOf } from '../engine/random-models.ts';
import { evaluate } from '../juel/evaluate.ts';
import { OPERATORS, readCondition, sayCondition, writeCondition, type Condition, type Operator, type Row } from './condition.ts';

describe('conditions in rows', () => {
  it.each([
    ['${amount >= 5000}', '金额 ≥ 5000'],
    ["${5000 < amount && dept == '财务'}", '金额 > 5000 且 dept = 财务'],
    ["${(amount > 1 && amount < 9) || kind.code != 'a'}", '（金额 > 1 且 金额 < 9） 或 kind.code ≠ a'],
    ["${amount > 1 and (kind == 'a' or kind == 'b')}", '金额 > 1 且 （kind = a 或 kind = b）'],
    ["${!contains(tags, 'x') || !empty owner || empty text}", 'tags 不包含 x 或 owner 不为空 或 text 为空'],
    ['${amount == -1}', '金额 = -1'],
  ])('%s reads as %s', (text, said) => {
    expect(sayCondition(text, new Map([['amount', '金额']]))).toBe(said);
    const condition = readCondition(text)!;
    expect(readCondition(writeCondition(condition)!)).toEqual(condition);
  });

  it.each([
    '${amount + 1 > 2}',
    '${vars:eq(kind, 1)}',
    '${amount > other}',
    '${!(amount > 1)}',
    '${a == 1 && (b == 1 || (c == 1 && d == 1))}',
    '${a == null}',
    '${broken',
    'amount > 1',
    '${a == 1} ${b == 1}',
  ])('%s stays an expression', (text) => {
    expect(readCondition(text)).toBeNull();
    expect(sayCondition(text)).toBe(text);
  });

  it('mean the same after writing and reading, for 500 random ones', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = randomOf(seed);
      const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
      const row = (): Row => {
        const operator = one(Object.keys(OPERATORS) as Operator[]);
        const hasNone = operator === 'empty' || operator === 'filled';
        return { field: one(['a', 'b', '金额']), operator, value: hasNone ? null : one([0, -2.5, '1', 'it\'s \\ "x" ${y}', 'x}']) };
      };
      const rows = () => Array.from({ length: 1 + Math.floor(random() * 3) }, row);
      const condition: Condition = {
        within: one(['and', 'or'] as const),
        groups: Array.from({ length: 1 + Math.floor(random() * 3) }, rows),
      };
      const text = writeCondition(condition)!;
      const read = readCondition(text);
      expect(read, text).not.toBeNull();
      expect(read!.groups.flat(), text).toEqual(condition.groups.flat());
      const values: Record<string, unknown> = { a: one([0, 3, '']), b: one(['1', 'x}', []]), 金额: one([1, '7', null]) };
      const answer = (each: string): unknown => {
        try {
          return evaluate(each, { now: 0, variable: (name) => values[name] });
        } catch (error) {
          return String(error).replace(/“.*”/u, '');
        }
      };
      expect(answer(writeCondition(read!)!), text).toEqual(answer(text));
    }
  });

  it('says nothing without rows', () => expect(writeCondition({ within: 'and', groups: [[], []] })).toBeNull());
});
