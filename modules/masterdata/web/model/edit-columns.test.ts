import { describe, expect, it } from 'vitest';
import { typeOf, typeText } from './column-type.ts';
import { newColumn, type DraftColumn } from './draft.ts';
import { movedColumn, pastedColumns } from './edit-columns.ts';
import { GRID_CELLS, textOfCell, withText } from './grid-cells.ts';
import { columnFaults } from './judge.ts';

const labels = {
  data_query_type: [
    { value: 'eq', label: '=' },
    { value: 'like', label: 'like' },
  ],
  data_html_type: [
    { value: 'input', label: '文本框' },
    { value: 'select', label: '下拉框' },
  ],
};
const column = (part: Partial<DraftColumn>): DraftColumn => ({ ...newColumn(), columnName: 'a', columnComment: '甲', ...part });

describe('types as people write them', () => {
  it.each([
    ['varchar(200)', 'varchar(200)'],
    ['VARCHAR2(30)', 'varchar(30)'],
    ['文本', 'varchar(255)'],
    ['numeric(12，3)', 'decimal(12,3)'],
    ['金额', 'decimal(18,2)'],
    ['decimal(8)', 'decimal(8,0)'],
    ['timestamp', 'datetime'],
    ['日期', 'date'],
    ['int(11)', 'int'],
  ])('%s is read as %s', (written, read) => {
    const type = typeOf(written);
    expect(type && typeText(type)).toBe(read);
  });

  it.each(['', 'blob', 'varchar(', '(20)', 'varchar(20', 'varchar(abc)'])('%j is no type', (written) => {
    expect(typeOf(written)).toBeNull();
  });
});

it('a control follows the type until somebody chose another one', () => {
  const type = GRID_CELLS.find(({ kind }) => kind === 'type')!;
  expect(withText(column({}), type, 'date', labels).htmlType).toBe('datetime');
  expect(withText(column({ htmlType: 'select' }), type, 'date', labels).htmlType).toBe('select');
});

describe('cells as text', () => {
  it('are read back as they were written', () => {
    const one = column({
      columnType: 'decimal',
      columnLength: '18',
      columnScale: '2',
      isRequired: '1',
      isQuery: '1',
      queryType: 'like',
      htmlType: 'select',
    });
    for (const cell of GRID_CELLS.filter(({ kind }) => kind !== 'binding')) {
      const text = textOfCell(one, cell, labels);
      expect(withText(one, cell, text, labels)).toEqual(one);
    }
  });

  it('change nothing where they mean nothing', () => {
    const one = column({});
    for (const cell of GRID_CELLS.filter(({ kind }) => kind === 'flag' || kind === 'dict' || kind === 'type'))
      expect(withText(one, cell, '不知道', labels)).toBe(one);
  });
});

describe('rows of a spreadsheet', () => {
  it('fill cells from the chosen one on, and become new columns below the last', () => {
    const columns = [column({ key: '1', columnName: 'code' })];
    const { columns: after, count } = pastedColumns(
      columns,
      [
        ['编码', 'varchar(16)'],
        ['名称', 'varchar(200)'],
      ],
      { row: 0, cell: 1 },
      labels,
    );
    expect(count).toBe(2);
    expect(after.map((one) => [one.columnName, one.columnComment, typeText(one)])).toEqual([
      ['code', '编码', 'varchar(16)'],
      ['', '名称', 'varchar(200)'],
    ]);
    expect(after[0]?.key).toBe('1');
  });

  it('go by their titles when these come along, and are added, not written over others', () => {
    const columns = [column({ key: '1', columnName: 'code' })];
    const sheet = [
      ['中文名', '列名', '必填', '唯一', '备注'],
      ['名称', 'Customer_Name', '是', '', '别的'],
      ['', '', '', '', ''],
      ['信用代码', 'credit_code', '否', '是', ''],
    ];
    const { columns: after, count } = pastedColumns(columns, sheet, { row: 0, cell: 4 }, labels);
    expect(count).toBe(2);
    expect(after.map((one) => [one.columnName, one.columnComment, one.isRequired, one.isUnique])).toEqual([
      ['code', '甲', '0', '0'],
      ['customer_name', '名称', '1', '0'],
      ['credit_code', '信用代码', '0', '1'],
    ]);
  });

  it('stop at the most columns that a model may have', () => {
    const sheet = Array.from({ length: 250 }, (_, n) => [`c${n}`, `列${n}`]);
    expect(pastedColumns([], sheet, { row: 0, cell: 0 }, labels).columns).toHaveLength(200);
  });
});

it('a column moves by some places and stops at the ends', () => {
  const columns = ['1', '2', '3'].map((key) => column({ key }));
  const keys = (by: number) => movedColumn(columns, '2', by).map(({ key }) => key);
  expect([keys(-1), keys(1), keys(9), keys(-9)]).toEqual([
    ['2', '1', '3'],
    ['1', '3', '2'],
    ['1', '3', '2'],
    ['2', '1', '3'],
  ]);
});

describe('what keeps a model from going on', () => {
  const named = (columnName: string, part: Partial<DraftColumn> = {}) =>
    column({ key: columnName, columnName, columnComment: columnName, ...part });
  it('is told by column, with what stops even saving', () => {
    const faults = columnFaults([named('code'), named('id'), { ...named('x'), columnComment: '' }]);
    expect(faults.map(({ key, field, keepsFromSaving }) => [key, field, keepsFromSaving])).toEqual([
      ['id', 'columnName', true],
      ['x', 'columnComment', true],
    ]);
  });
  it('names columns that are called the same', () => {
    const [fault] = columnFaults([named('code'), { ...named('code'), key: 'other' }]);
    expect(fault).toMatchObject({ field: 'columnName', keepsFromSaving: true });
  });
  it('may wait until the submission', () => {
    const [fault] = columnFaults([named('code', { isBindDict: '1', bindDictTypeId: null })]);
    expect(fault).toMatchObject({ field: 'binding', keepsFromSaving: false });
  });
  it('is nothing for columns that are in order', () => {
    expect(columnFaults([named('code'), named('name')])).toEqual([]);
  });
});
