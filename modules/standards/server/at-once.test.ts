import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#kit/server/ctx.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

/* Changes of one record that come at the same moment: none is lost, and none goes past an approval. */

const app = startApp();
const source = testSource(app, `create table staff (id int primary key, sex text); insert into staff values (1, 'M');`);
let contrast = '';
let value = '';

beforeAll(async () => {
  const sourceId = await source.register();
  const { id: columnId, tableId } = await app.database.db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId'])
    .where('sourceId', '=', sourceId)
    .where('columnName', '=', 'sex')
    .executeTakeFirstOrThrow();
  const body = { sourceId, tableId, columnId, gbTypeId: 'gb_2261_1', bindGbColumn: 'gb_code' };
  contrast = (await app.admin('POST', '/data/standard/contrasts', body)).data.id;
  value = (await app.admin('POST', '/data/standard/contrastDicts', { contrastId: contrast, colCode: 'M' })).data.id;
});

/** Sends calls that all reach the record before any of them may write it; `meanwhile` is what the one before them does. */
async function together<T>(
  table: 'standardContrast' | 'standardContrastDict' | 'standardElement',
  id: string,
  send: () => Promise<T>[],
  meanwhile?: (db: Db) => Promise<unknown>,
): Promise<T[]> {
  const sent = await app.database.db.transaction().execute(async (db) => {
    await db.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
    const calls = send();
    await until(
      async () =>
        (await sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows
          .length,
      (waiting) => waiting === calls.length,
    );
    await meanwhile?.(db);
    return { calls };
  });
  return Promise.all(sent.calls);
}

test.each([
  ['standardContrast', () => `/data/standard/contrasts/${contrast}`, () => contrast],
  ['standardContrastDict', () => `/data/standard/contrastDicts/${value}`, () => value],
] as const)('of two changes of the same version of %s one is told of the other', async (table, path, id) => {
  const { data } = await app.admin('GET', path());
  const answers = await together(table, id(), () => ['甲', '乙'].map((remark) => app.admin('PUT', path(), { ...data, remark })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await app.admin('GET', path())).data.version).toBe(data.version + 1);
});

const element = async (elementCode: string): Promise<string> =>
  (await app.admin('POST', '/data/standard/elements', { elementCode, elementName: elementCode, dataType: 'varchar', dataLength: '11' }))
    .data.id;

test('an element that is submitted while a change of it is under way stays as it was submitted', async () => {
  const id = await element('AT_ONCE');
  const path = `/data/standard/elements/${id}`;
  const { data } = await app.admin('GET', path);
  const submitted = (db: Db) => db.updateTable('standardElement').set({ flowStatus: '3' }).where('id', '=', id).execute();
  const [answer] = await together('standardElement', id, () => [app.admin('PUT', path, { ...data, dataLength: '20' })], submitted);
  expect(answer).toMatchObject({ error: 'flow.closed' });
  expect((await app.admin('GET', path)).data).toMatchObject({ dataLength: '11', flowStatus: '3' });
});

test('an element that is published while it is deleted stays', async () => {
  const id = await element('AT_ONCE_2');
  const path = `/data/standard/elements/${id}`;
  const published = (db: Db) => db.updateTable('standardElement').set({ versionNo: 1, state: 'inForce' }).where('id', '=', id).execute();
  const [answer] = await together('standardElement', id, () => [app.admin('DELETE', path)], published);
  expect(answer).toMatchObject({ error: 'entity.inUse' });
  expect((await app.admin('GET', path)).status).toBe(200);
});
