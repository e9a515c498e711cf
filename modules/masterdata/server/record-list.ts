import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf, type Page, type PageQuery } from '#kit/contract/fields.ts';
import { cappedTotal, contains, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import type { Masks } from './masks.ts';
import type { ModelInForce } from './model-in-force.ts';
import { RECORD_SCOPE } from './params.ts';
import { recordOf, recordsOf, type StoredRecord } from './records.ts';
import { mayContain } from './search-index.ts';
import { assertClear, columnOf, conditionOf, searchedColumns, type Condition } from './search.ts';

/** What a list of records asks for. */
export interface RecordQuery {
  readonly conditions: readonly Condition[];
  readonly status?: '0' | '1' | undefined;
  readonly keyword?: string | undefined;
  readonly ids?: readonly string[] | null | undefined;
}
/** Counting ends here: a list of a million answers as fast as one of a hundred. */
const COUNTED = 100_000;
/** Hits of a word that very many records have: whether there are more is found without reading them all. */
const COUNTED_OF_WORDS = 10_000;
const hasWords = ({ keyword, conditions }: RecordQuery): boolean =>
  Boolean(keyword?.trim()) || conditions.some(({ queryType }) => queryType === 'like');
const SYSTEM_SORT: Readonly<Record<string, string>> = {
  createTime: '$create_time',
  create_time: '$create_time',
  updateTime: '$update_time',
  update_time: '$update_time',
  status: '$status',
  id: '$id',
};

function wheresOf(model: ModelInForce, masks: Masks, query: RecordQuery): RawBuilder<SqlBool>[] {
  const wheres = query.conditions.flatMap((condition) => conditionOf(model, masks, condition) ?? []);
  if (query.status) wheres.push(sql<SqlBool>`${fieldRef(model.table, '$status')} = ${query.status}`);
  if (query.ids) wheres.push(sql<SqlBool>`${fieldRef(model.table, '$id')} = any(${[...query.ids]}::text[])`);
  if (query.keyword?.trim()) {
    const word = contains(query.keyword.trim());
    const columns = searchedColumns(model, masks).map((column) => sql`${fieldRef(model.table, column.id)} ilike ${word}`);
    wheres.push(columns.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(columns, sql` or `)})`);
  }
  return wheres;
}

/** The records that the words of a query leave, by their ids; null where words narrow nothing. */
async function narrowed(ctx: Ctx, model: ModelInForce, masks: Masks, query: RecordQuery): Promise<string[] | null> {
  const words = query.conditions.flatMap(({ column, queryType, value }) =>
    queryType === 'like' && !masks.has(column.id) ? [{ columns: [column], word: String(value ?? '') }] : [],
  );
  if (query.keyword?.trim()) words.push({ columns: searchedColumns(model, masks), word: query.keyword });
  let left: string[] | null = null;
  for (const { columns, word } of words) {
    const found = await mayContain(ctx.db, model, columns, word);
    if (found !== null && (left === null || found.length < left.length)) left = found;
  }
  return left;
}

/** Records within the reach of the caller that a list asks for. */
async function foundRecords(ctx: Ctx, model: ModelInForce, masks: Masks, query: RecordQuery) {
  const ids = await narrowed(ctx, model, masks, query);
  let rows = recordsOf(ctx.db, model).where(scope(ctx, RECORD_SCOPE));
  for (const where of wheresOf(model, masks, query)) rows = rows.where(where);
  if (ids !== null) rows = rows.where(sql<SqlBool>`${fieldRef(model.table, '$id')} = any(${ids}::text[])`);
  return { rows, isNarrow: ids !== null };
}

function ordersOf(model: ModelInForce, masks: Masks, text: string | undefined): { field: string; direction: 'asc' | 'desc' }[] {
  const orders = (text ?? '-createTime').split(',').map((part) => {
    const name = part.replace(/^-/, '');
    const direction = part.startsWith('-') ? ('desc' as const) : ('asc' as const);
    const system = SYSTEM_SORT[name];
    if (system !== undefined && Object.hasOwn(SYSTEM_SORT, name)) return { field: system, direction };
    const column = model.columns.find((one) => one.columnName === name);
    if (!column) throw new AppError('input.invalid', `不支持按“${name}”排序`, [{ path: 'sort', message: '排序字段不正确' }]);
    assertClear(columnOf(model, name), masks);
    return { field: column.id, direction };
  });
  return orders.some(({ field }) => field === '$id') ? orders : [...orders, { field: '$id', direction: orders[0]?.direction ?? 'asc' }];
}

/** A page of records. */
export async function recordPage(
  ctx: Ctx,
  model: ModelInForce,
  masks: Masks,
  query: RecordQuery & { readonly page: PageQuery },
): Promise<Page<StoredRecord>> {
  const { pageNum, pageSize } = pageOf(query.page);
  const { rows, isNarrow } = await foundRecords(ctx, model, masks, query);
  let list = rows;
  for (const { field, direction } of ordersOf(model, masks, query.page.sort)) list = list.orderBy(fieldRef(model.table, field), direction);
  const found = (await list
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()) as Record<string, unknown>[];
  const known = endOfList({ pageNum, pageSize }, found.length);
  const counted = await cappedTotal(
    rows.clearSelect().select(sql`1`.as('one')),
    ctx.db,
    isNarrow || !hasWords(query) ? COUNTED : COUNTED_OF_WORDS,
    known,
  );
  return { pageNum, pageSize, ...counted, data: found.map((row) => recordOf(model, row)) };
}

/** All records that an export asks for, by id in batches. */
export async function* allRecords(ctx: Ctx, model: ModelInForce, masks: Masks, query: RecordQuery): AsyncGenerator<StoredRecord> {
  const BATCH = 1000;
  const { rows: found } = await foundRecords(ctx, model, masks, query);
  for (let after = ''; ;) {
    const rows = (await found
      .where(sql<boolean>`${fieldRef(model.table, '$id')} > ${after}`)
      .orderBy(fieldRef(model.table, '$id'))
      .limit(BATCH)
      .execute()) as Record<string, unknown>[];
    yield* rows.map((row) => recordOf(model, row));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = String(last['$id']);
  }
}
