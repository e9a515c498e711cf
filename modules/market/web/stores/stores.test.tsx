import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { pageOf } from '../test-api.ts';
import MonitorPage from './MonitorPage.tsx';
import StorePage from './StorePage.tsx';
import StoreSearchPage from './StoreSearchPage.tsx';

const MB = 1024 * 1024;
const store = (over: object = {}) => ({
  id: '5',
  version: 1,
  createBy: null,
  createTime: '2026-11-20T02:00:00.000Z',
  updateBy: null,
  updateTime: '2026-11-20T02:00:00.000Z',
  status: '1',
  storeName: '经营数据仓库',
  storeType: '4',
  sourceId: '1',
  sourceName: '演示数据仓库',
  domainId: null,
  domainName: null,
  ownerId: null,
  ownerName: null,
  capacityBytes: 1000 * MB,
  warnPercent: 80,
  remark: null,
  healthStatus: '2',
  healthReason: '已用容量的 90%，达到告警阈值 80%',
  usedBytes: 900 * MB,
  usedPercent: 90,
  tableCount: 57,
  rowCount: 2_318_707,
  isExact: '0',
  connections: 3,
  latencyMs: 0.6,
  lastScanTime: '2026-11-20T02:00:00.000Z',
  ...over,
});
const LIST = [{ id: '5', storeName: '经营数据仓库', storeType: '4', sourceId: '1', healthStatus: '2' }];

beforeEach(() => signInWith());

it('rows by the statistics of a source are said to be about so many, and a scan is asked for by row', async () => {
  const { user, last } = openPage(<StorePage />, {
    at: '/market/datastore/list',
    answers: {
      'GET /data/market/stores/page': pageOf(store()),
      'GET /data/market/stores/figures': {
        stores: 1,
        unhealthy: 1,
        usedBytes: 900 * MB,
        capacityBytes: 1000 * MB,
        tableCount: 57,
        rowCount: 2_318_707,
      },
      'POST /data/market/stores/5/scan': { jobId: '1' },
    },
  });
  expect(await screen.findByText('约 2,318,707')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '扫描' }));
  await waitFor(() => expect(last('POST /data/market/stores/5/scan')).toBeTruthy());
});

it('the monitor tells when a quota is full, and what is largest', async () => {
  openPage(<MonitorPage />, {
    at: '/market/datastore/monitor',
    answers: {
      'GET /data/market/stores/list': LIST,
      'GET /data/market/stores/5/monitor': {
        store: store(),
        points: [],
        availability: 99.5,
        growth: { bytesPerDay: 10 * MB, rowsPerDay: 100, daysToFull: 10, bytesIn30Days: 1200 * MB },
        items: [{ schemaName: 'dwd', itemName: 'biz_contract', rowCount: 100, usedBytes: MB, isExact: '1', tableId: '9' }],
        scan: null,
      },
    },
  });
  expect(await screen.findByText('已用容量的 90%，达到告警阈值 80%')).toBeTruthy();
  expect(screen.getByText('99.50')).toBeTruthy();
  expect(screen.getByText('天后').previousSibling?.textContent).toBe('10');
  expect(screen.getByRole('link', { name: 'dwd.biz_contract' })).toBeTruthy();
});

it('the search asks all stores and says in which each hit lies', async () => {
  const hit = {
    type: 'table',
    id: '9',
    tableId: '9',
    sourceId: '1',
    sourceName: '演示数据仓库',
    schemaName: 'dwd',
    tableName: 'biz_customer',
    name: 'biz_customer',
    cnName: '客户',
    comment: null,
    description: null,
    dataType: null,
    tableKind: 'table',
    tier: null,
    level: 'L3',
    domainName: null,
    ownerName: null,

    tags: [],
    rowEstimate: '2610',
    heat: 0,
    qualityScore: null,
    changeTime: null,
    lacks: null,
    storeId: '5',
    storeName: '经营数据仓库',

    marks: {
      name: [],
      cnName: [],
      comment: [],
      description: [],
    },
  };
  const { last } = openPage(<StoreSearchPage />, {
    at: `/market/datastore/search?keyword=${encodeURIComponent('客户')}`,
    answers: {
      'GET /data/market/stores/list': LIST,
      'POST /data/market/stores/search': { ...pageOf(hit), facets: [], corrected: [], ms: 3 },
    },
  });
  expect(await screen.findByRole('link', { name: 'biz_customer' })).toBeTruthy();
  expect(screen.getAllByText('经营数据仓库').length).toBeGreaterThan(0);
  expect(last('POST /data/market/stores/search')?.body).toMatchObject({ keyword: '客户', storeIds: [], types: [] });
});
