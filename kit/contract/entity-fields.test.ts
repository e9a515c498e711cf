import { expect, it } from 'vitest';
import { accountField, dayField, dictField, entitySchemas, numberField, textField } from './entity-fields.ts';

const fields = {
  assetName: textField('资产名称', { required: true, search: true }),
  assetKind: dictField('类别', 'asset_kind', { search: true }),
  boughtOn: dayField('购置日期'),
  price: numberField('金额', { max: 100 }),
  keeperId: accountField('保管人', { required: true }),
};
const { input, row, search } = entitySchemas(fields);
const good = { assetName: '投影仪', keeperId: 'admin' };
const problems = (body: unknown) => input.safeParse(body).error?.issues.map(({ message }) => message) ?? [];

it('takes what is required and lets the rest be missing or emptied', () => {
  expect(problems(good)).toEqual([]);
  expect(input.parse({ ...good, assetKind: '', boughtOn: '', price: '' })).toEqual({
    ...good,
    assetKind: null,
    boughtOn: null,
    price: null,
  });
});

it('says in Chinese what is wrong', () => {
  expect(problems({ ...good, assetName: ' ' })).toEqual(['资产名称不能为空']);
  expect(problems({ assetName: '投影仪' })).not.toEqual([]);
  for (const wrong of [{ price: 101 }, { price: 1.5 }, { boughtOn: '2026-02-30' }]) expect(problems({ ...good, ...wrong })).toHaveLength(1);
});

it('rows carry the name of an account; only fields that are searched narrow the list', () => {
  expect(Object.keys(row.shape)).toEqual(expect.arrayContaining(['keeperId', 'keeperName', 'version']));
  expect(Object.keys(search.shape)).toEqual(['assetName', 'assetKind']);
});

it('what a list is searched by has the name of its field in the API document', () => {
  expect(search.shape.assetName.meta()).toMatchObject({ title: '资产名称' });
  expect(search.shape.assetKind.meta()).toMatchObject({ title: '类别' });
});
