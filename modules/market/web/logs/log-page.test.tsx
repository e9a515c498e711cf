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
  gateTime: 0.4,
  queueTime: null,
  sourceTime: null,
  encodeTime: null,
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
  expect(within(drawer).getByText('没有查询数据源')).toBeTruthy();
});

it('takes the time of a call apart', async () => {
  const parts = { time: 12, queryTime: 11, gateTime: 1, queueTime: 4, sourceTime: 5, encodeTime: 2 };
  const { user } = openPage(<LogPage />, {
    at: '/market/apilog',
    answers: {
      'GET /data/api/apiLogs/page': pageOf(line()),
      'GET /data/api/apiLogs/1': line({ ...parts, status: '1', httpStatus: 200 }),
      'GET /data/market/apps/page': pageOf({ id: '5', appName: '经营分析平台', status: '1' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: '客户查询' }));
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('12 毫秒');
  const said = within(drawer)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(said).toEqual(['网关（鉴权、限流、参数、写出） 1.0 毫秒', '排队 4.0 毫秒', '数据源 5.0 毫秒', '脱敏与编码 2.0 毫秒']);
});
