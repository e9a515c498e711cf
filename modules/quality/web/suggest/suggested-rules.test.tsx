import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { SuggestedRules } from './SuggestedRules.tsx';

const one = (columnName: string, over: object = {}) => ({
  columnId: columnName,
  columnName,
  columnComment: null,
  item: 'integrity_key',
  itemName: '非空',
  why: '300 行都有值',
  expected: 100,
  exists: false,
  ruleId: null,
  isRejected: false,
  ...over,
});

beforeEach(() => signInWith());

it('takes what is chosen, and keeps what nobody wants behind a fold', async () => {
  const list = [one('id'), one('name'), one('code', { exists: true, ruleId: '9' }), one('memo', { isRejected: true })];
  const made = { columnId: 'name', item: 'integrity_key', state: 'made', ruleId: '1', message: null };
  const answers = { 'GET /data/quality/suggestions': list, 'POST /data/quality/suggestions/accept': { results: [made] } };
  const { user, last } = openPage(<SuggestedRules tableId="7" />, { answers });
  await user.click(screen.getByRole('button', { name: /规则建议/ }));
  expect(await screen.findByText('由数据画像建议 2 条，已有 1 条')).toBeTruthy();
  expect(screen.queryByText('memo')).toBeNull();
  await user.click(screen.getByText('查看不采纳的 1 条'));
  expect(screen.getByText('memo')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'id 非空' }));
  await user.click(screen.getByRole('button', { name: /采纳 1 条/ }));
  expect(last('POST /data/quality/suggestions/accept')?.body).toEqual({
    tableId: '7',
    rules: [{ columnId: 'name', item: 'integrity_key' }],
  });
  expect(await screen.findByText('生成 1 条规则')).toBeTruthy();
});
