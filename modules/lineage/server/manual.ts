import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { EdgeKind, ManualInput, Settlement } from '../contract/lineage.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { ofVisibleSource } from '#modules/sources/server/index.ts';
import type { DraftEdge } from './draft.ts';
import { dropUnits, writeEdges } from './units.ts';

type Manual = z.output<typeof ManualInput>;
type End = Manual['from'];
const READS = ['metadata:datablood:list', 'metadata:datablood:edit'];

/** An end as it is stored: it exists, the caller may see it, and the column is in the spelling of the catalogue. */
async function checkEnd(
  ctx: Ctx,
  end: End,
  label: string,
  permissions?: readonly string[],
): Promise<{ name: string; sourceId: string | null; column: string | null }> {
  const row =
    end.type === 'table'
      ? await ctx.db
          .selectFrom('metadataTable')
          .select(['metadataTable.schemaName', 'metadataTable.tableName as name', 'metadataTable.sourceId'])
          .where('metadataTable.id', '=', end.id)
          .where('metadataTable.deletedAt', 'is', null)
          .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', permissions))
          .executeTakeFirst()
      : await ctx.db
          .selectFrom('metadataLineageObject')
          .select([sql<string | null>`null`.as('schemaName'), 'objectName as name', 'sourceId'])
          .where('id', '=', end.id)
          .where('deletedAt', 'is', null)
          .where((e) => e.or([e('sourceId', 'is', null), ofVisibleSource(ctx, 'sourceId', permissions)]))
          .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', `${label}不存在或没有权限`);
  let { column } = end;
  if (column !== null && end.type === 'table') {
    const found = await ctx.db
      .selectFrom('metadataColumn')
      .select('columnName')
      .where('tableId', '=', end.id)
      .where('deletedAt', 'is', null)
      .where('columnName', '=', column)
      .executeTakeFirst();
    if (!found) throw new AppError('input.invalid', `${label}没有字段“${column}”`, [{ path: 'column', message: '字段不存在' }]);
    column = found.columnName;
  }
  return { name: row.schemaName === null ? row.name : `${row.schemaName}.${row.name}`, sourceId: row.sourceId, column };
}

/** Edges that a person gives: readable where they come from, in the caller's own reach where they go to. */
export async function checkedEdges(
  ctx: Ctx,
  edges: NonNullable<Settlement['edges']>,
): Promise<{ edges: DraftEdge[]; names: string[]; sourceIds: (string | null)[] }> {
  const made: DraftEdge[] = [];
  const names: string[] = [];
  const sourceIds: (string | null)[] = [];
  for (const edge of edges) {
    const from = await checkEnd(ctx, edge.from, '来源', READS);
    const to = await checkEnd(ctx, edge.to, '去向');
    if (edge.from.id === edge.to.id && from.column === to.column)
      throw new AppError('input.invalid', '来源与去向不能相同', [{ path: 'to', message: '来源与去向不能相同' }]);
    if (edge.kind === 'value' && (from.column === null) !== (to.column === null))
      throw new AppError('input.invalid', '取值关系的来源与去向要么都到字段，要么都到表', [{ path: 'to', message: '请补全字段' }]);
    made.push({
      from: { type: edge.from.type, id: edge.from.id },
      fromColumn: from.column,
      to: { type: edge.to.type, id: edge.to.id },
      toColumn: to.column,
      kind: edge.kind,
      expression: null,
      confidence: 'manual',
    });
    const label = (end: { name: string; column: string | null }) => (end.column === null ? end.name : `${end.name}.${end.column}`);
    // the list of units is visible to accounts that may not see the tables of an edge
    names.push(`补充 → ${label(to)}`);
    sourceIds.push(to.sourceId);
  }
  return { edges: made, names, sourceIds };
}

const view = (name: string, body: Pick<Manual, 'kind' | 'reason'>) => ({ relation: name, kind: body.kind, reason: body.reason });

