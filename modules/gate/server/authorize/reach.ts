import { sql, type RawBuilder } from 'kysely';
import { holds, isUnrestricted } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scopeFor } from '#kit/server/scope.ts';
import { isReading, SOURCE_COLUMNS, ofVisibleSource, heldNow, type GrantAction } from '#modules/sources/server/index.ts';

export type { GrantAction } from '#modules/sources/server/index.ts';

/** Permissions that give everything but `unmask`, and those that give `meta`, on the sources of their data scope. */
export const MANAGES_SOURCES = ['metadata:datasource:edit'];
export const DESCRIBES_SOURCES = [...MANAGES_SOURCES, 'metadata:datacolumn:edit', 'metadata:dataauthorize:edit'];

const all = sql<boolean>`true`;
const none = sql<boolean>`false`;

const exercised = (ctx: Ctx, permissions: readonly string[] | undefined): readonly string[] =>
  (permissions ?? (ctx.route.access.kind === 'perm' ? ctx.route.access.anyOf : [])).filter((permission) => holds(ctx.user, permission));

/** Ids of sources on which the caller has the action on everything: shared, managed, or granted as a whole. */
function wholeSources(ctx: Ctx, action: GrantAction, held = heldNow(ctx.user, ctx.now, action)): RawBuilder<unknown> {
  const granted = sql`select source_id from metadata_authorize where object_type = 'database' and ${held}`;
  if (action === 'unmask') return granted;
  const managed = scopeFor(ctx.user, SOURCE_COLUMNS, action === 'meta' ? DESCRIBES_SOURCES : MANAGES_SOURCES);
  return sql`select id from metadata_source where deleted_at is null and (is_shared = '1' or ${managed}) union all ${granted}`;
}

/** Ids of tables that grants on tables and schemas give as a whole; with `parts` also those of which they give columns. */
function grantedTables(ctx: Ctx, action: GrantAction, parts: boolean, held = heldNow(ctx.user, ctx.now, action)): RawBuilder<unknown> {
  const types = parts ? sql`('table', 'column')` : sql`('table')`;
  return sql`select table_id from metadata_authorize where object_type in ${types} and table_id is not null and ${held}
    union all select granted.id from metadata_authorize join metadata_table granted on granted.source_id = metadata_authorize.source_id
      and granted.schema_name = substr(metadata_authorize.object_id, length(metadata_authorize.source_id) + 2)
    where metadata_authorize.object_type = 'schema' and granted.deleted_at is null and ${held}`;
}

/** Result for calls that are decided without grants; null if sources and grants must be checked. */
function decidedWithoutGrants(ctx: Ctx, source: string, action: GrantAction, permissions: readonly string[] | undefined) {
  if (action !== 'unmask' && isUnrestricted(ctx.user)) return all;
  const held = exercised(ctx, permissions);
  if (held.length === 0) return none;
  // Who changes the catalogue needs the sources in the data scope of that permission: neither sharing nor a grant lends it.
  return isReading(ctx, held) ? null : ofVisibleSource(ctx, source, held);
}

/**
 * A condition on rows that belong to a table: tables on which the caller has `action`. `table` and `source` name the columns with
 * the ids, e.g. `metadataTable.id` and `metadataTable.sourceId`. The caller must hold one of `permissions` (default: those of the
 * call); when those that it holds only change things, the tables are those of the sources in their data scope.
 */
export function ofVisibleTable(
  ctx: Ctx,
  columns: { table: string; source: string },
  action: GrantAction = 'meta',
  permissions?: readonly string[],
): RawBuilder<boolean> {
  return (
    decidedWithoutGrants(ctx, columns.source, action, permissions) ??
    sql<boolean>`(${sql.ref(columns.source)} in (${wholeSources(ctx, action)})
      or ${sql.ref(columns.table)} in (${grantedTables(ctx, action, true)}))`
  );
}

/**
 * The same for rows of columns: `column` names the column with the id of the metadata column. A table of which grants give only
 * columns consists of those columns.
 */
export function ofVisibleColumn(
  ctx: Ctx,
  columns: { column: string; table: string; source: string },
  action: GrantAction = 'meta',
  permissions?: readonly string[],
): RawBuilder<boolean> {
  return (
    decidedWithoutGrants(ctx, columns.source, action, permissions) ??
    ofGrantedColumn(ctx, columns, action, heldNow(ctx.user, ctx.now, action))
  );
}

const ofGrantedColumn = (
  ctx: Ctx,
  columns: { column: string; table: string; source: string },
  action: GrantAction,
  held: RawBuilder<boolean>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(columns.source)} in (${wholeSources(ctx, action, held)})
    or ${sql.ref(columns.table)} in (${grantedTables(ctx, action, false, held)})
    or ${sql.ref(columns.column)} in (select object_id from metadata_authorize where object_type = 'column' and ${held}))`;

/**
 * A condition on rows of columns: the caller may query every row of the column, in the clear or masked. Figures over all rows of another column
 * would tell of rows that the caller does not get. Grants with conditions count for nothing here, also where several lift each other.
 */
export function ofWholeColumn(ctx: Ctx, columns: { column: string; table: string; source: string }): RawBuilder<boolean> {
  if (isUnrestricted(ctx.user)) return all;
  return ofGrantedColumn(
    ctx,
    columns,
    'query',
    sql<boolean>`${heldNow(ctx.user, ctx.now, 'query')} and metadata_authorize.row_filter is null`,
  );
}
