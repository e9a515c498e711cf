import type { Ctx } from '#kit/server/ctx.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { ddlOf } from '../../core/ddl.ts';
import { typeText } from '../../core/structure.ts';
import { createTextOf, findSource } from '#modules/sources/server/index.ts';
import { tableDetail } from './detail.ts';

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
  // the source's text names all columns: not for a caller who may see only some of them
  if (table.columns.length !== table.columnCount || table.brokenReason !== null) return null;
  const source = await findSource(ctx.app, ctx.db, table.sourceId);
  if (!source || source.row.status === '0') return null;
  return createTextOf(source, { schema: table.schemaName, name: table.tableName, kind: table.tableKind }, ctx.signal);
}

/** The statement built from the harvested structure. */
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

/** The CREATE statement of a table: the source's own text if it provides one, else built from the harvested structure. Throws entity.notFound. */
export async function ddl(ctx: Ctx, id: string): Promise<{ text: string; isHidden: boolean; origin: 'source' | 'catalogue' }> {
  const table = await tableDetail(ctx, id);
  if (table.isViewSqlHidden) return { text: '', isHidden: true, origin: 'catalogue' };
  const own = table.tableKind === 'view' ? null : await fromSource(ctx, table);
  return { text: own ?? built(table), isHidden: false, origin: own === null ? 'catalogue' : 'source' };
}
