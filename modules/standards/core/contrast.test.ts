import { describe, expect, it } from 'vitest';
import { compare, type ColumnFacts, type ElementFacts } from './contrast.ts';
import { NO_VALUES, rangeOf, shapeOf, type Words } from './contrast-values.ts';
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
  label: null,
  isSensitive: false,
  values: NO_VALUES,
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

describe('values against the standard', () => {
  const words: Words = {
    typeName: () => 'GB/T 2261.1',
    unitName: () => '万元',
    formOf: () => 'mobile',
    unitNames: ['万元', '元'],
  };
  const gender: ElementFacts = { ...mobile, dataLength: null, gbTypeId: '1' };
  const of = (element: ElementFacts, more: Partial<ColumnFacts>) => {
    const { verdict, results } = compare(element, column(more), words);
    return { verdict, last: results.at(-1)! };
  };

  it('codes: all valid, some not, not looked at, not to be looked at', () => {
    expect(of(gender, { values: { ...NO_VALUES, codes: { good: 10, all: 10 } } }).verdict).toBe('conform');
    const some = of(gender, { values: { ...NO_VALUES, codes: { good: 1, all: 10 } } });
    expect(some).toMatchObject({ verdict: 'bad', last: { attribute: 'codes', isConform: false, rows: 9 } });
    expect(some.last.say).not.toMatch(/9/); // how many is for who sees the column in the clear
    expect(of(gender, {})).toMatchObject({ verdict: 'conform', last: { isConform: null } });
    const secret = of(gender, { isSensitive: true, values: { ...NO_VALUES, codes: { good: 1, all: 10 } } });
    expect(secret).toMatchObject({ verdict: 'conform', last: { isConform: null, say: '值域GB/T 2261.1：敏感字段的取值不参与核对' } });
  });

  it.each([
    ['0', '100', 'conform'],
    ['-1', '100', 'bad'],
    ['0', '100.5', 'bad'],
  ])('range 0..100: %s to %s is %s', (lowest, highest, verdict) =>
    expect(of({ ...mobile, valueRange: '0..100' }, { values: { ...NO_VALUES, lowest, highest } }).verdict).toBe(verdict),
  );

  it('formats by shape, forms by class', () => {
    const shapes = [{ mask: '9999-99-99', count: 5 }];
    expect(of({ ...mobile, format: 'YYYY-MM-DD' }, { values: { ...NO_VALUES, shapes } }).verdict).toBe('conform');
    expect(of({ ...mobile, format: 'n11' }, { values: { ...NO_VALUES, shapes } })).toMatchObject({ verdict: 'bad', last: { rows: 5 } });
    expect(of({ ...mobile, format: '1[3-9]9' }, { values: { ...NO_VALUES, shapes } }).last.isConform).toBeNull();
    const form = { good: 10, all: 12 };
    expect(of({ ...mobile, classId: 'mobile' }, { values: { ...NO_VALUES, form } })).toMatchObject({ verdict: 'bad', last: { rows: 2 } });
  });

  it('units of a comment that is made of blanks in no time', { timeout: 15_000 }, () => {
    const label = `合同金额（${' '.repeat(8_000)}`;
    expect(of({ ...mobile, unitId: '1' }, { label })).toMatchObject({ verdict: 'conform' });
  });
  it('units as the comment of the column says', () => {
    const amount: ElementFacts = { ...mobile, unitId: '1' };
    expect(of(amount, { label: '合同金额（万元）' }).verdict).toBe('conform');
    expect(of(amount, { label: '合同金额（元）' })).toMatchObject({ verdict: 'partial', last: { say: '单位为元，标准为万元' } });
    expect(of(amount, { label: '合同金额' }).last.isConform).toBeNull();
  });

  it('ranges and formats that are none', () => {
    expect([rangeOf('1..'), rangeOf('..9'), rangeOf('..'), rangeOf('1-9')]).toEqual([
      { low: 1, high: null },
      { low: null, high: 9 },
      null,
      null,
    ]);
    expect(['n3', 'an..4', 'a2'].map((one) => shapeOf(one)!.source)).toEqual(['^9{3}$', '^[A9]{1,4}$', '^A{2}$']);
  });
});
