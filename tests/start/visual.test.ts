import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { afterEach, expect, it } from 'vitest';
import { postmasterOf } from '#app/server/embedded-db/probe.ts';
import { copyInstallation, PREPARED_PASSWORD } from './prepared.ts';
import { dataFolder, Product, signIn } from './product.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

interface Answer<T> {
  readonly status: number;
  readonly msg: string;
  readonly data: T;
}
interface Running {
  readonly product: Product;
  ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  lines(path: string, body: unknown): Promise<{ key: string; data?: { rows: unknown[][] }; error?: { msg: string } }[]>;
  upload(path: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
}

async function start(dataDir: string): Promise<Running> {
  const product = await Product.start({ DATA_DIR: dataDir, CAPTCHA: 'off' });
  ended.push(() => product.killHard());
  await product.ready();
  const token = await signIn(product, 'admin', PREPARED_PASSWORD);
  const ask: Running['ask'] = async (method, path, body) => {
    const reply = await product.send(method, path, token, body);
    return { status: reply.status, ...((await reply.json()) as { msg: string; data: never }) };
  };
  return {
    product,
    ask,
    async call(method, path, body) {
      const answer = await ask<never>(method, path, body);
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.msg}`);
      return answer.data;
    },
    async lines(path, body) {
      const text = await (await product.send('POST', path, token, body)).text();
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as never);
    },
    async upload(path, name, bytes) {
      const form = new FormData();
      form.append('file', new Blob([bytes]), name);
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`http://127.0.0.1:${product.port}/sjzt-datax${path}`, { method: 'POST', headers, body: form });
      return ((await reply.json()) as { data: { fileName: string } }).data.fileName;
    },
  };
}

/** The power goes: no process has a moment to tidy up. */
async function powerCut(dataDir: string, { product }: Running): Promise<void> {
  const pid = postmasterOf(join(dataDir, 'pg/data'));
  if (pid === null) throw new Error('no PostgreSQL runs here');
  process.kill(pid, 'SIGKILL');
  await product.killHard();
}

