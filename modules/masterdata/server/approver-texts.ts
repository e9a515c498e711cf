import { maskValue } from '#kit/core/mask/index.ts';
import { wallClock } from '#kit/core/text/wall-clock.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { ModelColumn } from '../contract/column.ts';
import { sensitiveColumns } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { choicesOf } from './params.ts';
import { recordTitle } from './record-changes.ts';
import { loadRecords, type Cells } from './records.ts';

/** The value of a column as approvers read it; null where there is none. */
export type ApproverText = (columnId: string, value: string | null) => string | null;

/** What stands in place of the values of one column: names of codes, titles of records. */
async function namesIn(db: Db, column: ModelColumn, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (values.length === 0) return new Map();
  if (column.refModelId !== null) {
    const other = await modelInForce(db, { id: column.refModelId }, { isDisabledToo: true }).catch(() => null);
    const records = other ? await loadRecords(db, other, [...new Set(values)]) : [];
    const titles = await Promise.all(records.map(async (record) => [record.id, await recordTitle(db, other!, record)] as const));
    return new Map(titles);
  }
  return new Map((await choicesOf(db, column)).map(({ value, label }) => [value, label]));
}

/**
 * How approvers read the values of records: codes by their names, references by the title of the record, times as the clock shows them. What is
 * sensitive is masked for all of them alike.
 */
export async function approverTexts(db: Db, model: ModelInForce, records: readonly Cells[]): Promise<ApproverText> {
  const sensitive = await sensitiveColumns(db, model);
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const column of model.columns)
    if (!sensitive.has(column.id) && (column.refModelId !== null || column.isBindDict === '1'))
      names.set(
        column.id,
        await namesIn(
          db,
          column,
          records.flatMap((cells) => cells[column.id] ?? []),
        ),
      );
  const times = new Set(model.columns.flatMap(({ id, columnType }) => (columnType === 'datetime' ? id : [])));
  return (columnId, value) => {
    if (value === null) return null;
    if (sensitive.has(columnId)) return String(maskValue(value));
    const known = names.get(columnId);
    // a field of several codes holds them one after the other
    if (known)
      return (
        known.get(value) ??
        value
          .split(',')
          .map((code) => known.get(code) ?? code)
          .join('、')
      );
    return times.has(columnId) ? wallClock(new Date(value)) : value;
  };
}
