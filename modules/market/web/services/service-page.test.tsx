import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, Refusal, signInWith } from '#kit/test/web-page.tsx';
import { pageOf } from '../test-api.ts';
import { EMPTY_HTTP } from './draft.ts';
import { ServiceEditor } from './ServiceEditor.tsx';
import ServiceLogPage from './ServiceLogPage.tsx';
import ServicePage from './ServicePage.tsx';

const service = (over: object = {}) => ({
  id: '7',
  version: 3,
  createBy: null,
  updateBy: null,
  createTime: '2026-11-20T02:00:00.000Z',
  updateTime: '2026-11-20T02:00:00.000Z',
  status: '1',
  serviceNo: '20261120001',
  serviceVersion: 1,
  serviceName: '信用查询',
  serviceType: '1',
  httpService: { ...EMPTY_HTTP, hostId: '9', path: '/credit/{{id}}' },
  webService: null,
  chain: null,
  reqParams: [{ paramName: 'id', paramType: '1', nullable: '0', paramComment: '企业编号', exampleValue: '1', defaultValue: null }],
  masks: [],
  secrets: [{ name: 'token', value: '******' }],
  rateLimit: { enable: '0', times: 5, seconds: 60 },
  deny: null,
  timeoutMs: 10_000,
  retries: 0,
  maxBytes: 1_000_000,
  remark: null,
  hostName: '信用平台',
  releaseBy: null,
  releaseTime: null,
  offlineTime: null,
  level: null,
  groupId: null,
  flow: null,
  ...over,
});
const answers = {
  'GET /data/service/services/page': pageOf(service()),
  'GET /data/service/services/7': service(),
  'GET /data/service/services/hosts': [{ id: '9', name: '信用平台' }],
  'GET /data/metadata/maskRules/list': [],
  'GET /data/market/dataApis/page': pageOf(),
  'GET /data/market/groups/list': [],
  'GET /data/market/plans/api/7': [],
};

beforeEach(() => signInWith());

it('edits a service: its parts stand in their fields, what the server refuses stands at its place', async () => {
  const { user, sent } = openPage(<ServiceEditor id="7" onClose={() => undefined} onOpen={() => undefined} />, {
    at: '/market/dataservice',
    answers: { ...answers, 'PUT /data/service/services/7': { version: 4 } },
  });
  const path = await screen.findByLabelText(/请求路径/);
  expect((path as HTMLInputElement).value).toBe('/credit/{{id}}');
  await user.clear(path);
  await user.type(path, '/a b');
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect((await screen.findAllByText(/不含空格/)).length).toBeGreaterThan(0);
  await user.clear(path);
  await user.type(path, '/credit/{{{{id}}/{{{{grade}}');
  await user.click(await screen.findByRole('button', { name: /添加模板里的 grade/ }));
  await user.click(screen.getByRole('button', { name: '保存' }));
  const put = sent.find(({ key }) => key === 'PUT /data/service/services/7');
  expect(put?.body).toMatchObject({
    version: 3,
    httpService: { path: '/credit/{{id}}/{{grade}}' },
    secrets: [{ name: 'token', value: '******' }],
  });
  expect(put?.body.reqParams.map(({ paramName }: { paramName: string }) => paramName)).toEqual(['id', 'grade']);
});

it('opens a stored service at what it does; what is in order is ticked, and what was refused stands open', async () => {
  const { user } = openPage(<ServiceEditor id="7" onClose={() => undefined} onOpen={() => undefined} />, {
    at: '/market/dataservice',
    answers: {
      ...answers,
      'PUT /data/service/services/7': () => {
        throw new Refusal(400, 'input.invalid', '数据级别过低', [{ path: 'level', message: '数据级别过低' }]);
      },
    },
  });
  const path = await screen.findByLabelText(/请求路径/);
  expect(screen.getAllByLabelText('已填写')).toHaveLength(4);
  expect(screen.queryByLabelText(/服务名称/)).toBeNull();
  expect(screen.getByText(/超时 10,000 毫秒 · 不限流/)).toBeTruthy();
  await user.type(path, '/x');
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByLabelText(/服务名称/)).toBeTruthy();
  expect(screen.getByLabelText('需要修改')).toBeTruthy();
});

it('runs a service beside the list and shows what went in and came out', async () => {
  const step = {
    step: '',
    name: '信用查询',
    state: 'done',
    target: 'http://x/credit/1',
    request: 'GET /credit/1',
    httpStatus: 200,
    data: { grade: 'A' },
    message: null,
    ms: 12,
  };
  const { user, sent } = openPage(<ServicePage />, {
    at: '/market/dataservice',
    answers: {
      ...answers,
      'POST /data/service/services/7/run': { data: { grade: 'A' }, message: null, traceId: 'trace-1', steps: [step], ms: 12 },
    },
  });
  const row = (await screen.findByText('信用平台')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: '更多' }));
  await user.click(await screen.findByText('调试'));
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('button', { name: /运\s?行/ }));
  expect(await within(drawer).findByText('GET /credit/1')).toBeTruthy();
  expect(within(drawer).getByText('trace-1')).toBeTruthy();
  expect(sent.find(({ key }) => key.startsWith('POST'))?.body).toEqual({ params: { id: '1' } });
});

it('shows a call with the steps of its chain', async () => {
  const line = (over: object = {}) => ({
    id: '1',
    serviceId: '7',
    serviceName: '客户画像',
    serviceNo: '20261120002',
    serviceVersion: 1,
    callerId: '5',
    appName: '经营分析平台',
    callerIp: '10.1.2.3',
    callerDate: '2026-11-20T02:00:00.000Z',
    callerHeader: '',
    callerParam: '{"mobile":"***"}',
    callerSoap: '',
    time: 31,
    msg: '步骤“查信用”：后端服务返回 HTTP 500',
    status: '0',
    httpStatus: 502,
    upstreamStatus: null,
    step: null,
    target: null,
    requestId: 'r-1',
    traceId: 'trace-1',
    ...over,
  });
  const { user, sent } = openPage(<ServiceLogPage />, {
    at: '/market/servicelog?traceId=trace-1',
    answers: {
      'GET /data/service/serviceLogs/page': pageOf(line()),
      'GET /data/service/serviceLogs/1': {
        ...line(),
        steps: [line({ id: '2', step: '查信用', httpStatus: 502, upstreamStatus: 500, target: 'http://x/credit' })],
      },
      'GET /data/market/apps/page': pageOf({ id: '5', appName: '经营分析平台', status: '1' }),
    },
  });
  const row = (await screen.findByText('10.1.2.3')).closest('tr') as HTMLElement;
  expect(sent.filter(({ key }) => key.endsWith('serviceLogs/page')).at(-1)?.query).toMatchObject({ traceId: 'trace-1' });
  await user.click(within(row).getByRole('button', { name: '客户画像' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('{"mobile":"***"}')).toBeTruthy();
  expect(within(drawer).getByText('查信用')).toBeTruthy();
  expect(within(drawer).getByText('http://x/credit')).toBeTruthy();
});
