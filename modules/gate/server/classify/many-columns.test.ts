import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { proposeByLineage } from './inherit.ts';

const TABLES = 5_200;
const app = startApp();
const source = testSource(
  app,
  `create table origin (id int primary key, idcard text); create table copy (id int primary key, taken text);`,
);

test('the class of a sensitive column is proposed for every column that it flows into, however many there are', async () => {
  const sourceId = await source.register();
  const { db } = app.database;
  const column = (name: string) =>
    db.selectFrom('metadataColumn').select(['id', 'tableId']).where('columnName', '=', name).executeTakeFirstOrThrow();
  const [from, to] = [await column('idcard'), await column('taken')];
  const { id: classId } = await db.selectFrom('metadataClass').select('id').where('level', '=', 'L3').executeTakeFirstOrThrow();
  await db.updateTable('metadataColumn').set({ classId, level: 'L3' }).where('id', '=', from.id).execute();
  await sql`insert into metadata_table select (jsonb_populate_record(t, jsonb_build_object('id', 'm' || n, 'table_name', 'm' || n))).*
    from metadata_table t, generate_series(1, ${TABLES}) n where t.id = ${to.tableId}`.execute(db);
  await sql`insert into metadata_column select (jsonb_populate_record(c, jsonb_build_object('id', 'm' || n, 'table_id', 'm' || n))).*
    from metadata_column c, generate_series(1, ${TABLES}) n where c.id = ${to.id}`.execute(db);
  await sql`insert into metadata_lineage_unit (id, origin, origin_key, unit_name, source_id, sql_hash, state, parse_time)
    values ('many', 'manual', 'many', 'many', ${sourceId}, 'x', 'parsed', now())`.execute(db);
  await sql`insert into metadata_lineage_edge (id, unit_id, from_type, from_id, from_column, to_type, to_id, to_column, kind, confidence)
    select 'm' || n, 'many', 'table', ${from.tableId}, 'idcard', 'table', 'm' || n, 'taken', 'value', 'inferred'
    from generate_series(1, ${TABLES}) n`.execute(db);
  for (const table of ['table', 'column', 'lineage_edge']) await sql`analyze ${sql.table(`metadata_${table}`)}`.execute(db);
  expect(await proposeByLineage(app.node.app, db, sourceId)).toBe(TABLES);
  expect(await proposeByLineage(app.node.app, db, sourceId)).toBe(0);
});
