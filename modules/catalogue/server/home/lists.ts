import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { SHORT_LIST, TREND_DAYS, type Coverage } from '../../contract/home.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { dayOf, type DayFigures } from './day.ts';

const DAY_MS = 86_400_000;
const seen = (ctx: Ctx): RawBuilder<boolean> => ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' });

export async function coverageOf(ctx: Ctx): Promise<Coverage> {
  const tables = await ctx.db
    .selectFrom('metadataTable')
    .select((e) => [
      e.fn.countAll<string>().as('tables'),
      e.fn.count<string>('ownerId').as('owned'),
      e.fn.count<string>('domainId').as('inDomain'),
      sql<string>`count(*) filter (where coalesce(cn_name, description, table_comment) is not null)`.as('described'),
      sql<string>`coalesce(sum(heat), 0)`.as('reads'),
      e.fn.countAll<string>().filterWhere('heat', '=', 0).as('unread'),
    ])
    .where('deletedAt', 'is', null)
    .where(seen(ctx))
    .executeTakeFirstOrThrow();
  const columns = await ctx.db
    .selectFrom('metadataColumn')
    .select((e) => [
      e.fn.countAll<string>().as('columns'),
      e.fn.count<string>('level').as('classified'),
      sql<string>`count(*) filter (where coalesce(cn_name, description, column_comment) is not null)`.as('described'),
    ])
    .where('deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }))
    .executeTakeFirstOrThrow();
  return {
    tables: Number(tables.tables),
    described: Number(tables.described),
    owned: Number(tables.owned),
    inDomain: Number(tables.inDomain),
    columns: Number(columns.columns),
    describedColumns: Number(columns.described),
    classifiedColumns: Number(columns.classified),
    reads: Number(tables.reads),
    unread: Number(tables.unread),
  };
}

/** The catalogue day by day, of the sources that the caller sees. */
export async function trendOf(ctx: Ctx) {
  const mine = new Set((await visibleSources(ctx).select('metadataSource.id').execute()).map((row) => row.id));
  const since = dayOf(new Date(ctx.now.getTime() - (TREND_DAYS - 1) * DAY_MS));
  const days = await ctx.db.selectFrom('metadataFigureDay').select(['day', 'figures']).where('day', '>=', since).orderBy('day').execute();
  return days.map(({ day, figures }) => {
    const sum = { tables: 0, columns: 0, described: 0, owned: 0 };
    for (const [source, one] of Object.entries(figures as Record<string, DayFigures>))
      if (mine.has(source)) for (const key of Object.keys(sum) as (keyof DayFigures)[]) sum[key] += one[key];
    return { day, ...sum };
  });
}

const visibleChanges = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataChangeRecord')
    .where('metadataChangeRecord.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataChangeRecord.tableId', source: 'metadataChangeRecord.sourceId' }));

/** Changes of every day of the trend, also of days without any. */
export async function changesByDay(ctx: Ctx) {
  const first = new Date(ctx.now.getTime() - (TREND_DAYS - 1) * DAY_MS);
  const rows = await visibleChanges(ctx)
    .select([
      sql<string>`to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('day'),
      sql<string>`count(*) filter (where change_kind = 'added')`.as('added'),
      sql<string>`count(*) filter (where change_kind in ('changed', 'renamed'))`.as('changed'),
      sql<string>`count(*) filter (where change_kind = 'removed')`.as('removed'),
    ])
    .where('createTime', '>=', new Date(`${dayOf(first)}T00:00:00+08:00`))
    .groupBy(sql`1`)
    .execute();
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: TREND_DAYS }, (_, i) => {
    const day = dayOf(new Date(first.getTime() + i * DAY_MS));
    const row = byDay.get(day);
    return { day, added: Number(row?.added ?? 0), changed: Number(row?.changed ?? 0), removed: Number(row?.removed ?? 0) };
  });
}

export async function latestChanges(ctx: Ctx) {
  const rows = await visibleChanges(ctx)
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataChangeRecord.sourceId')
    .select([
      'metadataChangeRecord.id',
      'objectName',
      'objectType',
      'changeKind',
      'fieldName',
      'fieldOldValue as oldValue',
      'fieldNewValue as newValue',
      'metadataSource.sourceName',
      'tableId',
      'metadataChangeRecord.status',
      'metadataChangeRecord.createTime',
    ])
    .orderBy('metadataChangeRecord.createTime', 'desc')
    .orderBy('metadataChangeRecord.id', 'desc')
    .limit(SHORT_LIST)
    .execute();
  const short = (text: string | null) => (text !== null && text.length > 200 ? `${text.slice(0, 200)}…` : text);
  return rows.map((row) => ({ ...row, oldValue: short(row.oldValue), newValue: short(row.newValue) }));
}

/** Most read tables, of all or of those without an owner. */
export function hotTables(ctx: Ctx, onlyUnowned: boolean) {
  let rows = ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .leftJoin('sysUser', 'sysUser.id', 'metadataTable.ownerId')
    .select([
      'metadataTable.id',
      'tableName',
      (e) => e.fn.coalesce('metadataTable.cnName', 'metadataTable.tableComment').as('cnName'),
      'schemaName',
      'sourceName',
      'sysUser.nickname as ownerName',
      'heat',
    ])
    .where('metadataTable.deletedAt', 'is', null)
    .where(seen(ctx));
  rows = onlyUnowned ? rows.where('metadataTable.ownerId', 'is', null) : rows.where('heat', '>', 0);
  return rows
    .orderBy('heat', 'desc')
    .orderBy('rowEstimate', (by) => by.desc().nullsLast())
    .orderBy('metadataTable.id')
    .limit(SHORT_LIST)
    .execute();
}
