import { sql, type Expression, type SqlBool } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef, selectFrom, type OwnedTable } from '#modules/managed/server/index.ts';
import type { Candidate } from '../../contract/match.ts';
import type { Reason } from '../../core/match/index.ts';
import { masksOf, type Masks } from '../masks.ts';
import type { ModelInForce } from '../model-in-force.ts';
import { labelsOf } from '../shown.ts';
import { asText } from './records.ts';

type GroupRecord = Candidate['records'][number];
const columnName = (table: OwnedTable, fieldId: string): string => table.columns.find((column) => column.fieldId === fieldId)!.name;

/** Rows of a model (alias `r`) that the caller may have with the permission of the call, or with the given ones. */
export const inScope = (ctx: Ctx, table: OwnedTable, permissions?: readonly string[]): Expression<SqlBool> =>
  scope(ctx, { dept: `r.${columnName(table, '$create_dept')}`, owner: `r.${columnName(table, '$create_by')}` }, permissions);

/** Groups all of whose records exist and may be seen by the caller: who sees half of a group cannot judge it. */
export function seenWhole(ctx: Ctx, { table }: ModelInForce, permissions?: readonly string[]): Expression<SqlBool> {
  const seen = selectFrom(ctx.db, table, ['$id'])
    .where(inScope(ctx, table, permissions))
    .where(sql<boolean>`${fieldRef(table, '$id')} = cr.record_id`);
  return sql<SqlBool>`not exists (select 1 from masterdata_candidate_record cr where cr.candidate_id = masterdata_candidate.id
    and not exists (${seen}))`;
}

export interface Look {
  readonly model: ModelInForce;
  readonly masks: Masks;
}
export const lookAt = async (ctx: Ctx, model: ModelInForce): Promise<Look> => ({ model, masks: await masksOf(ctx, model) });

/** Records as the caller sees them, with the sources that know them, by id. */
export async function groupRecords(ctx: Ctx, look: Look, ids: readonly string[]): Promise<Map<string, GroupRecord>> {
  if (ids.length === 0) return new Map();
  const { model, masks } = look;
  const rows = await selectFrom(ctx.db, model.table)
    .where(fieldRef(model.table, '$id'), 'in', [...ids])
    .execute();
  const sources = await ctx.db
    .selectFrom('masterdataXref as x')
    .innerJoin('masterdataSourceMap as m', 'm.id', 'x.mapId')
    .leftJoin('metadataSource as s', 's.id', 'm.sourceId')
    .select(['x.recordId', 'x.sourceKey', 'x.loadTime', sql<string>`coalesce(s.source_name, m.map_name)`.as('name')])
    .where('x.recordId', 'in', ids)
    .orderBy('m.priority')
    .orderBy('x.id')
    .execute();
  const cellsOf = (row: (typeof rows)[number]) => ({ cells: Object.fromEntries(model.columns.map(({ id }) => [id, asText(row[id])])) });
  const labels = await labelsOf(ctx, look, rows.map(cellsOf));
  return new Map(
    rows.map((row) => {
      const id = String(row['$id'] as string);
      const values = model.columns.map(({ id: field, columnName: name }) => {
        const value = asText(row[field]);
        return [name, (masks.get(field)?.(value) ?? value) as string | null];
      });
      const record: GroupRecord = {
        id,
        version: Number(row['$version']),
        values: Object.fromEntries(values),
        labels: labels(cellsOf(row)),
        sources: sources
          .filter(({ recordId }) => recordId === id)
          .map(({ name, sourceKey, loadTime }) => ({ name, key: sourceKey, time: loadTime.toISOString() })),
        updateTime: asText(row['$update_time'] ?? row['$create_time']),
      };
      return [id, record];
    }),
  );
}

/** Why, per attribute; how alike masked values are says what they are, so it is not told. */
export function shownReasons({ model, masks }: Look, reasons: readonly Reason[]): Candidate['reasons'] {
  return reasons.flatMap(({ column, score, text }) => {
    const found = model.columns.find(({ id }) => id === column);
    if (!found) return [];
    const { columnName: name, columnComment: label } = found;
    return [
      masks.has(column) ? { columnName: name, label, score: null, text: '已脱敏，不显示得分' } : { columnName: name, label, score, text },
    ];
  });
}

/** What a record is called: its first text that is neither a code of a dictionary nor another record. */
export function titleOf({ model }: Look, values: Readonly<Record<string, unknown>> | undefined): string {
  const column =
    model.columns.find(({ columnComment, columnType }) => columnType === 'varchar' && /名/.test(columnComment)) ??
    model.columns.find(({ columnType, isBindDict, refModelId }) => columnType === 'varchar' && isBindDict === '0' && refModelId === null);
  return (column && (values?.[column.columnName] as string | null | undefined)) || '（未命名）';
}
