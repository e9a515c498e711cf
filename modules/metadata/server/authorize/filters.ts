import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { catalogOf, type CatalogTable } from '../../core/sql/catalog.ts';
import { checkStatement, textToParse, type Parsed } from '../../core/sql/check.ts';
import { dialectOf, type Dialect } from '../../core/sql/dialects.ts';
import { lex, LexError } from '../../core/sql/lex.ts';
import { Refusal } from '../../core/sql/refusal.ts';
import { SourceError } from '../adapter/types.ts';
import { parser } from '../gate/shared-parser.ts';
import { findSource, type Source } from '../source/load-source.ts';
import { pools } from '../source/pools.ts';
import type { Holder } from './held.ts';

const TRY_TIMEOUT_MS = 15_000;

/** Whose values a filter stands for. */
type Person = Holder & { readonly username: string };
const VARIABLE = /'?\$\{\s*user\.(id|username|deptId)\s*\}'?/g;

/** The condition with the values of a person as literals. Throws Refusal for variables that do not exist and values that cannot be quoted. */
function bind(text: string, person: Person, dialect: Dialect): string {
  const bound = text.replace(VARIABLE, (_all, name: 'id' | 'username' | 'deptId') => {
    const value = person[name];
    if (value === null) return 'null';
    try {
      return dialect.literal(value);
    } catch {
      throw new Refusal('账号的取值不能用在行过滤条件中');
    }
  });
  if (bound.includes('${')) throw new Refusal('行过滤条件只能使用变量 ${user.id}、${user.username}、${user.deptId}');
  return bound;
}

/** Parentheses that close what they opened: the text cannot leave the place where it is put. */
function assertClosed(tokens: readonly { kind: string; text: string }[]): void {
  let depth = 0;
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if (token.text === '(') depth++;
    if (token.text === ')' && --depth < 0) throw new Refusal('行过滤条件的括号不配对');
  }
  if (depth !== 0) throw new Refusal('行过滤条件的括号不配对');
}

/** Checks that a text is one condition over the columns of one table and nothing else. Throws Refusal or LexError. */
async function assertCondition(text: string, source: Source, table: CatalogTable, parse: (text: string) => Promise<Parsed>): Promise<void> {
  const dialect = dialectOf(source.adapter.dialect);
  const own = lex(text, dialect);
  if (own.length !== 1) throw new Refusal('行过滤条件只能是一个条件表达式');
  assertClosed(own[0]!.tokens);
  const between = own[0]!.tokens.reduceRight((rest, token) => rest.slice(0, token.start) + rest.slice(token.end), own[0]!.text);
  if (between.trim() !== '' || own[0]!.text.trim() !== text.trim()) throw new Refusal('行过滤条件中不能有注释');
  const { quote } = dialect;
  const query = `select 1 from ${quote(table.schema)}.${quote(table.name)} where (${text}\n)`;
  const [statement, ...more] = lex(query, dialect);
  if (!statement || more.length > 0) throw new Refusal('行过滤条件只能是一个条件表达式');
  const place = { database: source.connection.database, account: source.connection.username };
  const checked = checkStatement(
    statement,
    await parse(textToParse(statement, dialect)),
    catalogOf([table], dialect, place),
    { mayWrite: false, hasParams: false },
    dialect,
  );
  if (checked.refs.length !== 1 || checked.output?.length !== 1) throw new Refusal('行过滤条件只能使用本表的字段，不能包含子查询');
}

/**
 * The condition of a grant for one person, ready to be put into a query; null when it does not fit the table any more or cannot be
 * bound: then it gives no rows.
 */
export async function conditionFor(
  person: Person,
  source: Source,
  table: CatalogTable,
  condition: string,
  parse: (text: string) => Promise<Parsed>,
): Promise<string | null> {
  try {
    const bound = bind(condition, person, dialectOf(source.adapter.dialect));
    await assertCondition(bound, source, table, parse);
    return bound;
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

async function checked(source: Source, table: CatalogTable, condition: string, person: Person): Promise<string> {
  try {
    const bound = bind(condition, person, dialectOf(source.adapter.dialect));
    await assertCondition(bound, source, table, (text) => parser.parse(text, source.adapter.dialect));
    return bound;
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
  await checked(source, await tableWithColumns(ctx, object.tableId), body.rowFilter, ctx.user);
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
  const condition = await checked(source, table, input.rowFilter, person);
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
