import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { CopyRules } from './CopyRules.tsx';

const TABLES = ['staff_copy', 'other'].map((tableName, i) => ({
  id: String(i + 7),
  schemaName: 'ods',
  tableName,
  tableComment: null,
  tableKind: 'table',
}));
const about = { ruleId: '1', ruleName: '手机号不超长', columnId: null };
const RESULTS = [
  { ...about, tableId: '7', target: 'staff_copy.mobile', state: 'made', copyId: '99', message: null },
  { ...about, tableId: '8', target: 'other', state: 'refused', copyId: null, message: '表“other”没有字段“mobile”' },
];

beforeEach(() => signInWith());

it('copies to the chosen tables, then says of each what became of it', async () => {
  const answers = {
    'GET /data/metadata/sources/list': [{ id: '3', sourceName: '数仓' }],
    'GET /data/metadata/tables/list': TABLES,
    'POST /data/quality/checkRules/copy': { results: RESULTS },
  };
  const rules = [{ id: '1', ruleSourceId: '3', ruleTableId: '6' }];
  const { user, last } = openPage(<CopyRules rules={rules} onClose={() => undefined} />, { answers });
  const button = await screen.findByRole('button', { name: /复\s?制$/ });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole('combobox', { name: '数据表' }));
  for (const name of ['ods.staff_copy', 'ods.other']) await user.click(await screen.findByTitle(name));
  await user.click(screen.getByRole('button', { name: '复制到 2 处' }));
  expect(await screen.findByText('表“other”没有字段“mobile”')).toBeTruthy();
  expect(screen.getByRole('link', { name: '查看' }).getAttribute('href')).toBe('/quality/checkrule?open=detail-99');
  expect(last('POST /data/quality/checkRules/copy')!.body).toEqual({ ids: ['1'], targets: [{ tableId: '7' }, { tableId: '8' }] });
});
