import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { GRANT_ACTIONS } from '../../contract/authorize.ts';
import { DB_KINDS } from '../../contract/db-types.ts';
import { governance as contract } from '../../contract/governance.ts';
import { ddlOf } from '../../core/ddl.ts';
import { mayOnTable, tableDetail } from './detail.ts';
import { govern, type Words } from './govern.ts';
import { GOVERN_JOB, governMany } from './govern-job.ts';
import { grantsOnTable } from './grants.ts';
import { loadTable } from './rows.ts';
import { sampleOf } from './sample.ts';
import { usageOf } from './usage.ts';

async function governOne(ctx: Ctx, kind: 'table' | 'column', id: string, { version, ...words }: Words & { version: number }) {
  await govern(ctx, kind, [id], words, { version });
  const row = await ctx.db
    .selectFrom(kind === 'table' ? 'metadataTable' : 'metadataColumn')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { version: row.version };
}

const backticks = (name: string) => `\`${name.replaceAll('`', '``')}\``;
/** Names that need quotes, in dialects other than the standard. */
const QUOTES: Record<string, (name: string) => string> = {
  mysql: backticks,
  doris: backticks,
  starrocks: backticks,
  clickhouse: backticks,
  tsql: (name) => `[${name.replaceAll(']', ']]')}]`,
};

const typeText = (column: {
  dataType: string;
  dataLength: string | null;
  dataPrecision: string | null;
  dataScale: string | null;
}): string => {
  if (column.dataPrecision !== null)
    return `${column.dataType}(${column.dataPrecision}${column.dataScale && column.dataScale !== '0' ? `, ${column.dataScale}` : ''})`;
  return column.dataLength === null ? column.dataType : `${column.dataType}(${column.dataLength})`;
};

async function ddl(ctx: Ctx, id: string) {
  const table = await tableDetail(ctx, id);
  if (table.isViewSqlHidden) return { text: '', isHidden: true };
  const kind = DB_KINDS.get(table.dbType);
  const quote = QUOTES[kind?.dialect ?? ''] ?? ((name: string) => `"${name.replaceAll('"', '""')}"`);
  const plain = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quote(name));
  const text = ddlOf(
    {
      fullName: `${plain(table.schemaName)}.${plain(table.tableName)}`,
      comment: table.tableComment,
      kind: table.tableKind,
      keys: table.keys,
      indexes: table.indexes,
      viewSql: table.viewSql,
      columns: table.columns.map((column) => ({
        name: column.columnName,
        type: typeText(column),
        isNullable: column.columnNullable === '1',
        defaultText: column.dataDefault,
        comment: column.columnComment,
      })),
    },
    { quote: plain, isInline: kind?.driver === 'mysql' },
  );
  return { text, isHidden: false };
}

async function access(ctx: Ctx, id: string) {
  const table = await loadTable(ctx, id);
  const mine = await Promise.all(GRANT_ACTIONS.map(async (action) => ((await mayOnTable(ctx, id, action)) ? [action] : [])));
  return { mine: mine.flat(), grants: holds(ctx.user, 'metadata:dataauthorize:list') ? await grantsOnTable(ctx, table) : null };
}

async function batchState(ctx: Ctx, id: string) {
  const job = await ctx.app.jobs.get(ctx.db, id);
  const own = await ctx.db
    .selectFrom('kitJob')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', GOVERN_JOB)
    .where('createBy', '=', ctx.user.id)
    .executeTakeFirst();
  if (!job || !own) throw new AppError('entity.notFound');
  return { state: job.state, percent: job.percent, text: job.text };
}

/** Words of people about the catalogue, and what the page of a table shows besides its structure. */
export const governanceRoutes = implement(contract, {
  table: (ctx, { params, body }) => governOne(ctx, 'table', params.id, body),
  column: (ctx, { params, body }) => governOne(ctx, 'column', params.id, body),
  tables: (ctx, { body }) => governMany(ctx, 'table', body),
  columns: (ctx, { body }) => governMany(ctx, 'column', body),
  batchState: (ctx, { params }) => batchState(ctx, params.id),
  sample: (ctx, { params, body }) => sampleOf(ctx, params.id, body.limit),
  usage: (ctx, { params }) => usageOf(ctx, params.id),
  ddl: (ctx, { params }) => ddl(ctx, params.id),
  access: (ctx, { params }) => access(ctx, params.id),
});
