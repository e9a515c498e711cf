import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { deptIdsBelow, loadAccount } from '#modules/system/server/index.ts';
import { type CatalogTable, dialectOf } from '#modules/sources/core/index.ts';
import { fillCondition } from '../../core/sql/condition.ts';
import { LexError } from '../../core/sql/lex.ts';
import { Refusal } from '../../core/sql/refusal.ts';
import type { Source as BaseColumn } from '../../core/sql/scope.ts';
import { SourceError, findSource, type Source, type Holder } from '#modules/sources/server/index.ts';
import { maskedColumns } from '../guard/masking.ts';
import { countWhere } from '../guard/measure/measure.ts';
import { parser } from '../guard/shared-parser.ts';
import { readCondition } from '../parser/condition.ts';
import { accessOf } from './access.ts';

const TRY_TIMEOUT_MS = 15_000;

/** Whose values a filter stands for. */
type Person = Pick<Holder, 'id' | 'deptId'> & { readonly username: string };

/** The condition with the values of a person. Throws Refusal or LexError. */
async function bound(
  db: Db,
  person: Person,
  text: string,
  source: Source,
  table: CatalogTable,
): Promise<{ sql: string; columns: ReadonlySet<BaseColumn> }> {
  const dialect = dialectOf(source.adapter.dialect);
  const condition = await readCondition(parser, text, table, dialect);
  const namesBelow = condition.pieces.some((piece) => 'value' in piece && piece.value === 'deptIds');
  const deptIds = namesBelow && person.deptId !== null ? await deptIdsBelow(db, person.deptId) : [];
  return { sql: fillCondition(condition, { ...person, deptIds }, dialect), columns: condition.columns };
}

/**
 * The condition of a grant for one person, ready to be put into a query, with the base columns that it reads; null when it does not fit
 * the table any more or cannot be bound: then it gives no rows.
 */
export async function conditionFor(
  db: Db,
  person: Person,
  source: Source,
  table: CatalogTable,
  text: string,
): Promise<{ sql: string; columns: ReadonlySet<BaseColumn> } | null> {
  try {
    return await bound(db, person, text, source, table);
  } catch (error) {
    if (error instanceof Refusal || error instanceof LexError) return null;
    throw error;
  }
}

async function tableWithColumns(ctx: Ctx, tableId: string): Promise<CatalogTable> {
  const table = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('id', '=', tableId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const columns = await ctx.db
    .selectFrom('metadataColumn')
    .select('columnName')
    .where('tableId', '=', tableId)
    .where('deletedAt', 'is', null)
    .orderBy('columnPosition')
    .execute();
  return { id: table.id, schema: table.schemaName, name: table.tableName, columns: columns.map((column) => column.columnName) };
}

const invalid = (message: string) => new AppError('input.invalid', message, [{ path: 'rowFilter', message }]);

async function checked(db: Db, source: Source, table: CatalogTable, text: string, person: Person): ReturnType<typeof bound> {
  try {
    return await bound(db, person, text, source, table);
  } catch (error) {
    if (error instanceof Refusal || error instanceof LexError) throw invalid(`行过滤条件不正确：${error.message}`);
    throw error;
  }
}

/** Refuses a filter that is not one condition over the columns of its table; throws input.invalid. */
export async function assertFilter(
  ctx: Ctx,
  body: { objectType: string; rowFilter: string | null },
  object: { sourceId: string; tableId: string | null },
): Promise<void> {
  if (body.rowFilter === null) return;
  if (object.tableId === null) throw invalid('行过滤条件只能用在表或字段的授权上');
  const source = await findSource(ctx.app, ctx.db, object.sourceId);
  if (!source) throw new AppError('entity.notFound', '数据源不存在或已删除');
  const table = await tableWithColumns(ctx, object.tableId);
  const { columns } = await checked(ctx.db, source, table, body.rowFilter, ctx.user);
  await assertClear(ctx, source, table, columns);
}

/** Which rows a filter leaves tells about values: not about those that the caller sees masked. */
async function assertClear(ctx: Ctx, source: Source, table: CatalogTable, columns: ReadonlySet<BaseColumn>): Promise<void> {
  const access = await accessOf(ctx.app.db, ctx.user, source.id, ctx.app.now());
  const masked = await maskedColumns(ctx.app, [table], { access, action: 'query' });
  for (const column of columns)
    if (masked.has(column))
      throw invalid(`字段“${column.split('.').at(-1)!}”对您已脱敏，不能用作行过滤条件：哪些行可见会透露它的取值；需要该字段的明文查看权限`);
}

/** Counts the rows of a table without and with a filter, for the caller or another account. Nothing else of the rows is told. */
export async function countFiltered(
  ctx: Ctx,
  input: { sourceId: string; tableId: string; rowFilter: string; userId?: string | null },
): Promise<{ before: string; after: string; condition: string }> {
  const source = await findSource(ctx.app, ctx.db, input.sourceId);
  if (!source) throw new AppError('entity.notFound', '数据源不存在或已删除');
  const person = input.userId ? await loadAccount(ctx.db, input.userId) : ctx.user;
  if (!person) throw new AppError('entity.notFound', '用户不存在或已禁用');
  const table = await tableWithColumns(ctx, input.tableId);
  const { sql: condition, columns } = await checked(ctx.db, source, table, input.rowFilter, person);
  await assertClear(ctx, source, table, columns);
  try {
    return {
      ...(await countWhere(source, table, condition, { timeoutMs: TRY_TIMEOUT_MS, signal: ctx.signal, userId: ctx.user.id })),
      condition,
    };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.kind === 'statement') throw invalid('行过滤条件无法执行，请检查字段类型与取值');
    throw new AppError(error.kind === 'unreachable' ? 'source.unreachable' : 'source.timeout', error.message, null, { cause: error });
  }
}
