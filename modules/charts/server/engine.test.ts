import { request as httpRequest } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import type { AppError } from '#kit/contract/errors.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { field, linesOf, storeSet } from '#modules/datasets/server/engine/test-documents.ts';
import { ParserRequest } from '../contract/query-calls.ts';
import { compileQuery, QueryProblem } from '#modules/datasets/core/index.ts';
import { asDataSet, storedSet, purgeSet, purgeSource } from '#modules/datasets/server/index.ts';
import { queryOf } from './query-calls.ts';
import { HOSTILE } from '#modules/datasets/server/engine/test-hostile.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, region text, day date, amount numeric, phone text);
   insert into sale select g, case when g % 2 = 0 then '华东' else '华北' end, date '2026-01-01' + g % 90, g, '1381234' || lpad(g::text, 4, '0')
     from generate_series(1, 200) g;
   create table item (id int primary key, sale_id int, pieces int);
   insert into item select g, (g + 1) / 2, 1 from generate_series(1, 400) g;
   create view slow as select 1 as n, pg_sleep(0.4)::text as x;
   create view long as select 1 as n, pg_sleep(30)::text as x;
   create view broken as select 1 as n, 1 / (case when (select max(amount) from sale) > 1000 then 0 else 1 end) as x`,
);
const PARSER = '/data/visual/charts/data/parser';
const FIELDS = [
  field('region', 'dimension', 'string', { name: '区域' }),
  field('day', 'dimension', 'date', { name: '日期' }),
  field('amount', 'measure', 'number', { name: '金额', agg: 'sum' }),
  field('phone', 'dimension', 'string', { name: '电话' }),
];
let sourceId = '';
let sales = '';
const tableSet = (table: string, fields = [field('n', 'measure', 'number'), field('x', 'dimension', 'string')]) =>
  storeSet(app, { sourceId, origin: { kind: 'table', table: { schema: 'public', table } }, fields });
const BY_REGION = { rows: [{ col: 'region' }], measures: [{ col: 'amount' }] };
const ask = (body: object, send: Send = app.admin) => send('POST', PARSER, { dataSetId: sales, ...body });
const ran = async () =>
  Number(
    (
      await app.database.db
        .selectFrom('metadataSqlHistory')
        .select((e) => e.fn.countAll().as('n'))
        .where('purpose', '=', 'chart')
        .where('outcome', '!=', 'refused')
        .executeTakeFirstOrThrow()
    ).n,
  );

beforeAll(async () => {
  sourceId = await source.register({ isShared: '1' });
  sales = await tableSet('sale', FIELDS);
});

it('is open to builders alone, and to those who may see the data set', async () => {
  const body = { dataSetId: sales, ...BY_REGION };
  for (const [path, input] of [
    [PARSER, body],
    ['/data/visual/query', { tiles: [{ key: 'a', query: body }] }],
    ['/data/visual/choices', { dataSetId: sales, col: 'region' }],
  ] as const) {
    expect((await app.stranger('POST', path, input)).status, path).toBe(401);
    expect((await app.as((await app.make.user({ perms: ['visual:set:list'] })).token)('POST', path, input)).status, path).toBe(403);
  }
  const outsider = app.as((await app.make.user({ perms: ['visual:chart:build'], dataScope: '5' })).token);
  expect(await ask(BY_REGION, outsider)).toMatchObject({ status: 404, error: 'entity.notFound' });
  expect((await outsider('POST', '/data/visual/choices', { dataSetId: sales, col: 'region' })).status).toBe(404);
  const [line] = linesOf((await outsider('POST', '/data/visual/query', { tiles: [{ key: 'a', query: body }] })).raw);
  expect(line).toMatchObject({ key: 'a', error: { error: 'entity.notFound' } });
});

it('answers the form of the family and the full one, with names, text and rows', async () => {
  const family = await ask({ chartType: 'bar', rows: ['region'], measures: [{ col: 'amount', aggregateType: 'SUM', alias: '总额' }] });
  expect(family.data.data).toEqual([
    { 区域: '华北', 总额: 10_000 },
    { 区域: '华东', 总额: 10_100 },
  ]);
  expect(family.data.sql).toMatch(/^select .*"sale"/s);
  const full = await ask({ ...BY_REGION, limit: 1, sort: [{ by: 'm0', dir: 'desc' }] });
  expect(full.data).toMatchObject({ rows: [['华东', 10_100]], truncated: true });
  const missing = await ask({ rows: [{ col: 'gone' }] });
  expect(missing).toMatchObject({ status: 400, error: 'input.invalid', msg: '数据集没有字段“gone”' });
});

it('streams tiles as they are ready: a slow one does not hold up the others', async () => {
  const slow = await tableSet('slow');
  const answer = await app.admin('POST', '/data/visual/query', {
    tiles: [
      { key: 'slow', query: { dataSetId: slow, rows: [{ col: 'x' }], measures: [] } },
      { key: 'quick', query: { dataSetId: sales, ...BY_REGION } },
      { key: 'wrong', query: { dataSetId: sales, rows: [{ col: 'gone' }] } },
    ],
    fresh: true,
  });
  const lines = linesOf(answer.raw);
  expect(lines.at(-1)).toMatchObject({ key: 'slow', data: { rows: [['']] } });
  expect(lines.find(({ key }) => key === 'wrong')).toMatchObject({ error: { error: 'input.invalid' } });
  expect(JSON.stringify(lines)).not.toContain('select');
});

it('asks the source once for fifty who ask at the same time, and not again while the answer is fresh', async () => {
  const slow = await tableSet('slow');
  const query = { dataSetId: slow, rows: [{ col: 'x' }], measures: [{ col: 'n' }] };
  const before = await ran();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(query)));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(await ran()).toBe(before + 1);
  expect((await ask(query)).data.cache).toBe('hit');
  purgeSet(slow);
  expect((await ask(query)).data.cache).toBe('miss');
  purgeSource(sourceId);
  expect((await ask(query)).data.cache).toBe('miss');
  expect(await ran()).toBe(before + 3);
});

it('shows a stale answer while one new one is fetched, and the last good one when the source fails', async () => {
  const query = { ...BY_REGION, filters: [{ col: 'amount', op: 'gt', value: 1 }] };
  expect((await ask(query)).data.cache).toBe('miss');
  const before = await ran();
  const real = Date.now();
  app.clock.now = new Date(real + 120_000);
  await source.sql('begin; lock table sale in access exclusive mode');
  const stale = await Promise.all(Array.from({ length: 10 }, () => ask(query)));
  expect(new Set(stale.map(({ data }) => data.cache))).toEqual(new Set(['stale']));
  await source.sql('commit');
  const cacheOf = async () => (await ask(query)).data.cache as string;
  await until(cacheOf, (cache) => cache === 'hit');
  expect(await ran()).toBe(before + 1);

  const broken = await tableSet('broken');
  const fragile = { dataSetId: broken, measures: [{ col: 'x', aggregateType: 'count' }] };
  expect((await ask(fragile)).data.rows).toEqual([[1]]);
  await source.sql('update sale set amount = 5000 where id = 1');
  const lines = async () =>
    linesOf((await app.admin('POST', '/data/visual/query', { tiles: [{ key: 'a', query: fragile }], fresh: true })).raw);
  expect((await lines())[0]).toMatchObject({ data: { rows: [[1]], isLastGood: true } });
  app.clock.now = new Date(real + 800_000);
  expect((await lines())[0]).toMatchObject({ error: { error: 'rule.broken' } });
  await source.sql('update sale set amount = 1 where id = 1');
  app.clock.now = new Date(real);
});

it('never runs more than four statements of a source at once', async () => {
  const slow = await storeSet(app, {
    sourceId,
    origin: { kind: 'sql', sql: 'select n, x, :who as who from slow' },
    fields: [field('n', 'measure', 'number'), field('x', 'dimension', 'string')],
    params: [{ name: 'who', type: 'text', value: '' }],
  });
  let most = 0;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const { rows } = await source.sql(
        `select count(*)::int as n from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query like '%slow%'`,
      );
      most = Math.max(most, rows[0].n as number);
    }
  })();
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, i) => ask({ dataSetId: slow, rows: [{ col: 'x' }], params: { who: String(i) } })),
  );
  isOver = true;
  await watch;
  expect(answers.map(({ msg }) => msg)).toEqual(Array(14).fill('操作成功'));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

it('keeps answers apart by what people may see, and together where that is equal', async () => {
  const grants = async (rowFilter: string) => {
    const user = await app.make.user({ perms: ['visual:chart:build', 'visual:set:list'], dataScope: '1' });
    await app
      .admin('POST', '/data/metadata/authorizes', {
        subjectType: 'user',
        subjectId: user.id,
        objectType: 'table',
        objectId: (
          await app.database.db
            .selectFrom('metadataTable')
            .select('id')
            .where('sourceId', '=', own)
            .where('tableName', '=', 'sale')
            .executeTakeFirstOrThrow()
        ).id,
        actions: ['query'],
        rowFilter,
      })
      .then((answer) => expect(answer.msg).toBe('操作成功'));
    return app.as(user.token);
  };
  const own = await source.register({ sourceName: '限行的源', isShared: '0' });
  const set = await storeSet(app, { sourceId: own, origin: { kind: 'table', table: { schema: 'public', table: 'sale' } }, fields: FIELDS });
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', set).execute();
  const query = { dataSetId: set, ...BY_REGION };
  const [east, north, east2] = [await grants("region = '华东'"), await grants("region = '华北'"), await grants("region = '华东'")];
  const first = await ask(query, east);
  expect(first.data.rows.map(([region]: string[]) => region)).toEqual(['华东']);
  const before = await ran();
  expect((await ask(query, north)).data).toMatchObject({ cache: 'miss', rows: [['华北', expect.any(Number)]] });
  expect((await ask(query, east2)).data).toMatchObject({ cache: 'hit', rows: first.data.rows });
  expect(await ran()).toBe(before + 1);
  expect((await east2('POST', '/data/visual/choices', { dataSetId: set, col: 'region' })).data).toEqual([{ value: '华东', label: '华东' }]);
  // a mask that comes later holds at the next request
  const phones = { dataSetId: set, rows: [{ col: 'phone' }], measures: [], limit: 5, isDetail: true };
  expect(JSON.stringify((await ask(phones, east)).data.rows)).toContain('1381234');
  await sealColumns(app, own, 'phone');
  const masked = await ask(phones, east);
  expect(masked.data.columns[0].masked).toBe(true);
  expect(JSON.stringify(masked.data.rows)).not.toMatch(/1381234\d{4}/);
});

it('stops a statement in the source when nobody waits for it any more', async () => {
  const long = await tableSet('long');
  const port = Number(new URL(await app.node.http.listen({ port: 0, host: '127.0.0.1' })).port);
  const body = JSON.stringify({ dataSetId: long, rows: [{ col: 'x' }] });
  const call = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/sjzt-datax${PARSER}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await app.make.adminToken()}`,
      'content-length': Buffer.byteLength(body),
    },
  });
  call.on('error', () => undefined);
  call.end(body);
  const running = () =>
    source.sql(`select 1 from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query like '%"long"%'`);
  await until(running, ({ rowCount }) => rowCount === 1);
  call.destroy();
  // left alone it takes thirty seconds
  await until(running, ({ rowCount }) => rowCount === 0, 10_000);
});

