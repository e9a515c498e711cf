import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { grantExpiry } from './expiry.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text, city text);
   insert into customer select g, '甲' || g, case when g % 4 = 0 then '杭州' else '北京' end from generate_series(1, 100) g;
   create table orders (oid int, cid int)`,
);
const BASE = '/data/metadata/authorizes';
let id = '';
let customer = '';
let orders = '';
let name = '';
let reader!: { id: string; token: string; username: string };
const body = (over: Record<string, unknown> = {}) => ({
  subjectType: 'user',
  subjectId: reader.id,
  objectType: 'table',
  objectId: customer,
  actions: ['query'],
  ...over,
});
const create = async (over: Record<string, unknown> = {}, call: Send = app.admin) => call('POST', BASE, body(over));
const steward = async (over: Parameters<typeof app.make.user>[0] = {}) => {
  const dept = await app.make.dept();
  const user = await app.make.user({
    perms: ['list', 'detail', 'add', 'edit', 'remove', 'refresh'].map((verb) => `metadata:dataauthorize:${verb}`),
    dataScope: '3',
    deptId: dept.id,
    ...over,
  });
  return { ...user, deptId: dept.id, call: app.as(user.token) };
};

beforeAll(async () => {
  id = await source.register();
  const tables = await until(
    () => app.database.db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', id).execute(),
    (rows) => rows.length === 2,
  );
  customer = tables.find((table) => table.tableName === 'customer')!.id;
  orders = tables.find((table) => table.tableName === 'orders')!.id;
  const column = await app.database.db
    .selectFrom('metadataColumn')
    .select('id')
    .where('tableId', '=', customer)
    .where('columnName', '=', 'name')
    .executeTakeFirstOrThrow();
  name = column.id;
  reader = await app.make.user({ perms: ['metadata:sqlconsole:run'], dataScope: '5' });
});

const CALLS: [string, string, unknown?][] = [
  ['GET', `${BASE}/page`],
  ['GET', `${BASE}/1`],
  ['POST', BASE, {}],
  ['PUT', `${BASE}/1`, {}],
  ['DELETE', `${BASE}/1`],
  ['DELETE', `${BASE}/batch/1,2`],
  ['GET', `${BASE}/getAuthorizedMetadata/1`],
  ['POST', `${BASE}/metadata`, {}],
  ['POST', `${BASE}/subject`, {}],
  ['GET', `${BASE}/refresh`],
  ['GET', `${BASE}/subjects?type=role`],
  ['GET', `${BASE}/objects`],
  ['POST', `${BASE}/tryFilter`, {}],
  ['GET', `${BASE}/effective?userId=1&tableId=1`],
];
test.each(CALLS)('%s %s is for holders of its permission only', async (method, path, sent) => {
  expect((await app.stranger(method as 'GET', path, sent)).status).toBe(401);
  const answer = await app.as(reader.token)(method as 'GET', path, sent);
  expect([answer.status, answer.error]).toEqual([403, 'auth.noPermission']);
});

test('a grant is made, read, changed with its version, found, removed and logged', async () => {
  const made = await create({ rowFilter: "city = '杭州'", endTime: '2099-01-01T00:00:00+08:00', remark: '月报' });
  expect(made.status).toBe(200);
  const row = (await app.admin('GET', `${BASE}/${made.data.id}`)).data;
  expect(row).toMatchObject({
    subjectType: 'user',
    subjectId: reader.id,
    objectName: 'public.customer',
    sourceId: id,
    tableId: customer,
    actions: ['meta', 'query'],
    rowFilter: "city = '杭州'",
    state: 'active',
    requestId: null,
  });
  expect(row.subjectName).toContain(reader.username);
  const saved = await app.admin('PUT', `${BASE}/${row.id}`, { ...row, actions: ['preview', 'export'] });
  expect(saved.data).toEqual({ version: 1 });
  expect((await app.admin('PUT', `${BASE}/${row.id}`, row)).error).toBe('entity.versionConflict');
  for (const query of [
    `subjectId=${reader.id}`,
    `sourceId=${id}`,
    `tableId=${customer}`,
    'state=active',
    'action=export',
    'objectType=table',
  ])
    expect((await app.admin('GET', `${BASE}/page?${query}`)).data.data.map((each: { id: string }) => each.id)).toContain(row.id);
  expect((await app.admin('GET', `${BASE}/page?action=query&subjectId=${reader.id}`)).data.total).toBe(0);
  expect((await app.admin('DELETE', `${BASE}/batch/${row.id}`)).status).toBe(200);
  expect((await app.admin('GET', `${BASE}/${row.id}`)).status).toBe(404);
  const log = await app.database.db.selectFrom('sysOperLog').selectAll().execute();
  const text = JSON.stringify(log);
  for (const title of ['新增数据授权', '修改数据授权', '批量删除数据授权']) expect(text).toContain(title);
});

test.each([
  ['an unknown person', { subjectId: '999' }, 404],
  ['an unknown table', { objectId: '999' }, 404],
  ['a table as a column', { objectType: 'column' }, 404],
  ['an unknown schema', { objectType: 'schema', objectId: '1.public' }, 404],
  ['no action', { actions: [] }, 400],
  ['an unknown action', { actions: ['write'] }, 400],
  ['an end before its beginning', { beginTime: '2030-01-02T00:00:00Z', endTime: '2030-01-01T00:00:00Z' }, 400],
  ['a broken time', { endTime: "'; --" }, 400],
  ['a condition that is none', { rowFilter: 'delete from customer' }, 400],
  ['an object id that is none', { objectId: "'; --" }, 400],
])('%s is not accepted', async (_what, over, status) => {
  expect((await create(over)).status).toBe(status);
});
test('a condition belongs to a table, not to a schema or source', async () => {
  const answer = await create({ objectType: 'schema', objectId: `${id}.public`, rowFilter: 'id = 1' });
  expect([answer.status, answer.error]).toEqual([400, 'input.invalid']);
});
test('the same grant is not made twice', async () => {
  const made = await create({ objectId: orders });
  expect((await create({ objectId: orders })).error).toBe('entity.duplicate');
  await app.admin('DELETE', `${BASE}/${made.data.id}`);
});

describe('who grants', () => {
  test('nobody reaches sources outside the own data scope, in no call', async () => {
    const { call } = await steward();
    const made = await create();
    expect((await create({ objectId: orders }, call)).error).toBe('entity.notFound');
    expect((await call('GET', `${BASE}/${made.data.id}`)).status).toBe(404);
    expect((await call('GET', `${BASE}/page`)).data.total).toBe(0);
    expect((await call('GET', `${BASE}/objects`)).data).toEqual([]);
    for (const query of [
      `parentType=database&parentId=${id}`,
      `parentType=schema&parentId=${id}.public`,
      `parentType=table&parentId=${customer}`,
    ])
      expect((await call('GET', `${BASE}/objects?${query}`)).status).toBe(404);
    expect((await call('PUT', `${BASE}/${made.data.id}`, { ...body(), version: 0 })).status).toBe(404);
    expect((await call('DELETE', `${BASE}/${made.data.id}`)).status).toBe(404);
    expect((await call('DELETE', `${BASE}/batch/${made.data.id}`)).status).toBe(404);
    expect((await call('POST', `${BASE}/tryFilter`, { tableId: customer, rowFilter: 'id = 1' })).status).toBe(404);
    expect((await call('GET', `${BASE}/effective?userId=${reader.id}&tableId=${customer}`)).status).toBe(404);
    const grant = [{ objectType: 'table', objectId: orders, actions: ['query'] }];
    expect((await call('POST', `${BASE}/subject`, { subjectType: 'user', subjectId: reader.id, grant, revoke: [] })).status).toBe(404);
    const revoked = await call('POST', `${BASE}/subject`, { subjectType: 'user', subjectId: reader.id, grant: [], revoke: [customer] });
    expect(revoked.data.removed).toBe(0);
    // sharing a source for reading does not lend the right to grant on it
    await app.database.db.updateTable('metadataSource').set({ isShared: '1' }).where('id', '=', id).execute();
    expect((await create({ objectId: orders }, call)).error).toBe('entity.notFound');
    await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', id).execute();
    await app.admin('DELETE', `${BASE}/${made.data.id}`);
  });
  test('within the own scope a steward grants, but no clear text and nothing to themselves', async () => {
    const { call, deptId, id: self } = await steward();
    await app.database.db.updateTable('metadataSource').set({ createDept: deptId }).where('id', '=', id).execute();
    const made = await create({}, call);
    expect(made.status).toBe(200);
    expect((await create({ subjectId: self }, call)).error).toBe('rule.broken');
    expect((await create({ objectId: orders, actions: ['unmask'] }, call)).error).toBe('grant.beyondOwn');
    const row = (await call('GET', `${BASE}/${made.data.id}`)).data;
    expect((await call('PUT', `${BASE}/${row.id}`, { ...row, actions: ['unmask'] })).error).toBe('grant.beyondOwn');
    const grant = [{ objectType: 'table', objectId: orders, actions: ['unmask'] }];
    expect((await call('POST', `${BASE}/subject`, { subjectType: 'user', subjectId: reader.id, grant, revoke: [] })).error).toBe(
      'grant.beyondOwn',
    );
    // who may not give clear text may not prolong it either
    const clear = await create({ objectId: orders, actions: ['unmask'], endTime: '2090-01-01T00:00:00Z' });
    const theirs = (await call('GET', `${BASE}/${clear.data.id}`)).data;
    expect((await call('PUT', `${BASE}/${clear.data.id}`, { ...theirs, endTime: null })).error).toBe('grant.beyondOwn');
    for (const each of [made, clear]) expect((await call('DELETE', `${BASE}/${each.data.id}`)).status).toBe(200);
  });
});

describe('many at once', () => {
  test('the tree of one subject is saved as a whole or not at all', async () => {
    const save = (grant: unknown[], revoke: string[] = []) =>
      app.admin('POST', `${BASE}/subject`, { subjectType: 'user', subjectId: reader.id, grant, revoke });
    const first = await save([
      { objectType: 'table', objectId: customer, actions: ['query'] },
      { objectType: 'column', objectId: name, actions: ['export'] },
    ]);
    expect(first.data).toEqual({ added: 2, changed: 0, removed: 0 });
    expect(
      (
        await save([
          { objectType: 'table', objectId: orders, actions: ['query'] },
          { objectType: 'table', objectId: '9', actions: ['query'] },
        ])
      ).status,
    ).toBe(404);
    const second = await save([{ objectType: 'table', objectId: customer, actions: ['query', 'export'] }], [name]);
    expect(second.data).toEqual({ added: 0, changed: 1, removed: 1 });
    const rows = (await app.admin('GET', `${BASE}/page?subjectId=${reader.id}`)).data.data;
    expect(rows.map((row: { objectId: string; actions: string[] }) => [row.objectId, row.actions])).toEqual([
      [customer, ['meta', 'query', 'export']],
    ]);
    await save([], [customer]);
    // the log of the person says what came and what went, a save that did nothing leaves no change
    await save([], []);
    const timeline = (await app.admin('GET', `/system/logs/changes?entityId=${reader.id}`)).data as { changes: { entity: string }[] }[];
    const changes = timeline.flatMap((one) => one.changes).filter(({ entity }) => entity === '数据授权');
    expect(changes).toHaveLength(3);
    const [last, , beginning] = changes.map((change) => JSON.stringify(change));
    expect(last).toContain(`table:${customer}`);
    for (const object of [`table:${customer} meta/query`, `column:${name} `]) expect(beginning).toContain(object);
  });
  test('the call of the family replaces plain grants of a role and spares the others', async () => {
    const roleId = await app.make.role({ perms: [] });
    const save = (list: [string, string][]) =>
      app.admin('POST', `${BASE}/metadata`, {
        roleId,
        authorizeDataList: list.map(([objectType, objectId]) => ({ objectType, objectId, roleId })),
      });
    const role = { subjectType: 'role', subjectId: roleId };
    await create({ ...role, objectId: orders, rowFilter: 'oid = 1' });
    expect(
      (
        await save([
          ['table', customer],
          ['column', name],
        ])
      ).data,
    ).toEqual({ added: 2, removed: 0 });
    const ids = (await app.admin('GET', `${BASE}/getAuthorizedMetadata/${roleId}`)).data;
    expect([...ids].sort()).toEqual([customer, name, orders].sort());
    // sending everything back, as the page of the family does, makes no grant without its condition
    expect(
      (
        await save([
          ['table', customer],
          ['column', name],
          ['table', orders],
        ])
      ).data,
    ).toEqual({ added: 0, removed: 0 });
    expect((await save([])).data).toEqual({ added: 0, removed: 2 });
    expect((await app.admin('GET', `${BASE}/getAuthorizedMetadata/${roleId}`)).data).toEqual([orders]);
  });
});

test('a filter is tried out as a count of rows, for another account too', async () => {
  const tried = await app.admin('POST', `${BASE}/tryFilter`, { tableId: customer, rowFilter: "city = '杭州'" });
  expect(tried.data).toMatchObject({ before: '100', after: '25' });
  const theirs = await app.admin('POST', `${BASE}/tryFilter`, {
    tableId: customer,
    rowFilter: 'name = ${user.username}',
    userId: reader.id,
  });
  expect(theirs.data).toMatchObject({ after: '0', condition: `name = '${reader.username}'` });
  const wrong = await app.admin('POST', `${BASE}/tryFilter`, { tableId: customer, rowFilter: "id = 'x'" });
  expect([wrong.status, wrong.raw.toString().includes('invalid input')]).toEqual([400, false]);
});

test('a filter over values that are masked for who writes it is neither tried nor kept', async () => {
  const level = (value: string | null) =>
    app.database.db.updateTable('metadataColumn').set({ level: value }).where('id', '=', name).execute();
  await level('L3');
  for (const rowFilter of ["name like '甲1%'", "city = '杭州' and length(NAME) > 2", 'name = ${user.username}']) {
    const answer = await app.admin('POST', `${BASE}/tryFilter`, { tableId: customer, rowFilter });
    expect([rowFilter, answer.status, answer.error, answer.data?.after]).toEqual([rowFilter, 400, 'input.invalid', undefined]);
    expect(answer.msg).toContain('字段“name”对您已脱敏');
    expect(await create({ rowFilter })).toMatchObject({ status: 400, error: 'input.invalid', msg: answer.msg });
  }
  expect((await app.admin('POST', `${BASE}/tryFilter`, { tableId: customer, rowFilter: "city = '杭州'" })).data.after).toBe('25');
  await level(null);
});

test('what an account may do is explained by the grant that gives it', async () => {
  const made = await create({ rowFilter: 'id < 3', actions: ['query'] });
  const { actions } = (await app.admin('GET', `${BASE}/effective?userId=${reader.id}&tableId=${customer}`)).data;
  const query = actions.find((entry: { action: string }) => entry.action === 'query');
  expect(query).toMatchObject({ isAllowed: true, columns: null, rows: ['id < 3'], because: [{ kind: 'grant', grantId: made.data.id }] });
  expect(actions.find((entry: { action: string }) => entry.action === 'export')).toMatchObject({ isAllowed: false, because: [] });
  await app.admin('DELETE', `${BASE}/${made.data.id}`);
  const self = (await app.admin('GET', `${BASE}/effective?userId=admin&tableId=${customer}`)).data;
  if (self) expect(self.actions.find((entry: { action: string }) => entry.action === 'unmask').isAllowed).toBe(false);
});

test('holders hear of the end of a grant a week before and again when it is over, each once', async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const made = await create({ objectId: orders, endTime: soon });
  const run = () =>
    grantExpiry.run({
      runId: '1',
      app: app.node.app,
      params: { days: 7 },
      dueTime: new Date(),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
  expect(await run()).toContain('提醒');
  expect(await run()).toBeNull();
  const messages = await app.database.db.selectFrom('sysMessage').select(['title', 'text']).where('accountId', '=', reader.id).execute();
  expect(messages).toEqual([expect.objectContaining({ title: '数据授权即将到期' })]);
  expect(messages[0]!.text).toContain('public.orders');
  expect(messages[0]!.text).toMatch(/将于 .* 到期，如需继续使用请联系数据管理员$/);
  // The same grant, now over: the reminder of its end must not count as the message that it has ended.
  app.clock.now = new Date(Date.now() + 4 * 86_400_000);
  expect(await run()).toContain('提醒');
  expect(await run()).toBeNull();
  const later = await app.database.db
    .selectFrom('sysMessage')
    .select(['title', 'text'])
    .where('accountId', '=', reader.id)
    .orderBy('id')
    .execute();
  expect(later.map(({ title }) => title)).toEqual(['数据授权即将到期', '数据授权已到期']);
  expect(later[1]!.text).toMatch(/的数据授权已于 .* 到期$/);
  app.clock.now = new Date();
  await app.admin('DELETE', `${BASE}/${made.data.id}`);
});
