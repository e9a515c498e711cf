import { describe, expect, it } from 'vitest';
import { candidatesOf, CERTAIN, certainOf, indexOf } from './codes.ts';
import { isOneEditAway } from './edit.ts';

const gender = indexOf([
  { id: 'g0', code: '0', name: '未知的性别' },
  { id: 'g1', code: '1', name: '男性' },
  { id: 'g2', code: '2', name: '女性' },
  { id: 'g9', code: '9', name: '未说明的性别' },
]);
const areas = indexOf([
  { id: 'a32', code: '320000', name: '江苏省' },
  { id: 'a61', code: '610000', name: '陕西省' },
  { id: 'a14', code: '140000', name: '山西省' },
  { id: 'a15', code: '150000', name: '内蒙古自治区' },
]);
const best = (value: string, index: typeof gender) => candidatesOf(value, index)[0];

describe('what a value stands for', () => {
  it.each([
    ['1', 'g1', 1],
    ['01', 'g1', 0.95],
    ['男性', 'g1', 0.99],
    ['男', 'g1', 0.95],
    [' 女 性', 'g2', 0.97],
    ['２', 'g2', 0.97],
  ])('%s is certainly %s', (value, id, score) => {
    expect(best(value, gender)).toMatchObject({ id, score });
    expect(certainOf(candidatesOf(value, gender))?.id).toBe(id);
  });

  it('未知 is proposed, not decided; M, F, X and 3 say nothing', () => {
    const proposed = best('未知', gender)!;
    expect(proposed.id).toBe('g0');
    expect(proposed.score).toBeLessThan(CERTAIN);
    expect(proposed.reasons[0]!.label).toContain('未知');
    for (const value of ['M', 'F', 'X', '3', '']) expect(candidatesOf(value, gender), value).toEqual([]);
  });

  it('names without their ending are the place, and 陕西 is not 山西 although both are shanxi', () => {
    expect(certainOf(candidatesOf('江苏', areas))?.id).toBe('a32');
    expect(best('陕西', areas)).toMatchObject({ id: 'a61' });
    expect(certainOf(candidatesOf('内蒙', areas))).toBeNull();
    expect(best('内蒙', areas)?.id).toBe('a15');
  });

  it('本科 is somewhere in 大学本科教育: proposed, the shorter name first', () => {
    const degrees = indexOf([
      { id: 'e20', code: '20', name: '大学本科教育' },
      { id: 'e30', code: '30', name: '大学专科教育' },
    ]);
    expect(candidatesOf('本科', degrees)).toMatchObject([{ id: 'e20', reasons: [{ label: '名称包含“本科”' }] }]);
    expect(certainOf(candidatesOf('本科', degrees))).toBeNull();
  });

  it('what a person refused does not come back', () => {
    expect(candidatesOf('江苏', areas, ['a32'])).toEqual([]);
  });
});

it.each([
  ['江苏省', '江苏市', true],
  ['abc', 'ab', true],
  ['abc', 'acb', true],
  ['abc', 'abc', false],
  ['abc', 'xyz', false],
  ['abcd', 'ab', false],
])('%s and %s are one edit away: %s', (a, b, is) => expect(isOneEditAway(a, b)).toBe(is));
