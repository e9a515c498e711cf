import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { pageOf } from '../test-api.ts';
import IndexPage from './IndexPage.tsx';
import { bytesText, change, pointName, trouble } from './figures.ts';

const sums = (over: object = {}) => ({
  calls: 1200,
  succeeded: 1100,
  refused: 40,
  limited: 30,
  failed: 30,
  dropped: 0,
  rowCount: 24_000,
  bytes: 2_097_152,
  p95: 58,
  averageMs: 12,
  ...over,
});
const overview = (over: object = {}) => ({
  sums: sums(),
  before: sums({ calls: 1000 }),
  points: [{ ...sums(), time: '2026-11-20T02:00:00.000Z' }],
  apis: [{ ...sums(), apiId: '7', apiName: '客户查询', apiVersion: 'v1.0.0' }],
  apps: [{ ...sums(), appId: '5', appName: '经营分析平台' }],
  alarms: [{ apiId: '7', apiName: '客户查询', apiVersion: 'v1.0.0', cause: 'errors', value: 12.5, since: '2026-11-20T02:00:00.000Z' }],
  nodes: [{ node: '1', mode: 'memory', waiting: 2048, dropped: 3, updateTime: '2026-11-20T02:00:00.000Z' }],
  resting: [],
  ...over,
});
const answers = (reply: object) => ({
  'GET /data/market/statistics/overview': reply,
  'GET /data/api/apiLogs/page': pageOf(),
});

beforeEach(() => signInWith());

it('shows how much is called, how well and by whom, what is wrong and how the log stands', async () => {
  openPage(<IndexPage />, { at: '/market/index', answers: answers(overview()) });
  const figures = await screen.findByRole('region', { name: '调用概况' });
  expect(within(figures).getByText('1,200')).toBeTruthy();
  expect(within(figures).getByText('较上期 +20.0%')).toBeTruthy();
  expect(within(figures).getByText('91.7')).toBeTruthy();
  expect(within(figures).getByText('失败 30，限流 30，拒绝 40')).toBeTruthy();
  const alarms = screen.getByRole('region', { name: /告警/ });
  expect(within(alarms).getByText('12.5%')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: '调用方' })).getByText('经营分析平台')).toBeTruthy();
  const log = screen.getByRole('region', { name: '日志写入' });
  expect(within(log).getByText('仅内存暂存')).toBeTruthy();
  expect(within(log).getByText('丢弃 3 条')).toBeTruthy();
});

it('tells of sources that are left alone, and only while they are', async () => {
  const resting = [{ sourceId: '3', sourceName: '营销库', since: '2026-11-20T02:00:00.000Z', nodes: ['1', '2'] }];
  const { unmount } = openPage(<IndexPage />, { at: '/market/index', answers: answers(overview({ resting })) });
  const line = await screen.findByText(/数据源没有响应/);
  expect(line.textContent).toContain('营销库 自 2026-11-20 10:00');
  unmount();
  openPage(<IndexPage />, { at: '/market/index', answers: answers(overview()) });
  expect(await screen.findByRole('region', { name: '调用概况' })).toBeTruthy();
  expect(screen.queryByText(/数据源没有响应/)).toBeNull();
});

it('says so where nothing was called, and offers nothing to who may not look', async () => {
  const none = sums({ calls: 0, succeeded: 0, refused: 0, limited: 0, failed: 0, p95: null, averageMs: null });
  openPage(<IndexPage />, {
    at: '/market/index',
    answers: answers(overview({ sums: none, before: none, points: [], apis: [], apps: [], alarms: [] })),
  });
  expect(await screen.findByText('没有超过告警值的接口')).toBeTruthy();
  expect(screen.getAllByText('还没有调用').length).toBeGreaterThan(1);
});

it('writes figures as people read them', () => {
  expect(change(5, 0)).toBe('此前没有调用');
  expect(change(90, 100)).toBe('较上期 −10.0%');
  expect(trouble(sums({ failed: 0, limited: 0, refused: 0 }) as never)).toBeNull();
  expect([bytesText(900), bytesText(1536)]).toEqual(['900 B', '1.5 KB']);
  expect(pointName('2026-11-20T16:05:00.000Z', 1)).toBe('00:05');
  expect(pointName('2026-11-20T16:00:00.000Z', 7)).toBe('11-21 00:00');
  expect(pointName('2026-11-20T16:00:00.000Z', 30)).toBe('11-21');
});
