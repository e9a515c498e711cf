import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { engine, loadSet } from '#modules/datasets/server/index.ts';
import { USES_SETS } from '#modules/datasets/contract/data-set.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import type { FilterNode, Scalar } from '#modules/datasets/contract/query.ts';
import type { OptionSource } from '../../contract/field.ts';
import { MAX_VALUES, SHOWN, type Options, type Question } from './question.ts';

export type SetSource = Extract<OptionSource, { from: 'dataset' }>;

const text = (value: Scalar): string | null => (value === null ? null : String(value));
/** A value of a form as the field of the set holds it; undefined when it can be none of it. */
function asHeld(set: DataSet, col: string, value: string): Scalar | undefined {
  const type = set.model.fields.find(({ id }) => id === col)?.type;
  if (type === 'number') return Number.isFinite(Number(value)) && value.trim() !== '' ? Number(value) : undefined;
  if (type === 'bool') return value === 'true' ? true : value === 'false' ? false : undefined;
  return value;
}

/** A data set that the caller may see; null when there is none for this caller. */
async function seenSet(ctx: Ctx, id: string): Promise<DataSet | null> {
  try {
    // the scope of the permission to fill in or to design forms says nothing about data sets
    return await loadSet(ctx, id, { permission: USES_SETS });
  } catch (error) {
    if (error instanceof AppError && error.key === 'entity.notFound') return null;
    throw error;
  }
}

/**
 * Options from the rows of a data set as its reader sees them: whoever has no right on the set, on its source or on one of the columns (what
 * is masked cannot be chosen either) gets none.
 */
export async function setOptions(ctx: Ctx, source: SetSource, question: Question): Promise<Options> {
  const set = await seenSet(ctx, source.setId);
  if (!set) return null;
  const { valueColumn, labelColumn, filterColumn } = source;
  const filters: FilterNode[] = [{ col: valueColumn, op: 'notnull' }];
  if (filterColumn) {
    const above = question.parent ? asHeld(set, filterColumn, question.parent) : undefined;
    // names of what was chosen long ago are asked for without the field above
    if (question.values === undefined && above === undefined) return [];
    if (above !== undefined) filters.push({ col: filterColumn, op: 'eq', value: above });
  }
  if (question.values) {
    const values = question.values.slice(0, MAX_VALUES).flatMap((value) => asHeld(set, valueColumn, value) ?? []);
    if (values.length === 0) return [];
    filters.push({ col: valueColumn, op: 'in', values });
  }
  if (question.names) {
    const at = labelColumn || valueColumn;
    const values = question.names.slice(0, MAX_VALUES).flatMap((name) => asHeld(set, at, name) ?? []);
    if (values.length === 0) return [];
    filters.push({ col: at, op: 'in', values });
  }
  const { fills = [], keyword = '' } = question;
  const request = {
    col: valueColumn,
    labelCol: labelColumn,
    otherCols: fills.map(({ from }) => from),
    search: keyword,
    filters,
    limit: question.values || question.names ? MAX_VALUES : SHOWN,
  };
  try {
    const found = await engine.choices(ctx, set, request, { purpose: 'chart', priority: 'interactive' });
    return found.map(({ value, label, others = [] }) => ({
      value: text(value) ?? '',
      label,
      ...(fills.length > 0 && { fills: Object.fromEntries(fills.map(({ to }, at) => [to, text(others[at] ?? null)])) }),
    }));
  } catch (error) {
    // refused by the gate, or the source is one that the caller does not see
    if (error instanceof AppError && ['gate.refused', 'auth.noPermission', 'entity.notFound'].includes(error.key)) return null;
    throw error;
  }
}

/** What a set lacks of what a field names; null when nothing. It looks at nobody's rights. */
export function setProblem(set: DataSet, source: SetSource, fills: readonly { readonly from: string }[]): string | null {
  const known = new Set(set.model.fields.map(({ id }) => id));
  const named = [source.valueColumn, source.labelColumn, source.filterColumn ?? '', ...fills.map(({ from }) => from)];
  const lost = named.find((col) => col !== '' && !known.has(col));
  return lost === undefined ? null : `数据集“${set.name}”没有字段“${lost}”`;
}
