import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { TODAY } from '#kit/server/db/today.ts';
import { bindingRows } from './binding-rows.ts';
import { columnRows } from './binding-state.ts';
import { contrastRows } from './contrast-rows.ts';

const DECIDE = 'standard:binding:decide';
const MAP = 'standard:mapping:manual';
/** Exemptions that end within so many days are told. */
const SOON_DAYS = 14;

/** Elements with open proposals for columns that the caller sees. */
const proposed = (ctx: Ctx) =>
  columnRows(ctx, {})
    .innerJoin('standardProposal', 'standardProposal.columnId', 'metadataColumn.id')
    .innerJoin('standardElement', 'standardElement.id', 'standardProposal.elementId')
    .where('standardProposal.state', '=', 'open')
    .where('standardElement.state', '=', 'inForce')
    .where('standardElement.deletedAt', 'is', null)
    .groupBy(['standardElement.id', 'standardElement.elementName']);

/** 落标建议 that wait for a decision, one to-do per element. */
export const proposalsToDecide: TodoKind = {
  kind: 'standard.proposal',
  label: '落标建议',
  verb: '去处理',
  async list(ctx) {
    if (!holds(ctx.user, DECIDE)) return [];
    const rows = await proposed(ctx)
      .select(['standardElement.id', 'standardElement.elementName'])
      .select([
        sql<number>`count(distinct metadata_column.id)::int`.as('columns'),
        sql<Date>`min(standard_proposal.create_time)`.as('time'),
      ])
      .orderBy('columns', 'desc')
      .orderBy('standardElement.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.elementName}：${row.columns} 个字段`,
      detail: '可能遵循该数据元，请接受或排除',
      path: `/standard/binding?q=${encodeURIComponent(`keyword:${row.elementName}`)}`,
      time: row.time,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, DECIDE) ? countUpTo(ctx.db, proposed(ctx)) : 0),
};

const OPEN_VALUES = sql`(select count(*) from standard_contrast_dict v where v.contrast_id = standard_contrast.id and v.deleted_at is null
  and v.status = '0' and v.is_ignored = '0' and v.row_count > 0)`;
const unmapped = (ctx: Ctx) =>
  contrastRows(ctx, {})
    .where('metadataColumn.deletedAt', 'is', null)
    .where('standardContrast.status', '=', '1')
    .where(sql<boolean>`${OPEN_VALUES} > 0`);

/** Columns with values that stand for no item yet. */
export const valuesToMap: TodoKind = {
  kind: 'standard.value',
  label: '取值对照',
  verb: '去对照',
  async list(ctx) {
    if (!holds(ctx.user, MAP)) return [];
    const rows = await unmapped(ctx)
      .select(['standardContrast.id', 'metadataTable.tableName', 'metadataColumn.columnName', 'standardType.gbTypeName'])
      .select([sql<number>`${OPEN_VALUES}::int`.as('values'), 'standardContrast.collectTime'])
      .orderBy('values', 'desc')
      .orderBy('standardContrast.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.tableName ?? ''}.${row.columnName ?? ''}`,
      detail: `${row.values} 个取值未对照到${row.gbTypeName}`,
      path: `/standard/dictmapping?contrastId=${row.id}`,
      time: row.collectTime,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, MAP) ? countUpTo(ctx.db, unmapped(ctx)) : 0),
};

const ending = (ctx: Ctx) =>
  bindingRows(ctx, {}).where(sql<boolean>`standard_binding.exempt_until between ${TODAY} and ${TODAY} + ${SOON_DAYS}::int`);

/** Exemptions that end soon: the column must follow its standard then. */
export const exemptionsThatEnd: TodoKind = {
  kind: 'standard.exemption',
  label: '豁免到期',
  verb: '去查看',
  async list(ctx) {
    if (!holds(ctx.user, DECIDE)) return [];
    const rows = await ending(ctx)
      .select(['standardBinding.id', 'metadataTable.tableName', 'metadataColumn.columnName', 'standardElement.elementName'])
      .select(['standardBinding.exemptReason', 'standardBinding.updateTime', sql<string>`standard_binding.exempt_until::text`.as('until')])
      .orderBy('standardBinding.exemptUntil')
      .orderBy('standardBinding.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.tableName}.${row.columnName}`,
      detail: `豁免“${row.elementName}”至 ${row.until}：${row.exemptReason ?? ''}`,
      path: '/standard/bindingstat?shown=exempt',
      time: row.updateTime,
      due: new Date(`${row.until}T23:59:59+08:00`),
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, DECIDE) ? countUpTo(ctx.db, ending(ctx)) : 0),
};
