import { sql } from 'kysely';
import type { ProposalState } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import type { DataRow } from '../contract/data.ts';
import { masksOf, type Masks } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { RECORD_SCOPE } from './params.ts';
import { recordProposals } from './record-approval.ts';
import { titleColumn } from './record-changes.ts';
import { recordOf, recordsOf, type Cells, type StoredRecord } from './records.ts';

/** Values of a record by the names of columns, as the caller may see them. */
export const shownValues = (model: ModelInForce, masks: Masks, cells: Cells): Record<string, unknown> =>
  Object.fromEntries(
    model.columns.map((column) => {
      const value = cells[column.id] ?? null;
      return [column.columnName, masks.get(column.id)?.(value) ?? value];
    }),
  );

/** What records that are referred to are called, for those whom the caller may see. */
async function titlesOf(ctx: Ctx, modelId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const model = ids.length === 0 ? null : await modelInForce(ctx.db, { id: modelId }).catch(() => null);
  const column = model && titleColumn(model);
  if (!model || !column) return new Map();
  const masks = await masksOf(ctx, model);
  const rows = (await recordsOf(ctx.db, model)
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = any(${[...new Set(ids)]}::text[])`)
    .where(scope(ctx, RECORD_SCOPE, ['masterdata:data:list']))
    .execute()) as Record<string, unknown>[];
  return new Map(
    rows.flatMap((row) => {
      const { id, cells } = recordOf(model, row);
      const title = masks.get(column.id)?.(cells[column.id]) ?? cells[column.id];
      return title === null || title === undefined ? [] : [[id, String(title as string)]];
    }),
  );
}

/** For each record: what is read in place of ids of other records, by column. Which record a masked column names is not told. */
export async function labelsOf(
  ctx: Ctx,
  { model, masks }: { readonly model: ModelInForce; readonly masks: Masks },
  records: readonly Pick<StoredRecord, 'cells'>[],
): Promise<(record: Pick<StoredRecord, 'cells'>) => Record<string, string>> {
  const titles = new Map<string, Map<string, string>>();
  for (const column of model.columns)
    if (column.refModelId !== null && !masks.has(column.id))
      titles.set(
        column.id,
        await titlesOf(
          ctx,
          column.refModelId,
          records.flatMap((record) => record.cells[column.id] ?? []),
        ),
      );
  return (record) =>
    Object.fromEntries(
      model.columns.flatMap((column) => {
        const title = titles.get(column.id)?.get(record.cells[column.id] ?? '');
        return title === undefined ? [] : [[column.columnName, title]];
      }),
    );
}

/** Names of accounts and departments. */
export async function namesOf(db: Db, kind: 'user' | 'dept', ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map();
  const rows =
    kind === 'user'
      ? await db.selectFrom('sysUser').select(['id', 'nickname as name']).where('id', 'in', wanted).execute()
      : await db.selectFrom('sysDept').select(['id', 'deptName as name']).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Records as lists show them. */
export async function shownRecords(ctx: Ctx, model: ModelInForce, masks: Masks, records: readonly StoredRecord[]): Promise<DataRow[]> {
  const [users, depts, labels, flows] = await Promise.all([
    namesOf(
      ctx.db,
      'user',
      records.map((record) => record.createBy),
    ),
    namesOf(
      ctx.db,
      'dept',
      records.map((record) => record.createDept),
    ),
    labelsOf(ctx, { model, masks }, records),
    recordProposals.flowOf(
      ctx.db,
      records.map((record) => record.id),
    ),
  ]);
  return records.map((record) => ({
    id: record.id,
    status: record.status,
    version: record.version,
    values: shownValues(model, masks, record.cells),
    labels: labels(record),
    createName: users.get(record.createBy ?? '') ?? null,
    createDeptName: depts.get(record.createDept ?? '') ?? null,
    createTime: record.createTime.toISOString(),
    updateTime: record.updateTime?.toISOString() ?? null,
    flow: (flows.get(record.id) as ProposalState | undefined) ?? null,
  }));
}