it('does not multiply sums over a join of one to many', async () => {
  const joined = await storeSet(app, {
    sourceId,
    origin: {
      kind: 'join',
      model: {
        tables: [
          { alias: 's', schema: 'public', table: 'sale' },
          { alias: 'i', schema: 'public', table: 'item' },
        ],
        joins: [{ left: 's', right: 'i', kind: 'left', on: [{ left: 'id', right: 'sale_id' }], cardinality: 'many' }],
        columns: [
          { id: 'region', alias: 's', column: 'region' },
          { id: 'amount', alias: 's', column: 'amount' },
          { id: 'pieces', alias: 'i', column: 'pieces' },
        ],
      },
    },
    fields: [...FIELDS.filter(({ id }) => id === 'region' || id === 'amount'), field('pieces', 'measure', 'number', { name: '件数' })],
  });
  const plain = await ask(BY_REGION);
  expect((await ask({ dataSetId: joined, ...BY_REGION })).data.rows).toEqual(plain.data.rows);
  expect((await ask({ dataSetId: joined, rows: [{ col: 'region' }], measures: [{ col: 'pieces' }] })).data.rows).toEqual([
    ['华北', 200],
    ['华东', 200],
  ]);
  const both = await ask({ dataSetId: joined, rows: [{ col: 'region' }], measures: [{ col: 'amount' }, { col: 'pieces' }] });
  expect(both).toMatchObject({ status: 400, error: 'input.invalid' });
  expect(both.msg).toContain('重复计算');
});

