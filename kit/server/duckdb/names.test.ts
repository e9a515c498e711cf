import { expect, it } from 'vitest';
import { columnNames, literal, quoted, tableName } from './names.ts';

it('a table is called after its file, and after its sheet when there are several', () => {
  const taken = new Set<string>();
  expect(tableName('2025年报表.csv', null, taken)).toBe('2025年报表');
  expect(tableName('2025年报表.xlsx', '汇总', taken)).toBe('2025年报表_汇总');
  expect(tableName('2025年报表.txt', null, taken)).toBe('2025年报表_2');
  expect(tableName('2025年报表.tsv', ' ', taken)).toBe('2025年报表_3');
  expect(tableName('.csv', null, taken)).toBe('数据');
  expect(tableName('a.b.csv', null, taken)).toBe('a.b');
});

it('names that differ by case alone are made different', () => {
  expect(columnNames(['Name', 'name', 'NAME'])).toEqual(['Name', 'name_2', 'NAME_3']);
});

it('columns without a name are counted, blanks and unseen characters do not count', () => {
  expect(columnNames(['  合同\n 编号 ', null, '', '\u200b金额'])).toEqual(['合同 编号', '列2', '列3', '金额']);
});

it('names have 63 characters at most, with their number', () => {
  const long = '长'.repeat(70);
  const [first, second] = columnNames([long, long]);
  expect(first).toBe('长'.repeat(63));
  expect(second).toBe(`${'长'.repeat(61)}_2`);
  expect([...columnNames(['😀'.repeat(70)])[0]!]).toHaveLength(63);
});

it('quotes what stands in names and texts', () => {
  expect(quoted('a"b"')).toBe('"a""b"""');
  expect(literal("a'b'")).toBe("'a''b'''");
});
