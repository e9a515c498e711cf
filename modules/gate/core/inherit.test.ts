import { describe, expect, test } from 'vitest';
import { isCountOnly, nextColumnLevel, strictest, type Origin, type ColumnLevel } from './inherit.ts';

const origin = (id: string, level: string | null, over: Partial<Origin> = {}): Origin => ({
  id,
  level,
  classId: null,
  isWhole: false,
  expression: null,
  ...over,
});
const none = { level: null, classId: null, by: null };
const plain: ColumnLevel = { ...none, isWhole: false, own: none, inherited: null };
const after = (now: ColumnLevel, origins: Origin[], isUnknown = false) => nextColumnLevel(now, { origins, isUnknown });

test.each([
  ['COUNT(mobile)', true],
  ['count( DISTINCT b."身份证" )', true],
  ['COUNT(*) FILTER(WHERE mobile IS NULL)', false],
  ["COUNT(CASE WHEN mobile LIKE '1%' THEN 1 END)", false],
  ['COUNT(a) + MAX(b)', false],
  ['COUNT(a)) OR (b', false],
  [null, false],
])('%s tells only how many: %s', (text, is) => expect(isCountOnly(text)).toBe(is));

describe('what flows in', () => {
  test('the strictest decides; one class as it is keeps its mask', () => {
    expect(strictest([origin('1', 'L3', { classId: 'mobile' })])).toEqual({ level: 'L3', classId: 'mobile', from: '1', isWhole: false });
    expect(strictest([origin('1', 'L3', { classId: 'mobile' }), origin('2', 'L4', { classId: 'id_card' })])).toEqual({
      level: 'L4',
      classId: 'id_card',
      from: '2',
      isWhole: true,
    });
    expect(strictest([origin('1', 'L2'), origin('2', null)])).toBeNull();
  });
  test('what is worked up is hidden whole, a count is not sensitive', () => {
    expect(strictest([origin('1', 'L3', { classId: 'mobile', expression: 'SUBSTR(mobile, 1, 8)' })])?.isWhole).toBe(true);
    expect(strictest([origin('1', 'L3', { expression: 'COUNT(mobile)' })])).toBeNull();
  });
});

describe('a column', () => {
  const masked = after(plain, [origin('1', 'L4', { classId: 'id_card' })]);
  test('inherits, and follows when its origin becomes less strict', () => {
    expect(masked).toMatchObject({ level: 'L4', classId: 'id_card', by: 'inherited' });
    expect(after(masked, [origin('1', 'L3')])).toMatchObject({ level: 'L3', by: 'inherited' });
    expect(after(masked, [origin('1', null)])).toMatchObject({ level: null, by: null });
  });
  test('keeps its level when its origin no longer flows in', () => {
    expect(after(masked, [])).toMatchObject({ level: 'L4', classId: 'id_card', by: 'inherited' });
    expect(after(masked, [origin('2', 'L3')])).toMatchObject({ level: 'L4', by: 'inherited' });
    // another origin that is as strict takes the place of the one that is gone, with its class
    expect(after(masked, [origin('2', 'L4', { classId: 'bank_card' })])).toMatchObject({ classId: 'bank_card', inherited: { from: '2' } });
  });
  test('has its own level again when nothing stricter flows in', () => {
    const own: ColumnLevel = { ...plain, level: 'L3', classId: 'mobile', by: 'auto' };
    const raised = after(own, [origin('1', 'L4')]);
    expect(raised).toMatchObject({ level: 'L4', by: 'inherited' });
    expect(after(raised, [origin('1', 'L1')])).toMatchObject({ level: 'L3', classId: 'mobile', by: 'auto' });
    expect(after(own, [origin('1', 'L3')])).toMatchObject({ level: 'L3', classId: 'mobile', by: 'auto' });
  });
  test('by hand stays by hand, and what it would inherit is known', () => {
    const manual: ColumnLevel = { ...plain, level: 'L1', by: 'manual' };
    expect(after(manual, [origin('1', 'L4')])).toMatchObject({ level: 'L1', by: 'manual', inherited: { level: 'L4', from: '1' } });
    expect(after(manual, [], true)).toMatchObject({ level: 'L1', by: 'manual' });
  });
  test('is strict while nobody knows where it comes from', () => {
    const waiting = after(plain, [], true);
    expect(waiting).toMatchObject({ level: 'L4', classId: null, by: 'pending', isWhole: true });
    expect(after(waiting, [])).toMatchObject({ level: null, by: null });
    expect(after(after(masked, [], true), [])).toMatchObject({ level: 'L4', by: 'inherited' });
  });
  test('a decision about another text lapses when other sensitive content flows in', () => {
    const waiting: ColumnLevel = { ...plain, level: 'L4', by: 'pending', isWhole: true, own: { level: 'L1', classId: null, by: 'manual' } };
    expect(after(waiting, [])).toMatchObject({ level: 'L1', by: 'manual' });
    expect(after(waiting, [origin('1', 'L4')])).toMatchObject({ level: 'L4', by: 'inherited' });
    const known = { ...waiting, inherited: { level: 'L4', classId: null, from: '1', isWhole: false } };
    expect(after(known, [origin('1', 'L4')])).toMatchObject({ level: 'L1', by: 'manual' });
  });
});
