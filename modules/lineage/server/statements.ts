import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { LineageSource } from './load-names.ts';
import type { UnitInput } from './units.ts';
import { viewStatement } from '#modules/gate/core/index.ts';

/** A console statement without its values: runs with other values are the same unit. */
export const normalised = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "'?'")
    .replace(/\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/\s*;\s*$/, '')
    .trim()
    .toLowerCase();

/** Name of a console statement by verb and table, since its text is not visible to all. */
const titleOf = (text: string): string =>
  /\b(insert\s+(?:overwrite\s+)?(?:into\s+)?|replace\s+into\s+|merge\s+into\s+|update\s+|delete\s+from\s+)([^\s(;]+)/i
    .exec(text.replace(/\/\*[\s\S]*?\*\/|--[^\n]*/g, ' '))
    ?.slice(1)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .join(' ')
    .slice(0, 200) ?? 'SQL工作台语句';

/** Data can only flow from one table to another where a statement also reads. */
const mayMoveData = (text: string): boolean =>
  /\b(select|from|merge|join|table)\b/i.test(text) && /\b(insert|update|merge|replace|create)\b/i.test(text);

async function views(db: Db, source: LineageSource): Promise<UnitInput[]> {
  const rows = await db
    .selectFrom('metadataTable as t')
    .select(['t.id', 't.schemaName', 't.tableName', 't.viewSql'])
    .select((e) =>
      e
        .selectFrom('metadataColumn as c')
        .select(sql<string[]>`coalesce(json_agg(c.column_name order by c.column_position), '[]')`.as('names'))
        .whereRef('c.tableId', '=', 't.id')
        .where('c.deletedAt', 'is', null)
        .as('columns'),
    )
    .where('t.sourceId', '=', source.id)
    .where('t.deletedAt', 'is', null)
    .where('t.viewSql', 'is not', null)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    origin: 'view',
    originKey: row.id,
    name: `${row.schemaName}.${row.tableName}`,
    sourceId: source.id,
    schemaName: row.schemaName,
    dialect: source.dialect,
    sql: viewStatement(source.dialect, { schema: row.schemaName, name: row.tableName, columns: row.columns ?? [], sql: row.viewSql ?? '' }),
    createBy: null,
  }));
}

async function routines(db: Db, source: LineageSource): Promise<UnitInput[]> {
  const rows = await db
    .selectFrom('metadataRoutine')
    .select(['id', 'schemaName', 'routineName', 'signature', 'body'])
    .where('sourceId', '=', source.id)
    .where('deletedAt', 'is', null)
    .where('body', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    origin: 'routine',
    originKey: row.id,
    name: `${row.schemaName}.${row.routineName}${row.signature ? `(${row.signature})` : ''}`,
    sourceId: source.id,
    schemaName: row.schemaName,
    dialect: source.dialect,
    sql: row.body ?? '',
    createBy: null,
  }));
}

async function consoleWrites(db: Db, source: LineageSource): Promise<UnitInput[]> {
  const rows = await db
    .selectFrom('metadataSqlHistory')
    .select(['sqlText'])
    .select((e) => [e.fn.countAll<string>().as('runs'), e.fn.max('createTime').as('last')])
    .where('sourceId', '=', source.id)
    .where('kind', '=', 'write')
    .where('outcome', '=', 'success')
    .groupBy('sqlText')
    .execute();
  const units = new Map<string, { sql: string; count: number; last: Date }>();
  for (const row of rows) {
    if (!mayMoveData(row.sqlText)) continue;
    const key = createHash('sha256')
      .update(`${source.id} ${normalised(row.sqlText)}`)
      .digest('hex')
      .slice(0, 32);
    const old = units.get(key);
    const last = row.last ?? new Date(0);
    // the same text is kept for all runs, or the unit would be parsed anew with every value
    const text = old && old.sql < row.sqlText ? old.sql : row.sqlText;
    units.set(key, { sql: text, count: (old?.count ?? 0) + Number(row.runs), last: old && old.last > last ? old.last : last });
  }
  return [...units].map(([originKey, unit]) => ({
    origin: 'console',
    originKey,
    name: titleOf(unit.sql),
    sourceId: source.id,
    schemaName: null,
    dialect: source.dialect,
    sql: unit.sql,
    run: { count: unit.count, last: unit.last },
    createBy: null,
  }));
}

/** Everything of a source that tells where data comes from: views, routines, and what people wrote in the console. */
export async function statementsOf(db: Db, source: LineageSource): Promise<UnitInput[]> {
  return [...(await views(db, source)), ...(await routines(db, source)), ...(await consoleWrites(db, source))];
}