it('refuses SQL data sets that do more than read, and binds their parameters', async () => {
  const over = (sql: string, params: object[] = []) =>
    storeSet(app, { sourceId, origin: { kind: 'sql', sql }, fields: [field('region', 'dimension', 'string')], params: params as never });
  for (const sql of [
    'delete from sale',
    'select region from sale; drop table sale',
    'select pg_read_file(region) as region from sale',
    'select region from sale where pg_sleep(1) is null for update',
  ]) {
    const answer = await ask({ dataSetId: await over(sql), rows: [{ col: 'region' }] });
    expect(answer, sql).toMatchObject({ status: 422, error: 'gate.refused' });
  }
  const set = await over("select region, ':no' as x from sale where region in (:list) and id::int > :least", [
    { name: 'list', type: 'list', value: ['华东'] },
    { name: 'least', type: 'number', value: 0 },
  ]);
  const rows = async (params: object) => (await ask({ dataSetId: set, rows: [{ col: 'region' }], params })).data?.rows;
  expect(await rows({})).toEqual([['华东']]);
  expect(await rows({ list: ['华东', '华北', "'); drop table sale; --"] })).toEqual([['华北'], ['华东']]);
  expect(await rows({ list: [] })).toEqual([]);
  expect(await ask({ dataSetId: set, rows: [{ col: 'region' }], params: { other: 1 } })).toMatchObject({ status: 400 });
  expect(await ask({ dataSetId: set, rows: [{ col: 'region' }], params: { least: '1 or 1=1' } })).toMatchObject({ status: 400 });
});

