import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { apiRow, pageOf } from '../test-api.ts';
import { TransferDialog } from './TransferDialog.tsx';
import { Versions } from './Versions.tsx';

beforeEach(() => signInWith());

it('two versions are compared, the older one first, with what callers must know', async () => {
  const older = apiRow({ id: '6', apiVersion: 'v1.0.0', status: '2' });
  const newer = apiRow({ id: '7', apiVersion: 'v1.1.0', resParams: older.resParams.slice(0, 1), remark: '新' });
  const { user } = openPage(<Versions apiUrl="/customer/query" id="7" onOpen={() => undefined} />, {
    answers: { 'GET /data/market/dataApis/page': pageOf(newer, older) },
  });
  await user.click(await screen.findByRole('button', { name: '与 v1.0.0 对比' }));
  expect(await screen.findByText('v1.0.0 与 v1.1.0 对比')).toBeTruthy();
  expect(screen.getByText('1 处影响调用方')).toBeTruthy();
  expect(screen.getByText('备注')).toBeTruthy();
  await user.click(screen.getByText('影响调用方', { selector: '.ant-segmented-item-label' }));
  expect(screen.queryByText('备注')).toBeNull();
});

it('a file is looked at before it is taken, with a source for each that is not here', async () => {
  const row = { apiName: '客户', apiVersion: 'v1.0.0', apiUrl: '/a', sourceName: '生产库', differences: [] };
  const refused = {
    rows: [{ ...row, state: 'refused', reason: '没有唯一对应的数据源' }],
    sources: [{ sourceName: '生产库', sourceId: null }],
  };
  const taken = { rows: [{ ...row, state: 'new', reason: null }], sources: [{ sourceName: '生产库', sourceId: '1' }] };
  let asked = 0;
  const { user, last } = openPage(<TransferDialog onClose={() => undefined} />, {
    answers: {
      'POST /data/market/dataApis/transfer/check': () => (++asked === 1 ? refused : taken),
      'POST /data/market/dataApis/transfer/import': taken,
      'GET /data/metadata/sources/list': [{ id: '1', sourceName: '数仓', dbType: '1' }],
    },
  });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['{"a":1}'], 'apis.json', { type: 'application/json' }));
  expect(await screen.findByText('没有唯一对应的数据源')).toBeTruthy();
  expect((screen.getByRole('button', { name: '导入' }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByText('数仓', { selector: '.ant-select-item-option-content' }));
  await user.click(await screen.findByRole('button', { name: /导入 1 个/ }));
  expect(last('POST /data/market/dataApis/transfer/import')!.body).toEqual({ content: '{"a":1}', sources: { 生产库: '1' } });
});
