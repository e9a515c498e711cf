import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { pageOf, planRow } from '../test-api.ts';
import SquarePage from './SquarePage.tsx';

beforeEach(() => signInWith());
const row = {
  id: '7',
  kind: 'api',
  apiName: '客户查询',
  apiVersion: 'v1.0.0',
  apiUrl: '/customer/query',
  reqMethod: 'GET',
  remark: '按名称查询客户',
  groupId: '2',
  groupName: '客户',
  owner: '王工',
  deptName: '数据部',
  releaseTime: '2026-11-20T02:00:00.000Z',
  offlineTime: '2026-12-31T02:00:00.000Z',
  offlineReason: '由 v2 替代',
  level: 'L3',
  fieldCount: 2,
  subscribers: 3,
  calls: [0, 1, 0, 2, 5, 3, 4],
  p95: 12.5,
  mine: '2',
};
const detail = {
  ...row,
  rateLimit: { enable: '0', times: 5, seconds: 60 },
  defaultSize: 20,
  maxSize: 200,
  total: 'exact',
  reqParams: [],
  outputs: [{ name: 'mobile', comment: '手机', dataType: 'text', exampleValue: null, level: 'L3', mask: '前 3 后 4' }],
  filterable: [],
  decidedBy: 'owner',
  address: 'http://服务地址/x',
  samples: [{ language: 'curl', text: "curl 'http://服务地址/x'" }],
  subscriptions: [
    {
      id: '9',
      appId: '5',
      appName: '门户',
      status: '2',
      fields: null,
      rows: [{ columnName: 'city', whereType: '1', values: ['重庆'] }],
      endTime: null,
    },
  ],
};

it('shows released APIs in their groups, and what one gives to the own applications', async () => {
  const { user } = openPage(<SquarePage />, {
    answers: {
      'GET /data/market/square/page': pageOf(row),
      'GET /data/market/square/7': detail,
      'GET /data/market/plans/api/7': [planRow()],
      'GET /data/market/groups/list': [
        { id: '1', groupName: '经营', parentId: null, sortNo: 0, apiCount: 0, serviceCount: 0 },
        { id: '2', groupName: '客户', parentId: '1', sortNo: 0, apiCount: 1, serviceCount: 0 },
      ],
    },
  });
  expect(await screen.findByText('将下线')).toBeTruthy();
  expect(screen.getByText('近7天 15 次')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '客户查询' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText(/由 v2 替代/)).toBeTruthy();
  expect(within(drawer).getByText('city 等于 重庆')).toBeTruthy();
  expect(within(drawer).getByText(/前 3 后 4/)).toBeTruthy();
  const plan = (await within(drawer).findByText('标准')).closest('tr') as HTMLElement;
  expect(plan.textContent).toContain('标准人工审批1020—1,000—5090');
  await user.click(within(drawer).getByRole('tab', { name: '调用文档' }));
  expect((await within(drawer).findByRole('region', { name: 'curl 示例' })).textContent).toContain(window.location.origin);
});

it('shows a service with its own types of parameters, and nothing of pages', async () => {
  const service = {
    ...detail,
    kind: 'service',
    defaultSize: null,
    maxSize: null,
    total: null,
    outputs: [],
    reqParams: [{ paramName: 'isOpen', paramComment: '是否有效', paramType: '6', nullable: '1', exampleValue: 'true', defaultValue: null }],
  };
  const { user } = openPage(<SquarePage />, {
    answers: {
      'GET /data/market/square/page': pageOf({ ...row, kind: 'service', level: null }),
      'GET /data/market/square/7': service,
      'GET /data/market/plans/api/7': [],
      'GET /data/market/groups/list': [],
      'GET /system/dicts/code/market_service_param_type': [{ itemText: '6', itemValue: '布尔' }],
    },
  });
  expect(await screen.findByText('服务')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '客户查询' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('返回内容由后端服务决定')).toBeTruthy();
  expect(within(drawer).queryByText('每页条数')).toBeNull();
  expect(within(drawer).queryByText('另有分页参数')).toBeNull();
  expect(within(drawer).getByText('isOpen')).toBeTruthy();
});
