import { afterEach, expect, it } from 'vitest';
import initSqlJs from 'sql.js';
import { copyInstallation, PREPARED_PASSWORD } from './prepared.ts';
import { dataFolder, Product, signIn } from './product.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function start() {
  const { path, remove } = dataFolder();
  ended.push(remove);
  await copyInstallation(path);
  const product = await Product.start({ DATA_DIR: path, CAPTCHA: 'off' });
  ended.push(() => product.killHard());
  await product.ready();
  const token = await signIn(product, 'admin', PREPARED_PASSWORD);
  const call = async <T>(method: string, to: string, body?: unknown): Promise<T> => {
    const reply = await product.send(method, to, token, body);
    const answer = (await reply.json()) as { data: T; msg: string };
    if (reply.status !== 200) throw new Error(`${method} ${to}: ${reply.status} ${answer.msg}`);
    return answer.data;
  };
  const upload = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const reply = await fetch(`http://127.0.0.1:${product.port}/sjzt-datax/data/metadata/sources/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const answer = (await reply.json()) as { data: { fileName: string }; msg: string };
    if (reply.status !== 200) throw new Error(answer.msg);
    return answer.data.fileName;
  };
  return { call, upload };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Registers a source of one file, synchronises it and runs one statement. */
async function ask({ call }: Started, dbType: string, fileName: string, sqlText: string) {
  const { id } = await call<{ id: string }>('POST', '/data/metadata/sources', {
    sourceName: `文件${dbType}`,
    dbType,
    status: '1',
    schemas: [],
    dbSchema: { fileNames: [fileName] },
  });
  await call('POST', `/data/metadata/sources/sync/${id}`);
  await expect
    .poll(async () => (await call<{ isSync: string }>('GET', `/data/metadata/sources/sync/${id}`)).isSync, {
      timeout: 60_000,
      interval: 300,
    })
    .toBe('2');
  const [answer] = await call<[{ success: boolean; error: unknown; dataList: Record<string, unknown>[] }]>(
    'POST',
    '/data/console/sql/run',
    {
      sqlKey: `k${dbType}`,
      sourceId: id,
      sqlText,
    },
  );
  expect(answer.error ?? null).toBeNull();
  return answer.dataList;
}

it('the built product has its threads and processes: lineage, the gate, DuckDB and SQLite', async () => {
  const product = await start();
  const lineage = await product.call<{ edges: unknown[] }>('POST', '/data/metadata/lineage/parse', {
    dialect: 'hive',
    sql: 'insert overwrite table ads.sum select a.city, sum(b.amt) as total from dim.city a join dwd.pay b on a.id = b.cid group by a.city',
    schema: { 'ads.sum': ['city', 'total'] },
  });
  expect(lineage.edges).toEqual(
    expect.arrayContaining([
      [
        ['dim.city', 'city'],
        ['ads.sum', 'city'],
      ],
      [
        ['dwd.pay', 'amt'],
        ['ads.sum', 'total'],
      ],
    ]),
  );
  const csv = await product.upload(new TextEncoder().encode('编号,名称\n001,甲\n002,乙\n'), '客户.csv');
  expect(await ask(product, '21', csv, 'select count(*) as n, max("名称") as last from "客户"')).toEqual([{ n: '2', last: '甲' }]);
  const { Database } = await initSqlJs();
  const made = new Database();
  made.run("create table t (id integer primary key, name text); insert into t values (1, '甲'), (2, '乙')");
  const sqlite = await product.upload(Uint8Array.from(made.export()), '库.sqlite');
  expect(await ask(product, '9', sqlite, 'select name from t order by id desc')).toEqual([{ name: '乙' }, { name: '甲' }]);
}, 240_000);
