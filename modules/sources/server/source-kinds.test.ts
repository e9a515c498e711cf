import { describe, expect, it, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { multipart } from '#kit/test/multipart.ts';
import type { Answer, Send } from '#kit/test/node.ts';
import { DB_KINDS } from '../contract/db-types.ts';
import { synchronised } from './test-source.ts';

const app = startApp();
const base = '/data/metadata/sources';
const CANARY = 'Canary-kinds-8b21!';
const SERVERS = [...DB_KINDS.values()].filter((kind) => kind.port !== null);
let count = 0;
const body = (dbType: string, dbSchema: object = {}, over: object = {}) => ({
  sourceName: `种类${++count}`,
  dbType,
  ...over,
  dbSchema: {
    host: '127.0.0.1',
    dbName: 'sales',
    username: 'reader',
    password: CANARY,
    ...(DB_KINDS.get(dbType)?.driver === 'oracle' ? { sid: 'ORCLPDB1' } : {}),
    ...dbSchema,
  },
});
const problems = (answer: Answer): string[] =>
  [answer.status, ...((answer.data ?? []) as { path: string }[]).map(({ path }) => path)].map(String);
const create = (...args: Parameters<typeof body>) => app.admin('POST', base, body(...args));
const made = async (...args: Parameters<typeof body>): Promise<Answer['data']> => {
  const answer = await create(...args);
  expect(answer).toMatchObject({ status: 200 });
  return (await app.admin('GET', `${base}/${answer.data.id}`)).data;
};
const upload = async (send: Send, name: string, content: string): Promise<string> =>
  (await send('POST', `${base}/files`, ...multipart(name, Buffer.from(content)))).data.fileName as string;
const syncTo = async (id: string, state: string) => {
  const data = await synchronised(app, id);
  expect(data.isSync).toBe(state);
  return { data };
};

describe.each(SERVERS.map((kind) => [kind.label, kind] as const))('%s', (_label, kind) => {
  it('is stored with its own port and without a trace of the password', async () => {
    const row = await made(kind.code);
    expect(row.dbSchema).toMatchObject({ host: '127.0.0.1', port: kind.port, password: '******', fileNames: [] });
    expect(row.capability).toBeNull();
    const answers = [await app.admin('GET', `${base}/page?dbType=${kind.code}`), await app.admin('GET', `${base}/${row.id}`)];
    for (const answer of answers) expect(answer.raw.toString()).not.toContain(CANARY);
  });

  it.each(['169.254.169.254', '2852039166', 'metadata.google.internal', 'a/b', 'a:1', '::ffff:a9fe:a9fe'])(
    'does not go to %s',
    async (host) => {
      expect(problems(await create(kind.code, { host }))).toEqual(['400', 'dbSchema.host']);
      const { dbType, dbSchema } = body(kind.code, { host });
      expect(problems(await app.admin('POST', `${base}/checkConnection`, { dbType, dbSchema }))).toEqual(['400', 'dbSchema.host']);
    },
  );

  it.each([
    ['host', ''],
    ['host', null],
    ['port', 0],
    ['port', '3306;x'],
    ['username', 'a\r\nX-Header: 1'],
  ])('wants a right %s, not %j', async (field, value) => {
    expect(problems(await create(kind.code, { [field]: value }))).toEqual(['400', `dbSchema.${field}`]);
  });
});

test('what a kind needs besides is asked for, and what it does not have is left out', async () => {
  for (const code of ['3', '4']) {
    expect(problems(await create(code, { sid: null }))).toEqual(['400', 'dbSchema.sid']);
    for (const sid of ['X)(HOST=169.254.169.254', 'a b', 'a/b', 'a;b'])
      expect(problems(await create(code, { sid }))).toEqual(['400', 'dbSchema.sid']);
    expect((await made(code)).dbSchema).toMatchObject({ sid: 'ORCLPDB1', dbName: '' });
  }
  for (const dbName of ['../system', 'a b', 'a?b']) expect(problems(await create('20', { dbName }))).toEqual(['400', 'dbSchema.dbName']);
  expect(problems(await create('20', { username: '' }))).toEqual(['400', 'dbSchema.username']);
  for (const code of ['1', '5', '7']) expect(problems(await create(code, { dbName: '' }))).toEqual(['400', 'dbSchema.dbName']);
  expect((await made('12', { dbName: undefined })).dbSchema.dbName).toBe('default');
  expect((await made('1', { sid: 'x' })).dbSchema.sid).toBeNull();
  expect(problems(await create('1', { host: '@embedded' }))).toEqual(['400', 'dbSchema.host']);
});

test('owner, environment, patterns and plan are checked and come back', async () => {
  const owner = await app.make.user({ nickname: '库管' });
  const row = await made(
    '5',
    {},
    { ownerId: owner.id, env: 'test', syncCron: '0 30 2 * * ?', includeTables: ['dwd.*'], excludeTables: ['*_bak'] },
  );
  expect(row).toMatchObject({
    ownerName: '库管',
    env: 'test',
    syncCron: '0 30 2 * * ?',
    includeTables: ['dwd.*'],
    excludeTables: ['*_bak'],
  });
  expect(new Date(row.nextSyncTime).getTime()).toBeGreaterThan(Date.now());
  expect((await app.admin('GET', `${base}/page?ownerId=${owner.id}&env=test`)).data.data).toMatchObject([
    { id: row.id, ownerName: '库管' },
  ]);
  expect((await app.admin('GET', `${base}/page?ownerId=${owner.id}&env=prod`)).data.total).toBe(0);
  const off = await app.admin('PUT', `${base}/${row.id}`, { ...row, syncCron: '' });
  expect(off.status).toBe(200);
  expect((await app.admin('GET', `${base}/${row.id}`)).data).toMatchObject({ syncCron: null, nextSyncTime: null });
  for (const [over, path] of [
    [{ ownerId: '999' }, 'ownerId'],
    [{ env: 'mars' }, 'env'],
    [{ syncCron: '* * * * *' }, 'syncCron'],
    [{ syncCron: 'rm -rf' }, 'syncCron'],
    [{ includeTables: ['a,b'] }, 'includeTables.0'],
    [{ excludeTables: ['a;b'] }, 'excludeTables.0'],
    [{ schemas: ['a\u0000b'] }, 'schemas.0'],
  ] as const)
    expect(problems(await create('5', {}, over))).toEqual(['400', path]);
});

test('a file source takes files of its uploader alone, and seeing the source does not open them', async () => {
  const perms = ['metadata:datasource:add', 'metadata:datasource:edit', 'metadata:datasource:detail', 'metadata:datasource:connect'];
  const owner = app.as((await app.make.user({ perms })).token);
  const stranger = app.as((await app.make.user({ perms, dataScope: '1' })).token);
  const content = '编号,金额\n1,2.50\n2,3\n';
  const fileName = await upload(owner, '销售.csv', content);
  const options = { sourceName: '文件源', dbType: '21', isShared: '1', dbSchema: { fileNames: [fileName] } };
  expect((await stranger('POST', base, options)).status).toBe(400);
  expect((await stranger('POST', `${base}/checkConnection`, { dbType: '21', dbSchema: { fileNames: [fileName] } })).status).toBe(400);
  expect(problems(await owner('POST', base, { ...options, dbSchema: { fileNames: [] } }))).toEqual(['400', 'dbSchema.fileNames']);
  for (const bad of ['../../etc/passwd', `${'a'.repeat(32)}.csv/../x`, 'x.csv'])
    expect((await owner('POST', base, { ...options, dbSchema: { fileNames: [bad] } })).status).toBe(400);
  const two = [fileName, await upload(owner, 'b.csv', 'a\n1\n')];
  expect(problems(await owner('POST', base, { ...options, dbType: '9', dbSchema: { fileNames: two } }))).toEqual([
    '400',
    'dbSchema.fileNames',
  ]);

  const { id } = (await owner('POST', base, options)).data;
  const seen = await stranger('GET', `${base}/${id}`);
  expect(seen.data.files).toEqual([{ fileName, originalFilename: '销售.csv', size: Buffer.byteLength(content) }]);
  expect(seen.data.dbSchema).toMatchObject({ host: '', dbName: '', username: null, password: null, fileNames: [fileName] });
  expect((await stranger('GET', `/file/fileView/${fileName}`)).status).toBe(404);
  expect((await owner('GET', `/file/fileView/${fileName}`)).status).toBe(200);

  const check = await owner('POST', `${base}/checkConnection`, { id });
  expect(check.data).toMatchObject({ tables: 1 });
  expect((await owner('GET', `${base}/${id}`)).data.capability).toMatchObject({ version: check.data.version, tables: 1 });
  expect((await syncTo(id, '2')).data.runs[0]).toMatchObject({ added: 1 });
  expect((await app.admin('GET', `${base}/${id}/tables`)).data).toMatchObject([{ tableName: '销售' }]);
}, 60_000);

test('an absent driver is told with how to install it', async () => {
  const answer = await app.admin('POST', `${base}/checkConnection`, { dbType: '10', dbSchema: body('10').dbSchema });
  expect([answer.status, answer.error, answer.msg]).toEqual([422, 'rule.broken', expect.stringContaining('npm install')]);
});

test('removed for good, a source takes everything along that hangs on it', async () => {
  const fileName = await upload(app.admin, '删.csv', 'a,b\n1,2\n');
  const { id } = await made('21', { fileNames: [fileName] });
  await syncTo(id, '2');
  expect((await app.admin('DELETE', `${base}/${id}`)).status).toBe(200);
  expect((await app.admin('GET', `${base}/${id}`)).status).toBe(404);
  const purge = await app.admin('POST', '/system/recycle/purge', { items: [{ entity: 'metadataSource', id }] });
  expect(purge).toMatchObject({ status: 200 });
  const left = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', id).execute();
  expect(left).toEqual([]);
  expect((await app.database.db.selectFrom('metadataSource').select('id').where('id', '=', id).execute()).length).toBe(0);
}, 60_000);

describe.runIf(hasMariadb)('a MariaDB over HTTP', () => {
  const mariadb = startMariadb(
    `create table customer (id int primary key, name varchar(20) comment '名称'); insert into customer values (1, '甲😀');
     create table tmp_x (id int)`,
  );
  const connection = (over: object = {}) => ({
    host: mariadb.host,
    port: mariadb.port,
    dbName: mariadb.database,
    username: mariadb.reader.username,
    password: mariadb.reader.password,
    sslMode: 'disable',
    ...over,
  });

  it('is checked, kept with what was found, synchronised within its patterns, and read by the console', async () => {
    const row = await made('2', connection(), { excludeTables: ['tmp_*'] });
    const check = await app.admin('POST', `${base}/checkConnection`, { id: row.id });
    expect(check.data).toMatchObject({
      version: expect.stringContaining('MariaDB'),
      schemas: [mariadb.database],
      warnings: [],
      tls: false,
    });
    const tried = await app.admin('POST', `${base}/checkConnection`, {
      id: row.id,
      dbType: '2',
      dbSchema: { ...row.dbSchema, username: mariadb.owner.username, password: mariadb.owner.password },
    });
    expect(tried.data.warnings).toHaveLength(1);
    expect((await app.admin('GET', `${base}/${row.id}`)).data.capability).toMatchObject({ warnings: [] });

    expect((await syncTo(row.id, '2')).data.runs[0]).toMatchObject({ state: 'done', added: 1 });
    const columns = await app.admin('GET', `${base}/${row.id}/customer/columns`);
    expect(columns.data.map((column: { columnComment: string | null }) => column.columnComment)).toEqual([null, '名称']);
    const run = await app.admin('POST', '/data/console/sql/run', {
      sqlKey: 'm1',
      sourceId: row.id,
      sqlText: 'select id, name from customer',
    });
    expect(run).toMatchObject({ status: 200 });
    expect(run.data[0].dataList).toEqual([{ id: 1, name: '甲😀' }]);
  });

  it('tells why it fails in words, without account and password', async () => {
    const check = (over: object) => app.admin('POST', `${base}/checkConnection`, { dbType: '2', dbSchema: connection(over) });
    for (const [over, words] of [
      [{ password: CANARY }, '用户名或密码错误'],
      [{ port: 1 }, '端口没有服务在监听'],
      [{ sslMode: 'require' }, '不支持加密连接'],
      [{ dbName: 'no_such' }, '数据库不存在'],
    ] as const) {
      const answer = await check(over);
      expect([answer.status, answer.msg]).toEqual([502, expect.stringContaining(words)]);
      expect(answer.raw.toString()).not.toContain(mariadb.reader.username);
      expect(answer.raw.toString()).not.toContain(CANARY);
    }
  });

  it('is never read over a connection of an older configuration', async () => {
    const row = await made('2', connection());
    await syncTo(row.id, '2');
    const read = async () =>
      (
        await app.admin('POST', '/data/console/sql/run', {
          sqlKey: `v${++count}`,
          sourceId: row.id,
          sqlText: 'select count(*) as n from customer',
        })
      ).status;
    expect(await read()).toBe(200);
    const changed = await app.admin('PUT', `${base}/${row.id}`, { ...row, dbSchema: { ...row.dbSchema, password: 'wrong-Now-1' } });
    expect(changed.status).toBe(200);
    expect(await read()).not.toBe(200);
    await app.admin('DELETE', `${base}/${row.id}`);
    expect(await read()).toBe(404);
  });
});
