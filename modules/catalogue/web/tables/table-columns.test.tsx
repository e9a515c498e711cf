import { expect, test } from 'vitest';
import { withText } from './table-columns.tsx';
import type { ColumnRow } from './subjects.ts';

const column = (columnName: string, rest: Partial<ColumnRow> = {}) =>
  ({ columnName, columnComment: null, cnName: null, description: null, ...rest }) as ColumnRow;

test('columns are found by name, comment, Chinese name and description, in any case', () => {
  const rows = [column('EMP_ID'), column('mobile', { cnName: '手机号' }), column('org', { columnComment: '所属 Emp' }), column('x')];
  const found = (text: string) => withText(rows, text).map((row) => row.columnName);
  expect(found(' emp ')).toEqual(['EMP_ID', 'org']);
  expect(found('手机')).toEqual(['mobile']);
  expect(found('')).toEqual(['EMP_ID', 'mobile', 'org', 'x']);
});
