import { sql, type RawBuilder } from 'kysely';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import { ofVisibleColumn, ofWholeColumn } from '#modules/gate/server/index.ts';

/** Permissions with which columns of standards are read. */
export const READS = ['standard:binding:list', 'standard:element:list'];

/** A condition: the caller sees the column that a row of this table names. */
export const seenColumns = (ctx: Ctx, table: 'standardBinding' | 'standardProposal' | 'metadataColumn', reads: readonly string[] = READS) =>
  ofVisibleColumn(
    ctx,
    {
      column: table === 'metadataColumn' ? 'metadataColumn.id' : `${table}.columnId`,
      table: `${table}.tableId`,
      source: `${table}.sourceId`,
    },
    'meta',
    reads,
  );

export interface BindingFilter {
  id?: string;
  elementId?: string | undefined;
  sourceId?: string | undefined;
  tableId?: string | undefined;
  domainId?: string | undefined;
  deptId?: string | undefined;
  ownerId?: string | undefined;
  layer?: string | undefined;
  keyword?: string | undefined;
  state?: string | undefined;
  isToDo?: '0' | '1' | undefined;
}
/** What stands for people, departments and domains that a table does not have. */
export const NONE = 'none';

/** How a binding stands: an exemption goes first while it lasts. */
const stateBy = (verdict: RawBuilder<unknown>) =>
  sql<'conform' | 'partial' | 'bad' | 'retired' | 'exempt' | 'unread' | 'open'>`(case
    when standard_binding.verdict = 'retired' then 'retired'
    when standard_binding.exempt_until >= ${TODAY} then 'exempt' else coalesce(${verdict}, 'open') end)`;
/** As it stands by everything that is known of the column. */
export const STATE = stateBy(sql`standard_binding.verdict`);

type Bindings = 'standardBinding' | 'b';
/** A condition: the caller may query all rows of the column of a binding. */
export const readsWhole = (ctx: Ctx, of: Bindings = 'standardBinding') =>
  ofWholeColumn(ctx, { column: `${of}.columnId`, table: `${of}.tableId`, source: `${of}.sourceId` });
/** What the caller may know of a binding: by the definition of its column alone for who does not get all of the rows. */
const seen = (ctx: Ctx, [whole, plain]: readonly ['verdict', 'plainVerdict'] | readonly ['results', 'plainResults'], of?: Bindings) => {
  const [full, limited] = [whole, plain].map((field) => sql.ref(`${of ?? 'standardBinding'}.${field}`));
  return sql<unknown>`(case when ${limited} is null or ${readsWhole(ctx, of)} then ${full} else ${limited} end)`;
};
export const verdictSeen = (ctx: Ctx, of?: Bindings) => seen(ctx, ['verdict', 'plainVerdict'], of);
export const resultsSeen = (ctx: Ctx) => seen(ctx, ['results', 'plainResults']);
export const stateSeen = (ctx: Ctx) => stateBy(verdictSeen(ctx));

/** A condition on the table that a column stands in; `none` asks for tables without domain, department or owner. */
export function ofPlace({ domainId, deptId, ownerId, layer }: BindingFilter) {
  const conditions = [sql<boolean>`true`];
  const dept = sql`(select dept_id from sys_user where id = metadata_table.owner_id)`;
  const is = (value: RawBuilder<unknown>, wanted: string) =>
    conditions.push(wanted === NONE ? sql<boolean>`${value} is null` : sql<boolean>`${value} = ${wanted}`);
  if (domainId) is(sql`metadata_table.domain_id`, domainId);
  if (deptId) is(dept, deptId);
  if (ownerId) is(sql`metadata_table.owner_id`, ownerId);
  if (layer) conditions.push(sql<boolean>`metadata_table.schema_name = ${layer}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Bindings of living columns that the caller sees. */
export function bindingRows(ctx: Ctx, filter: BindingFilter) {
  let rows = ctx.db
    .selectFrom('standardBinding')
    .innerJoin('standardElement', 'standardElement.id', 'standardBinding.elementId')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'standardBinding.columnId')
    .innerJoin('metadataTable', 'metadataTable.id', 'standardBinding.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardBinding.sourceId')
    .where('standardBinding.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where(seenColumns(ctx, 'standardBinding'));
  if (filter.id) rows = rows.where('standardBinding.id', '=', filter.id);
  if (filter.elementId) rows = rows.where('standardBinding.elementId', '=', filter.elementId);
  if (filter.sourceId) rows = rows.where('standardBinding.sourceId', '=', filter.sourceId);
  if (filter.tableId) rows = rows.where('standardBinding.tableId', '=', filter.tableId);
  rows = rows.where(ofPlace(filter));
  if (filter.state) rows = rows.where(sql<boolean>`${stateSeen(ctx)} = ${filter.state}`);
  if (filter.isToDo === '1') rows = rows.where(sql<boolean>`${stateSeen(ctx)} in ('partial', 'bad', 'retired')`);
  const { keyword } = filter;
  if (keyword)
    rows = rows.where((e) =>
      e.or(
        ['metadataTable.tableName', 'metadataColumn.columnName', 'standardElement.elementName'].map(
          (column) => containsText(column, keyword) as never,
        ),
      ),
    );
  return rows;
}

/** Where a column stands, in names of today. */
export const PLACE = [
  'metadataSource.sourceName',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataTable.tier',
  'metadataColumn.columnName',
  'metadataColumn.dataType',
  'metadataColumn.dataLength',
  sql<string | null>`coalesce(metadata_table.cn_name, metadata_table.table_comment)`.as('tableLabel'),
  sql<string | null>`coalesce(metadata_column.cn_name, metadata_column.column_comment)`.as('columnLabel'),
] as const;

/** What lists tell of a binding. */
export const bindingFields = (ctx: Ctx) =>
  [
    'standardBinding.id',
    'standardBinding.sourceId',
    'standardBinding.tableId',
    'standardBinding.columnId',
    'standardBinding.elementId',
    'standardElement.elementCode',
    'standardElement.elementName',
    'standardBinding.method',
    'standardBinding.reasons',
    'standardBinding.exemptReason',
    'standardBinding.exemptUntil',
    'standardBinding.checkTime',
    ...PLACE,
    resultsSeen(ctx).as('results'),
    stateSeen(ctx).as('state'),
    sql<number | null>`standard_binding.score::float8`.as('score'),
  ] as const;
