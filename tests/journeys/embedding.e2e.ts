import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedToken, portal } from '../../examples/embed-react/server.mjs';
import { choose, expectHealthy, product, settled, type Program } from './harness.ts';
import { secondDatabases } from './second-database.ts';
import { registered, SYNC_MS } from './sources.ts';

const site = product();
const newDatabase = secondDatabases(site);
const dist = mkdtempSync(join(tmpdir(), 'databrain-portal-'));
const closing: (() => void)[] = [];
/** A token of the present test: how long it lives, and what it locks. */
let signing: () => string = () => '';

beforeAll(async () => {
  // the portal is built as its own people would: it knows nothing of the product but the address
  const root = fileURLToPath(new URL('../../examples/embed-react', import.meta.url));
  await build({ root, configFile: false, logLevel: 'silent', build: { outDir: dist, emptyOutDir: true, target: 'esnext' } });
}, 120_000);
afterAll(() => {
  for (const close of closing) close();
  rmSync(dist, { recursive: true, force: true });
});

/** A portal on a port of its own, which is another origin. */
async function portalOn(): Promise<string> {
  const server = portal({ databrain: site.url(''), folder: dist, token: () => signing() });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A published board of sales by city, with filters by region and city. */
async function salesBoard(call: Program): Promise<string> {
  const database = await newDatabase(
    `create table sale (region text, city text, amount numeric);
     insert into sale values ('华东', '上海', 30), ('华东', '杭州', 20), ('华北', '北京', 40)`,
  );
  const sourceId = await registered(call, database, '销售系统');
  const { id: dataSetId } = await call<{ id: string }>('POST', '/data/visual/dataSets', {
    setName: '销售',
    sourceId,
    setSql: 'select region, city, amount from sale',
  });
  const chart = {
    v: 1,
    chartType: 'table',
    dataSetId,
    rows: [{ col: 'city' }],
    columns: [],
    measures: [{ col: 'amount', aggregateType: 'sum' }],
  };
  const filter = (id: string, label: string) => ({
    id,
    label,
    kind: 'multi',
    source: { dataSetId, col: id },
    targets: [{ dataSetId, col: id }],
  });
  const { id } = await call<{ id: string }>('POST', '/data/visual/boards', {
    boardName: '销售看板',
    boardConfig: {
      v: 1,
      tabs: [{ id: 'main', name: '首页', layout: [{ i: 'a', x: 0, y: 0, w: 24, h: 10, kind: 'chart', chart, title: '各城市销售' }] }],
      filters: [filter('region', '地区'), filter('city', '城市')],
    },
  });
  const { version } = await call<{ version: number }>('GET', `/data/visual/boards/${id}`);
  await call('POST', `/data/visual/boards/publish/${id}`, { version, name: null });
  return id;
}

const framed = (page: Page) => page.frameLocator('iframe');
const cityIn = (page: Page, city: string) => framed(page).getByText(city, { exact: true }).first();

describe('a board in the portal of another system', () => {
  it(
    'is opened to it by an administrator, shows there and nowhere else, renews its token, keeps what the host decided',
    async () => {
      const call = await site.program();
      const board = await salesBoard(call);
      const [allowed, other] = [await portalOn(), await portalOn()];

      const admin = await site.visit();
      await site.enter(admin.page, '/visual/embed');
      await admin.page.getByRole('button', { name: '新增嵌入应用' }).first().click();
      const form = admin.page.getByRole('dialog', { name: '新增嵌入应用' });
      await form.getByRole('textbox', { name: '应用名称' }).fill('集团门户');
      await form.getByRole('textbox', { name: '允许的来源' }).fill(allowed);
      await choose(form.getByRole('combobox', { name: '可嵌入的内容' }), '销售看板');
      await admin.page.keyboard.press('Escape');
      await choose(form.getByRole('combobox', { name: '查看账号' }), '系统管理员（admin）');
      await form.getByRole('button', { name: '保存', exact: true }).click();
      await admin.page.getByRole('row', { name: /集团门户/ }).waitFor();
      await admin.page.getByRole('button', { name: '密钥', exact: true }).click();
      await admin.page.getByRole('button', { name: '生成密钥' }).click();
      const secret = await admin.page.getByRole('textbox', { name: '新的签名密钥' }).inputValue();
      await expectHealthy(admin);
      const [row] = (await call<{ data: { id: string; version: number }[] }>('GET', '/data/visual/embeds/page')).data;
      const app = row!.id;
      const token = (seconds: number, filters?: Record<string, unknown>) =>
        embedToken({ app, secret, resource: { type: 'board', id: board }, seconds, ...(filters && { filters }) });

      let signed = 0;
      signing = () => {
        signed++;
        return token(signed === 1 ? 6 : 300, { 地区: ['华东'] });
      };
      const visit = await site.visit();
      const { page } = visit;
      await page.goto(allowed);
      await page.getByRole('status').getByText('销售看板').waitFor();
      await cityIn(page, '上海').waitFor();
      await cityIn(page, '杭州').waitFor();
      expect(await framed(page).getByText('北京').count()).toBe(0);
      // as high as the board is, without a bar to scroll inside
      await expect.poll(async () => (await page.locator('iframe').boundingBox())!.height).toBeGreaterThan(410);

      // the page asks for another token before the first one ends
      await expect.poll(() => signed, { timeout: 20_000 }).toBeGreaterThan(1);
      await page.getByRole('button', { name: '只看上海' }).click();
      await cityIn(page, '杭州').waitFor({ state: 'detached' });
      await cityIn(page, '上海').waitFor();
      await page.getByRole('button', { name: '全部城市' }).click();
      await cityIn(page, '杭州').waitFor();

      // neither the host nor anybody else talks the page out of what the token says
      await page.evaluate(() => {
        const frame = document.querySelector('iframe')!;
        frame.contentWindow!.postMessage({ databrain: 1, type: 'filters', filters: { region: ['华北'], 地区: null } }, '*');
      });
      await page.getByRole('status').getByText('没有可选的筛选').waitFor();
      expect(await framed(page).getByText('北京').count()).toBe(0);
      expect(visit.complaints).toEqual([]);

      const stranger = await site.visit();
      await stranger.page.goto(other);
      await expect.poll(() => stranger.complaints.join()).toContain('frame-ancestors');
      expect(await stranger.page.getByRole('status').textContent()).toContain('正在打开');

      // switched off: what stands there goes, and nothing opens any more
      const detail = await call<Record<string, unknown>>('GET', `/data/visual/embeds/${app}`);
      const { appName, origins, resources, accountId, version } = detail;
      await call('PUT', `/data/visual/embeds/${app}`, { appName, origins, resources, accountId, version, status: '0' });
      await page.getByRole('button', { name: '只看上海' }).click();
      await framed(page).getByText('该内容未开放嵌入').waitFor();
      await settled(admin.page);
    },
    SYNC_MS + 240_000,
  );
});