const until = async (check: () => boolean | Promise<boolean>, limitMs: number): Promise<void> => {
  const end = Date.now() + limitMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`not so after ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const boardOf = (dataSetId: string, mark: number) => ({
  v: 1,
  tabs: [
    {
      id: 'main',
      name: `第${mark}次`,
      layout: [
        {
          i: 'a',
          x: 0,
          y: 0,
          w: 12,
          h: 8,
          chart: { dataSetId, chartType: 'table', rows: [{ col: 'id' }], measures: [], limit: 3, sort: [{ by: 'd0', dir: 'asc' }] },
        },
        { i: 't', x: 0, y: 8, w: 24, h: 4, kind: 'text', text: '字'.repeat(3000) },
      ],
    },
  ],
});

it('boards open after kill -9 in the middle of saving and publishing, an extract that was killed is told and made again', async () => {
  const folder = dataFolder();
  ended.push(folder.remove);
  await copyInstallation(folder.path);
  const first = await start(folder.path);

  // a source of one file, large enough in a cross join for an extract of some seconds
  const database = new (await initSqlJs()).Database();
  database.run(
    'create table n (id integer); with recursive c(i) as (select 1 union all select i + 1 from c where i < 2000) insert into n select i from c',
  );
  const fileName = await first.upload('/data/metadata/sources/files', 'n.db', new Uint8Array(database.export()));
  const { id: sourceId } = await first.call<{ id: string }>('POST', '/data/metadata/sources', {
    sourceName: '数列',
    dbType: '9',
    status: '1',
    schemas: [],
    dbSchema: { fileNames: [fileName] },
  });
  await first.call('POST', `/data/metadata/sources/sync/${sourceId}`);
  await until(async () => (await first.call<{ isSync: string }>('GET', `/data/metadata/sources/sync/${sourceId}`)).isSync === '2', 60_000);
  const fields = [{ id: 'id', name: '编号', role: 'dimension', type: 'number' }];
  const setOf = async (sql: string, extract: object | null) =>
    (
      await first.call<{ id: string }>('POST', '/data/visual/dataSets', {
        setName: `集${sql.length}`,
        sourceId,
        model: { v: 1, origin: { kind: 'sql', sql }, fields, extract },
      })
    ).id;
  const plain = await setOf('select id from n', { mode: 'full' });
  const large = await setOf('select a.id * 10000 + b.id as id from n a cross join n b', { mode: 'full', maxRows: 5_000_000 });
  const stateOf = (on: Running, id: string) =>
    on.call<{ state: string; message: string | null; rowCount: string | null }>('GET', `/data/visual/dataSets/${id}/extract`);
  await first.call('POST', `/data/visual/dataSets/${plain}/extract/run`, {});
  await until(async () => (await stateOf(first, plain)).state === 'ready', 60_000);
  // 600 000 rows, of which an incremental run reads those from 5 000 300 on again
  const grown = await setOf('select a.id * 10000 + b.id as id from n a cross join n b where b.id <= 300', {
    mode: 'incremental',
    watermark: 'id',
    overlap: 15_000_000,
  });
  interface Run {
    state: string;
    mode: string;
    rowRead: string;
    message: string | null;
  }
  const runsOf = async (on: Running) => (await on.call<{ data: Run[] }>('GET', `/data/visual/dataSets/${grown}/extract/runs`)).data;
  await first.call('POST', `/data/visual/dataSets/${grown}/extract/run`, {});
  await until(async () => (await stateOf(first, grown)).state === 'ready', 60_000);

  const path = '/data/visual/boards';
  const { id } = await first.call<{ id: string }>('POST', path, { boardName: '断电', boardConfig: boardOf(plain, 0) });
  const told = { version: 0, mark: 0, published: 0 };
  let isOver = false;
  const work = (async () => {
    for (let mark = 1; !isOver; mark++)
      try {
        const saved = await first.ask<{ version: number }>('PUT', `${path}/build/${id}`, {
          boardConfig: boardOf(plain, mark),
          version: told.version,
        });
        if (saved.status !== 200) continue;
        Object.assign(told, { version: saved.data.version, mark });
        const published = await first.ask<{ version: number }>('POST', `${path}/publish/${id}`, { version: told.version, name: null });
        if (published.status === 200) Object.assign(told, { version: published.data.version, published: mark });
      } catch {
        // the connection broke
        return;
      }
  })();
  await until(() => told.published >= 20, 60_000);
  await first.call('POST', `/data/visual/dataSets/${large}/extract/run`, {});
  await until(async () => (await stateOf(first, large)).state === 'running', 30_000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await stateOf(first, large)).state).toBe('running');
  await first.call('POST', `/data/visual/dataSets/${grown}/extract/run`, {});
  let seen: Run[] = [];
  await until(async () => (seen = await runsOf(first))[0]?.state === 'running', 30_000);
  // nothing comes between this look and the cut: the run would end meanwhile on a quick machine
  await powerCut(folder.path, first);
  expect(seen.map(({ state }) => state)).toEqual(['running', 'success']);
  isOver = true;
  await work;

  const second = await start(folder.path);
  type Board = { version: number; boardConfig: { tabs: [{ name: string; layout: unknown[] }] }; publishedNo: number };
  const draft = await second.call<Board>('GET', `${path}/${id}`);
  const markOf = (name: string) => Number(/\d+/.exec(name)?.[0]);
  // what was acknowledged is there; one more may have been written without its answer
  expect(draft.version).toBeGreaterThanOrEqual(told.version);
  expect(draft.version).toBeLessThanOrEqual(told.version + 1);
  expect(markOf(draft.boardConfig.tabs[0].name)).toBeGreaterThanOrEqual(told.mark);
  const view = await second.call<{ versionNo: number; config: { tabs: [{ name: string; layout: unknown[] }] } }>(
    'GET',
    `${path}/view/${id}`,
  );
  expect(view.versionNo).toBe(draft.publishedNo);
  expect(markOf(view.config.tabs[0].name)).toBeGreaterThanOrEqual(told.published);
  expect(view.config.tabs[0].layout).toHaveLength(2);
  const rows = [[1], [2], [3]];
  expect(await second.lines('/data/visual/view/data', { entity: 'board', id, tiles: [{ key: 'a' }] })).toMatchObject([
    { key: 'a', data: { rows } },
  ]);
  const saved = await second.ask('PUT', `${path}/build/${id}`, { boardConfig: boardOf(plain, 999), version: draft.version });
  expect(saved).toMatchObject({ status: 200 });

  // the rows of the last whole run answer at once; the killed run is told, and the next one goes on from its watermark
  const counted = { dataSetId: grown, rows: [], measures: [{ col: 'id', aggregateType: 'count' }] };
  const answer = await second.call<{ rows: unknown[][]; sql: string }>('POST', '/data/visual/charts/data/parser', counted);
  expect(answer.rows).toEqual([[600_000]]);
  expect(answer.sql).toContain('"main"."rows"');
  await until(async () => (await stateOf(second, grown)).state === 'ready', 90_000);
  expect(await runsOf(second)).toMatchObject([
    { state: 'success', mode: 'incremental', rowRead: '450001' },
    { state: 'failed', mode: 'incremental', message: expect.stringContaining('抽取中断') },
    { state: 'success', mode: 'full', rowRead: '600000' },
  ]);
  expect(await stateOf(second, grown)).toMatchObject({ rowCount: '600000' });

  // the extract before is read on; the killed one was told or is taken up again, and ends as it should
  expect(await stateOf(second, plain)).toMatchObject({ state: 'ready', rowCount: '2000' });
  await until(async () => ['failed', 'ready'].includes((await stateOf(second, large)).state), 90_000);
  if ((await stateOf(second, large)).state === 'failed') {
    expect((await stateOf(second, large)).message).toMatch(/[一-龥]{4}/);
    await second.call('POST', `/data/visual/dataSets/${large}/extract/run`, {});
    await until(async () => (await stateOf(second, large)).state === 'ready', 90_000);
  }
  expect(await stateOf(second, large)).toMatchObject({ rowCount: '4000000' });
  expect(await second.product.interrupt()).toBe(0);
}, 400_000);
