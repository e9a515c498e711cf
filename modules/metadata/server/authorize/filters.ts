import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { deptIdsBelow, loadAccount } from '#modules/system/server/index.ts';
import { catalogOf, type CatalogTable } from '../../core/sql/catalog.ts';
import { checkStatement, textToParse } from '../../core/sql/check.ts';
import { conditionText, fillCondition } from '../../core/sql/condition.ts';
import { dialectOf } from '../../core/sql/dialects.ts';
import { lex, LexError } from '../../core/sql/lex.ts';
import { Refusal } from '../../core/sql/refusal.ts';
import { SourceError } from '../adapter/types.ts';
import { hiddenFrom } from '../gate/masking.ts';
import { parser } from '../gate/shared-parser.ts';
import { readCondition } from '../parser/condition.ts';
import { findSource, type Source } from '../source/load-source.ts';
import { pools } from '../source/pools.ts';
import { accessOf } from './access.ts';
import type { Holder } from './held.ts';

const TRY_TIMEOUT_MS = 15_000;

/** Whose values a filter stands for. */
type Person = Pick<Holder, 'id' | 'deptId'> & { readonly username: string };

/** The condition with the values of a person. Throws Refusal or LexError. */
async function bound(db: Db, person: Person, text: string, source: Source, table: CatalogTable): Promise<string> {
  const dialect = dialectOf(source.adapter.dialect);
  const condition = await readCondition(parser, text, table, dialect);
  const namesBelow = condition.some((piece) => 'value' in piece && piece.value === 'deptIds');
  const deptIds = namesBelow && person.deptId !== null ? await deptIdsBelow(db, person.deptId) : [];
  return fillCondition(condition, { ...person, deptIds }, dialect);
}

/**
 * The condition of a grant for one person, ready to be put into a query; null when it does not fit the table any more or cannot be
 * bound: then it gives no rows.
 */
export async function conditionFor(db: Db, person: Person, source: Source, table: CatalogTable, text: string): Promise<string | null> {
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

async function checked(db: Db, source: Source, table: CatalogTable, text: string, person: Person): Promise<string> {
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
  await checked(ctx.db, source, await tableWithColumns(ctx, object.tableId), body.rowFilter, ctx.user);
}

/** Counts answer questions about values: not about those that the caller sees masked. */
async function assertClear(ctx: Ctx, source: Source, table: CatalogTable, text: string): Promise<void> {
  const dialect = dialectOf(source.adapter.dialect);
  const [statement] = lex(conditionText(text, table, dialect).query, dialect);
  const parsed = await parser.parse(textToParse(statement!, dialect), dialect.name);
  const catalog = catalogOf([table], dialect, { database: table.schema, account: table.schema });
  const read = checkStatement(statement!, parsed, catalog, { mayWrite: false, hasParams: false }, dialect);
  const access = await accessOf(ctx.app.db, ctx.user, source.id, ctx.app.now());
  const hidden = await hiddenFrom(ctx.app, read, { access, action: 'query' });
  if (hidden.read !== null) throw invalid(`试算会透露敏感字段「${hidden.read}」的取值，需要该字段的明文查看权限；条件本身可以保存`);
}

/** Counts the rows of a table without and with a filter, for the caller or another account. Nothing else of the rows is told. */
export async function countFiltered(
  ctx: Ctx,
  input: { sourceId: string; tableId: string; rowFilter: string; userId?: string | null },
): Promise<{ before: string; after: string; condition: string }> {
  const source = await findSource(ctx.app, ctx.db, input.sourceId);
  if (!source) throw new AppError('entity.notFound', '数据源不存在或已删除');
  const person = input.userId ? await loadAccount(ctx.db, input.userId) : ctx.user;
  if (!person) throw new AppError('entity.notFound', '用户不存在或已停用');
  const table = await tableWithColumns(ctx, input.tableId);
  const condition = await checked(ctx.db, source, table, input.rowFilter, person);
  await assertClear(ctx, source, table, input.rowFilter);
  const { quote } = dialectOf(source.adapter.dialect);
  const text = `select count(*), count(case when (${condition}\n) then 1 end) from ${quote(table.schema)}.${quote(table.name)}`;
  try {
    const opened = await pools
      .of(source, Date.now())
      .open({ text, params: [], searchPath: [], timeoutMs: TRY_TIMEOUT_MS, signal: ctx.signal });
    try {
      const [row] = await opened.read(1);
      return { before: String(row![0]), after: String(row![1]), condition };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.kind === 'statement') throw invalid('行过滤条件无法执行，请检查字段类型与取值');
    throw new AppError(error.kind === 'unreachable' ? 'source.unreachable' : 'source.timeout', error.message, null, { cause: error });
  }
}
