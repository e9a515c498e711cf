import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { pageOf } from '../test-api.ts';
import LogPage from './LogPage.tsx';

const line = (over: object = {}) => ({
  id: '1',
  apiId: '7',
  apiName: '客户查询',
  apiVersion: 'v1.0.0',
  callerId: '5',
  appName: '经营分析平台',
  callerIp: '10.1.2.3',
  callerUrl: '/data/api/services/v1.0.0/customer/query',
  callerParams: '{"name":"***"}',
  callerDate: '2026-11-20T02:00:00.000Z',
  callerSize: 0,
  time: 0.4,
  msg: '参数“pageNum”应为大于0的整数',
  status: '0',
  httpStatus: 400,
  requestId: 'r-1',
  reqMethod: 'GET',
  errorKey: 'input.invalid',
  keyId: null,
  queryTime: null,
  bytes: 210,
  isCached: false,
  ...over,
});

beforeEach(() => signInWith());

it('shows one call with why it was refused; nobody deletes lines', async () => {
  const { user } = openPage(<LogPage />, {
    at: '/market/apilog',
    answers: {
      'GET /data/api/apiLogs/page': pageOf(line()),
      'GET /data/api/apiLogs/1': line(),
      'GET /data/market/apps/page': pageOf({ id: '5', appName: '经营分析平台', status: '1' }),
    },
  });
  const row = (await screen.findByText('10.1.2.3')).closest('tr') as HTMLElement;
  expect(within(row).queryByRole('button', { name: '删除' })).toBeNull();
  await user.click(within(row).getByRole('button', { name: '客户查询' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('{"name":"***"}')).toBeTruthy();
  expect(within(drawer).getByText('参数“pageNum”应为大于0的整数')).toBeTruthy();
  expect(within(drawer).getByText('0.4 毫秒')).toBeTruthy();
});