it('resolves relative dates by the calendar of the zone: the key changes at midnight there', async () => {
  const query = { ...BY_REGION, filters: [{ col: 'day', op: 'relative', relative: { span: 'last', unit: 'day', n: 7 } }] };
  // 23:59 and 00:01 in Shanghai
  app.clock.now = new Date('2026-03-10T15:59:00Z');
  const first = await ask(query);
  expect(first.data.spans).toEqual([{ col: 'day', from: '2026-03-04', to: '2026-03-10' }]);
  expect((await ask(query)).data.cache).toBe('hit');
  app.clock.now = new Date('2026-03-10T16:01:00Z');
  const second = await ask(query);
  expect(second.data).toMatchObject({ cache: 'miss', spans: [{ from: '2026-03-05', to: '2026-03-11' }] });
  app.clock.now = new Date();
});

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
}

it('ten thousand malformed queries are refused as input, and no statement runs', { timeout: 400_000 }, async () => {
  const roll = dice(7);
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!;
  const BAD_FIELDS = [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'gone',
    'd0',
    'm0',
    '"',
    "region'",
    'region;--',
    'amount) from sale --',
    '区域区域',
    '',
  ];
  const make = (): object => {
    const base: Record<string, unknown> = { dataSetId: sales, rows: [{ col: 'region' }], measures: [{ col: 'amount' }], limit: 10 };
    const breaks: (() => void)[] = [
      () => (base.rows = [{ col: pick(BAD_FIELDS) }]),
      () => (base.measures = [{ col: pick(BAD_FIELDS), aggregateType: 'sum' }]),
      () => (base.measures = [{ col: 'amount', aggregateType: pick(['constructor', 'sum(', 'drop', 'SLEEP']) }]),
      () => (base.filters = [{ col: pick(BAD_FIELDS), op: 'eq', value: 1 }]),
      () => (base.filters = [{ col: 'region', op: pick(['=', 'or', 'like', '__proto__', 'exists']), value: 1 }]),
      () => (base.filters = [{ col: 'amount', op: 'gt', value: pick(['1 or 1=1', {}, [1], 'NaN', '']) }]),
      () => (base.filters = [{ col: 'day', op: 'between', values: pick([['2026'], ['x', 'y'], [null, null], []]) }]),
      () => (base.filters = Array.from({ length: 51 }, () => ({ col: 'region', op: 'eq', value: 'x' }))),
      () => (base.filters = [{ all: [{ any: [{ all: [{ any: [{ all: [{ any: [{ all: [{ col: 'region', op: 'null' }] }] }] }] }] }] }] }]),
      () => (base.filters = [{ col: 'region', op: 'in', values: Array(1001).fill('x') }]),
      () => (base.sort = [{ by: pick(['d9', 'm7', 'region', '1; drop', 'm0 desc']), dir: 'asc' }]),
      () => (base.sort = [{ by: 'm0', dir: pick(['asc; drop table sale', 'up', '']) }]),
      () => (base.limit = pick([0, -1, 100_001, 1.5, '10; drop', null, Number.MAX_SAFE_INTEGER])),
      () => (base.topN = { n: pick([0, 1001, '1']), by: 'm0' }),
      () => (base.topN = { n: 3, by: pick(['m4', 'd0', 'x']) }),
      () => (base.topN = { n: 3, by: 'm0', of: pick(['d3', 'm0']) }),
      () => (base.rows = [{ col: 'region', grain: pick(['month', 'century', "month' from sale"]) }]),
      () => (base.rows = [{ col: 'region', alias: pick(['x'.repeat(65), 5, {}]) }]),
      () => (base.params = { [pick(['__proto__x', 'p', 'constructor'])]: 1 }),
      () => (base.having = [{ col: pick(['m9', 'gone', '1=1']), op: 'gt', value: 0 }]),
      () => (base.fill = pick(['sum', '0', {}])),
      () => (base.rows = Array(13).fill({ col: 'region' })),
      () => (base.measures = Array(25).fill({ col: 'amount' })),
      () => (base.sql = 'select 1'),
    ];
    pick(breaks)();
    return base;
  };
  const before = await ran();
  const odd: unknown[] = [];
  for (let i = 0; i < 25; i++) {
    const bodies = Array.from({ length: 40 }, make);
    const answers = await Promise.all(bodies.map((body) => app.admin('POST', PARSER, body)));
    answers.forEach(({ status, msg }, at) => status !== 400 && odd.push([status, msg, bodies[at]]));
  }
  // the others meet the same two gates without the way there and back
  const { model } = asDataSet((await storedSet(app.node.app.db, sales))!);
  const clock = { now: Date.UTC(2026, 0, 1), fiscalMonth: 1 };
  for (let i = 0; i < 9_000; i++) {
    const body = make();
    try {
      const read = ParserRequest.safeParse(body);
      if (!read.success) continue;
      compileQuery({ set: { model }, query: queryOf(read.data), dialect: 'postgres', clock });
      odd.push(body);
    } catch (error) {
      if (!(error instanceof QueryProblem) && (error as AppError).key !== 'input.invalid') odd.push([String(error), body]);
    }
  }
  expect(odd).toEqual([]);
  expect(await ran()).toBe(before);
});

