import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { limiter } from '#modules/datasets/server/index.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (region text, amount numeric); insert into sale values ('华东', 3), ('华北', 4);
   create view slow as select region, amount, pg_sleep(0.05)::text as x from sale`,
);
const CHARTS = 12;
const VIEWERS = 50;
const MAX = 4;
let sourceId = '';
let slow = '';
let quick = '';
let viewers: Send[] = [];

/** A board of a dozen charts, each with a statement of its own. */
const boardOf = (set: string, mark: number) =>
  storeBoard(app, {
    tiles: Array.from({ length: CHARTS }, (_, n) =>
      tileOf(`t${n}`, chartOf(set, ['region'], ['amount'], { filters: [{ col: 'amount', op: 'gt', value: -mark * 100 - n }] })),
    ),
  });
const keys = Array.from({ length: CHARTS }, (_, n) => ({ key: `t${n}` }));
const look = async (send: Send, id: string, tiles = keys) => {
  const answer = await send('POST', '/data/visual/view/data', { entity: 'board', id, tiles });
  return linesOf(answer.raw) as { data?: { rows: unknown[][] }; error?: { msg: string } }[];
};
const statements = async () =>
  Number((await app.database.pool.query(`select count(*) as n from metadata_sql_history where purpose = 'chart'`)).rows[0].n);
/** Statements that the database of the source runs now; asked on another connection than the one that holds the table. */
const running = async () => {
  const { rows } = await app.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query like '%slow%'`,
  );
  return rows[0]!.n;
};
/** No statement of the source comes to its end until the table is let go of. */
const holdTable = () => source.sql('begin; lock table sale in access exclusive mode');
const letGo = () => source.sql('commit');

/** The most statements that the database of the source runs at once while `work` lasts; the first ones are held until all that may are there. */
async function mostRunning<T>(work: () => Promise<T>): Promise<{ most: number; result: T }> {
  let most = 0;
  let isOver = false;
  await holdTable();
  const working = work().finally(() => (isOver = true));
  await until(running, (n) => n >= MAX, 60_000).finally(letGo);
  const watch = (async () => {
    while (!isOver) {
      most = Math.max(most, await running());
      expect(limiter.running(sourceId)).toBeLessThanOrEqual(MAX);
    }
  })();
  const result = await working;
  await watch;
  return { most, result };
}

beforeAll(async () => {
  sourceId = await source.register({ isShared: '1' });
  const fields = [field('region', 'dimension', 'string'), field('amount', 'measure', 'number', { agg: 'sum' })];
  slow = await storeSet(app, { sourceId, origin: { kind: 'sql', sql: 'select region, amount from slow where x is not null' }, fields });
  quick = await storeSet(app, { sourceId, origin: { kind: 'table', table: { schema: 'public', table: 'sale' } }, fields });
  const people = await Promise.all(
    Array.from({ length: VIEWERS }, () => app.make.user({ perms: ['visual:board:preview', 'metadata:source:list'], dataScope: '1' })),
  );
  const tables = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).execute();
  for (const { id } of tables)
    for (const person of people)
      await app.database.db
        .insertInto('metadataAuthorize')
        .values({
          id: app.node.app.ids.next(),
          sourceId,
          objectType: 'table',
          objectId: id,
          subjectType: 'user',
          subjectId: person.id,
          actions: ['query'],
        })
        .execute();
  viewers = people.map(({ token }) => app.as(token));
  // the parser takes its time to start
  await until(
    () => look(app.admin, warm),
    (lines) => lines.every(({ data }) => data !== undefined),
    60_000,
  );
}, 120_000);
let warm = '';
beforeAll(async () => {
  warm = await boardOf(quick, 9);
});

it('fifty who open a board of a dozen charts at once cost a dozen statements, never more than four at a time', async () => {
  const id = await boardOf(slow, 1);
  const before = await statements();
  const { most, result } = await mostRunning(() => Promise.all(viewers.map((viewer) => look(viewer, id))));
  expect(result.flat().filter(({ error }) => error)).toEqual([]);
  expect(result.flat()).toHaveLength(VIEWERS * CHARTS);
  for (const { data } of result.flat())
    expect(data?.rows).toEqual([
      ['华北', 4],
      ['华东', 3],
    ]);
  expect((await statements()) - before).toBe(CHARTS);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(MAX);
}, 120_000);

it('ten boards of their own never run more than four statements of a source at once, and each is answered', async () => {
  const boards = await Promise.all(viewers.slice(0, 10).map((_, n) => boardOf(slow, 100 + n)));
  const { most, result } = await mostRunning(() => Promise.all(boards.map((id, n) => look(viewers[n]!, id))));
  expect(result.flat().filter(({ error }) => error)).toEqual([]);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(MAX);
}, 120_000);

it('a slow board holds up neither one whose answers are kept nor the one statement of somebody else', async () => {
  const [many, other] = [viewers[0]!, viewers[1]!];
  const [crowded, kept] = await Promise.all([boardOf(slow, 2), boardOf(quick, 3)]);
  const single = await boardOf(slow, 4);
  await look(other, kept);
  const order: string[] = [];
  const looked = async (name: string, ...options: Parameters<typeof look>) => {
    const lines = await look(...options);
    order.push(name);
    expect(lines.filter(({ error }) => error)).toEqual([]);
  };
  const waiting = (count: number) =>
    until(
      () => Promise.resolve(limiter.waiting(sourceId)),
      (n) => n === count,
      60_000,
    );
  await holdTable();
  const first = looked('crowded', many, crowded);
  await waiting(CHARTS - MAX);
  // not one statement of the source goes on meanwhile
  await looked('kept', other, kept);
  const last = looked('single', other, single, [{ key: 't0' }]);
  await waiting(CHARTS - MAX + 1);
  await letGo();
  await Promise.all([first, last]);
  expect(order).toEqual(['kept', 'single', 'crowded']);
}, 60_000);
