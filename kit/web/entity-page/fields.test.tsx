import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  accountField,
  areaField,
  codeField,
  dayField,
  dictField,
  numberField,
  statusField,
  textField,
} from '#kit/contract/entity-fields.ts';
import { pageFields } from './fields.tsx';

const code = { pattern: /^[a-z]+$/, message: '编码由小写字母组成' };
const all = {
  name: textField('资产名称', { required: true, search: true }),
  code: codeField('资产编码', { ...code, example: 'pc' }),
  bare: codeField('别名', code),
  amount: numberField('数量'),
  bought: dayField('购置日期'),
  kind: dictField('类型', 'asset_kind', { search: true }),
  status: statusField(),
  remark: areaField('备注'),
};

describe('a page of declared fields', () => {
  const { search, columns, form } = pageFields(all);
  it('is searched by what the fields say', () => {
    expect(search).toEqual([
      { field: 'name', label: '资产名称' },
      { field: 'kind', label: '类型', dict: 'asset_kind' },
      ...(all.status.isSearched ? [{ field: 'status', label: all.status.label, dict: all.status.dict }] : []),
    ]);
  });
  it('has a column of each, as wide as its kind, sorted where that means something', () => {
    expect(columns.map(({ field, kind, width, sort, dict, hidden }) => [field, kind, width, sort, dict, hidden])).toEqual([
      ['name', undefined, undefined, true, undefined, undefined],
      ['code', 'mono', 160, true, undefined, undefined],
      ['bare', 'mono', 160, true, undefined, undefined],
      ['amount', 'number', 100, true, undefined, undefined],
      ['bought', 'day', 120, true, undefined, undefined],
      ['kind', undefined, 110, true, 'asset_kind', undefined],
      ['status', undefined, 100, true, all.status.dict ?? undefined, undefined],
      ['remark', undefined, undefined, false, undefined, undefined],
      ['createTime', 'time', 150, true, undefined, true],
      ['updateTime', 'time', 150, true, undefined, undefined],
    ]);
  });
  it('has an input of each', () => {
    const inputs = Object.fromEntries(form.map((one) => [one.field, one]));
    expect(inputs['name']).toEqual({ field: 'name', label: '资产名称' });
    expect(inputs['code']).toEqual({ field: 'code', label: '资产编码', placeholder: '例如 pc' });
    expect(inputs['bare']).toEqual({ field: 'bare', label: '别名' });
    expect(inputs['amount']).toMatchObject({ widget: 'number' });
    expect(inputs['bought']).toMatchObject({ widget: 'day' });
    expect(inputs['kind']).toEqual({ field: 'kind', label: '类型', widget: 'select', dict: 'asset_kind' });
    expect(inputs['status']).toMatchObject({ widget: 'switch', initial: all.status.initial });
    expect(inputs['remark']).toEqual({ field: 'remark', label: '备注', widget: 'area', wide: true });
  });
  it('chooses accounts with what the page gives it, and shows who is chosen', () => {
    const owner = { ownerId: accountField('负责人') };
    expect(() => pageFields(owner)).toThrow(/ownerId is an account/);
    const { form: inputs, columns: shown } = pageFields(owner, {
      accounts: ({ present }) => <b>{present ? `${present.id} ${present.name}` : '无'}</b>,
    });
    expect(shown[0]).toMatchObject({ width: 110, sort: false });
    expect(shown[0]!.field).not.toBe('ownerId');
    const text = (row: object | null) => render(<>{inputs[0]!.render!({} as never, {} as never, row as never)}</>).container.textContent;
    expect(text({ ownerId: '7', [shown[0]!.field]: '林若彤' })).toBe('7 林若彤');
    expect(text({ ownerId: '7', [shown[0]!.field]: null })).toBe('无');
    expect(text(null)).toBe('无');
  });
});
