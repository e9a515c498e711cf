import type { Ctx } from '#kit/server/ctx.ts';
import { accountNames, deptNames, dictItems, postNames, type NameSearch } from '#modules/system/server/index.ts';
import { isCoded, isNameDict, type Field, type NameDict } from '../../contract/field.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { ChartQuery, Condition, FilterNode, Scalar } from '../../contract/query.ts';
import { codesBehind, codesIn, listsBehind, textsIn, type Labels, type Plan } from '../../core/query/index.ts';

type Items = ReadonlyMap<string, string>;
type Coded = Pick<Field, 'id' | 'dict' | 'labels' | 'isList'>;

/** One call asks for the same dictionary for many tiles. */
const byCall = new WeakMap<Ctx, Map<string, Promise<Items>>>();
const NAMES: Record<NameDict, typeof accountNames> = { '@users': accountNames, '@departments': deptNames, '@posts': postNames };

function dictOf(ctx: Ctx, code: string): Promise<Items> {
  const known = byCall.get(ctx) ?? new Map<string, Promise<Items>>();
  byCall.set(ctx, known);
  let items = known.get(code);
  if (!items) {
    items = dictItems(ctx.app.db, code).then((rows) => new Map(rows.map(({ itemText, itemValue }) => [itemText, itemValue])));
    known.set(code, items);
  }
  return items;
}

/** Labels by code: all of a dictionary or of the field itself, of the platform's names those that are asked for. */
async function itemsOf(ctx: Ctx, { dict, labels }: Coded, search: NameSearch): Promise<Items> {
  if (isNameDict(dict)) return NAMES[dict](ctx.app.db, search);
  return dict ? dictOf(ctx, dict) : new Map(Object.entries(labels ?? {}));
}

/** Labels of the codes in some values of a field. */
export const labelsIn = (ctx: Ctx, field: Coded, values: readonly unknown[]): Promise<Items> =>
  itemsOf(ctx, field, { ids: [...new Set(values.flatMap(codesIn))] });

/** So many codes of lists are looked for at once: a condition has a limit of its own. */
const MAX_IN_LISTS = 40;
/** The rows in whose values a text stands, as people read them. */
export async function readsLike(ctx: Ctx, field: Coded, text: string): Promise<FilterNode> {
  const sought = text.toLowerCase();
  const items = await itemsOf(ctx, field, { like: text });
  const codes = [...items].flatMap(([code, label]) => (label.toLowerCase().includes(sought) ? [code] : []));
  const col = field.id;
  const like: FilterNode = { col, op: 'contains', value: text };
  if (codes.length === 0) return like;
  if (!field.isList) return { any: [like, { col, op: 'in', values: codes }] };
  const inside = codes.slice(0, MAX_IN_LISTS).map((code) => ({ col, op: 'contains' as const, value: JSON.stringify(code) }));
  return { any: [like, ...inside] };
}

/** Labels of the codes in the rows that came back, by field; what is masked is no code. */
export async function labelsFor(
  ctx: Ctx,
  { dims, measures, raw, isDetail }: Plan,
  { rows, masked }: { rows: readonly (readonly unknown[])[]; masked: readonly boolean[] },
): Promise<Labels> {
  const values = new Map<Field, unknown[]>();
  for (const [i, column] of raw.entries()) {
    const shown = column.kind === 'dim' ? dims[column.at] : column.kind === 'measure' && isDetail ? measures[column.at] : undefined;
    if (shown && !masked[i] && isCoded(shown.field))
      values.set(shown.field, [...(values.get(shown.field) ?? []), ...rows.map((row) => row[i])]);
  }
  return new Map(await Promise.all([...values].map(async ([field, found]) => [field.id, await labelsIn(ctx, field, found)] as const)));
}

const EXACT = new Set(['eq', 'ne', 'in', 'nin']);
const valuesOf = ({ value, values }: Condition): readonly Scalar[] => values ?? (value === undefined ? [] : [value]);

/** What is asked for by label, by field: the codes have to be looked up before the source is asked. */
function asked(nodes: readonly FilterNode[], found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  for (const node of nodes) {
    if (!('col' in node)) asked('all' in node ? node.all : node.any, found);
    else if (EXACT.has(node.op)) {
      const texts = found.get(node.col) ?? new Set();
      found.set(node.col, texts);
      for (const value of valuesOf(node)) if (value !== null) texts.add(String(value));
    }
  }
  return found;
}

/** Codes in place of labels: what people choose and click are labels, what the source holds are codes. */
export async function withCodes(ctx: Ctx, model: SetModel, query: ChartQuery): Promise<ChartQuery> {
  const texts = asked(query.filters);
  const fields = model.fields.filter((field) => isCoded(field) && (texts.get(field.id)?.size ?? 0) > 0);
  if (fields.length === 0) return query;
  const known = new Map(
    await Promise.all(
      fields.map(async (field) => {
        const given = [...texts.get(field.id)!];
        const names = field.isList ? [...new Set(given.flatMap(textsIn))] : given;
        const [named, ids] = await Promise.all([itemsOf(ctx, field, { names }), itemsOf(ctx, field, { ids: given })]);
        return [field.id, new Map([...named, ...ids])] as const;
      }),
    ),
  );
  const isList = new Set(fields.flatMap((field) => (field.isList ? [field.id] : [])));
  const codesOf = (col: string, value: Scalar): readonly Scalar[] => {
    const items = known.get(col);
    if (!items || value === null) return [value];
    return (isList.has(col) ? listsBehind : codesBehind)(items, String(value));
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
