import { sql } from 'kysely';
import { maskFailures } from '#kit/server/masks/failures.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { maskCoverage, type GapReason } from '../../contract/mask-rule.ts';
import { SENSITIVE_LEVELS } from '../authorize/seen.ts';
import { masksByClass } from './masks.ts';
import { visibleColumns } from './visible-columns.ts';

const level = sql<string>`coalesce(metadata_column.level, metadata_class.level)`;

/** Sensitive columns that the caller may see in the catalogue. */
const sensitive = (ctx: Ctx) => visibleColumns(ctx).where(level, 'in', SENSITIVE_LEVELS);

/** Ids of the classes whose columns have a rule, and of those that have only rules that are switched off. */
async function classesWithRule(ctx: Ctx): Promise<{ ruled: string[]; disabled: ReadonlySet<string> }> {
  const classes = await ctx.db
    .selectFrom('metadataClass')
    .select(['id', 'parentId', 'maskRuleId'])
    .where('deletedAt', 'is', null)
    .limit(5000)
    .execute();
  const masks = await masksByClass(
    ctx.db,
    classes.map(({ id }) => id),
  );
  const byId = new Map(classes.map((row) => [row.id, row]));
  const namesRule = (id: string): boolean => {
    const passed = new Set<string>();
    for (let at = byId.get(id); at && !passed.has(at.id); at = byId.get(at.parentId ?? '')) {
      if (at.maskRuleId !== null) return true;
      passed.add(at.id);
    }
    return false;
  };
  return { ruled: [...masks.keys()], disabled: new Set(classes.filter(({ id }) => !masks.has(id) && namesRule(id)).map(({ id }) => id)) };
}

const isWhole = sql<boolean>`metadata_column.is_masked_whole = '1'`;
const hasRule = (ruled: readonly string[]) =>
  ruled.length === 0 ? sql<boolean>`false` : sql<boolean>`coalesce(metadata_class.id in (${sql.join(ruled)}), false)`;
const isGap = (ruled: readonly string[]) => sql<boolean>`(not ${isWhole} and not ${hasRule(ruled)})`;

async function summary(ctx: Ctx) {
  const { ruled } = await classesWithRule(ctx);
  const rows = await sensitive(ctx)
    .select([
      level.as('level'),
      sql<number>`count(*)::int`.as('sensitive'),
      sql<number>`(count(*) filter (where ${isWhole}))::int`.as('whole'),
      sql<number>`(count(*) filter (where ${isGap(ruled)}))::int`.as('gaps'),
    ])
    .groupBy(level)
    .orderBy(level, 'desc')
    .execute();
  const sum = (field: 'sensitive' | 'whole' | 'gaps') => rows.reduce((total, row) => total + row[field], 0);
  return {
    sensitive: sum('sensitive'),
    whole: sum('whole'),
    gaps: sum('gaps'),
    ruled: sum('sensitive') - sum('whole') - sum('gaps'),
    byLevel: rows.map((row) => ({ level: row.level, sensitive: row.sensitive, gaps: row.gaps })),
    failures: maskFailures(ctx.app).map((one) => ({ ...one })),
  };
}

export const maskCoverages = implement(maskCoverage, {
  summary,
  async page(ctx, { query }) {
    const { ruled, disabled } = await classesWithRule(ctx);
    let all = sensitive(ctx).where(isGap(ruled));
    if (query.level) all = all.where(level, '=', query.level);
    if (query.sourceId) all = all.where('metadataColumn.sourceId', '=', query.sourceId);
    const word = query.columnName;
    if (word)
      all = all.where((e) => e.or([containsText('metadataColumn.columnName', word), containsText('metadataTable.tableName', word)]));
    let list = all.select([
      'metadataColumn.id',
      'metadataColumn.sourceId',
      'metadataSource.sourceName',
      'metadataColumn.tableId',
      sql<string>`metadata_table.schema_name || '.' || metadata_table.table_name`.as('tableName'),
      'metadataColumn.columnName',
      sql<string | null>`coalesce(metadata_column.cn_name, metadata_column.column_comment)`.as('columnComment'),
      level.as('level'),
      'metadataClass.id as classId',
      'metadataClass.className',
      'metadataColumn.updateTime',
    ]);
    for (const [field, direction] of sortOrders(query.sort, ['level', 'tableName', 'columnName'], '-level'))
      list = list.orderBy(
        field === 'level' ? level : sql.ref(field === 'tableName' ? 'metadataTable.tableName' : 'metadataColumn.columnName'),
        direction,
      );
    const page = await pageRows<Awaited<ReturnType<(typeof list)['execute']>>[number]>(query, list, all);
    const reasonOf = (classId: string | null): GapReason => {
      if (classId === null) return 'noClass';
      return disabled.has(classId) ? 'disabled' : 'noRule';
    };
    return { ...page, data: page.data.map(({ classId, ...row }) => ({ ...row, reason: reasonOf(classId) })) };
  },
});
