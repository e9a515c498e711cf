import { LRUCache } from 'lru-cache';
import { deptIdsBelow } from '#modules/system/server/index.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Catalog } from '#modules/sources/core/index.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import { accessColumns, accessFrom, accessOf, type Access } from '../authorize/access.ts';
import { catalogOfSource, stampColumn, sourceOf, visibleSources, type Source } from '#modules/sources/server/index.ts';
import type { CheckedStatement } from './reader.ts';

/** Statements that passed, by the catalogue that they were checked against: a changed catalogue is another object. */
const plans = new WeakMap<Catalog, LRUCache<string, CheckedStatement>>();
const MAX_PLANS = 1_000;

/** What one caller may do with a source at one moment. */
export interface Rights {
  readonly catalog: Catalog;
  readonly access: Access;
  /** equal prints mean that every statement passes, or is limited, alike */
  readonly print: string;
}

/**
 * Rights as a text: grounds and grants as they stand in the database now, and of the person what row filters may speak of. Whatever decides
 * about a statement is in it, so that a statement that passed once need not be taken apart again.
 */
export async function rightsFingerprint(ctx: Ctx, access: Access): Promise<string> {
  const grants = access.grants.map((grant) => [
    grant.objectType,
    grant.objectId,
    grant.tableId,
    grant.columnName,
    [...grant.actions].sort(),
    grant.rowFilter,
  ]);
  const { id, username, deptId } = ctx.user;
  const filters = access.grants.flatMap(({ rowFilter }) => rowFilter ?? []);
  const below = deptId !== null && filters.some((filter) => filter.includes('deptIds')) ? await deptIdsBelow(ctx.app.db, deptId) : [];
  return JSON.stringify([access.grounds, grants, filters.length > 0 ? [id, username, deptId, [...below].sort()] : null]);
}

/**
 * A source within the caller's reach with what the caller may do with it: one statement, always from the database. Throws entity.notFound.
 */
export async function sourceWithRights(ctx: Ctx, id: string): Promise<{ source: Source; rights: Promise<Rights> }> {
  const now = ctx.app.now();
  const query = visibleSources(ctx)
    .selectAll('metadataSource')
    .select([...accessColumns(ctx.user, now), stampColumn])
    .where('metadataSource.id', '=', id);
  const [row] = await runPreparedQuery(ctx.db, query);
  const source = await sourceOf(ctx, row);
  return { source, rights: rightsWith(ctx, source, accessFrom(ctx.user, id, row), row!.stamp) };
}

/** Reads the rights of the caller on a source, always from the database. */
export async function rightsOf(ctx: Ctx, source: Source): Promise<Rights> {
  return rightsWith(ctx, source, await accessOf(ctx.app.db, ctx.user, source.id, ctx.app.now()));
}

async function rightsWith(ctx: Ctx, source: Source, access: Access, stamp?: string): Promise<Rights> {
  const [catalog, print] = await Promise.all([catalogOfSource(ctx.app.db, source, stamp), rightsFingerprint(ctx, access)]);
  return { access, catalog, print };
}

export const planOf = (catalog: Catalog, key: string): CheckedStatement | undefined => plans.get(catalog)?.get(key);
export function cachePlan(catalog: Catalog, key: string, passed: CheckedStatement): void {
  let kept = plans.get(catalog);
  if (!kept) {
    kept = new LRUCache({ max: MAX_PLANS });
    plans.set(catalog, kept);
  }
  kept.set(key, passed);
}
