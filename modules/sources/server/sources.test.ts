import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { CANARY, synchronised, testSource } from './test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name varchar(50) not null, phone text, balance numeric(18,2) default 0);
   comment on table customer is '客户'; comment on column customer.name is '客户名称';
   create table orders (id bigint primary key, customer_id int not null references customer (id), amount numeric(12,2), made timestamptz default now());
   create view big_orders as select * from orders where amount > 1000;
   create schema hidden; create table hidden.secret (id int);
   insert into customer values (1, '甲', '13800000001', 5.5), (2, '乙', '13800000002', 7)`,
);
const base = '/data/metadata/sources';
const syncTo = async (id: string, state: string) => {
  const data = await synchronised(app, id);
  expect(data.isSync).toBe(state);
  return { data };
};

test('connectivity check says what is there and warns of too many rights', async () => {
  const { dbType, dbSchema } = source.body();
  const good = await app.admin('POST', `${base}/checkConnection`, { dbType, dbSchema });
  // the schema of the fourth is closed to the account
  expect(good.data).toMatchObject({ database: source.database, tables: 4, readable: 3, tls: false, warnings: [] });
  expect(good.data.schemas).toContain('public');
  const owner = await app.admin('POST', `${base}/checkConnection`, { dbType, dbSchema: { ...dbSchema, username: app.connection.user } });
  expect(owner.data.warnings[0]).toContain('只读账号');
  expect(owner.data.readable).toBe(4);
});

test('a failed check gives a readable reason', async () => {
  const { dbType, dbSchema } = source.body();
  const check = (over: object) => app.admin('POST', `${base}/checkConnection`, { dbType, dbSchema: { ...dbSchema, ...over } });
  const refused = await check({ port: 1 });
  expect([refused.status, refused.error]).toEqual([502, 'source.unreachable']);
  expect(refused.msg).toContain('端口没有服务在监听');
  expect((await check({ dbName: 'no_such_db' })).msg).toContain('数据库不存在');
  expect((await check({ host: 'no-such-host.invalid' })).msg).toContain('主机名无法解析');
  expect((await check({ sslMode: 'require' })).msg).toContain('不支持加密连接');
});

test.each([
  '127.0.0.1/x',
  '127.0.0.1?a=b',
  '127.0.0.1#x',
  'user@127.0.0.1',
  '127.0.0.1;x',
  'postgres://127.0.0.1',
  '127.0.0.1:5432',
  'a b',
  'a\\b',
  '',
  '/var/run',
  '%2e',
  'a,b',
  '169.254.169.254',
  '169.254.1.1',
  '0.0.0.0',
  '::',
  'fe80::1',
  '[fe80::1]',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.16689662',
  'metadata.google.internal',
  '100.100.100.200',
  '224.0.0.1',
  '255.255.255.255',
  'fd20:ce::254',
])('host %s is not accepted', async (host) => {
  const { dbType, dbSchema } = source.body();
  const answers = [
    await app.admin('POST', `${base}/checkConnection`, { dbType, dbSchema: { ...dbSchema, host } }),
    await app.admin('POST', base, source.body({ sourceName: 'ssrf', dbSchema: { host } })),
  ];
  for (const answer of answers) expect([answer.status, answer.error]).toEqual([400, 'input.invalid']);
});

test.each(['5432x', '', '0', '65536', '1e3', '54 32', -1, 1.5, null])('port %s is not accepted', async (port) => {
  const answer = await app.admin('POST', base, source.body({ sourceName: 'port', dbSchema: { port } }));
  expect(answer.status).toBe(400);
});

test('a type that is none is refused, and unknown keys are not stored', async () => {
  for (const dbType of ['8', '14', '99', '', 'postgres', null])
    expect((await app.admin('POST', base, source.body({ dbType }))).status).toBe(400);
  const made = await app.admin(
    'POST',
    base,
    source.body({ sourceName: '多余字段', url: 'postgres://x', dbSchema: { options: '-c x', url: 'postgres://y' } }),
  );
  const row = await app.admin('GET', `${base}/${made.data.id}`);
  expect(JSON.stringify(row.body)).not.toContain('postgres://');
  await app.admin('DELETE', `${base}/${made.data.id}`);
});

test('the embedded host offers the demo warehouse alone', async () => {
  const other = await app.admin('POST', base, source.body({ sourceName: '内置', dbSchema: { host: '@embedded', dbName: 'databrain' } }));
  expect(other.status).toBe(400);
  const { dbType, dbSchema } = source.body({ dbSchema: { host: '@embedded', dbName: 'postgres' } });
  expect((await app.admin('POST', `${base}/checkConnection`, { dbType, dbSchema })).status).toBe(400);
});

test('the password never comes back, a masked one keeps the stored one, and it does not travel to another host', async () => {
  const made = await app.admin('POST', base, source.body({ sourceName: '密码' }));
  const id = made.data.id as string;
  const detail = await app.admin('GET', `${base}/${id}`);
  expect(detail.data.dbSchema.password).toBe('******');
  const sealed = () =>
    app.database.db.selectFrom('metadataSource').select(['passwordSealed', 'configVersion']).where('id', '=', id).executeTakeFirstOrThrow();
  const before = await sealed();
  expect(before.passwordSealed).not.toContain(CANARY);
  const kept = await app.admin('PUT', `${base}/${id}`, { ...detail.data, remark: '改备注' });
  expect(kept.status).toBe(200);
  expect(await sealed()).toEqual(before);
  const checked = await app.admin('POST', `${base}/checkConnection`, { id, dbType: '5', dbSchema: detail.data.dbSchema });
  expect(checked.data.database).toBe(source.database);
  const moved = await app.admin('POST', `${base}/checkConnection`, {
    id,
    dbType: '5',
    dbSchema: { ...detail.data.dbSchema, host: '127.0.0.2' },
  });
  expect(moved.status).toBe(400);
  const again = await app.admin('GET', `${base}/${id}`);
  expect((await app.admin('PUT', `${base}/${id}`, { ...again.data, dbSchema: { ...again.data.dbSchema, host: '127.0.0.2' } })).status).toBe(
    400,
  );
  expect((await app.admin('PUT', `${base}/${id}`, { ...detail.data })).error).toBe('entity.versionConflict');
  const answers = await Promise.all([
    app.admin('GET', `${base}/page`),
    app.admin('GET', `${base}/list`),
    app.admin('GET', `${base}/${id}`),
  ]);
  for (const answer of answers) expect(answer.raw.toString()).not.toContain(CANARY);
  const logs = await app.database.db.selectFrom('sysOperLog').selectAll().execute();
  expect(logs.length).toBeGreaterThan(0);
  expect(JSON.stringify(logs)).not.toContain(CANARY);
  await app.admin('DELETE', `${base}/${id}`);
});

test('a name is taken once', async () => {
  const first = await app.admin('POST', base, source.body({ sourceName: '重名' }));
  const second = await app.admin('POST', base, source.body({ sourceName: '重名' }));
  expect([second.status, second.msg]).toEqual([409, '数据源名称已存在']);
  await app.admin('DELETE', `${base}/batch/${first.data.id}`);
  expect((await app.admin('POST', base, source.body({ sourceName: '重名' }))).status).toBe(200);
});

test('synchronisation finds tables, columns, keys and comments, and repeats without writing', async () => {
  const id = await source.register({ sourceName: '同步' });
  const tables = await app.admin('GET', `${base}/${id}/tables`);
  expect(tables.data.map((table: { tableName: string }) => table.tableName)).toEqual(['big_orders', 'customer', 'orders']);
  const columns = await app.admin('GET', `${base}/${id}/customer/columns`);
  expect(columns.data[1]).toMatchObject({
    columnName: 'name',
    columnComment: '客户名称',
    columnKey: '0',
    columnNullable: '0',
    dataType: 'varchar',
  });
  const orders = tables.data.find((table: { tableName: string }) => table.tableName === 'orders');
  const detail = await app.admin('GET', `/data/metadata/tables/${orders.id}`);
  expect(detail.data.keys.map((key: { kind: string }) => key.kind)).toEqual(['foreign', 'primary']);
  expect(detail.data.columns[1].reference).toBe('public.customer.id');
  expect(detail.data.columns[2]).toMatchObject({ dataType: 'numeric', dataPrecision: '12', dataScale: '2' });
  const stamps = () =>
    app.database.db.selectFrom('metadataColumn').select(['id', 'updateTime']).where('sourceId', '=', id).orderBy('id').execute();
  const before = await stamps();
  const again = await syncTo(id, '2');
  expect(again.data.runs[0]).toMatchObject({ state: 'done', added: 0, changed: 0, removed: 0 });
  expect(await stamps()).toEqual(before);

  await source.sql(
    `drop view big_orders; alter table customer add level text; alter table orders alter amount type numeric(20,4); comment on table orders is '订单'; create table fresh (a int)`,
  );
  await source.sql(`grant select on fresh to ${source.reader}`);
  expect((await syncTo(id, '2')).data.runs[0]).toMatchObject({ added: 1, changed: 2, removed: 1 });
  expect((await syncTo(id, '2')).data.runs[0]).toMatchObject({ added: 0, changed: 0, removed: 0 });

  await source.sql(`revoke select on customer from ${source.reader}; revoke usage on schema public from public`);
  expect((await syncTo(id, '2')).data.runs[0]).toMatchObject({ removed: 0 });
  expect((await app.admin('GET', `${base}/${id}/tables`)).data.map((table: { tableName: string }) => table.tableName)).toEqual([
    'customer',
    'fresh',
    'orders',
  ]);
  await source.sql(`grant usage on schema public to public; grant select on customer to ${source.reader}`);

  const page = await app.admin('GET', `/data/metadata/columns/page?sourceId=${id}&columnName=${encodeURIComponent('客户名')}`);
  expect(page.data.data).toHaveLength(1);
  const tree = await app.admin('GET', `/data/metadata/columns/tree/table?sourceId=${id}`);
  expect(tree.data[0].children[0]).toMatchObject({ type: 'schema', label: 'public', count: 3 });
});

test('a source that cannot be reached fails with its reason and loses nothing', async () => {
  const id = await source.register({ sourceName: '断开' });
  const row = (await app.admin('GET', `${base}/${id}`)).data;
  await app.admin('PUT', `${base}/${id}`, { ...row, dbSchema: { ...row.dbSchema, port: 1, password: CANARY } });
  const answer = await syncTo(id, '3');
  expect(answer.data.runs[0].message).toContain('端口没有服务');
  expect((await app.admin('GET', `${base}/${id}/tables`)).data.length).toBeGreaterThan(0);
});

test('accounts see the sources of their reach and nothing else', async () => {
  const id = await source.register({ sourceName: '范围' });
  const dept = await app.make.dept();
  const own = app.as(
    (
      await app.make.user({
        perms: ['metadata:datasource:list', 'metadata:datasource:edit', 'metadata:sqlconsole:run'],
        deptId: dept.id,
        dataScope: '3',
      })
    ).token,
  );
  expect((await own('GET', `${base}/page`)).data.total).toBe(0);
  expect((await own('GET', `${base}/list`)).data).toEqual([]);
  expect((await own('GET', `${base}/${id}`)).status).toBe(404);
  const run = await own('POST', '/data/console/sql/run', { sqlKey: 'k', sourceId: id, sqlText: 'select 1' });
  expect(run.status).toBe(404);
  const none = app.as((await app.make.user({ perms: [] })).token);
  for (const [method, path] of [
    ['GET', '/page'],
    ['POST', ''],
    ['POST', '/checkConnection'],
    ['POST', `/sync/${id}`],
    ['DELETE', `/${id}`],
    ['GET', `/${id}/tables`],
  ] as const)
    expect((await none(method, `${base}${path}`, method === 'POST' ? {} : undefined)).status).toBe(403);
});
