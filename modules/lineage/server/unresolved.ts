import { sql } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Input, Reply } from '#kit/contract/route.ts';
import { pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import {
  TABLE_REASONS,
  type Candidate,
  type Settlement,
  type UnitOrigin,
  type UnresolvedReason,
  type lineage as contract,
} from '../contract/lineage.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { lineageSource, loadNames } from './load-names.ts';
import { checkedEdges } from './manual.ts';
import { NameIndex } from './names.ts';
import { describe } from './nodes.ts';
import { inputOf } from './read-again.ts';
import { moveEdges } from './take.ts';
import { decidedNames, parseUnit, saveUnit } from './units.ts';

const SUGGESTIONS = 8;

/** Questions of units within the caller's reach; those of views need their table. */
const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataLineageUnresolved as q')
    .innerJoin('metadataLineageUnit as u', 'u.id', 'q.unitId')
    .where('u.deletedAt', 'is', null)
    .where((e) => e.or([e('u.sourceId', 'is', null), ofVisibleTable(ctx, { table: 'u.originKey', source: 'u.sourceId' })]));

/** Tables of any source that bear the name of an unknown one; which of them is meant only a person can say. */
async function suggestions(ctx: Ctx, text: string): Promise<Candidate[]> {
  const name = text.split('.').at(-1) ?? text;
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .select(['metadataTable.id', 'metadataTable.schemaName', 'metadataTable.tableName', 'metadataSource.sourceName'])
    .where('metadataTable.deletedAt', 'is', null)
    .where(sql<boolean>`lower(metadata_table.table_name) = ${name}`)
    .where(
      ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', [
        'metadata:datablood:list',
        'metadata:datablood:edit',
      ]),
    )
    .orderBy('metadataTable.id')
    .limit(SUGGESTIONS)
    .execute();
  return rows.map((row) => ({ type: 'table', id: row.id, name: `${row.sourceName} / ${row.schemaName}.${row.tableName}` }));
}

export async function unresolvedPage(ctx: Ctx, { query }: Input<typeof contract.unresolved>) {
  let rows = visible(ctx);
  rows = rows.where('q.state', '=', query.state ?? 'open');
  if (query.reason) rows = rows.where('q.reason', '=', query.reason);
  if (query.sourceId) rows = rows.where('u.sourceId', '=', query.sourceId);
  if (query.unitId) rows = rows.where('q.unitId', '=', query.unitId);
  let list = rows
    .leftJoin('metadataSource as s', 's.id', 'u.sourceId')
    .leftJoin('sysUser as p', 'p.id', 'q.resolvedBy')
    .select([
      'q.id',
      'q.unitId',
      'u.unitName',
      'u.origin',
      'u.sourceId',
      's.sourceName',
      'q.reason',
      'q.text',
      'q.excerpt',
      'q.candidates',
      'q.state',
    ])
    .select(['p.nickname as resolvedBy', 'q.resolvedTime', 'q.createTime']);
  for (const [field, direction] of sortOrders(query.sort, ['createTime', 'reason'], '-createTime'))
    list = list.orderBy(`q.${field}` as 'q.id', direction);
  const page = await pageRows(query, list, rows);
  const maySeeSql = holds(ctx.user, 'metadata:datablood:sql');
  const seen = await describe(ctx, [...new Set(page.data.flatMap((row) => (row.candidates as Candidate[]).map((one) => one.id)))]);
  const data = [];
  for (const { excerpt, ...row } of page.data) {
    const stored = (row.candidates as Candidate[]).filter((one) => seen.has(one.id));
    data.push({
      ...row,
      origin: row.origin as UnitOrigin,
      reason: row.reason as UnresolvedReason,
      state: row.state as 'open' | 'resolved' | 'ignored',
      text: excerpt === null ? row.text : maySeeSql ? excerpt : null,
      candidates: row.reason === 'externalTable' && row.state === 'open' ? await suggestions(ctx, row.text) : stored,
    });
  }
  return { ...page, data };
}

async function found(ctx: Ctx, id: string) {
  const row = await visible(ctx)
    .select(['q.id', 'q.unitId', 'q.text', 'q.reason', 'q.state', 'u.sourceId', 'u.unitName'])
    .where('q.id', '=', id)
    .forUpdate('q')
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** The table or object that a steward chose, within what the steward may read. */
async function checkTarget(ctx: Ctx, target: NonNullable<Settlement['target']>) {
  const one =
    target.type === 'table'
      ? await ctx.db
          .selectFrom('metadataTable')
          .select('metadataTable.id')
          .where('metadataTable.id', '=', target.id)
          .where('metadataTable.deletedAt', 'is', null)
          .where(
            ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', [
              'metadata:datablood:list',
              'metadata:datablood:edit',
            ]),
          )
          .executeTakeFirst()
      : (await describe(ctx, [target.id])).get(target.id);
  if (!one) throw new AppError('entity.notFound', '所选的表不存在或没有查看权限');
}

/**
 * Settles a question. A name of a table is settled for all units of the source; given edges belong to this unit. Both hold when a unit is
 * parsed anew.
 */
