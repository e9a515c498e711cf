import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import ApiPage from '../apis/ApiPage.tsx';
import MyApplyPage from '../subscriptions/MyApplyPage.tsx';
import SubscriptionPage from '../subscriptions/SubscriptionPage.tsx';
import { apiRow, pageOf, planRow } from '../test-api.ts';
import { testSubscription } from '../subscriptions/test-subscription.ts';

const standard = planRow();
const big = planRow({
  id: '32',
  planName: '大客户',
  rate: null,
  burst: null,
  dayQuota: null,
  monthMegabytes: null,
  maxDays: null,
  approval: 'auto',
});

beforeEach(() => signInWith());

it('plans are offered on an API, released or not, by who may', async () => {
  const answers = {
    'GET /data/market/dataApis/page': pageOf(apiRow({ id: '8', apiName: '合同台账', status: '2' })),
    'GET /data/market/plans/page': pageOf(standard, big),
    // one that was disabled is told apart, and goes along
    'GET /data/market/plans/api/8': [standard, { ...planRow({ id: '33', planName: '旧方案' }), status: '0' }],
    'PUT /data/market/plans/api/8': null,
  };
  const { user, last, unmount } = openPage(<ApiPage />, { at: '/market/dataapi', answers });
  const row = (await screen.findByText('合同台账')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: '更多' }));
  await user.click(await screen.findByRole('menuitem', { name: '调用方案' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('标准')).toBeTruthy();
  expect(within(dialog).getByText('旧方案')).toBeTruthy();
  await user.click(within(dialog).getByRole('combobox', { name: '调用方案' }));
  expect(await screen.findByText('已禁用')).toBeTruthy();
  await user.click(await screen.findByText('不限次数和流量'));
  await user.click(within(dialog).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(last('PUT /data/market/plans/api/8')?.body).toEqual({ planIds: ['31', '33', '32'] }));
  unmount();
  signInWith('market:api:list', 'market:api:debug', 'market:api:copy', 'market:plan:list');
  openPage(<ApiPage />, { at: '/market/dataapi', answers });
  const other = (await screen.findByText('合同台账')).closest('tr') as HTMLElement;
  expect(within(other).queryByRole('button', { name: '调用方案' })).toBeNull();
});

describe('a request', () => {
  const FIELDS = [{ name: 'id', comment: '编号', level: null, mask: null }];
  const open = (plans: object[], { status = '1', outputs = FIELDS as object[] } = {}) =>
    openPage(<SubscriptionPage />, {
      at: '/market/subscription',
      answers: {
        'GET /data/market/subscriptions/page': pageOf(),
        'GET /data/market/square/apps': [{ id: '5', appName: '经营分析平台' }],
        'GET /data/market/square/page': pageOf({ id: '7', apiName: '客户查询', apiVersion: 'v1.0.0', apiUrl: '/customer/query' }),
        'GET /data/market/square/7': { id: '7', outputs, filterable: [] },
        'GET /data/market/plans/api/7': plans,
        'POST /data/market/subscriptions/steps': { decidedBy: 'owner', steps: [] },
        'POST /data/market/subscriptions': { id: '9', status, flowStatus: null, processInstanceId: null },
      },
    });
  const fill = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: /申请订阅/ }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByLabelText('使用的应用'));
    await user.click(await screen.findByTitle('经营分析平台'));
    await user.click(within(dialog).getByLabelText('数据API或服务'));
    await user.click(await screen.findByTitle(/客户查询 v1.0.0/));
    // the form has read the API, and says what it may be asked for
    await waitFor(() => expect(within(dialog).getByRole('button', { name: '提交申请' }).hasAttribute('disabled')).toBe(false));
    await user.type(within(dialog).getByLabelText('申请用途'), '周报');
    return dialog;
  };

  it('takes a plan where the API is offered with plans, each with what it allows, within its longest term', async () => {
    const page = open([standard, big], { status: '2' });
    const { user, sent, last } = page;
    const dialog = await fill(page);
    const choice = await within(dialog).findByRole('radio', { name: /标准/ });
    expect(choice.closest('label')?.textContent).toBe('标准 人工审批每秒 10 次（突发 20 次），每日 1,000 次，每月流量 50 MB，最长 90 天');
    expect(within(dialog).getByRole('radio', { name: /大客户 自动通过/ })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
    expect(await within(dialog).findByText('请选择调用方案')).toBeTruthy();
    await user.click(choice);
    await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
    expect(await within(dialog).findByText('方案“标准”的有效天数最长 90 天')).toBeTruthy();
    expect(sent.some(({ key }) => key === 'POST /data/market/subscriptions')).toBe(false);
    await user.click(within(dialog).getByRole('radio', { name: /大客户/ }));
    await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
    await waitFor(() => expect(last('POST /data/market/subscriptions')?.body).toMatchObject({ planId: '32', days: 180 }));
    expect(await screen.findByText('申请已自动通过，可以立即调用')).toBeTruthy();
  });

  it('asks for no plan where there is none, and for no fields where a script tells none', async () => {
    const page = open([], { outputs: [] });
    const dialog = await fill(page);
    await page.user.click(within(dialog).getByRole('button', { name: '提交申请' }));
    await waitFor(() => expect(page.last('POST /data/market/subscriptions')?.body.fields).toBeNull());
    expect(page.last('POST /data/market/subscriptions')?.body.planId).toBeUndefined();
    expect(within(dialog).queryByRole('radio')).toBeNull();
  });
});

