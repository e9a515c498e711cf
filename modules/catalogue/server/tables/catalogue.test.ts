import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, cust_name text, phone text, balance numeric(18,2) default 0);
   comment on table customer is '客户'; comment on column customer.phone is '手机号';
   create table orders (id int primary key, customer_id int not null references customer (id), amount numeric);
   create index orders_amount on orders (amount);
   create view big_orders as select id, amount from orders where amount > 1000;
   insert into customer select n, '客户' || n, '1380000000' || n, n from generate_series(1, 5) n`,
);
let id = '';
const tableIds: Record<string, string> = {};
const columnIds: Record<string, string> = {};
const db = () => app.database.db;
const get = async (path: string) => (await app.admin('GET', path)).data;
const table = (name: string) => get(`/data/metadata/tables/${tableIds[name]}`);
/** An account that knows of the source and may do nothing else with it. */
const reader = async () => {
  const user = await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '5' });
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: user.id,
    objectType: 'database',
    objectId: id,
    actions: ['meta'],
  });
  return app.as(user.token);
};
const madeTag = async (tagName: string): Promise<string> => (await app.admin('POST', '/data/metadata/tags', { tagName })).data.id;

beforeAll(async () => {
  id = await source.register();
  for (const row of await db().selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', id).execute())
    tableIds[row.tableName] = row.id;
  const columns = await db()
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select(['metadataColumn.id', 'tableName', 'columnName'])
    .where('metadataColumn.sourceId', '=', id)
    .execute();
  for (const row of columns) columnIds[`${row.tableName}.${row.columnName}`] = row.id;
});

describe('what people say about a table', () => {
  test('is kept with a version, an operation-log row, a message to the owner, and is found at once', async () => {
    const owner = await app.make.user({ nickname: '李负责' });
    const domain = (await app.admin('POST', '/data/metadata/domains', { parentId: null, domainName: '客户域', domainCode: 'cust' })).data
      .id;
    const tag = await madeTag('核心');
    const before = await table('customer');
    const saved = await app.admin('PUT', `/data/metadata/tables/${before.id}`, {
      ...before,
      cnName: '客户主表',
      description: '全部客户',
      ownerId: owner.id,
      domainId: domain,
      tier: 'dim',
      tagIds: [tag],
    });
    expect([saved.status, saved.data]).toEqual([200, { version: before.version + 1 }]);
    expect(await table('customer')).toMatchObject({
      cnName: '客户主表',
      ownerName: '李负责',
      domainName: '客户域',
      tier: 'dim',
      tags: [{ tagName: '核心' }],
      version: before.version + 1,
    });
    const stale = await app.admin('PUT', `/data/metadata/tables/${before.id}`, { cnName: '旧', version: before.version });
    expect([stale.status, stale.error]).toEqual([409, 'entity.versionConflict']);
    const messages = await db().selectFrom('sysMessage').select(['title', 'path']).where('accountId', '=', owner.id).execute();
    expect(messages).toEqual([{ title: '您成为数据表“public.customer”的负责人', path: `/metadata/datacolumn?table=${before.id}` }]);
    const log = await db()
      .selectFrom('sysOperLog')
      .select('changes')
      .where('title', '=', '维护数据表')
      .where('result', '=', '1')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(log.changes)).toContain('客户主表');
    for (const keyword of ['客户主表', 'khzb', '李负责', '客户域', '核心'])
      expect([keyword, (await get(`/data/metadata/search?keyword=${encodeURIComponent(keyword)}&sourceId=${id}`)).data[0]?.name]).toEqual([
        keyword,
        'customer',
      ]);
  });

  test('refuses owners, domains and tags that do not exist, and objects out of reach', async () => {
    const { version } = await table('orders');
    for (const body of [{ ownerId: 'nobody' }, { domainId: 'none' }, { tagIds: ['none'] }, { tier: 'x' }, { cnName: 'x'.repeat(101) }])
      expect([body, (await app.admin('PUT', `/data/metadata/tables/${tableIds['orders']}`, { ...body, version })).status]).toEqual([
        body,
        400,
      ]);
    expect((await app.admin('PUT', '/data/metadata/tables/none', { cnName: 'x', version: 0 })).status).toBe(404);
    const editor = await app.make.user({ perms: ['metadata:datacolumn:edit', 'metadata:datacolumn:list'], dataScope: '5' });
    expect((await app.as(editor.token)('PUT', `/data/metadata/tables/${tableIds['orders']}`, { cnName: 'x', version })).status).toBe(404);
    const viewer = await app.make.user({ perms: ['metadata:datacolumn:list'] });
    expect((await app.as(viewer.token)('PUT', `/data/metadata/tables/${tableIds['orders']}`, { cnName: 'x', version })).status).toBe(403);
    expect((await app.stranger('PUT', `/data/metadata/tables/${tableIds['orders']}`, { cnName: 'x', version })).status).toBe(401);
  });

  test('survives a synchronisation', async () => {
    await source.sql(`comment on table customer is '客户信息'`);
    await synchronised(app, id);
    expect(await table('customer')).toMatchObject({ tableComment: '客户信息', cnName: '客户主表', tier: 'dim' });
    expect((await get(`/data/metadata/search?keyword=${encodeURIComponent('客户主表')}&sourceId=${id}`)).data[0]?.name).toBe('customer');
  });
});

describe('columns', () => {
  test('take Chinese name, description, tags and classification; the table takes the level', async () => {
    const column = await get(`/data/metadata/columns/${columnIds['customer.phone']}`);
    const saved = await app.admin('PUT', `/data/metadata/columns/${column.id}`, { ...column, cnName: '联系电话', level: 'L3' });
    expect(saved.status).toBe(200);
    expect(await get(`/data/metadata/columns/${column.id}`)).toMatchObject({
      cnName: '联系电话',
      level: 'L3',
      levelBy: 'manual',
      version: saved.data.version,
    });
    expect((await table('customer')).level).toBe('L3');
    expect((await get(`/data/metadata/columns/page?sourceId=${id}&level=L3`)).total).toBe(1);
  });

  test('classification needs its own permission', async () => {
    const user = await app.make.user({ perms: ['metadata:datacolumn:edit', 'metadata:datacolumn:list'] });
    const { version } = await get(`/data/metadata/columns/${columnIds['customer.balance']}`);
    const body = { level: 'L4', version };
    expect((await app.as(user.token)('PUT', `/data/metadata/columns/${columnIds['customer.balance']}`, body)).status).toBe(403);
  });
});

describe('many at once', () => {
  test('chosen columns, tags added and taken away, filled ones left alone', async () => {
    const tag = await madeTag('对外');
    const ids = [columnIds['orders.id'], columnIds['orders.amount']];
    const added = await app.admin('POST', '/data/metadata/columns/batch', { ids, set: { addTagIds: [tag], description: '订单' } });
    expect(added.data).toEqual({ changed: 2, jobId: null });
    const again = await app.admin('POST', '/data/metadata/columns/batch', { ids, set: { description: '别的', onlyEmpty: true } });
    expect(again.data.changed).toBe(0);
    const removed = await app.admin('POST', '/data/metadata/columns/batch', { ids, set: { removeTagIds: [tag] } });
    expect(removed.data.changed).toBe(2);
    expect((await get(`/data/metadata/columns/${columnIds['orders.id']}`)).tags).toEqual([]);
  });

  test('one that is missing refuses all', async () => {
    const answer = await app.admin('POST', '/data/metadata/columns/batch', {
      ids: [columnIds['orders.id'], 'none'],
      set: { cnName: '订单编号' },
    });
    expect(answer.status).toBe(404);
    expect((await get(`/data/metadata/columns/${columnIds['orders.id']}`)).cnName).toBeNull();
    expect((await app.admin('POST', '/data/metadata/columns/batch', { set: { cnName: 'x' } })).status).toBe(400);
  });

  test('a filter that means more than 500 goes on in the background', async () => {
    await source.sql(
      `do $$ begin for n in 1..110 loop execute format('create table wide_%s (a int, b int, c int, d int, e int, f int)', n); end loop; end $$`,
    );
    await source.sql(`grant select on all tables in schema public to ${source.reader}`);
    await synchronised(app, id);
    expect((await get(`/data/metadata/columns/page?sourceId=${id}&columnName=f`)).total).toBeGreaterThanOrEqual(110);
    const answer = await app.admin('POST', '/data/metadata/columns/batch', { filter: { sourceId: id }, set: { description: '后台' } });
    expect(answer.data.jobId).not.toBeNull();
    const done = await until(
      () => get(`/data/metadata/tables/batch/${answer.data.jobId}`),
      (job) => job.state !== 'waiting' && job.state !== 'running',
    );
    expect(done.state).toBe('done');
    expect((await get(`/data/metadata/columns/page?sourceId=${id}&hasDescription=0`)).total).toBe(0);
    const other = await app.make.user({ perms: ['metadata:datacolumn:edit'] });
    expect((await app.as(other.token)('GET', `/data/metadata/tables/batch/${answer.data.jobId}`)).status).toBe(404);
  }, 60_000);
});

describe('workbook', () => {
  const rowsOf = async (path: string, body: object) => {
    const { readSheet } = await import('#kit/server/excel/reader.ts');
    const file = await app.admin('POST', path, body);
    return {
      bytes: file.raw,
      rows: (await readSheet(file.raw, 60_000)).rows.map(({ cells }) => cells).filter((cells) => !String(cells[0]).startsWith('导出编号')),
    };
  };

  test('goes out, comes back without a change, and out again the same', async () => {
    const first = await rowsOf('/data/metadata/columns/export', { sourceId: id });
    expect(first.rows.length).toBeGreaterThan(600);
    const check = await app.admin('POST', '/data/metadata/columns/import', ...multipart('a.xlsx', first.bytes));
    expect(check.data).toMatchObject({ errors: [], valid: first.rows.length - 1 });
    const versions = () => db().selectFrom('metadataColumn').select(['id', 'version']).orderBy('id').execute();
    const before = await versions();
    expect((await app.admin('POST', '/data/metadata/columns/import?commit=1', ...multipart('a.xlsx', first.bytes))).status).toBe(200);
    expect(await versions()).toEqual(before);
    expect((await rowsOf('/data/metadata/columns/export', { sourceId: id })).rows).toEqual(first.rows);
  }, 60_000);

  test('says per row what is wrong, and writes none of it', async () => {
    const { workbook } = await import('#kit/server/excel/writer.ts');
    const titles = ['数据源', '模式', '表名', '字段名', '中文名', '标签', '敏感级别'];
    const name = (await get(`/data/metadata/sources/${id}`)).sourceName;
    const parts: Uint8Array[] = [];
    for await (const part of workbook([
      {
        name: '元数据',
        columns: titles.map((title) => ({ title, width: 10 })),
        rows: [
          [name, 'public', 'customer', 'balance', '余额', null, null],
          [name, 'public', 'customer', 'nope', '无', null, null],
          [name, 'public', 'customer', 'id', null, '没有的标签', null],
          [name, 'public', 'customer', 'id', null, null, 'L9'],
        ],
      },
    ]))
      parts.push(part);
    const bytes = Buffer.concat(parts);
    // the list of tables would take 中文名 of columns for its own
    const elsewhere = await app.admin('POST', '/data/metadata/tables/import', ...multipart('a.xlsx', bytes));
    expect([elsewhere.status, elsewhere.msg]).toEqual([422, '这是字段的文件，请切换到“字段”后导入']);
    const check = await app.admin('POST', '/data/metadata/columns/import', ...multipart('a.xlsx', bytes));
    expect(check.data.errors.map((error: { row: number; message: string }) => [error.row, error.message])).toEqual([
      [3, '字段不存在、未同步或不在可维护的范围内'],
      [4, '标签“没有的标签”不存在，请先新增'],
      [5, '敏感级别应为 L1、L2、L3 或 L4'],
    ]);
    expect((await app.admin('POST', '/data/metadata/columns/import?commit=1', ...multipart('a.xlsx', bytes))).status).toBe(422);
    expect((await get(`/data/metadata/columns/${columnIds['customer.balance']}`)).cnName).toBeNull();
    // whoever chooses to leave the wrong rows out has the others, and hears of each that was not taken
    const part = await app.admin('POST', '/data/metadata/columns/import?commit=1&wrongRows=skip', ...multipart('a.xlsx', bytes));
    expect([part.status, part.data.total, part.data.valid]).toEqual([200, 4, 1]);
    expect(part.data.errors).toEqual(check.data.errors);
    expect((await get(`/data/metadata/columns/${columnIds['customer.balance']}`)).cnName).toBe('余额');
    const log = await db().selectFrom('sysOperLog').select('note').orderBy('id', 'desc').executeTakeFirst();
    expect(log?.note).toBe('导入“a.xlsx”：共4行，已导入1行，跳过有误的3行');
    // the same in the background: what was left out comes back as a file with the reasons
    const queued = await app.admin('POST', '/data/metadata/columns/import/job?wrongRows=skip', ...multipart('a.xlsx', bytes));
    const transfer = await until(
      async () => (await app.admin('GET', `/system/exports/${queued.data.jobId}`)).data,
      (row) => row.state === 'done' || row.state === 'failed',
    );
    expect(transfer).toMatchObject({
      state: 'done',
      text: '共 4 行，已导入 1 行，跳过有误的 3 行，原因见错误清单',
      doneRows: 1,
      resultName: '元数据导入错误清单.xlsx',
    });
    const { readSheet } = await import('#kit/server/excel/reader.ts');
    const { rows } = await readSheet((await app.admin('POST', `/system/exports/${queued.data.jobId}/download`)).raw, 10);
    expect(rows.map(({ cells }) => cells[7] ?? null)).toEqual([
      '错误原因',
      null,
      '字段名：字段不存在、未同步或不在可维护的范围内',
      '标签“没有的标签”不存在，请先新增',
      '敏感级别应为 L1、L2、L3 或 L4',
    ]);
  }, 60_000);

  test('long exports of tables and of columns are two things', async () => {
    for (const [base, first] of [
      ['tables', '表注释'],
      ['columns', '字段名'],
    ] as const) {
      const { data } = await app.admin('POST', `/data/metadata/${base}/export/job`, { sourceId: id });
      await until(
        async () => (await app.admin('GET', `/system/exports/${data.jobId}`)).data.state,
        (state) => state === 'done',
      );
      const { readSheet } = await import('#kit/server/excel/reader.ts');
      const { rows } = await readSheet((await app.admin('POST', `/system/exports/${data.jobId}/download`)).raw, 60_000);
      expect(rows[0]?.cells[3]).toBe(first);
    }
  }, 60_000);
});

describe('page of a table', () => {
  test('sample rows come through the gate, masked, and count as a preview', async () => {
    const sample = await app.admin('POST', `/data/metadata/tables/${tableIds['customer']}/sample`, { limit: 3 });
    expect([sample.status, sample.data.rows.length, sample.data.truncated]).toEqual([200, 3, true]);
    const phone = sample.data.columns.findIndex((column: { name: string }) => column.name === 'phone');
    expect(sample.data.columns[phone].masked).toBe(true);
    expect(JSON.stringify(sample.data.rows)).not.toContain('13800000001');
    const history = await db().selectFrom('metadataSqlHistory').select('purpose').where('sourceId', '=', id).execute();
    expect(history.map(({ purpose }) => purpose)).toContain('preview');
    const meta = await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '5' });
    expect((await app.as(meta.token)('POST', `/data/metadata/tables/${tableIds['customer']}/sample`, {})).status).toBe(404);
    await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: meta.id,
      objectType: 'table',
      objectId: tableIds['customer'],
      actions: ['meta'],
    });
    expect((await app.as(meta.token)('POST', `/data/metadata/tables/${tableIds['customer']}/sample`, {})).status).toBe(403);
  });

  test('usage counts who read it; others only show to auditors', async () => {
    await app.admin('POST', '/data/console/sql/run', { sqlKey: 'k1', sourceId: id, sqlText: 'select amount from orders' });
    const usage = await get(`/data/metadata/tables/${tableIds['orders']}/usage`);
    expect([usage.reads, usage.readers, usage.days.length, usage.people.length]).toEqual([1, 1, 30, 1]);
    expect(usage.queries[0].sqlText).toBe('select amount from orders');
    // the head of the page says what its tab says, whether or not reads have been counted since
    expect((await get(`/data/metadata/tables/${tableIds['orders']}`)).heat).toBe(usage.reads);
    const { countUsage } = await import('./usage.ts');
    await countUsage(app.node.app, db(), 2);
    expect((await table('orders')).heat).toBe(1);
    const inList = (await app.admin('GET', `/data/metadata/tables/page?sourceId=${id}&tableName=orders&pageSize=50`)).data.data;
    expect(inList.find((row: { tableName: string }) => row.tableName === 'orders').heat).toBe(usage.reads);
    const theirs = await (await reader())('GET', `/data/metadata/tables/${tableIds['orders']}/usage`);
    expect([theirs.status, theirs.data.people, theirs.data.queries]).toEqual([200, null, []]);
  });

  test('structure can be copied; the text of a view needs its permission', async () => {
    const ddl = (await get(`/data/metadata/tables/${tableIds['orders']}/ddl`)).text as string;
    expect(ddl).toContain('create table public.orders (');
    expect(ddl).toContain('FOREIGN KEY (customer_id) REFERENCES public.customer(id)');
    expect(ddl).toContain('CREATE INDEX orders_amount ON public.orders USING btree (amount);');
    expect((await get(`/data/metadata/tables/${tableIds['big_orders']}/ddl`)).text).toContain('create view public.big_orders as');
    const hidden = await (await reader())('GET', `/data/metadata/tables/${tableIds['big_orders']}/ddl`);
    expect(hidden.data).toMatchObject({ text: '', isHidden: true });
  });

  test('grants name who may do what; others see only their own rights', async () => {
    const granted = await get(`/data/metadata/tables/${tableIds['customer']}/grants`);
    expect(granted.mine).toEqual(['meta', 'preview', 'query', 'export']);
    expect(granted.grants[0]).toMatchObject({ subjectType: 'user', actions: ['meta'] });
    expect((await (await reader())('GET', `/data/metadata/tables/${tableIds['customer']}/grants`)).data).toEqual({
      mine: ['meta'],
      grants: null,
    });
  });

  test('the tree opens level by level and finds tables', async () => {
    expect((await get('/data/metadata/columns/branch')).find((node: { id: string }) => node.id === id)).toMatchObject({ type: 'database' });
    expect((await get(`/data/metadata/columns/branch?sourceId=${id}`))[0]).toMatchObject({ type: 'schema', name: 'public' });
    const names = (await get(`/data/metadata/columns/branch?sourceId=${id}&schemaName=public`)).map((node: { name: string }) => node.name);
    expect(names).toContain('customer');
    expect(
      (await get(`/data/metadata/columns/branch?keyword=${encodeURIComponent('客户主')}`)).map((node: { name: string }) => node.name),
    ).toEqual(['customer']);
  });
});

describe('domains', () => {
  const base = '/data/metadata/domains';
  test('form a tree that can be moved, never into itself, and goes only when it is empty', async () => {
    const make = async (domainName: string, domainCode: string, parentId: string | null) =>
      (await app.admin('POST', base, { domainName, domainCode, parentId })).data.id as string;
    const root = await make('财务域', 'fin', null);
    const child = await make('核算', 'fin_acc', root);
    expect((await app.admin('POST', base, { domainName: '核算', domainCode: 'other', parentId: root })).status).toBe(409);
    expect((await app.admin('POST', base, { domainName: '别的', domainCode: 'fin', parentId: null })).status).toBe(409);
    const row = await get(`${base}/${root}`);
    expect((await app.admin('PUT', `${base}/${root}`, { ...row, parentId: child })).msg).toContain('自身的下级');
    expect((await app.admin('DELETE', `${base}/${root}`)).msg).toContain('还有下级');
    const kid = await get(`${base}/${child}`);
    expect((await app.admin('PUT', `${base}/${child}`, { ...kid, parentId: null })).status).toBe(200);
    expect((await app.admin('DELETE', `${base}/batch/${root},${child}`)).status).toBe(200);
    expect((await get(`${base}/tree`)).map((node: { domainName: string }) => node.domainName)).not.toContain('财务域');
    const used = (await get(`${base}/list`)).find((node: { domainCode: string }) => node.domainCode === 'cust').id;
    expect((await app.admin('DELETE', `${base}/${used}`)).msg).toContain('还有 1 张表');
  });

  test('renaming one makes its tables found by the new name', async () => {
    const { id: domainId } = (await get(`${base}/list`)).find((node: { domainCode: string }) => node.domainCode === 'cust');
    const row = await get(`${base}/${domainId}`);
    await app.admin('PUT', `${base}/${domainId}`, { ...row, domainName: '会员域' });
    await until(
      () => get(`/data/metadata/search?keyword=${encodeURIComponent('会员域')}&sourceId=${id}`),
      (page) => page.data[0]?.name === 'customer',
    );
  });
});

describe('tags', () => {
  test('count their uses and leave their objects when they go', async () => {
    const page = await get('/data/metadata/tags/page');
    const core = page.data.find((tag: { tagName: string }) => tag.tagName === '核心');
    expect(core).toMatchObject({ tableCount: 1, columnCount: 0 });
    expect((await app.admin('POST', '/data/metadata/tags', { tagName: '核心' })).status).toBe(409);
    expect((await app.admin('POST', '/data/metadata/tags', { tagName: 'a、b' })).status).toBe(400);
    await app.admin('DELETE', `/data/metadata/tags/${core.id}`);
    expect((await table('customer')).tags).toEqual([]);
    const nobody = await app.make.user({ perms: [] });
    expect((await app.as(nobody.token)('GET', '/data/metadata/tags/page')).status).toBe(403);
    expect((await app.as(nobody.token)('GET', '/data/metadata/tags/list')).status).toBe(200);
  });
});
