import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { pageOf } from '../test-api.ts';
import SubscriptionPage from './SubscriptionPage.tsx';
import { testSubscription as row } from './test-subscription.ts';

const open = (rows: object[], answers: object = {}) =>
  openPage(<SubscriptionPage />, {
    at: '/market/subscription',
    answers: { 'GET /data/market/subscriptions/page': pageOf(...rows), ...answers },
  });

beforeEach(() => signInWith());

it('decides only where the server lets: a refusal needs its reason', async () => {
  const { user, sent, last } = open([row('1', { mayDecide: true }), row('2', { appName: '自己的应用' })], {
    'POST /data/market/subscriptions/1/decide': null,
  });
  const own = (await screen.findByText('自己的应用')).closest('tr') as HTMLElement;
  expect(within(own).queryByRole('button', { name: '同意' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '拒绝' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: '拒绝' }));
  expect(await within(dialog).findByText('请填写拒绝原因')).toBeTruthy();
  expect(sent.some(({ key }) => key.startsWith('POST'))).toBe(false);
  await user.type(within(dialog).getByRole('textbox'), '用途不明');
  await user.click(within(dialog).getByRole('button', { name: '拒绝' }));
  await waitFor(() => expect(last('POST /data/market/subscriptions/1/decide')?.body).toEqual({ approved: false, opinion: '用途不明' }));
});

it('asks for all fields as such, and for chosen ones by name, with rows by conditions', async () => {
  const outputs = [
    { name: 'customer_id', comment: '客户编号', level: null, mask: null },
    { name: 'mobile', comment: '手机', level: 'L3', mask: '前 3 后 4' },
  ];
  const { user, last } = open([], {
    'GET /data/market/square/apps': [{ id: '5', appName: '经营分析平台' }],
    'GET /data/market/square/page': pageOf({ id: '7', apiName: '客户查询', apiVersion: 'v1.0.0', apiUrl: '/customer/query' }),
    'GET /data/market/square/7': { id: '7', outputs, filterable: [{ columnName: 'city', comment: '城市' }] },
    'GET /data/market/plans/api/7': [],
    'POST /data/market/subscriptions/steps': {
      decidedBy: 'owner',
      steps: [{ id: 'owner', name: 'API负责人审批', kind: 'task', people: ['李静'], note: null, isConditional: false }],
    },
    'POST /data/market/subscriptions': { id: '9', status: '1', flowStatus: null, processInstanceId: null },
  });
  await user.click(await screen.findByRole('button', { name: /申请订阅/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByLabelText('使用的应用'));
  await user.click(await screen.findByTitle('经营分析平台'));
  await user.click(within(dialog).getByLabelText('数据API或服务'));
  await user.click(await screen.findByTitle(/客户查询 v1.0.0/));
  expect(await within(dialog).findByText('已选 2 / 2')).toBeTruthy();
  expect(within(dialog).getByText(/前 3 后 4/)).toBeTruthy();
  const path = within(dialog).getByRole('region', { name: '审批路径' });
  expect(await within(path).findByText('李静')).toBeTruthy();
  await user.click(within(dialog).getByRole('checkbox', { name: /customer_id/ }));
  await user.click(within(dialog).getByRole('button', { name: /加条件/ }));
  await user.type(within(dialog).getByLabelText('申请用途'), '经营周报');
  await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
  expect(await within(dialog).findByText('请填写每个条件的字段和取值')).toBeTruthy();
  await user.click(within(dialog).getByLabelText('字段'));
  await user.click(await screen.findByTitle('城市 city'));
  await user.type(within(dialog).getByLabelText('取值'), '重庆');
  // who decides may depend on the fields and rows that are asked for
  await waitFor(() =>
    expect(last('POST /data/market/subscriptions/steps')?.body).toMatchObject({
      fields: ['mobile'],
      rows: [{ columnName: 'city', whereType: '1', values: ['重庆'] }],
    }),
  );
  await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
  await waitFor(() =>
    expect(last('POST /data/market/subscriptions')?.body).toEqual({
      appId: '5',
      apiId: '7',
      days: 180,
      reason: '经营周报',
      fields: ['mobile'],
      rows: [{ columnName: 'city', whereType: '1', values: ['重庆'] }],
    }),
  );
});
