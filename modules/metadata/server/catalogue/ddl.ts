import type { Ctx } from '#kit/server/ctx.ts';
import { DB_KINDS } from '../../contract/db-types.ts';
import { ddlOf } from '../../core/ddl.ts';
import { typeText } from '../../core/structure.ts';
import { SourceError } from '../adapter/types.ts';
import { findSource } from '../source/load-source.ts';
import { pools } from '../source/pools.ts';
import { tableDetail } from './detail.ts';

/** A page waits for it: a source that does not answer by then is done without. */
const TIMEOUT_MS = 8_000;
const MOST_ROWS = 1_000;

const backticks = (name: string) => `\`${name.replaceAll('`', '``')}\``;
/** Names that need quotes, in dialects other than the standard. */
const QUOTES: Record<string, (name: string) => string> = {
  mysql: backticks,
  doris: backticks,
  starrocks: backticks,
  clickhouse: backticks,
  tsql: (name) => `[${name.replaceAll(']', ']]')}]`,
};

type Detail = Awaited<ReturnType<typeof tableDetail>>;

/** The source's own text, null when it has none or does not give it now. */
async function fromSource(ctx: Ctx, table: Detail): Promise<string | null> {
  // what a caller does not see of the columns is not told by the text either
  if (table.columns.length !== table.columnCount || table.brokenReason !== null) return null;
  const source = await findSource(ctx.app, ctx.db, table.sourceId);
  if (!source?.adapter.createText || source.row.status === '0') return null;
  const { text, params, written } = source.adapter.createText({ schema: table.schemaName, name: table.tableName, kind: table.tableKind });
  try {
    const opened = await pools.of(source, Date.now()).open({ text, params, searchPath: [], timeoutMs: TIMEOUT_MS, signal: ctx.signal });
    try {
      return written(await opened.read(MOST_ROWS));
    } finally {
      await opened.close();
    }
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    return null;
  }
}

/** The statement from what was harvested. */
function built(table: Detail): string {
  const kind = DB_KINDS.get(table.dbType);
  const quote = QUOTES[kind?.dialect ?? ''] ?? ((name: string) => `"${name.replaceAll('"', '""')}"`);
  const plain = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quote(name));
  return ddlOf(
    {
      fullName: `${plain(table.schemaName)}.${plain(table.tableName)}`,
      comment: table.tableComment,
      kind: table.tableKind,
      keys: table.keys,
      indexes: table.indexes,
      viewSql: table.viewSql,
      columns: table.columns.map((column) => ({
        name: column.columnName,
        type: typeText({ type: column.dataType, length: column.dataLength, precision: column.dataPrecision, scale: column.dataScale }),
        isNullable: column.columnNullable === '1',
        defaultText: column.dataDefault,
        comment: column.columnComment,
      })),
    },
    { quote: plain, isInline: kind?.driver === 'mysql' },
  );
}

/** The statement that would make a table: in the source's own words where it has them, else from what was harvested. */
export async function ddl(ctx: Ctx, id: string): Promise<{ text: string; isHidden: boolean; origin: 'source' | 'catalogue' }> {
  const table = await tableDetail(ctx, id);
  if (table.isViewSqlHidden) return { text: '', isHidden: true, origin: 'catalogue' };
  const own = table.tableKind === 'view' ? null : await fromSource(ctx, table);
  return { text: own ?? built(table), isHidden: false, origin: own === null ? 'catalogue' : 'source' };
}
