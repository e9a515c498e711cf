import { describe, expect, it } from 'vitest';
import { compare, type ColumnFacts, type ElementFacts } from './contrast.ts';
import { familyOf } from './types.ts';

const mobile: ElementFacts = { elementNameEn: 'mobile', dataType: 'varchar', dataLength: '11', isNullable: '1' };
const column = (more: Partial<ColumnFacts> = {}): ColumnFacts => ({
  columnName: 'mobile',
  dataType: 'character varying',
  dataLength: '11',
  dataScale: null,
  isNullable: true,
  shortest: null,
  longest: null,
  nulls: null,
  ...more,
});
const says = (element: ElementFacts, one: ColumnFacts) => compare(element, one).results.flatMap(({ say }) => say ?? []);

describe('an element against a column', () => {
  it('conforms in every attribute', () => expect(compare(mobile, column()).verdict).toBe('conform'));

  it.each([
    [{ columnName: 'contact_mobile' }, '名称有前缀'],
    [{ dataType: 'integer', dataLength: null, shortest: 11, longest: 11 }, '应为字符'],
    [{ dataLength: '20' }, '长度为 20，标准为 11'],
    [{ dataType: 'text', dataLength: null }, '长度不限'],
    [{ dataType: 'text', dataLength: null, shortest: 10, longest: 11 }, '值长 10 至 11'],
  ])('%o is partial: %s', (more, say) => {
    expect(compare(mobile, column(more)).verdict).toBe('partial');
    expect(says(mobile, column(more)).join()).toContain(say);
  });

  it('texts without a length are judged by their values', () => {
    const text = column({ dataType: 'text', dataLength: null, shortest: 11, longest: 11 });
    expect(compare(mobile, text).verdict).toBe('conform');
    expect(compare({ ...mobile, dataLength: '20' }, text).verdict).toBe('partial');
    expect(compare({ ...mobile, dataLength: '..20' }, text).verdict).toBe('conform');
  });

  it('nulls count where the standard does not admit them', () => {
    expect(says({ ...mobile, isNullable: '0' }, column({ nulls: 12 }))).toEqual(['有 12 行为空，标准不允许']);
    expect(says({ ...mobile, isNullable: '0' }, column({ nulls: 0 }))).toEqual([]);
  });
});

it.each([
  ['bigint', 'integer'],
  ['numeric', 'decimal'],
  ['timestamp with time zone', 'datetime'],
  ['date', 'date'],
  ['character varying', 'text'],
  ['VARCHAR2(20)', 'text'],
  ['boolean', 'boolean'],
  ['jsonb', 'other'],
])('%s holds %s', (type, family) => expect(familyOf(type)).toBe(family));
