import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, Refusal, signInWith } from '#kit/test/web-page.tsx';
import { apiRow } from '../test-api.ts';
import { DebugPanel } from './DebugPanel.tsx';

const RUN = 'POST /data/market/dataApis/7/debug';
const ANSWER = {
  data: { pageNum: 1, pageSize: 20, total: 31, data: [{ customer_id: 'C1', name: '张**' }] },
  statement: 'select "customer_id" from "dwd"."biz_customer"',
  plan: ['Seq Scan on biz_customer'],
  advice: [{ table: 'biz_customer', columns: ['name'], message: '表 biz_customer 被全表扫描，建议索引 (name)' }],
  masked: ['name'],
  ms: 12,
};

beforeEach(() => signInWith());

it('runs with the examples, and shows the answer with masked columns marked', async () => {
  const { user, last } = openPage(<DebugPanel api={apiRow()} barred={null} />, { answers: { [RUN]: ANSWER } });
  await user.click(screen.getByRole('button', { name: /运行/ }));
  expect(await screen.findByText('12 毫秒')).toBeTruthy();
  expect(last(RUN)!.body).toEqual({ params: { name: '建设', pageNum: '1', pageSize: '20' } });
  const result = screen.getByRole('region', { name: '运行结果' });
  expect(result.textContent).toContain('返回 1 条 / 共 31 条');
  expect(within(result).getByRole('columnheader', { name: 'name 已脱敏' })).toBeTruthy();
  expect(within(result).getByText('表 biz_customer 被全表扫描，建议索引 (name)')).toBeTruthy();
  await user.click(within(result).getByText('JSON'));
  expect(within(result).getByText('"张**"').tagName).toBe('MARK');
  await user.click(within(result).getByText('语句与计划'));
  expect(await within(result).findByText(/Seq Scan on biz_customer/)).toBeTruthy();
});

it('goes on to the next page by the cursor of this one', async () => {
  const api = apiRow();
  const data = { pageSize: 20, nextCursor: 'v1.next', data: [{ name: '张**' }] };
  const { user, last } = openPage(
    <DebugPanel api={{ ...api, executeConfig: { ...api.executeConfig, paging: 'keyset' } }} barred={null} />,
    {
      answers: { [RUN]: { ...ANSWER, advice: [], data } },
    },
  );
  await user.click(screen.getByRole('button', { name: /运行/ }));
  await user.click(await screen.findByRole('button', { name: '下一页' }));
  expect(last(RUN)!.body).toEqual({ params: { name: '建设', cursor: 'v1.next', pageSize: '20' } });
});

it('tells what is wrong with a parameter at that parameter', async () => {
  const refuse = () => {
    throw new Refusal(400, 'input.invalid', '参数“name”最多500个字符', [{ path: 'params.name', message: '参数“name”最多500个字符' }]);
  };
  const { user } = openPage(<DebugPanel api={apiRow()} barred={null} />, { answers: { [RUN]: refuse } });
  await user.click(screen.getByRole('button', { name: /运行/ }));
  const field = (await screen.findByText('参数“name”最多500个字符')).closest('.market-field') as HTMLElement;
  expect(within(field).getByRole('textbox').getAttribute('id')).toBe('debug-name');
});

it('does not run what is not stored, and says so', () => {
  openPage(<DebugPanel api={apiRow()} barred="保存后可以调试" />);
  expect(screen.getByRole('button', { name: /运行/ }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('保存后可以调试')).toBeTruthy();
});
