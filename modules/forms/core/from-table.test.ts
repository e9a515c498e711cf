import { expect, it } from 'vitest';
import { formFaults } from './check-form.ts';
import { formFromTable } from './from-table.ts';

const column = (columnName: string, dataType: string, columnComment: string | null = null, columnNullable = '1') => ({
  columnName,
  dataType,
  columnComment,
  columnNullable,
});

it('makes a field of each column that can be published as it is', () => {
  const form = formFromTable([
    column('id', 'bigint', '编号', '0'),
    column('CustomerName', 'character varying(60)', '客户名称', '0'),
    column('customer_name', 'varchar(600)'),
    column('amount', 'numeric(18,2)', '金额'),
    column('is_key', 'boolean', '重点', '0'),
    column('signed', 'date'),
    column('create_time', 'timestamp without time zone', '建立时间'),
    column('备注', 'text', '备注'),
  ]);
  expect(formFaults(form)).toEqual([]);
  expect(form.layout.map((field) => [field.type, 'key' in field && field.key, field.label, 'required' in field])).toEqual([
    ['number', 'f_id', '编号', true],
    ['input', 'customer_name', '客户名称', true],
    ['textarea', 'customer_name_2', 'customer_name', false],
    ['number', 'amount', '金额', false],
    ['switch', 'is_key', '重点', false],
    ['date', 'signed', 'signed', false],
    ['date', 'f_create_time', '建立时间', false],
    ['textarea', 'field', '备注', false],
  ]);
});
