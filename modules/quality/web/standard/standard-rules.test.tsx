import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { StandardRules } from './StandardRules.tsx';

const rule = (columnName: string, item: string, exists = false) => ({
  columnId: columnName,
  tableId: '7',
  sourceName: '数仓',
  schemaName: 'ods',
  tableName: 'staff',
  columnName,
  elementId: '1',
  elementName: '手机号码',
  item,
  itemName: item === 'integrity_key' ? '非空' : '手机号码',
  why: '不允许空',
  exists,
  ruleId: exists ? '99' : null,
});
const LIST = [rule('mobile', 'integrity_key', true), rule('mobile', 'accuracy_mobile'), rule('phone', 'accuracy_mobile')];

beforeEach(() => signInWith());

it('makes what is chosen and not there yet, and says what became of each', async () => {
  const refused = { columnId: 'mobile', item: 'accuracy_mobile', state: 'refused', ruleId: null, message: '字段已脱敏' };
  const answers = { 'GET /data/quality/standardRules': LIST, 'POST /data/quality/standardRules': { results: [refused] } };
  const { user, last } = openPage(<StandardRules of={{ elementId: '1' }} />, { answers });
  expect(await screen.findByText('标准要求 3 条，已有 1 条')).toBeTruthy();
  expect(screen.getByRole('link', { name: '已有规则' }).getAttribute('href')).toBe('/quality/checkrule?open=detail-99');
  await user.click(screen.getByRole('checkbox', { name: 'staff.phone 手机号码' }));
  await user.click(screen.getByRole('button', { name: '生成 1 条规则' }));
  expect(await screen.findByText('字段已脱敏')).toBeTruthy();
  expect(last('POST /data/quality/standardRules')!.body).toEqual({
    elementId: '1',
    rules: [{ columnId: 'mobile', item: 'accuracy_mobile' }],
  });
});

it('who may make none sees them only', async () => {
  signInWith('quality:rule:list');
  openPage(<StandardRules of={{ elementId: '1' }} />, { answers: { 'GET /data/quality/standardRules': LIST } });
  await screen.findByText('标准要求 3 条，已有 1 条');
  expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
  expect(screen.queryByRole('button')).toBeNull();
});
