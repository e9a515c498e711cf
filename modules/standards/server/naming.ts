import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { readConfig } from '#modules/system/server/index.ts';
import { checkName, layerPrefixes, type CheckedName, type NameToCheck } from '../core/naming-check.ts';
import { RootIndex } from '../core/naming.ts';

/** Prefixes of tables by layer, which people may change. */
export const layerConfig = {
  key: 'standard.layerPrefixes',
  name: '各层表名的前缀',
  value: 'ods=ods_;dwd=dwd_;dws=dws_;ads=ads_;dim=dim_',
  type: 'text',
  group: '数据标准',
  remark: '命名检查使用，写作 层=前缀，多个前缀用逗号分开，各层用分号分开；表所在的模式与层同名时不要求前缀',
} as const;

/** The roots in use. */
export async function rootIndex(db: Db): Promise<RootIndex> {
  const roots = await db
    .selectFrom('standardRoot')
    .select(['rootName', 'rootEn', 'abbreviation', 'synonyms'])
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(20_000)
    .execute();
  return new RootIndex(roots);
}

/** English names of the elements in force: a column that is called so keeps to its standard whatever the roots know. */
async function elementNames(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select lower(published ->> 'elementNameEn') as name from standard_element
    where state = 'inForce' and deleted_at is null and published ->> 'elementNameEn' is not null`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

async function rulesOf(db: Db) {
  return {
    index: await rootIndex(db),
    standard: await elementNames(db),
    layers: layerPrefixes((await readConfig(db, layerConfig.key)) ?? layerConfig.value),
  };
}

/** What is wrong with names by the roots and the layers of the house, in the order of the names; for modules that let people name things. */
export async function checkNames(db: Db, names: readonly NameToCheck[]): Promise<CheckedName[]> {
  const rules = await rulesOf(db);
  return names.map((name) => checkName(name, rules));
}

export const NAMING_JOB = 'standards.naming';
export interface NamingPayload {
  readonly sourceIds: readonly string[];
}
const PORTION = 5000;

interface Row extends NameToCheck {
  readonly tableId: string;
  readonly columnId: string | null;
}
const label = (table: string) =>
  sql<string | null>`coalesce(${sql.ref(`${table}.cn_name`)}, ${sql.ref(table === 't' ? 't.table_comment' : 'c.column_comment')})`;

async function tablesOf(db: Db, sourceId: string, after: string): Promise<Row[]> {
  const rows = await db
    .selectFrom('metadataTable as t')
    .select(['t.id as tableId', 't.tableName as name', 't.tier', 't.schemaName', label('t').as('label')])
    .where('t.sourceId', '=', sourceId)
    .where('t.deletedAt', 'is', null)
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(PORTION)
    .execute();
  return rows.map((row) => ({ ...row, kind: 'table' as const, columnId: null }));
}
async function columnsOf(db: Db, sourceId: string, after: string): Promise<Row[]> {
  const rows = await db
    .selectFrom('metadataColumn as c')
    .innerJoin('metadataTable as t', 't.id', 'c.tableId')
    .select(['c.id as columnId', 'c.tableId', 'c.columnName as name', label('c').as('label')])
    .where('c.sourceId', '=', sourceId)
    .where('c.deletedAt', 'is', null)
    .where('t.deletedAt', 'is', null)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(PORTION)
    .execute();
  return rows.map((row) => ({ ...row, kind: 'column' as const }));
}

/** Checks every name of the sources, and keeps what is wrong until the next time. */
export async function checkSources({ app, payload, signal, progress }: JobRun<NamingPayload>): Promise<string> {
  const rules = await rulesOf(app.db);
  const total = { checked: 0, bad: 0 };
  for (const [at, sourceId] of payload.sourceIds.entries()) {
    const issues: object[] = [];
    const done = { checked: 0 };
    for (const read of [tablesOf, columnsOf])
      for (let after = ''; ;) {
        signal.throwIfAborted();
        const rows = await read(app.db, sourceId, after);
        for (const row of rows) {
          const { problems, suggestion } = checkName(row, rules);
          const { tableId, columnId } = row;
          if (problems.length > 0) issues.push({ id: app.ids.next(), tableId, columnId, problems, suggestion });
        }
        done.checked += rows.length;
        if (rows.length < PORTION) break;
        after = (rows.at(-1)!.columnId ?? rows.at(-1)!.tableId)!;
      }
    await keep(app.db, { sourceId, issues, checked: done.checked, now: app.now() });
    total.checked += done.checked;
    total.bad += issues.length;
    await progress(Math.round(((at + 1) / payload.sourceIds.length) * 100), `已检查 ${total.checked} 个名称`);
  }
  return `检查了 ${total.checked} 个名称，${total.bad} 个不符合`;
}

interface NamingResult {
  readonly sourceId: string;
  readonly issues: readonly object[];
  readonly checked: number;
  readonly now: Date;
}
async function keep(db: Db, { sourceId, issues, checked, now }: NamingResult): Promise<void> {
  await (db as JobRun<unknown>['app']['db']).transaction().execute(async (tx) => {
    await tx.deleteFrom('standardNamingIssue').where('sourceId', '=', sourceId).execute();
    for (let from = 0; from < issues.length; from += PORTION)
      await sql`insert into standard_naming_issue (id, source_id, table_id, column_id, problems, suggestion, check_time)
        select r.id, ${sourceId}, r."tableId", r."columnId", r.problems, r.suggestion, ${now}
        from json_to_recordset(${JSON.stringify(issues.slice(from, from + PORTION))}::json)
          as r(id text, "tableId" text, "columnId" text, problems jsonb, suggestion text)`.execute(tx);
    const counts = { checked, namedBadly: issues.length, checkTime: now };
    await tx
      .insertInto('standardNamingRun')
      .values({ sourceId, ...counts })
      .onConflict((conflict) => conflict.column('sourceId').doUpdateSet(counts))
      .execute();
  });
}
