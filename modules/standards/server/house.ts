import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { columnsById, tablesById } from '#modules/catalogue/server/index.ts';
import { house, type ColumnStandard } from '../contract/house.ts';
import type { Reason } from '../core/match/codes.ts';
import { repairOf } from '../core/repairs.ts';
import { READS, resultsSeen, seenColumns, stateSeen } from './binding-rows.ts';
import { checkBindings } from './check.ts';
import { proposeClassesOf } from './classes.ts';

/** Who reads the catalogue reads the standards of what he sees. */
const HOUSE_READS = [...READS, 'metadata:datacolumn:list'];
const MAX_COLUMNS = 2000;
/** Proposals of a column that are shown at once. */
const MAX_PROPOSALS = 3;
type Result = { attribute: string; isConform: boolean | null; say: string | null };

const columnRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataColumn')
    .select([
      'metadataColumn.id as columnId',
      'metadataColumn.columnName',
      sql<string | null>`coalesce(metadata_column.cn_name, metadata_column.column_comment)`.as('columnLabel'),
      'metadataColumn.dataType',
      'metadataColumn.dataLength',
    ])
    .where('metadataColumn.deletedAt', 'is', null)
    .where(seenColumns(ctx, 'metadataColumn', HOUSE_READS));

async function bindingsOf(ctx: Ctx, columnIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('standardBinding')
    .innerJoin('standardElement', 'standardElement.id', 'standardBinding.elementId')
    .select([
      'standardBinding.id',
      'standardBinding.columnId',
      'standardBinding.elementId',
      'standardElement.elementCode',
      'standardElement.elementName',
      'standardBinding.exemptReason',
      'standardBinding.exemptUntil',
      'standardBinding.checkTime',
      resultsSeen(ctx).as('results'),
      stateSeen(ctx).as('state'),
      sql<string | null>`standard_element.published ->> 'elementNameEn'`.as('nameEn'),
    ])
    .where('standardBinding.columnId', 'in', columnIds)
    .where('standardBinding.deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.map(({ columnId, nameEn, results, ...row }) => [
      columnId,
      { ...row, results: (results as Result[]).map((one) => ({ ...one, repair: repairOf(one, nameEn) })) },
    ]),
  );
}

async function proposalsOf(ctx: Ctx, columnIds: readonly string[]) {
  const found = new Map<string, ColumnStandard['proposals']>();
  // what nobody has decided yet is for those who deal with it
  if (!holds(ctx.user, 'standard:binding:list')) return found;
  const rows = await ctx.db
    .selectFrom('standardProposal')
    .innerJoin('standardElement', 'standardElement.id', 'standardProposal.elementId')
    .select([
      'standardProposal.id',
      'standardProposal.columnId',
      'standardProposal.elementId',
      'standardElement.elementCode',
      'standardElement.elementName',
      'standardProposal.reasons',
      sql<number>`standard_proposal.score::float8`.as('score'),
    ])
    .where('standardProposal.columnId', 'in', columnIds)
    .where('standardProposal.state', '=', 'open')
    .where('standardElement.state', '=', 'inForce')
    .where('standardElement.deletedAt', 'is', null)
    .orderBy('standardProposal.score', 'desc')
    .orderBy('standardProposal.id')
    .execute();
  for (const { columnId, reasons, ...row } of rows) {
    const own = found.get(columnId) ?? [];
    if (own.length < MAX_PROPOSALS) found.set(columnId, [...own, { ...row, reasons: reasons as Reason[] }]);
  }
  return found;
}

/** How many values are mapped is told to everybody who sees the column, never which. */
async function contrastsOf(ctx: Ctx, columnIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('standardContrast')
    .innerJoin('standardType', 'standardType.id', 'standardContrast.gbTypeId')
    .select([
      'standardContrast.id',
      'standardContrast.columnId',
      'standardContrast.gbTypeId',
      'standardType.gbTypeCode',
      'standardType.gbTypeName',
    ])
    .select([
      sql<number>`(select count(*)::int from standard_contrast_dict v where v.contrast_id = standard_contrast.id and v.deleted_at is null
        and v.row_count > 0)`.as('values'),
      sql<number>`(select count(*)::int from standard_contrast_dict v where v.contrast_id = standard_contrast.id and v.deleted_at is null
        and v.row_count > 0 and v.status = '1')`.as('mapped'),
    ])
    .where('standardContrast.columnId', 'in', columnIds)
    .where('standardContrast.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ columnId, ...row }) => [columnId, row]));
}

type Named = Pick<ColumnStandard, 'columnId' | 'columnName' | 'columnLabel' | 'dataType' | 'dataLength'>;
async function withStandards(ctx: Ctx, columns: readonly Named[]) {
  const ids = ['', ...columns.map(({ columnId }) => columnId)];
  const [bindings, proposals, contrasts] = [await bindingsOf(ctx, ids), await proposalsOf(ctx, ids), await contrastsOf(ctx, ids)];
  return columns.map((column) => ({
    ...column,
    binding: bindings.get(column.columnId) ?? null,
    proposals: bindings.has(column.columnId) ? [] : (proposals.get(column.columnId) ?? []),
    contrast: contrasts.get(column.columnId) ?? null,
  }));
}

export const houseCalls = implement(house, {
  async table(ctx, { params }) {
    if (!(await tablesById(ctx, [params.id], HOUSE_READS)).has(params.id)) throw new AppError('entity.notFound');
    const columns = await columnRows(ctx)
      .where('metadataColumn.tableId', '=', params.id)
      .orderBy('metadataColumn.columnPosition')
      .orderBy('metadataColumn.id')
      .limit(MAX_COLUMNS)
      .execute();
    return withStandards(ctx, columns);
  },
  async column(ctx, { params }) {
    const columns = await columnRows(ctx).where('metadataColumn.id', '=', params.id).execute();
    const [column] = await withStandards(ctx, columns);
    if (!column) throw new AppError('entity.notFound');
    return column;
  },
  async bind(ctx, { body }) {
    const column = (await columnsById(ctx, [body.columnId])).get(body.columnId);
    if (!column) throw new AppError('entity.notFound', '字段不存在或没有查看权限');
    const element = await ctx.db
      .selectFrom('standardElement')
      .select(['id', 'elementName', 'elementCode'])
      .where('id', '=', body.elementId)
      .where('state', '=', 'inForce')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!element) throw new AppError('rule.broken', '只能绑定生效的数据元', [{ path: 'elementId', message: '数据元不存在或未生效' }]);
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    const made = await ctx.db
      .insertInto('standardBinding')
      .values({
        id: ctx.app.ids.next(),
        sourceId: column.sourceId,
        tableId: column.tableId,
        columnId: column.id,
        elementId: element.id,
        method: 'manual',
        ...stamp,
      })
      .onConflict((conflict) => conflict.columns(['columnId']).where('deletedAt', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError('entity.duplicate', '该字段已绑定数据元，请先解除绑定');
    await ctx.db.deleteFrom('standardProposal').where('columnId', '=', column.id).where('state', '=', 'open').execute();
    await checkBindings(ctx.db, ctx.now, { elementId: element.id });
    await proposeClassesOf(ctx, { columnIds: [column.id] });
    const name = `${column.tableName}.${column.columnName}`;
    ctx.audit.change({ entity: '落标绑定', id: made.id, name, before: null, after: { elementCode: element.elementCode } });
    return made;
  },
});
