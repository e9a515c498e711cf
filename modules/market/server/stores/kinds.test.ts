import initSqlJs from 'sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { startTestS3, type TestS3 } from '#modules/files/server/test-s3.ts';
import { synchronised } from '#modules/sources/server/test-source.ts';
import { sampleStores } from './scan.ts';

type App = ReturnType<typeof startApp>;
const sample = (app: App) =>
  sampleStores.run({
    runId: '1',
    app: app.node.app,
    params: {},
    dueTime: new Date(),
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });
const monitor = async (app: App, id: string) => (await app.admin('GET', `/data/market/stores/${id}/monitor`)).data;
/** Registers a store, which counts everything once, and answers what was found. */
async function measured(app: App, body: Record<string, unknown>) {
  const made = await app.admin('POST', '/data/market/stores', body);
  expect(made.status, made.msg).toBe(200);
  const data = await until(
    () => monitor(app, made.data.id),
    ({ scan }) => scan?.state === 'done' || scan?.state === 'failed',
  );
  expect(data.scan.state, data.scan.text).toBe('done');
  return { ...data, id: made.data.id as string };
}
/** What is said when it is not as expected must tell why: a store that was ill keeps the reason. */
const figuresOf = ({ store }: { store: Record<string, unknown> }) =>
  ['rowCount', 'usedBytes', 'isExact', 'healthStatus', 'healthReason'].map((field) => store[field]);
const itemsOf = (data: { items: { itemName: string; rowCount: number; isExact: string }[] }) =>
  Object.fromEntries(data.items.map(({ itemName, rowCount }) => [itemName, rowCount]));
const found = async (app: App, keyword: string, storeId: string) =>
  (await app.admin('POST', '/data/market/stores/search', { keyword, storeIds: [storeId] })).data.data as {
    name: string;
    storeId: string;
  }[];

describe.runIf(hasMariadb)('a store over MariaDB', () => {
  const app = startApp();
  const mariadb = startMariadb(`
    create table customer (id int primary key, name varchar(50) comment '客户名称') comment '客户';
    insert into customer select seq, concat('客户', seq) from seq_1_to_1234;
    create table visit (id int, day date);
    insert into visit select seq, '2026-01-01' from seq_1_to_300;
    create view customer_view as select id from customer`);
  let id = '';
  beforeAll(async () => {
    const { host, port, database: dbName, owner } = mariadb;
    const dbSchema = { host, port, dbName, ...owner, sid: null, sslMode: 'disable' };
    const made = await app.admin('POST', '/data/metadata/sources', {
      sourceName: '门店库',
      dbType: '2',
      status: '1',
      schemas: [],
      dbSchema,
    });
    expect(made.status, made.msg).toBe(200);
    await synchronised(app, made.data.id);
    const data = await measured(app, { storeName: '门店存储', storeType: '1', sourceId: made.data.id });
    id = data.id;
  }, 180_000);

  it('counts its tables, without views, and says how many bytes they take', async () => {
    const data = await monitor(app, id);
    expect(data.store).toMatchObject({ tableCount: 2, rowCount: 1534, isExact: '1', healthStatus: '1' });
    expect(itemsOf(data)).toEqual({ customer: 1234, visit: 300 });
    const [row] = await mariadb.sql(`select sum(data_length + index_length) as bytes from information_schema.tables
      where table_schema = database() and table_type = 'BASE TABLE'`);
    expect(data.store.usedBytes).toBe(Number(row!['bytes']));
    expect(data.store.connections).toBeGreaterThan(0);
    expect(data.store.latencyMs).toBeGreaterThan(0);
  });

  it('is sampled by its statistics within five parts of a hundred', async () => {
    await mariadb.sql('analyze table customer, visit');
    expect(await sample(app)).toContain('1 个');
    const { store } = await monitor(app, id);
    expect(store.isExact).toBe('0');
    expect(Math.abs(store.rowCount - 1534) / 1534).toBeLessThan(0.05);
  });

  it('is searched by names and comments of its tables and columns', async () => {
    expect(await found(app, '客户名称', id)).toMatchObject([{ storeId: id }]);
    expect((await found(app, 'visit', id)).map(({ name }) => name)).toContain('visit');
    expect(await found(app, '客户77', id)).toEqual([]);
  });
});

describe('a store over SQLite', () => {
  const app = startApp();
  it('counts its tables, knows the bytes of its file, and is searched', async () => {
    const sqlite = new (await initSqlJs()).Database();
    sqlite.run('create table bill (id integer primary key, amount numeric); create view bills as select * from bill');
    sqlite.run('with recursive n (i) as (select 1 union all select i + 1 from n where i < 77) insert into bill select i, i * 2 from n');
    const bytes = Buffer.from(sqlite.export());
    const [body, headers] = multipart('账单.sqlite', bytes);
    const { fileName } = (await app.admin('POST', '/data/metadata/sources/files', body, headers)).data;
    const options = { sourceName: '账单文件', dbType: '9', status: '1', schemas: [], dbSchema: { fileNames: [fileName] } };
    const made = await app.admin('POST', '/data/metadata/sources', options);
    expect(made.status, made.msg).toBe(200);
    await synchronised(app, made.data.id);
    const wrong = await app.admin('POST', '/data/market/stores', { storeName: '错', storeType: '1', sourceId: made.data.id });
    expect(wrong).toMatchObject({ status: 400, data: [{ path: 'storeType' }] });
    const data = await measured(app, { storeName: '账单存储', storeType: '2', sourceId: made.data.id });
    expect(data.store).toMatchObject({ tableCount: 1, rowCount: 77, isExact: '1', usedBytes: bytes.length, connections: null });
    expect(itemsOf(data)).toEqual({ bill: 77 });
    expect((await found(app, 'bill', data.id)).map(({ name }) => name)).toContain('bill');
    expect(await sample(app)).toContain('1 个');
    expect((await monitor(app, data.id)).store).toMatchObject({ rowCount: 77, healthStatus: '1' });
  }, 120_000);
});

describe('a store over the object storage of the platform', () => {
  const options = { accessKey: 'stores', secret: 'Canary-s3-7f3a!', bucket: 'databrain', region: 'cn-north-1', style: 'path' } as const;
  const settings = { fileStore: '', fileStoreSecret: options.secret };
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startTestS3(options);
    settings.fileStore = `s3://${options.accessKey}@127.0.0.1:${s3.port}/${options.bucket}?region=${options.region}&tls=off`;
  });
  afterAll(() => s3.close());
  const app = startApp({ settings });

  it('counts the objects that lie there', async () => {
    // a second attempt finds what the first one left
    for (const { id } of (await app.admin('GET', '/data/market/stores/page')).data.data)
      await app.admin('DELETE', `/data/market/stores/${id}`);
    const content = Buffer.from('%PDF-1.7\n一份报告');
    for (const name of ['甲.pdf', '乙.pdf']) {
      const [body, headers] = multipart(name, content);
      expect((await app.admin('POST', '/file/files/uploadImg', body, headers)).status).toBe(200);
    }
    expect(await app.admin('POST', '/data/market/stores', { storeName: '目录', storeType: '2' })).toMatchObject({ status: 400 });
    const data = await measured(app, { storeName: '桶', storeType: '3' });
    const files = s3.objects.size;
    expect(files).toBeGreaterThanOrEqual(2);
    expect(figuresOf(data)).toEqual([files, files * content.length, '1', '1', null]);
    expect(await sample(app)).toContain('1 个');
    expect(figuresOf(await monitor(app, data.id))).toEqual([files, files * content.length, '0', '1', null]);
  });
});
