import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { pageOf } from '../test-api.ts';
import DrdPage from './DrdPage.tsx';

const row = (over: object = {}) => ({
  id: '5',
  version: 1,
  createBy: null,
  createTime: '2026-11-20T02:00:00.000Z',
  updateBy: null,
  updateTime: '2026-11-20T02:00:00.000Z',
  resCode: '02-02/000001',
  resName: '客户主体名录',
  catalogId: '2',
  catalogName: '客户',
  resType: '1',
  refId: '9',
  mountTypes: ['1', '2'],
  summary: '客户的主体信息',
  ownerDept: '7',
  ownerDeptName: '市场部',
  ownerUser: null,
  ownerUserName: null,
  updateFreq: '2',
  shareType: '2',
  openType: '0',
  classifyLevel: 'L3',
  tags: [],
  qualityScore: 96.4,
  viewCount: 3,
  applyCount: 1,
  publishStatus: '3',
  publishTime: '2026-11-21T02:00:00.000Z',
  flowStatus: null,
  processInstanceId: null,
  isUsable: false,
  ...over,
});
const MAY = { edit: false, submit: false, publish: false, offline: false, apply: true, decide: false };
const detail = (over: object = {}) => ({
  ...row(),
  subjectArea: null,
  subjectAreaName: null,
  catalogPath: ['经营', '客户'],
  deptNo: 'HQ-MKT',
  shareCondition: '限经营分析',
  shareWay: '接口',
  itemList: [
    { name: '客户编号', code: 'customer_id', type: 'text', length: null, desc: null, sensitive: '0', level: 'L2' },
    { name: '联系电话', code: 'mobile', type: 'text', length: null, desc: null, sensitive: '1', level: 'L3' },
  ],
  related: [],
  mounts: [
    {
      mountType: '1',
      refId: '9',
      name: '客户',
      detail: '仓库 · dwd.customer',
      path: '/metadata/datacolumn?table=9',
      qualityScore: 96.4,
      isGone: false,
    },
  ],
  gaps: [],
  rating: null,
  ratingCount: 0,
  feedbackCount: 0,
  lineagePath: null,
  deciders: ['王思源'],
  may: MAY,
  ...over,
});
const TREE = [
  { id: '1', version: 0, parentId: null, catalogName: '经营', catalogCode: '02', depth: 1, sort: 0, count: 1 },
  { id: '2', version: 0, parentId: '1', catalogName: '客户', catalogCode: '02-02', depth: 2, sort: 0, count: 1 },
];
const open = (answers: object = {}, at = '/market/drd') =>
  openPage(<DrdPage />, {
    at,
    answers: {
      'GET /data/market/drds/tree': TREE,
      'GET /data/market/drds/facets': { facets: [], all: 1, usable: 0, mine: 0 },
      'GET /data/market/drds/page': pageOf(row()),
      'GET /data/market/drds/5': detail(),
      ...answers,
    },
  });

beforeEach(() => signInWith());

it('opens the sheet of a resource with its core metadata and says who decides', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /客户主体名录/ }));
  const sheet = await screen.findByRole('complementary', { name: '资源详情' });
  expect(await within(sheet).findByText('经营 / 客户')).toBeTruthy();
  expect(within(sheet).getByText('市场部（HQ-MKT）')).toBeTruthy();
  expect(within(sheet).getByText(/编目合格/)).toBeTruthy();
  expect(within(sheet).getByText(/由 王思源 等审批/)).toBeTruthy();
  expect(within(sheet).queryByRole('button', { name: '上架' })).toBeNull();
});

it('asks to use only the items that are chosen, with a purpose', async () => {
  const { user, last, sent } = open(
    { 'POST /data/market/drds/5/apply': { id: '8', flowStatus: null, processInstanceId: null } },
    '/market/drd?id=5',
  );
  await user.click(await screen.findByRole('button', { name: '申请使用' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('checkbox', { name: /联系电话/ }));
  await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
  expect(await within(dialog).findByText('请填写申请用途')).toBeTruthy();
  expect(sent.some(({ key }) => key.startsWith('POST'))).toBe(false);
  await user.type(within(dialog).getByLabelText('申请用途'), '经营分析');
  await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
  await waitFor(() =>
    expect(last('POST /data/market/drds/5/apply')?.body).toMatchObject({ usageType: '1', columns: ['customer_id'], purpose: '经营分析' }),
  );
});

it('offers what the server lets, and a draft says what it lacks', async () => {
  const lacking = detail({ publishStatus: '1', gaps: ['资源摘要'], may: { ...MAY, apply: false, edit: true, submit: true } });
  open({ 'GET /data/market/drds/5': lacking }, '/market/drd?id=5');
  expect(await screen.findByRole('button', { name: '提交审核' })).toBeTruthy();
  expect(screen.getByText('编目不完整，缺少 资源摘要')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '申请使用' })).toBeNull();
});

it('a refusal of a request says why', async () => {
  const asked = {
    id: '8',
    drdId: '5',
    resName: '客户主体名录',
    resCode: '02-02/000001',
    usageType: '1',
    refId: '9',
    refName: null,
    path: null,
    classifyLevel: 'L2',
    appName: null,
    columns: [],
    purpose: '分析',
    validTo: '2099-01-01',
    applyBy: '3',
    applicant: '周敏',
    deptName: null,
    applyTime: '2026-11-20T02:00:00.000Z',

    state: '1',
    flowStatus: null,
    processInstanceId: null,
    decider: null,
    decideTime: null,
    opinion: null,
    hasFile: false,
    fileRows: null,

    fileProblem: null,
    mayDecide: true,
    mayWithdraw: false,
    mayEnd: false,
  };
  const answers = { 'GET /data/market/drds/applies/page': pageOf(asked), 'POST /data/market/drds/applies/8/approve': null };
  const { user, last } = open(answers, '/market/drd?view=applies');
  await user.click(await screen.findByRole('button', { name: '拒绝' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: '拒绝' }));
  expect(await within(dialog).findByText('请填写拒绝原因')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox'), '用途不明');
  await user.click(within(dialog).getByRole('button', { name: '拒绝' }));
  await waitFor(() => expect(last('POST /data/market/drds/applies/8/approve')?.body).toEqual({ approved: false, opinion: '用途不明' }));
});
