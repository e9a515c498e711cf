import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '#kit/server/ctx.ts';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

/* A source with more bound columns and contrasts than one portion of them. */

const COLUMNS = 5_100;
const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, mobile text, sex text); insert into staff values (1, '13800138000', '1');`,
);
let db: Db;
let sourceId = '';
let column = { id: '', tableId: '' };

beforeAll(async () => {
  db = app.database.db;
  sourceId = await source.register();
  column = await db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId'])
    .where('sourceId', '=', sourceId)
    .where('columnName', '=', 'mobile')
    .executeTakeFirstOrThrow();
  // tables before the one of the source, whose columns have been measured a minute ago
  await sql`insert into metadata_table select (jsonb_populate_record(t, jsonb_build_object('id', '0' || n, 'table_name', 't' || n))).*
    from metadata_table t, generate_series(1, ${COLUMNS}) n where t.id = ${column.tableId}`.execute(db);
  await sql`insert into metadata_column select (jsonb_populate_record(c, jsonb_build_object('id', '0' || n, 'table_id', '0' || n))).*
    from metadata_column c, generate_series(1, ${COLUMNS}) n where c.id = ${column.id}`.execute(db);
}, 60_000);

it('values are measured of every bound column, however many are known already', async () => {
  const element = { elementCode: 'PER_MOBILE', elementName: '手机号码', dataType: 'varchar', classId: 'mobile' };
  const { id } = (await app.admin('POST', '/data/standard/elements', element)).data;
  await app.admin('POST', `/data/standard/elements/${id}/submit`);
  const bound = await app.admin('POST', '/data/standard/bindings', { elementId: id, columnId: column.id });
  expect([bound.status, bound.msg]).toEqual([200, bound.msg]);
  await sql`insert into standard_binding select (jsonb_populate_record(b, jsonb_build_object('id', '0' || n, 'table_id', '0' || n, 'column_id', '0' || n))).*
    from standard_binding b, generate_series(1, ${COLUMNS}) n where b.column_id = ${column.id}`.execute(db);
  await sql`insert into standard_measure (column_id, source_id, table_id, form, row_count, null_count, form_count, measure_time)
    select '0' || n, ${sourceId}, '0' || n, 'mobile', 1, 0, 1, now() - interval '1 minute' from generate_series(1, ${COLUMNS}) n`.execute(
    db,
  );
  expect((await app.admin('POST', '/data/standard/contrasts/run', { sourceId })).data).toMatchObject({ measured: 1, left: 0 });
  const kept = await db.selectFrom('standardMeasure').select(['rowCount', 'form']).where('columnId', '=', column.id).execute();
  expect(kept).toMatchObject([{ form: 'mobile' }]);
});

it('the tree shows every contrast', async () => {
  const body = { sourceId, tableId: column.tableId, columnId: column.id, gbTypeId: 'gb_2261_1', bindGbColumn: 'gb_code' };
  expect((await app.admin('POST', '/data/standard/contrasts', body)).status).toBe(200);
  await sql`insert into standard_contrast select (jsonb_populate_record(s, jsonb_build_object('id', '0' || n, 'table_id', '0' || n, 'column_id', '0' || n))).*
    from standard_contrast s, generate_series(1, ${COLUMNS}) n where s.column_id = ${column.id}`.execute(db);
  const [top] = (await app.admin('GET', '/data/standard/contrasts/tree')).data;
  expect(top.children).toHaveLength(COLUMNS + 1);
});
