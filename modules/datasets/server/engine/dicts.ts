import type { Ctx } from '#kit/server/ctx.ts';
import { accountNames, deptNames, dictItems, postNames } from '#modules/system/server/index.ts';
import { isNameDict, type NameDict } from '../../contract/field.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { ChartQuery, FilterNode, Scalar } from '../../contract/query.ts';
import { conditionFields } from '../../core/query/condition-fields.ts';

export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;
/** One call asks for the same dictionary for many tiles. */
const byCall = new WeakMap<Ctx, Map<string, Promise<ReadonlyMap<string, string>>>>();

const NAMES: Record<NameDict, typeof accountNames> = { '@users': accountNames, '@departments': deptNames, '@posts': postNames };

/** Labels by code. */
export function itemsOf(ctx: Ctx, code: string): Promise<ReadonlyMap<string, string>> {
  const known = byCall.get(ctx) ?? new Map<string, Promise<ReadonlyMap<string, string>>>();
  byCall.set(ctx, known);
  let items = known.get(code);
  if (!items) {
    items = isNameDict(code)
      ? NAMES[code](ctx.app.db)
      : dictItems(ctx.app.db, code).then((rows) => new Map(rows.map(({ itemText, itemValue }) => [itemText, itemValue])));
    known.set(code, items);
  }
  return items;
}

/** Labels of the dictionaries that a query's fields have, by dictionary. */
export async function labelsFor(ctx: Ctx, model: SetModel, query: ChartQuery): Promise<Labels> {
  const named = new Set([...[...query.rows, ...query.columns, ...query.measures].map(({ col }) => col), ...conditionFields(query.filters)]);
  const codes = new Set(model.fields.flatMap(({ id, dict }) => (dict && named.has(id) ? [dict] : [])));
  return new Map(await Promise.all([...codes].map(async (code) => [code, await itemsOf(ctx, code)] as const)));
}

/** Codes in place of labels: what people choose and click are labels, what the source holds are codes. */
export function withCodes(model: SetModel, query: ChartQuery, labels: Labels): ChartQuery {
  if (labels.size === 0) return query;
  const codesOf = (col: string, value: Scalar): readonly Scalar[] => {
    const dict = model.fields.find(({ id }) => id === col)?.dict;
    const items = dict ? labels.get(dict) : undefined;
    if (!items || value === null || items.has(String(value))) return [value];
    const codes = [...items].flatMap(([code, label]) => (label === String(value) ? [code] : []));
    return codes.length > 0 ? codes : [value];
  };
  const turned = (node: FilterNode): FilterNode => {
    if ('all' in node) return { all: node.all.map(turned) };
    if ('any' in node) return { any: node.any.map(turned) };
    if (node.op === 'eq' || node.op === 'ne') {
      const codes = codesOf(node.col, node.value ?? null);
      return codes.length === 1 ? { ...node, value: codes[0] } : { ...node, op: node.op === 'eq' ? 'in' : 'nin', values: [...codes] };
    }
    return (node.op === 'in' || node.op === 'nin') && node.values
      ? { ...node, values: node.values.flatMap((value) => codesOf(node.col, value)) }
      : node;
  };
  return { ...query, filters: query.filters.map(turned) };
}