export async function resolve(ctx: Ctx, id: string, body: z.output<typeof Settlement>): Promise<{ edges: number }> {
  const row = await found(ctx, id);
  const isTable = TABLE_REASONS.includes(row.reason as UnresolvedReason);
  if (isTable && !body.target) throw new AppError('input.invalid', '请选择对应的表', [{ path: 'target', message: '请选择对应的表' }]);
  if (!isTable && !body.edges?.length)
    throw new AppError('input.invalid', '请至少补充一条关系', [{ path: 'edges', message: '请至少补充一条关系' }]);
  const decided = { resolvedBy: ctx.user.id, resolvedTime: ctx.now, state: 'resolved' as const };
  if (isTable) {
    const target = body.target!;
    await checkTarget(ctx, target);
    await ctx.db
      .updateTable('metadataLineageUnresolved')
      .set({ ...decided, resolution: JSON.stringify({ target }) })
      .where('reason', 'in', TABLE_REASONS)
      .where('text', '=', row.text)
      .where('unitId', 'in', (e) =>
        e
          .selectFrom('metadataLineageUnit')
          .select('metadataLineageUnit.id')
          .where('sourceId', row.sourceId === null ? 'is' : '=', row.sourceId)
          .where('metadataLineageUnit.deletedAt', 'is', null),
      )
      .execute();
    const edges = await adopt(ctx, row, target);
    await reparse(ctx, row.unitId);
    ctx.audit.note(`“${row.text}”对应到所选的表`);
    return { edges };
  }
  const { edges, names } = await checkedEdges(ctx, body.edges ?? []);
  const stored = edges.flatMap((edge) =>
    edge.from.type === 'external' || edge.to.type === 'external'
      ? []
      : [{ from: { ...edge.from, column: edge.fromColumn }, to: { ...edge.to, column: edge.toColumn }, kind: edge.kind }],
  );
  await ctx.db
    .updateTable('metadataLineageUnresolved')
    .set({ ...decided, resolution: JSON.stringify({ edges: stored }) })
    .where('id', '=', id)
    .execute();
  await reparse(ctx, row.unitId);
  ctx.audit.note(`为“${row.unitName}”补充 ${names.length} 条关系`);
  return { edges: names.length };
}

/** The edges of the external table that had the name go over to the chosen one. */
async function adopt(ctx: Ctx, row: { text: string; sourceId: string | null }, target: NonNullable<Settlement['target']>): Promise<number> {
  const external = await ctx.db
    .selectFrom('metadataLineageObject')
    .select('id')
    .where('objectType', '=', 'external')
    .where('objectKey', '=', row.text)
    .where('sourceId', row.sourceId === null ? 'is' : '=', row.sourceId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!external || external.id === target.id) return 0;
  const { n } = await ctx.db
    .selectFrom('metadataLineageEdge')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where((e) => e.or([e('fromId', '=', external.id), e('toId', '=', external.id)]))
    .executeTakeFirstOrThrow();
  const columns =
    target.type === 'object'
      ? []
      : await ctx.db
          .selectFrom('metadataColumn')
          .select('columnName')
          .where('tableId', '=', target.id)
          .where('deletedAt', 'is', null)
          .execute();
  await moveEdges(
    ctx.app,
    ctx.db,
    { id: external.id, key: row.text, sourceId: row.sourceId },
    target,
    new Map(columns.map(({ columnName }) => [columnName.toLowerCase(), columnName])),
  );
  return Number(n);
}

/** Applies a decision to its unit. */
async function reparse(ctx: Ctx, unitId: string): Promise<void> {
  const unit = await ctx.db.selectFrom('metadataLineageUnit').selectAll().where('id', '=', unitId).executeTakeFirstOrThrow();
  if (unit.sqlText === null || unit.origin === 'module') return;
  const source = unit.sourceId === null ? null : await lineageSource(ctx.db, unit.sourceId);
  const names = source ? await loadNames(ctx.db, source) : new NameIndex([], { dialect: 'postgres', database: '' });
  const input = inputOf(unit);
  await saveUnit(ctx.app, ctx.db, input, await parseUnit(input, names, await decidedNames(ctx.db, unit.sourceId)));
}

export async function ignore(ctx: Ctx, id: string): Promise<null> {
  const row = await found(ctx, id);
  if (row.state !== 'open') throw new AppError('rule.broken', '该问题已处理');
  await ctx.db
    .updateTable('metadataLineageUnresolved')
    .set({ state: 'ignored', resolvedBy: ctx.user.id, resolvedTime: ctx.now })
    .where('id', '=', id)
    .execute();
  ctx.audit.note(`忽略“${row.unitName}”的一处疑问`);
  return null;
}

/** Reverts a decision: the unit is parsed again without it. */
export async function reopen(ctx: Ctx, id: string): Promise<Reply<typeof contract.reopen>> {
  const row = await found(ctx, id);
  if (row.state === 'open') throw new AppError('rule.broken', '该问题尚未处理');
  const isTable = TABLE_REASONS.includes(row.reason as UnresolvedReason);
  const asked = ctx.db
    .updateTable('metadataLineageUnresolved')
    .set({ state: 'open', resolution: null, resolvedBy: null, resolvedTime: null });
  const units: string[] = [row.unitId];
  if (isTable && row.state === 'resolved') {
    const rows = await asked
      .where('reason', 'in', TABLE_REASONS)
      .where('text', '=', row.text)
      .where('unitId', 'in', (e) =>
        e
          .selectFrom('metadataLineageUnit')
          .select('metadataLineageUnit.id')
          .where('sourceId', row.sourceId === null ? 'is' : '=', row.sourceId),
      )
      .returning('unitId')
      .execute();
    units.push(...rows.map((one) => one.unitId));
  } else await asked.where('id', '=', id).execute();
  for (const unitId of new Set(units)) await reparse(ctx, unitId);
  ctx.audit.note(`重新打开“${row.unitName}”的一处疑问`);
  return null;
}
