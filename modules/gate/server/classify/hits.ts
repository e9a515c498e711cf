import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { SOURCE_COLUMNS } from '#modules/sources/server/index.ts';
import { holdLevels, recordLevels, settleBelow } from './inherit.ts';
import { raiseTables } from './raise-tables.ts';

/** Sources whose columns the caller may classify or see the hits of: those in the data scope of the permission of the call, or of those named. */
export const ownSources = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataSource')
    .where('metadataSource.deletedAt', 'is', null)
    .where(scope(ctx, SOURCE_COLUMNS, permissions));

/** Hits about columns that are there, in reach of the permission of the call or of those named. */
export const alive = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataClassHit')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'metadataClassHit.columnId')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .innerJoin('metadataClass', 'metadataClass.id', 'metadataClassHit.classId')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataClassHit.sourceId')
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataClass.deletedAt', 'is', null)
    .where('metadataClassHit.sourceId', 'in', ownSources(ctx, permissions).select('metadataSource.id'));

interface Query {
  sourceId?: string;
  tableId?: string;
  classId?: string;
  state?: 'proposed' | 'accepted' | 'rejected';
  columnName?: string;
  sort?: string;
}

/** One page of what recognitions found. */
export async function hitsPage(ctx: Ctx, query: Query & Parameters<typeof pageRows>[0]) {
  let rows = alive(ctx);
  if (query.sourceId) rows = rows.where('metadataClassHit.sourceId', '=', query.sourceId);
  if (query.tableId) rows = rows.where('metadataColumn.tableId', '=', query.tableId);
  if (query.classId) rows = rows.where('metadataClassHit.classId', '=', query.classId);
  if (query.state) rows = rows.where('metadataClassHit.state', '=', query.state);
  if (query.columnName) {
    const { columnName } = query;
    rows = rows.where((e) =>
      e.or([containsText('metadataColumn.columnName', columnName), containsText('metadataTable.tableName', columnName)]),
    );
  }
  let list = rows.select([
    'metadataClassHit.id',
    'metadataClassHit.sourceId',
    'metadataSource.sourceName',
    'metadataColumn.tableId',
    sql<string>`metadata_table.schema_name || '.' || metadata_table.table_name`.as('tableName'),
    'metadataClassHit.columnId',
    'metadataColumn.columnName',
    sql<string | null>`coalesce(metadata_column.cn_name, metadata_column.column_comment)`.as('columnComment'),
    'metadataClassHit.classId',
    'metadataClass.className',
    'metadataClass.level as classLevel',
    'metadataColumn.level',
    'metadataColumn.levelBy',
    'metadataClassHit.byName',
    'metadataClassHit.matchRate',
    'metadataClassHit.sampleSize',
    'metadataClassHit.reason',
    'metadataClassHit.samples',
    'metadataClassHit.state',
    'metadataClassHit.decidedBy',
    'metadataClassHit.decidedTime',
    'metadataClassHit.createTime',
  ]);
  for (const [field, direction] of sortOrders(query.sort, ['createTime', 'matchRate', 'sampleSize'], '-createTime'))
    list = list.orderBy(`metadataClassHit.${field}` as 'metadataClassHit.id', direction);
  const page = await pageRows<Awaited<ReturnType<(typeof list)['execute']>>[number]>(query, list, rows);
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, classLevel: row.classLevel as 'L1', samples: row.samples as string[] })),
  };
}

/** Fields that an accepted class resets: no level kept aside (`own…`), no full mask. What the column inherits is applied again afterwards. */
const NOTHING_BENEATH = { isMaskedWhole: '0', ownLevel: null, ownClassId: null, ownLevelBy: null, levelReason: null } as const;

/**
 * Accepts or rejects hits. An accepted one gives its column class and level, unless a person has set the level; the other open hits of
 * the column are rejected with it.
 */
export async function decide(ctx: Ctx, { ids, decision }: { ids: readonly string[]; decision: 'accept' | 'reject' }) {
  const wanted = [...new Set(ids)];
  const hits = await alive(ctx)
    .select([
      'metadataClassHit.id',
      'metadataClassHit.columnId',
      'metadataClassHit.classId',
      'metadataClassHit.origin',
      'metadataClassHit.sourceId',
      'metadataClass.className',
      'metadataClass.level as classLevel',
      'metadataColumn.tableId',
      'metadataColumn.columnName',
      'metadataColumn.level',
      'metadataColumn.classId as columnClassId',
      'metadataColumn.levelBy',
      'metadataTable.tableName',
    ])
    .where('metadataClassHit.id', 'in', wanted)
    .orderBy('metadataClassHit.id')
    .execute();
  if (hits.length !== wanted.length) throw new AppError('entity.notFound', '部分识别结果不存在或不在可处理的范围内，请刷新后重试');
  const columns = new Set(hits.map((hit) => hit.columnId));
  if (decision === 'accept' && columns.size !== hits.length)
    throw new AppError('rule.broken', '同一字段只能采纳一个分类，请只选择其中一条');
  const stamp = { decidedBy: ctx.user.id, decidedTime: ctx.now };
  await ctx.db
    .updateTable('metadataClassHit')
    .set({ state: decision === 'accept' ? 'accepted' : 'rejected', ...stamp })
    .where('id', 'in', wanted)
    .execute();
  if (decision === 'reject') {
    ctx.audit.note(`忽略${hits.length}条识别结果`);
    return { decided: hits.length, set: 0, kept: 0 };
  }
  await ctx.db
    .updateTable('metadataClassHit')
    .set({ state: 'rejected', ...stamp })
    .where('columnId', 'in', [...columns])
    .where('id', 'not in', wanted)
    .where('state', '=', 'proposed')
    .execute();
  const free = hits.filter((hit) => hit.levelBy !== 'manual');
  await holdLevels(
    ctx.db,
    free.map((hit) => hit.sourceId),
  );
  for (const hit of free) {
    const after = {
      classId: hit.classId,
      level: hit.classLevel,
      levelBy: hit.origin === 'lineage' ? ('lineage' as const) : ('auto' as const),
    };
    await ctx.db
      .updateTable('metadataColumn')
      .set((e) => ({ ...after, ...NOTHING_BENEATH, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
      .where('id', '=', hit.columnId)
      .execute();
    ctx.audit.change({
      entity: '字段分类分级',
      id: hit.columnId,
      name: `${hit.tableName}.${hit.columnName}`,
      before: { classId: hit.columnClassId, level: hit.level, levelBy: hit.levelBy },
      after,
    });
  }
  await recordLevels(
    ctx.app,
    ctx.db,
    free.map((hit) => ({
      sourceId: hit.sourceId,
      columnId: hit.columnId,
      oldLevel: hit.level,
      newLevel: hit.classLevel,
      oldClassId: hit.columnClassId,
      newClassId: hit.classId,
      levelBy: hit.origin === 'lineage' ? 'lineage' : 'auto',
      fromColumnId: null,
      reason: null,
      createBy: ctx.user.id,
    })),
  );
  await settleBelow(
    ctx.app,
    ctx.db,
    free.map((hit) => hit.columnId),
    ctx.user.id,
  );
  await raiseTables(
    ctx.db,
    free.map((hit) => hit.tableId),
  );
  return { decided: hits.length, set: free.length, kept: hits.length - free.length };
}