describe('the plan of a subscription', () => {
  const withPlan = (over: object = {}) => testSubscription('1', { planId: '31', plan: standard, ...over });
  const month = planRow({ id: '33', planName: '一个月', rate: 3, burst: null, dayQuota: null, monthMegabytes: null, maxDays: 30 });
  const open = (row: object) =>
    openPage(<SubscriptionPage />, {
      at: '/market/subscription',
      answers: {
        'GET /data/market/subscriptions/page': pageOf(row),
        'GET /data/market/plans/api/7': [standard, big, month],
        'PUT /data/market/plans/subscription/1': null,
      },
    });

  it('is shown to who decides', async () => {
    const { user } = open(withPlan({ mayDecide: true }));
    await user.click(await screen.findByRole('button', { name: '同意' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('调用方案标准 每秒 10 次（突发 20 次）');
  });

  it('is changed from the details by who may, and only by them', async () => {
    const { user, last, unmount } = open(withPlan({ mayGrant: true, status: '2' }));
    await user.click(await screen.findByText('客户查询'));
    await user.click(await screen.findByRole('button', { name: '更换方案' }));
    await user.click(await screen.findByRole('combobox', { name: '调用方案' }));
    await user.click(await screen.findByText('每秒 3 次，最长 30 天'));
    expect((await screen.findByRole('alert')).textContent).toContain('方案“一个月”的有效天数最长 30 天');
    expect(screen.getByRole('button', { name: '更换' }).hasAttribute('disabled')).toBe(true);
    await user.click(await screen.findByRole('combobox', { name: '调用方案' }));
    await user.click(await screen.findByText('不限次数和流量'));
    await user.click(screen.getByRole('button', { name: '更换' }));
    await waitFor(() => expect(last('PUT /data/market/plans/subscription/1')?.body).toEqual({ planId: '32' }));
    unmount();
    const other = open(withPlan({ status: '2' }));
    await other.user.click(await screen.findByText('客户查询'));
    expect((await screen.findByRole('dialog')).textContent).toContain('标准 每秒 10 次');
    expect(screen.queryByRole('button', { name: '更换方案' })).toBeNull();
  });

  it('stands in 我的申请, and is kept by a renewal unless another one is taken', async () => {
    const { user, last } = openPage(<MyApplyPage />, {
      at: '/market/myapply',
      answers: {
        'GET /data/market/subscriptions/page': pageOf(withPlan({ status: '2', mayRenew: true, days: 60 })),
        'GET /data/market/plans/api/7': [standard, big],
        'POST /data/market/subscriptions/1/renew': { id: '9', status: '1', flowStatus: null, processInstanceId: null },
      },
    });
    expect(await screen.findByText('标准')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '续期' }));
    const dialog = await screen.findByRole('dialog');
    expect(((await within(dialog).findByRole('radio', { name: /标准/ })) as HTMLInputElement).checked).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
    await waitFor(() => expect(last('POST /data/market/subscriptions/1/renew')?.body).toEqual({ days: 60, reason: '周报', planId: '31' }));
  });
});