async function found(ctx: Ctx, id: string) {
  const unit = await ctx.db
    .selectFrom('metadataLineageUnit')
    .select(['id', 'unitName', 'message', 'version', 'createBy'])
    .where('id', '=', id)
    .where('origin', '=', 'manual')
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('sourceId', 'is', null), ofVisibleSource(ctx, 'sourceId')]))
    .forUpdate()
    .executeTakeFirst();
  const edge =
    unit && (await ctx.db.selectFrom('metadataLineageEdge').selectAll().where('unitId', '=', id).orderBy('id').executeTakeFirst());
  if (!edge) throw new AppError('entity.notFound');
  return { unit, edge };
}

const typeOf = (text: string): 'table' | 'object' => (text === 'table' ? 'table' : 'object');

export async function getManual(ctx: Ctx, id: string) {
  const { unit, edge } = await found(ctx, id);
  return {
    id,
    from: { type: typeOf(edge.fromType), id: edge.fromId, column: edge.fromColumn },
    to: { type: typeOf(edge.toType), id: edge.toId, column: edge.toColumn },
    kind: edge.kind as EdgeKind,
    reason: unit.message ?? '',
    version: unit.version,
  };
}

async function assertNew(ctx: Ctx, edge: DraftEdge, except: string | null): Promise<void> {
  if (edge.from.type === 'external' || edge.to.type === 'external') return;
  let same = ctx.db
    .selectFrom('metadataLineageEdge')
    .select('id')
    .where('fromId', '=', edge.from.id)
    .where('toId', '=', edge.to.id)
    .where('kind', '=', edge.kind)
    .where('fromColumn', edge.fromColumn === null ? 'is' : '=', edge.fromColumn)
    .where('toColumn', edge.toColumn === null ? 'is' : '=', edge.toColumn);
  if (except !== null) same = same.where('unitId', '!=', except);
  if (await same.executeTakeFirst()) throw new AppError('entity.duplicate', '该血缘关系已存在');
}

export async function createManual(ctx: Ctx, body: Manual): Promise<{ id: string }> {
  const { edges, names, sourceIds } = await checkedEdges(ctx, [body]);
  await assertNew(ctx, edges[0]!, null);
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto('metadataLineageUnit')
    .values({
      id,
      origin: 'manual',
      originKey: id,
      unitName: names[0]!,
      sourceId: sourceIds[0] ?? null,
      sqlHash: '',
      state: 'parsed',
      message: body.reason,
      statementCount: 0,
      parseTime: ctx.now,
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
      createDept: ctx.user.deptId,
    })
    .execute();
  await writeEdges(ctx.app, ctx.db, id, { sourceId: sourceIds[0] ?? null, edges });
  ctx.audit.change({ entity: '血缘关系', id, name: names[0]!, before: null, after: view(names[0]!, body) });
  return { id };
}

export async function updateManual(ctx: Ctx, id: string, body: Manual & { version: number }): Promise<{ version: number }> {
  const { unit, edge } = await found(ctx, id);
  assertVersion(unit, body);
  const { edges, names, sourceIds } = await checkedEdges(ctx, [body]);
  await assertNew(ctx, edges[0]!, id);
  await ctx.db
    .updateTable('metadataLineageUnit')
    .set({
      unitName: names[0]!,
      sourceId: sourceIds[0] ?? null,
      message: body.reason,
      parseTime: ctx.now,
      version: sql`version + 1`,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await writeEdges(ctx.app, ctx.db, id, { sourceId: sourceIds[0] ?? null, edges });
  const before = view(unit.unitName, { kind: edge.kind as EdgeKind, reason: unit.message ?? '' });
  ctx.audit.change({ entity: '血缘关系', id, name: names[0]!, before, after: view(names[0]!, body) });
  return { version: unit.version + 1 };
}

export async function removeManual(ctx: Ctx, id: string): Promise<null> {
  const { unit, edge } = await found(ctx, id);
  await dropUnits(ctx.app, ctx.db, [id]);
  const before = view(unit.unitName, { kind: edge.kind as EdgeKind, reason: unit.message ?? '' });
  ctx.audit.change({ entity: '血缘关系', id, name: unit.unitName, before, after: null });
  return null;
}
