import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { apiRow, pageOf } from '../test-api.ts';
import ApiPage from './ApiPage.tsx';

const ANSWERS = {
  'GET /data/market/dataApis/page': pageOf(apiRow(), apiRow({ id: '8', apiName: '合同台账', status: '2' })),
  'GET /data/market/subscriptions/page': { ...pageOf(), total: 3 },
};
const open = (answers: object = {}) => openPage(<ApiPage />, { at: '/market/dataapi', answers: { ...ANSWERS, ...answers } });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;

beforeEach(() => signInWith());

it('a published row is not changed or deleted, and says why', async () => {
  const { user } = open();
  const row = await rowOf('合同台账');
  const edit = within(row).getByRole('button', { name: '修改' });
  expect(edit.hasAttribute('disabled')).toBe(true);
  expect(edit.getAttribute('title')).toBe('已发布的版本不能修改，请复制为新版本后修改');
  await user.click(within(row).getByRole('button', { name: '更多' }));
  const remove = await screen.findByRole('menuitem', { name: '删除' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  expect(remove.getAttribute('title')).toBe('已发布的API不能删除，请先下线');
});

it('asks before an API goes offline, with how many subscribe to it', async () => {
  const { user, sent } = open({ 'POST /data/market/dataApis/8/cancel': null });
  await user.click(within(await rowOf('合同台账')).getByRole('button', { name: '下线' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('有 3 个应用正在订阅');
  await user.click(within(dialog).getByRole('button', { name: '下线' }));
  await waitFor(() => expect(sent.some(({ key }) => key === 'POST /data/market/dataApis/8/cancel')).toBe(true));
});

it('offers what the account may do, and no more', async () => {
  signInWith('market:api:list', 'market:api:debug');
  open();
  const row = await rowOf('客户查询');
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['调试']);
  expect(screen.queryByRole('button', { name: /新增/ })).toBeNull();
});
