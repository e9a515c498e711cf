import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text, city text, dept text);
   comment on column customer.name is '客户名称';
   comment on column customer.city is '所在城市';
   insert into customer values (1, '张三', '杭州', 'sales'), (2, '李四', '北京', 'sales'), (3, '王五', '杭州', 'hr');
   create table orders (oid int primary key, cid int, amt numeric(12,2), day date);
   comment on column orders.amt is '订单金额（元）';
   comment on column orders.day is '下单日期';
   insert into orders values (10, 1, 5.5, '2026-01-02'), (11, 2, 7, '2026-01-03'), (12, 3, 9, '2026-02-01')`,
);
const BASE = '/data/visual/dataSets';
const MAKES = ['visual:set:list', 'visual:set:detail', 'visual:set:add', 'visual:set:edit', 'visual:set:remove', 'visual:set:preview'];
let sourceId = '';
const tables: Record<string, string> = {};
const maker = async (perms: readonly string[] = MAKES, over: Record<string, unknown> = {}) => {
  const user = await app.make.user({ perms: [...perms], dataScope: '5', ...over });
  return { ...user, call: app.as(user.token) };
};
const field = (id: string, over: Record<string, unknown> = {}) => ({ id, name: id, role: 'dimension', type: 'string', ...over });
const tableModel = (table: string, fields: readonly Record<string, unknown>[]) => ({
  v: 1,
  origin: { kind: 'table', table: { schema: 'public', table } },
  fields,
});

beforeAll(async () => {
  sourceId = await source.register();
  for (const row of await app.database.db
    .selectFrom('metadataTable')
    .select(['id', 'tableName'])
    .where('sourceId', '=', sourceId)
    .execute())
    tables[row.tableName] = row.id;
});

const grant = (over: Record<string, unknown>) =>
  app.admin('POST', '/data/metadata/authorizes', { actions: ['meta', 'query', 'preview'], sourceId, ...over });

describe('the family', () => {
  test('a name, a source and a text make a data set whose model is derived, and its own body can be put back', async () => {
    const made = await app.admin('POST', BASE, {
      setName: '订单金额',
      sourceId,
      setSql: 'select c.name, o.day, o.amt from orders o join customer c on c.id = o.cid;',
    });
    expect(made.status).toBe(200);
    const got = (await app.admin('GET', `${BASE}/${made.data.id}`)).data;
    expect(got.schemaConfig).toEqual({
      columns: ['name', 'day', 'amt'],
      dimensions: [
        { col: 'name', alias: '客户名称' },
        { col: 'day', alias: '下单日期' },
      ],
      measures: [{ col: 'amt', alias: '订单金额', aggregateType: 'sum' }],
    });
    expect(got.model.fields.find(({ id }: { id: string }) => id === 'day')).toMatchObject({ type: 'date', role: 'dimension' });
    const put = await app.admin('PUT', `${BASE}/${made.data.id}`, got);
    expect(put).toMatchObject({ status: 200, data: { version: 1 } });
    const again = (await app.admin('GET', `${BASE}/${made.data.id}`)).data;
    expect(again.model).toEqual(got.model);
    const stale = await app.admin('PUT', `${BASE}/${made.data.id}`, got);
    expect(stale).toMatchObject({ status: 409, error: 'entity.versionConflict' });
    expect(stale.data).toMatchObject({
      theirs: { setName: '订单金额', version: 1, model: got.model },
      changed: { isOwn: true, time: expect.any(String) },
    });
  });
  test('roles by schemaConfig and a changed text are taken over', async () => {
    const { data } = await app.admin('POST', BASE, {
      setName: '角色',
      sourceId,
      setSql: 'select city, id from customer',
      schemaConfig: {
        columns: ['city', 'id'],
        dimensions: [{ col: 'city', alias: '城市' }],
        measures: [{ col: 'id', alias: '客户数', aggregateType: 'count' }],
      },
    });
    const got = (await app.admin('GET', `${BASE}/${data.id}`)).data;
    expect(got.schemaConfig.measures).toEqual([{ col: 'id', alias: '客户数', aggregateType: 'count' }]);
    const put = await app.admin('PUT', `${BASE}/${data.id}`, { ...got, setSql: 'select city, dept, id from customer' });
    expect(put.status).toBe(200);
    const changed = (await app.admin('GET', `${BASE}/${data.id}`)).data;
    expect(changed.schemaConfig.columns).toEqual(['city', 'dept', 'id']);
    expect(changed.model.fields[0]).toMatchObject({ id: 'city', name: '城市' });
  });
  test('the text answers its column names, with and without a source', async () => {
    const named = await app.admin('POST', `${BASE}/sql/analyse`, { sqlText: 'select a as 甲, sum(b) as total from t group by a' });
    expect(named.data).toEqual(['甲', 'total']);
    const live = await app.admin('POST', `${BASE}/sql/analyse`, { sqlText: 'select * from customer', sourceId });
    expect(live.data).toEqual(['id', 'name', 'city', 'dept']);
  });
});

test('open pages hear of a synchronised source by the data sets over it, and of no others', async () => {
  const { data } = await app.admin('POST', BASE, { setName: '同步', sourceId, model: tableModel('customer', [field('city')]) });
  const told = async () => {
    const rows = await app.database.db.selectFrom('kitPush').select('data').where('kind', '=', 'visualData').execute();
    return rows.flatMap((row) => (row.data as { dataSetIds: string[] }).dataSetIds);
  };
  expect(await told()).not.toContain(data.id);
  expect(await synchronised(app, sourceId)).toMatchObject({ isSync: '2' });
  const ids = await until(told, (found) => found.includes(data.id), 30_000);
  const sets = await app.database.db.selectFrom('visualDataSet').select('sourceId').where('id', 'in', ids).execute();
  expect(new Set(sets.map((set) => set.sourceId))).toEqual(new Set([sourceId]));
});

test('sets lie in folders, are starred, and are listed by whose they are', async () => {
  const [one, two] = [await maker(), await maker()];
  await grant({ objectType: 'table', objectId: tables['customer'], subjectType: 'user', subjectId: one.id });
  const body = (setName: string) => ({ setName, sourceId, isShared: '1', model: tableModel('customer', [field('city')]) });
  const mine = (await one.call('POST', BASE, body('归类甲'))).data.id as string;
  const theirs = (await app.admin('POST', BASE, body('归类乙'))).data.id as string;
  const folder = (await one.call('POST', '/data/visual/folders', { kind: 'dataset', name: '归类' })).data.id as string;
  const idsOf = async (query: string, who = one) =>
    ((await who.call('GET', `${BASE}/page?setName=归类&${query}`)).data.data as { id: string }[]).map(({ id }) => id);
  expect((await one.call('PUT', '/data/visual/folders/move/items', { kind: 'dataset', ids: [mine], folderId: folder })).status).toBe(200);
  expect(await idsOf(`folderId=${folder}`)).toEqual([mine]);
  expect(await idsOf('view=mine')).toEqual([mine]);
  expect(await idsOf('view=shared')).toEqual([theirs]);
  expect(await idsOf('view=starred')).toEqual([]);
  expect((await one.call('PUT', '/data/visual/stars', { kind: 'dataset', id: theirs, isStarred: true })).status).toBe(200);
  expect(await idsOf('view=starred')).toEqual([theirs]);
  expect(await idsOf('view=starred', two)).toEqual([]);
  expect((await one.call('GET', `${BASE}/${theirs}`)).data.isStarred).toBe(true);
});

describe('what is refused', () => {
  test.each([
    ['two statements', 'select 1; select 2'],
    ['a write', 'delete from customer'],
    ['a file function', "select pg_read_file('/etc/passwd')"],
    ['an explain', 'explain select 1'],
    ['a comment that hides the rest', 'select * from customer where id = 1 or nobody'],
  ])('%s', async (_what, setSql) => {
    const made = await app.admin('POST', BASE, { setName: '不允许', sourceId, setSql });
    expect(made.status).toBe(422);
    expect((await app.admin('POST', `${BASE}/analyse`, { sourceId, origin: { kind: 'sql', sql: setSql } })).status).toBe(422);
  });
  test('a column that the table does not have', async () => {
    const made = await app.admin('POST', BASE, {
      setName: '不允许',
      sourceId,
      model: tableModel('customer', [field('id'), field('nope')]),
    });
    expect(made).toMatchObject({ status: 422, error: 'gate.refused' });
    const text = { v: 1, origin: { kind: 'sql', sql: 'select id from customer' }, fields: [field('id'), field('nope')] };
    const wrong = await app.admin('POST', BASE, { setName: '不允许', sourceId, model: text });
    expect([wrong.status, wrong.msg]).toEqual([400, expect.stringContaining('不在查询结果中')]);
  });
  test('the place in the text is told', async () => {
    const made = await app.admin('POST', BASE, { setName: '位置', sourceId, setSql: 'select id,\n  nothing from customer' });
    expect(made).toMatchObject({ status: 422, error: 'gate.refused' });
    expect(made.data.position.line).toBe(2);
  });
  test.each([
    ['two fields of one name', [field('id', { name: '同' }), field('name', { name: '同' })], '重复'],
    ['a wrong expression', [field('id'), field('x', { expr: '[没有] + 1', type: 'number' })], '没有字段'],
    ['an aggregate as a dimension', [field('id', { type: 'number' }), field('x', { expr: 'SUM([id])', type: 'number' })], '只能作为指标'],
    ['nothing', [], '至少需要一个字段'],
  ])('%s', async (_what, fields, words) => {
    const made = await app.admin('POST', BASE, { setName: '不允许', sourceId, model: tableModel('customer', fields) });
    expect(made.status).toBe(400);
    expect(made.msg).toContain(words);
  });
});

describe('rights', () => {
  test('strangers and accounts without the permission get nothing', async () => {
    const guest = await maker(['visual:board:list']);
    const { data } = await app.admin('POST', BASE, { setName: '权限', sourceId, model: tableModel('customer', [field('city')]) });
    const calls = [
      ['GET', `${BASE}/page`],
      ['GET', `${BASE}/list`],
      ['GET', `${BASE}/${data.id}`],
      ['GET', `${BASE}/${data.id}/fields`],
      ['GET', `${BASE}/${data.id}/extract`],
      ['GET', `${BASE}/${data.id}/extract/runs`],
      ['GET', `${BASE}/impact/${data.id}`],
      ['GET', `${BASE}/sources`],
      ['GET', `${BASE}/dicts`],
      ['GET', `${BASE}/catalogue/${sourceId}`],
      ['POST', BASE],
      ['POST', `${BASE}/copy/${data.id}`],
      ['POST', `${BASE}/preview`],
      ['POST', `${BASE}/analyse`],
      ['POST', `${BASE}/sql/analyse`],
      ['POST', `${BASE}/files`],
      ['POST', `${BASE}/${data.id}/extract/run`],
      ['POST', `${BASE}/${data.id}/extract/cancel`],
      ['PUT', `${BASE}/${data.id}`],
      ['DELETE', `${BASE}/${data.id}`],
      ['DELETE', `${BASE}/batch/${data.id}`],
    ] as const;
    for (const [method, path] of calls) {
      expect([path, (await app.stranger(method, path)).status]).toEqual([path, 401]);
      expect([path, (await guest.call(method, path)).status]).toEqual([path, 403]);
    }
  });
  test('whoever makes data sets may choose from the dictionaries in use', async () => {
    const one = await maker();
    const { data } = await one.call('GET', `${BASE}/dicts`);
    expect(data).toContainEqual({ code: 'sys_common_status', name: expect.any(String) });
  });
  test('sets out of reach are not found; sharing lends looking, a grant lends editing', async () => {
    const owner = await maker();
    const other = await maker();
    await grant({ objectType: 'table', objectId: tables['customer'], subjectType: 'user', subjectId: owner.id });
    const body = { setName: '我的', sourceId, model: tableModel('customer', [field('city')]) };
    const made = await owner.call('POST', BASE, body);
    expect(made.status).toBe(200);
    const path = `${BASE}/${made.data.id}`;
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('PUT', path, { ...body, version: 0 })).status).toBe(404);
    expect((await other.call('DELETE', path)).status).toBe(404);
    expect((await other.call('POST', `${BASE}/preview`, { id: made.data.id })).status).toBe(404);
    expect((await other.call('GET', `${BASE}/page?setName=我的`)).data.total).toBe(0);
    // those that come with the product are seen by everybody and changed by nobody of a narrow scope
    const [ours] = (await other.call('GET', `${BASE}/page?setName=${encodeURIComponent('大屏·')}`)).data.data;
    expect(ours).toMatchObject({ isSystem: '1', canEdit: false });
    expect((await owner.call('PUT', path, { ...body, isShared: '1', version: 0 })).status).toBe(200);
    expect((await other.call('GET', `${BASE}/page?setName=我的`)).data.data[0]).toMatchObject({ id: made.data.id, canEdit: false });
    expect((await other.call('PUT', path, { ...body, version: 1 })).status).toBe(404);
    // the definition is shared, the rows are not
    expect((await other.call('POST', `${BASE}/preview`, { id: made.data.id })).status).toBe(404);
    await app.database.db
      .insertInto('visualGrant')
      .values({
        id: app.node.app.ids.next(),
        entityType: 'dataset',
        entityId: made.data.id,
        subjectType: 'user',
        subjectId: other.id,
        level: 'edit',
      })
      .execute();
    expect((await other.call('PUT', path, { ...body, setName: '改名', version: 1 })).status).toBe(200);
  });
  test('rows and columns that the grants leave out are missing in tables, joins and texts', async () => {
    const reader = await maker();
    await grant({
      objectType: 'table',
      objectId: tables['customer'],
      subjectType: 'user',
      subjectId: reader.id,
      rowFilter: "city = '杭州'",
    });
    await grant({ objectType: 'table', objectId: tables['orders'], subjectType: 'user', subjectId: reader.id });
    const models = [
      tableModel('customer', [field('id', { type: 'number' }), field('city')]),
      { v: 1, origin: { kind: 'sql', sql: 'select id, city from customer' }, fields: [field('id'), field('city')] },
      {
        v: 1,
        origin: {
          kind: 'join',
          model: {
            tables: [
              { schema: 'public', table: 'orders', alias: 'o' },
              { schema: 'public', table: 'customer', alias: 'c' },
            ],
            joins: [{ left: 'o', right: 'c', kind: 'inner', on: [{ left: 'cid', right: 'id' }] }],
            columns: [
              { id: 'id', alias: 'c', column: 'id' },
              { id: 'city', alias: 'c', column: 'city' },
            ],
          },
        },
        fields: [field('id'), field('city')],
      },
    ];
    for (const model of models) {
      const mine = await reader.call('POST', `${BASE}/preview`, { sourceId, model });
      expect([mine.status, mine.data.rows.map(([, city]: string[]) => city)]).toEqual([200, ['杭州', '杭州']]);
      const all = await app.admin('POST', `${BASE}/preview`, { sourceId, model });
      expect(all.data.rows).toHaveLength(3);
      const made = await reader.call('POST', BASE, { setName: `行权限${model.origin.kind}`, sourceId, model });
      expect(made.status).toBe(200);
      expect((await reader.call('POST', `${BASE}/preview`, { id: made.data.id })).data.rows).toHaveLength(2);
    }
  });
});

test('parameters are bound, never put into the text', async () => {
  const sql = 'select id, name from customer where name = :who and id in (:ids)';
  const body = {
    setName: '参数',
    sourceId,
    model: {
      v: 1,
      origin: { kind: 'sql', sql },
      fields: [field('id', { type: 'number' }), field('name')],
      params: [
        { name: 'who', type: 'text', value: '张三' },
        { name: 'ids', type: 'list', value: [1, 2, 3] },
      ],
    },
  };
  const { data } = await app.admin('POST', BASE, body);
  expect((await app.admin('POST', `${BASE}/preview`, { id: data.id })).data.rows).toEqual([[1, '张三']]);
  const attack = await app.admin('POST', `${BASE}/preview`, { id: data.id, values: { who: "x' or 1=1 --" } });
  expect(attack.data.rows).toEqual([]);
  const lost = await app.admin('POST', BASE, { ...body, model: { ...body.model, params: [] } });
  expect([lost.status, lost.msg]).toEqual([400, expect.stringContaining('没有定义')]);
});

test('a used set cannot be deleted, an unused one goes to the recycle bin and comes back', async () => {
  const { data } = await app.admin('POST', BASE, { setName: '被用', sourceId, model: tableModel('customer', [field('city')]) });
  await app.database.db.insertInto('visualChart').values({ id: 'c1', chartName: '城市图', dataSetId: data.id, chartJson: '{}' }).execute();
  const refused = await app.admin('DELETE', `${BASE}/${data.id}`);
  expect(refused).toMatchObject({ status: 409, error: 'entity.inUse', data: { names: ['城市图'] } });
  expect((await app.admin('GET', `${BASE}/impact/${data.id}`)).data).toMatchObject([{ type: 'chart', name: '城市图' }]);
  await app.database.db.deleteFrom('visualChart').where('id', '=', 'c1').execute();
  expect((await app.admin('DELETE', `${BASE}/batch/${data.id}`)).status).toBe(200);
  expect((await app.admin('GET', `${BASE}/${data.id}`)).status).toBe(404);
  const bin = await app.admin('GET', '/system/recycle/page?keyword=被用');
  expect(bin.raw.toString()).toContain('被用');
});

test('a copy belongs to who makes it and keeps the fields', async () => {
  const { data } = await app.admin('POST', BASE, {
    setName: '原件',
    sourceId,
    model: tableModel('customer', [field('city', { name: '城市' })]),
  });
  const copy = await app.admin('POST', `${BASE}/copy/${data.id}`);
  expect((await app.admin('GET', `${BASE}/${copy.data.id}`)).data).toMatchObject({ setName: '原件 副本', version: 0, isShared: '0' });
  expect((await app.admin('POST', `${BASE}/copy/${data.id}`)).status).toBe(200);
});

test('lineage leads from the columns of the source to the set', async () => {
  const { data } = await app.admin('POST', BASE, {
    setName: '血缘',
    sourceId,
    setSql: 'select city as 城市, count(*) as n from customer group by city',
  });
  const edges = await app.database.db
    .selectFrom('metadataLineageObject')
    .innerJoin('metadataLineageEdge', 'metadataLineageEdge.toId', 'metadataLineageObject.id')
    .select(['fromId', 'fromColumn', 'toColumn'])
    .where('objectKey', '=', data.id)
    .execute();
  expect(edges).toContainEqual({ fromId: tables['customer'], fromColumn: 'city', toColumn: '城市' });
});

test('fields whose column is gone are named, with what is calculated from them', async () => {
  await source.sql('create table shrinking (a int, b int, c int)');
  await source.sql(`grant select on shrinking to ${source.reader}`);
  const sync = () => synchronised(app, sourceId);
  await sync();
  const fields = [
    field('a', { type: 'number', role: 'measure', agg: 'sum' }),
    field('b', { type: 'number', role: 'measure', agg: 'sum' }),
    field('比', { type: 'number', role: 'measure', agg: 'none', expr: 'SUM([a]) / SUM([b])' }),
  ];
  const { data } = await app.admin('POST', BASE, { setName: '失效', sourceId, model: tableModel('shrinking', fields) });
  const sql = await app.admin('POST', BASE, { setName: '失效SQL', sourceId, setSql: 'select a, b as x from shrinking' });
  expect((await app.admin('GET', `${BASE}/${data.id}`)).data.broken).toEqual([]);
  await source.sql('alter table shrinking drop column b');
  await sync();
  const broken = (await app.admin('GET', `${BASE}/${data.id}`)).data.broken;
  expect(broken.map((one: { field: string }) => one.field)).toEqual(['b', '比']);
  expect(broken[0].reason).toContain('shrinking.b');
  expect((await app.admin('GET', `${BASE}/${sql.data.id}/fields`)).data.broken).toMatchObject([{ field: 'x' }]);
  const analysed = await app.admin('POST', `${BASE}/analyse`, { sourceId, origin: tableModel('shrinking', []).origin, fields });
  expect(analysed.data.broken).toMatchObject([{ field: 'b' }]);
  expect(analysed.data.columns.map((column: { id: string }) => column.id)).toEqual(['a', 'c']);
}, 60_000);
