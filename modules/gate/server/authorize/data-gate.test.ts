import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text, phone text, idcard text, city text, dept text);
   insert into customer values
     (1, '张三', '13812345678', '11010519491231002X', '杭州', 'sales'),
     (2, '李四', '13987654321', '440524188001010014', '北京', 'sales'),
     (3, '王五', '13711112222', '11010519491231002X', '杭州', 'hr');
   create table orders (oid int, cid int, amt numeric);
   insert into orders values (10, 1, 5), (11, 2, 7), (12, 3, 9);
   create schema other; create table other.secret (x int); insert into other.secret values (42)`,
);
let id = '';
let keys = 0;
const ids: Record<string, string> = {};
const run = async (call: Send, sqlText: string, over: Record<string, unknown> = {}) =>
  call('POST', '/data/console/sql/run', { sqlKey: `g${++keys}`, sourceId: id, sqlText, ...over });
const rowsOf = async (call: Send, sqlText: string) => {
  const answer = await run(call, sqlText);
  if (answer.status !== 200 || !answer.data[0].success) throw new Error(`${sqlText}: ${answer.raw.toString()}`);
  return answer.data[0].dataList as Record<string, unknown>[];
};
const refused = async (call: Send, sqlText: string): Promise<string> => {
  const answer = await run(call, sqlText);
  expect([answer.status, answer.error]).toEqual([422, 'gate.refused']);
  return answer.msg;
};
const grant = async (body: Record<string, unknown>): Promise<string> => {
  const made = await app.admin('POST', '/data/metadata/authorizes', { actions: ['query'], ...body });
  if (made.status !== 200) throw new Error(made.raw.toString());
  return made.data.id;
};
const revoke = (grantId: string) => app.admin('DELETE', `/data/metadata/authorizes/${grantId}`);
const person = async (over: Parameters<typeof app.make.user>[0] = {}) => {
  const user = await app.make.user({
    perms: ['metadata:sqlconsole:run', 'metadata:sqlconsole:list', 'metadata:sqlconsole:export'],
    dataScope: '5',
    ...over,
  });
  return { ...user, call: app.as(user.token) };
};

beforeAll(async () => {
  id = await source.register();
  await source.sql(`grant usage on schema other to ${source.reader}; grant select on other.secret to ${source.reader}`);
  await synchronised(app, id);
  for (const row of await app.database.db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', id).execute())
    ids[row.tableName] = row.id;
  for (const row of await app.database.db
    .selectFrom('metadataColumn')
    .select(['id', 'columnName', 'tableId'])
    .where('sourceId', '=', id)
    .execute())
    ids[`${Object.keys(ids).find((name) => ids[name] === row.tableId)}.${row.columnName}`] = row.id;
});

describe('a grant holds at the next request and ends at the next request', () => {
  test('of a person', async () => {
    const { call, id: subjectId } = await person();
    expect((await run(call, 'select * from orders')).status).toBe(404);
    const granted = await grant({ subjectType: 'user', subjectId, objectType: 'table', objectId: ids.orders });
    expect(await rowsOf(call, 'select count(*)::int as n from orders')).toEqual([{ n: 3 }]);
    expect(await refused(call, 'select * from customer')).toContain('不存在');
    expect((await revoke(granted)).status).toBe(200);
    expect((await run(call, 'select * from orders')).status).toBe(404);
  });
  test('of a role, while the person has it and it is enabled', async () => {
    const roleId = await app.make.role({ perms: [] });
    const { call, id: userId } = await person({ roles: [roleId] });
    await grant({ subjectType: 'role', subjectId: roleId, objectType: 'schema', objectId: `${id}.public` });
    expect(await rowsOf(call, 'select oid from orders order by 1')).toHaveLength(3);
    expect(await refused(call, 'select * from other.secret')).toContain('不存在');
    await app.database.db.updateTable('sysRole').set({ status: '0' }).where('id', '=', roleId).execute();
    expect((await run(call, 'select oid from orders')).status).toBe(404);
    await app.database.db.updateTable('sysRole').set({ status: '1' }).where('id', '=', roleId).execute();
    await app.database.db.deleteFrom('sysUserRole').where('userId', '=', userId).where('roleId', '=', roleId).execute();
    expect((await run(call, 'select oid from orders')).status).toBe(404);
  });
  test('of a department, also for the departments below, not for those above', async () => {
    const top = await app.make.dept();
    const middle = await app.make.dept({ parentId: top.id });
    const low = await app.make.dept({ parentId: middle.id });
    const [above, inside, below] = [
      await person({ deptId: top.id }),
      await person({ deptId: middle.id }),
      await person({ deptId: low.id }),
    ];
    await grant({ subjectType: 'dept', subjectId: middle.id, objectType: 'database', objectId: id });
    expect((await run(above.call, 'select 1 from orders')).status).toBe(404);
    for (const { call } of [inside, below]) expect(await rowsOf(call, 'select x from other.secret')).toEqual([{ x: 42 }]);
    await app.database.db.updateTable('sysUser').set({ deptId: top.id }).where('id', '=', below.id).execute();
    expect((await run(below.call, 'select 1 from orders')).status).toBe(404);
  });
  test('within its time only', async () => {
    const { call, id: subjectId } = await person();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await grant({ subjectType: 'user', subjectId, objectType: 'table', objectId: ids.orders, beginTime: at(5), endTime: at(10) });
    expect((await run(call, 'select 1 from orders')).status).toBe(404);
    app.clock.now = new Date(Date.now() + 6 * 60_000);
    expect(await rowsOf(call, 'select 1 as a from orders limit 1')).toEqual([{ a: 1 }]);
    app.clock.now = new Date(Date.now() + 11 * 60_000);
    expect((await run(call, 'select 1 from orders')).status).toBe(404);
    app.clock.now = new Date();
  });
  test('while it is enabled', async () => {
    const { call, id: subjectId } = await person();
    const granted = await grant({ subjectType: 'user', subjectId, objectType: 'table', objectId: ids.orders });
    const row = (await app.admin('GET', `/data/metadata/authorizes/${granted}`)).data;
    expect((await app.admin('PUT', `/data/metadata/authorizes/${granted}`, { ...row, status: '0' })).status).toBe(200);
    expect((await run(call, 'select 1 from orders')).status).toBe(404);
  });
});

describe('rows', () => {
  let call!: Send;
  let userId = '';
  beforeAll(async () => {
    ({ call, id: userId } = await person());
    await grant({ subjectType: 'user', subjectId: userId, objectType: 'table', objectId: ids.customer, rowFilter: "city = '杭州'" });
    await grant({ subjectType: 'user', subjectId: userId, objectType: 'table', objectId: ids.orders });
  });
  test.each([
    'select id from customer order by id',
    'select c.id from customer c order by 1',
    'select id from public.customer order by id',
    'select id from (select * from customer) q order by id',
    'with x as (select * from customer) select id from x order by 1',
    'select customer.id from customer, orders where cid = customer.id order by 1',
    'select a.id from customer a join customer b on a.id = b.id order by 1',
    'select id from customer where id in (select id from customer) order by 1',
    'select id from customer union select id from customer order by 1',
    "select id from customer where city = '北京' or true order by 1",
    'select (select min(c.id) from customer c where c.id = o.cid) as id from orders o where exists (select 1 from customer c where c.id = o.cid) order by 1',
    'select q.id from orders o, lateral (select id from customer where id = o.cid) q order by 1',
    'with recursive r as (select id from customer union select id from r) select id from r order by 1',
  ])('%s', async (sql) => {
    expect(await rowsOf(call, sql)).toEqual([{ id: 1 }, { id: 3 }]);
  });
  test('counts, aggregates and plans see them no more than lists do', async () => {
    expect(await rowsOf(call, 'select count(*)::int as n, max(id) as m from customer')).toEqual([{ n: 2, m: 3 }]);
    const plan = JSON.stringify(await rowsOf(call, 'explain select * from customer'));
    expect(plan).toContain('杭州');
    expect(await rowsOf(call, 'select count(*)::int as n from orders o left join customer c on c.id = o.cid where c.id is null')).toEqual([
      { n: 1 },
    ]);
  });
  test('an error on a row that is not there cannot be provoked', async () => {
    expect(await rowsOf(call, 'select id from customer where 1 / (id - 2) is not null order by id')).toEqual([{ id: 1 }, { id: 3 }]);
  });
  test('two filters are joined by OR, a grant without one lifts them', async () => {
    const other = await person();
    await grant({ subjectType: 'user', subjectId: other.id, objectType: 'table', objectId: ids.customer, rowFilter: "city = '杭州'" });
    await grant({
      subjectType: 'user',
      subjectId: other.id,
      objectType: 'table',
      objectId: ids.customer,
      rowFilter: "dept = 'sales' and id = 2",
    });
    expect(await rowsOf(other.call, 'select count(*)::int as n from customer')).toEqual([{ n: 3 }]);
    const free = await person();
    await grant({ subjectType: 'user', subjectId: free.id, objectType: 'table', objectId: ids.customer, rowFilter: 'id = 1' });
    expect(await rowsOf(free.call, 'select count(*)::int as n from customer')).toEqual([{ n: 1 }]);
    await grant({ subjectType: 'user', subjectId: free.id, objectType: 'database', objectId: id });
    expect(await rowsOf(free.call, 'select count(*)::int as n from customer')).toEqual([{ n: 3 }]);
  });
  test('the person can be part of the condition', async () => {
    const named = await person({ username: 'sales' });
    await grant({
      subjectType: 'user',
      subjectId: named.id,
      objectType: 'table',
      objectId: ids.customer,
      rowFilter: 'dept = ${user.username}',
    });
    expect(await rowsOf(named.call, 'select id from customer order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    const odd = await person({ username: "x' or '1'='1" });
    await grant({
      subjectType: 'user',
      subjectId: odd.id,
      objectType: 'table',
      objectId: ids.customer,
      rowFilter: 'dept = ${user.username}',
    });
    expect(await rowsOf(odd.call, 'select id from customer')).toEqual([]);
  });
  test('departments below the own one can be part of it, a comment at its end harms nothing', async () => {
    const top = await app.make.dept();
    const below = await app.make.dept({ parentId: top.id });
    await source.sql(`update customer set dept = '${below.id}' where id = 3`);
    const head = await person({ deptId: top.id });
    await grant({
      subjectType: 'user',
      subjectId: head.id,
      objectType: 'table',
      objectId: ids.customer,
      rowFilter: 'dept in (${user.deptIds}) -- 本部门及下级',
    });
    expect(await rowsOf(head.call, 'select id from customer')).toEqual([{ id: 3 }]);
    await source.sql(`update customer set dept = 'hr' where id = 3`);
  });
  test('a condition that no longer fits the table is told, never answered with rows; beside another it adds none', async () => {
    const other = await person();
    const granted = await grant({
      subjectType: 'user',
      subjectId: other.id,
      objectType: 'table',
      objectId: ids.customer,
      rowFilter: 'id = 1',
    });
    await app.database.db.updateTable('metadataAuthorize').set({ rowFilter: 'gone = 1' }).where('id', '=', granted).execute();
    expect(await refused(other.call, 'select id from customer')).toContain('行过滤条件已不适用');
    await grant({ subjectType: 'role', subjectId: other.roleId, objectType: 'table', objectId: ids.customer, rowFilter: 'id = 2' });
    expect(await rowsOf(other.call, 'select id from customer')).toEqual([{ id: 2 }]);
  });
  test.each([
    ['a sub-query', 'id in (select cid from orders)'],
    ['a sub-query on itself', 'id in (select id from customer)'],
    ['an unknown column', 'nope = 1'],
    ['more than a condition', 'id = 1) union select * from customer where (1 = 1'],
    ['two statements', 'id = 1; delete from customer'],
    ['a function that is not allowed', "pg_read_file('/etc/passwd') is null"],
    ['a broken text', 'id = '],
    ['an unknown variable', 'dept = ${user.password}'],
  ])('a filter with %s is not accepted', async (_what, rowFilter) => {
    const answer = await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: userId,
      objectType: 'table',
      objectId: ids.customer,
      actions: ['query'],
      rowFilter,
    });
    expect([answer.status, answer.error]).toEqual([400, 'input.invalid']);
  });
});

describe('columns', () => {
  let call!: Send;
  beforeAll(async () => {
    const made = await person();
    call = made.call;
    for (const name of ['id', 'city'])
      await grant({ subjectType: 'user', subjectId: made.id, objectType: 'column', objectId: ids[`customer.${name}`] });
    await grant({ subjectType: 'user', subjectId: made.id, objectType: 'table', objectId: ids.customer, actions: ['meta'] });
  });
  test('a table of which columns are granted consists of those columns', async () => {
    expect(await rowsOf(call, 'select * from customer order by id limit 1')).toEqual([{ id: 1, city: '杭州' }]);
    expect(await rowsOf(call, 'select c from customer c where id = 1')).toEqual([{ c: '(1,杭州)' }]);
    expect(await rowsOf(call, 'select row_to_json(c)::text as j from customer c where id = 1')).toEqual([{ j: '{"id":1,"city":"杭州"}' }]);
    expect(await rowsOf(call, 'select count(*)::int as n from customer')).toEqual([{ n: 3 }]);
  });
  test.each([
    'select phone from customer',
    'select c.phone from customer c',
    "select id from customer where phone like '1%'",
    'select id from customer order by phone',
    'select max(phone) from customer',
    'select (c).phone from customer c',
    'select id from customer c where exists (select 1 from customer d where d.phone = c.phone)',
    'with x as (select phone from customer) select 1 from x',
  ])('others are refused with their name: %s', async (sql) => {
    expect(await refused(call, sql)).toMatch(/phone.*授权|权限.*phone/);
  });
  test('rows of a column may be fewer than those of the table', async () => {
    const made = await person();
    await grant({ subjectType: 'user', subjectId: made.id, objectType: 'column', objectId: ids['customer.id'] });
    await grant({
      subjectType: 'user',
      subjectId: made.id,
      objectType: 'column',
      objectId: ids['customer.name'],
      rowFilter: "dept = 'hr'",
    });
    expect(await rowsOf(made.call, 'select * from customer order by id')).toEqual([
      { id: 1, name: null },
      { id: 2, name: null },
      { id: 3, name: '王五' },
    ]);
  });
});

describe('actions are apart', () => {
  test('query gives no export, export no query, meta neither', async () => {
    const reader = await person();
    const granted = await grant({
      subjectType: 'user',
      subjectId: reader.id,
      objectType: 'table',
      objectId: ids.orders,
      actions: ['query'],
    });
    const exported = (call: Send) =>
      call('POST', '/data/console/sql/export', { sourceId: id, sqlText: 'select oid from orders', fileType: 'csv' });
    expect(await rowsOf(reader.call, 'select oid from orders limit 1')).toHaveLength(1);
    const no = await exported(reader.call);
    expect([no.status, no.error]).toEqual([422, 'gate.refused']);
    expect(no.msg).toContain('public.orders');
    const row = (await app.admin('GET', `/data/metadata/authorizes/${granted}`)).data;
    await app.admin('PUT', `/data/metadata/authorizes/${granted}`, { ...row, actions: ['export'] });
    expect((await exported(reader.call)).status).toBe(200);
    expect(await refused(reader.call, 'select oid from orders')).toContain('查询权限');
    const after = (await app.admin('GET', `/data/metadata/authorizes/${granted}`)).data;
    expect(after.actions).toEqual(['meta', 'export']);
    await app.admin('PUT', `/data/metadata/authorizes/${granted}`, { ...after, actions: ['meta'] });
    expect((await exported(reader.call)).error).toBe('gate.refused');
  });
  test('a refused reading is part of the history', async () => {
    const { call, id: subjectId, username } = await person();
    await grant({ subjectType: 'user', subjectId, objectType: 'table', objectId: ids.orders, actions: ['meta'] });
    await refused(call, 'select amt from orders');
    const history = await app.admin('GET', `/data/console/sql/history/page?sourceId=${id}&outcome=refused`);
    expect(history.data.data[0]).toMatchObject({ username, sqlText: 'select amt from orders' });
    expect(history.data.data[0].message).toContain('public.orders');
  });
  test('changing data needs the whole table', async () => {
    await source.sql(`grant insert, update, delete on orders, customer to ${source.reader}`);
    const writer = await person({ perms: ['metadata:sqlconsole:run', 'metadata:sqlconsole:write'], dataScope: '1' });
    expect((await run(writer.call, 'delete from orders where oid = 12')).error).toBe('gate.refused');
    await grant({ subjectType: 'user', subjectId: writer.id, objectType: 'table', objectId: ids.orders });
    expect((await run(writer.call, 'delete from orders where oid = 12')).error).toBe('console.confirmRequired');
    await grant({ subjectType: 'user', subjectId: writer.id, objectType: 'table', objectId: ids.customer, rowFilter: 'id = 1' });
    expect((await run(writer.call, "update customer set city = 'x'")).error).toBe('gate.refused');
    expect((await run(writer.call, 'update orders set amt = 1 where cid in (select id from customer)')).data.count).toBe(1);
  });
});

test('who manages a source, or reads a shared one, has no need of a grant; who merely keeps its descriptions has', async () => {
  const manager = await person({ perms: ['metadata:sqlconsole:run', 'metadata:datasource:edit'], dataScope: '1' });
  expect(await rowsOf(manager.call, 'select count(*)::int as n from customer')).toEqual([{ n: 3 }]);
  const steward = await person({ perms: ['metadata:sqlconsole:run', 'metadata:datacolumn:edit'], dataScope: '1' });
  expect(await refused(steward.call, 'select 1 from customer')).toContain('public.customer');
  const analyst = await person({ dataScope: '1' });
  expect(await refused(analyst.call, 'select 1 from customer')).toContain('不存在');
  await app.database.db.updateTable('metadataSource').set({ isShared: '1' }).where('id', '=', id).execute();
  expect(await rowsOf(analyst.call, 'select count(*)::int as n from customer')).toEqual([{ n: 3 }]);
  await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', id).execute();
  expect(await refused(analyst.call, 'select 1 from customer')).toContain('不存在');
});
