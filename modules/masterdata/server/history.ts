import { sql } from 'kysely';
import { pageRows } from '#kit/server/crud.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HistoryRow, Origin, Provenance, XrefRow } from '../contract/data.ts';
import type { Masks } from './masks.ts';
import type { ModelInForce } from './model-in-force.ts';
import type { Happened } from './records.ts';
import { shownValues } from './shown.ts';

type Changes = Happened['changes'];
const MAX = 2000;

const rowsOf = (ctx: Ctx, model: ModelInForce, recordId: string) =>
  ctx.db.selectFrom('masterdataAttrHistory as h').where('h.modelId', '=', model.id).where('h.recordId', '=', recordId);

const columnsOf = [
  'h.id',
  'h.action',
  'h.origin',
  'h.changes',
  'h.reason',
  'h.sourceKey',
  'h.createTime',
  sql<string | null>`(select nickname from sys_user u where u.id = h.user_id)`.as('byName'),
  sql<
    string | null
  >`(select s.source_name from masterdata_source_map m join metadata_source s on s.id = m.source_id where m.id = h.map_id)`.as(
    'sourceName',
  ),
] as const;

/** What happened to a record, newest first; values of masked columns are masked here too. */
export async function historyPage(
  ctx: Ctx,
  model: ModelInForce,
  masks: Masks,
  { recordId, columnName, query }: { recordId: string; columnName?: string | undefined; query: PageQuery },
) {
  let rows = rowsOf(ctx, model, recordId);
  const only = columnName === undefined ? null : (model.columns.find((column) => column.columnName === columnName)?.id ?? '');
  if (only !== null) rows = rows.where(sql<boolean>`jsonb_exists(h.changes, ${only})`);
  const list = rows
    .select([...columnsOf])
    .orderBy('h.createTime', 'desc')
    .orderBy('h.id', 'desc');
  const page = await pageRows(query, list, rows);
  return {
    ...page,
    data: page.data.map(({ createTime, changes, ...row }): HistoryRow => ({
      ...row,
      origin: row.origin as Origin,
      time: createTime.toISOString(),
      changes: model.columns.flatMap((column) => {
        const change = (changes as Changes)[column.id];
        if (!change || (only !== null && column.id !== only)) return [];
        const show = masks.get(column.id);
        const text = (value: string | null) => (value === null ? null : String((show?.(value) as string | undefined) ?? value));
        return {
          columnName: column.columnName,
          label: column.columnComment,
          before: text(change.before),
          after: text(change.after),
          rule: change.rule ?? null,
          isMasked: show !== undefined,
        };
      }),
    })),
  };
}

/** Who or which source gave the value of each attribute that has one. */
export async function provenanceOf(ctx: Ctx, model: ModelInForce, recordId: string): Promise<Provenance[]> {
  const rows = await rowsOf(ctx, model, recordId)
    .select([...columnsOf])
    .orderBy('h.createTime', 'desc')
    .orderBy('h.id', 'desc')
    .limit(MAX)
    .execute();
  const names = await sourceNames(ctx, model);
  return model.columns.flatMap((column): Provenance[] => {
    const row = rows.find((one) => (one.changes as Changes)[column.id]);
    const change = row && (row.changes as Changes)[column.id];
    if (!row || !change || change.after === null) return [];
    return [
      {
        columnName: column.columnName,
        label: column.columnComment,
        origin: row.origin as Origin,
        byName: row.byName,
        time: change.from?.time ?? row.createTime.toISOString(),
        sourceName: change.from ? (names.get(change.from.mapId ?? '') ?? null) : row.sourceName,
        sourceKey: change.from ? change.from.sourceKey : row.sourceKey,
        rule: change.rule ?? null,
      },
    ];
  });
}

/** The sources that records of a model are loaded from, by the id of the load. */
async function sourceNames(ctx: Ctx, model: ModelInForce): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('masterdataSourceMap as m')
    .innerJoin('metadataSource as s', 's.id', 'm.sourceId')
    .select(['m.id', 's.sourceName'])
    .where('m.modelId', '=', model.id)
    .execute();
  return new Map(rows.map(({ id, sourceName }) => [id, sourceName]));
}

/** The rows of sources that stand for a record, with what they said last. */
export async function xrefsOf(ctx: Ctx, model: ModelInForce, masks: Masks, recordId: string): Promise<XrefRow[]> {
  const rows = await ctx.db
    .selectFrom('masterdataXref as x')
    .innerJoin('masterdataSourceMap as m', 'm.id', 'x.mapId')
    .leftJoin('metadataSource as s', 's.id', 'm.sourceId')
    .leftJoin('metadataTable as t', 't.id', 'm.tableId')
    .select(['x.id', 'x.mapId', 'm.mapName', 's.sourceName', 't.tableName', 'x.sourceKey', 'x.cells', 'x.loadTime'])
    .where('x.modelId', '=', model.id)
    .where('x.recordId', '=', recordId)
    .orderBy('m.priority')
    .orderBy('x.id')
    .limit(MAX)
    .execute();
  return rows.map(({ cells, loadTime, ...row }) => {
    const said = cells as Record<string, string | null>;
    const values = shownValues({ ...model, columns: model.columns.filter((column) => Object.hasOwn(said, column.id)) }, masks, said);
    return { ...row, values, loadTime: loadTime.toISOString() };
  });
}