it('two hundred hostile texts stay values wherever they are given', { timeout: 200_000 }, async () => {
  const set = await storeSet(app, {
    sourceId,
    origin: { kind: 'sql', sql: 'select region, amount, cast(:p as text) as given from sale where cast(:p as text) is not null' },
    fields: [...FIELDS.slice(0, 1), FIELDS[2]!, field('given', 'dimension', 'string')],
    params: [{ name: 'p', type: 'text', value: null }],
  });
  for (const text of HOSTILE) {
    const alias = text.slice(0, 60);
    const none = await ask({
      rows: [{ col: 'region', alias }],
      measures: [{ col: 'amount', alias }],
      filters: [
        {
          any: [
            { col: 'region', op: 'eq', value: text },
            { col: 'region', op: 'in', values: [text, text] },
          ],
        },
      ],
    });
    expect([none.status, none.data?.rows], text).toEqual([200, []]);
    expect(none.data.sql).not.toContain(text.length > 3 ? text : '\0');
    const bound = await ask({
      dataSetId: set,
      rows: [{ col: 'given' }],
      measures: [{ col: 'amount' }],
      params: { p: text },
      filters: [{ col: 'given', op: 'contains', value: text }],
    });
    expect([bound.status, bound.data?.rows?.length, bound.data?.rows?.[0]?.[0]], text).toEqual([200, 1, text]);
  }
  expect((await source.sql('select count(*)::int as n from sale')).rows[0].n).toBe(200);
});
