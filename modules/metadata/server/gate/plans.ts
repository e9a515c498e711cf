import { LRUCache } from 'lru-cache';
import { deptIdsBelow } from '#modules/system/server/index.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Catalog } from '../../core/sql/catalog.ts';
import { accessOf, type Access } from '../authorize/access.ts';
import { catalogOfSource, catalogStamp } from '../catalogue/catalog-cache.ts';
import type { Source } from '../source/load-source.ts';
import type { Passed } from './reader.ts';

/** Statements that passed, by the catalogue that they were checked against: a changed catalogue is another object. */
const plans = new WeakMap<Catalog, LRUCache<string, Passed>>();
const MOST_PLANS = 1_000;

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
export async function printOf(ctx: Ctx, access: Access): Promise<string> {
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

/** Begins to read what the caller may do with a source now, and the state of its catalogue; whoever needs them hears of failures. */
export function readRights(ctx: Ctx, sourceId: string) {
  const { db } = ctx.app;
  const reading = { access: accessOf(db, ctx.user, sourceId, ctx.app.now()), stamp: catalogStamp(db, sourceId) };
  for (const part of Object.values(reading)) part.catch(() => undefined);
  return reading;
}

/** Reads the rights of the caller on a source, always from the database; `reading` when that has begun already. */
export async function rightsOf(ctx: Ctx, source: Source, reading = readRights(ctx, source.id)): Promise<Rights> {
  const [access, catalog] = await Promise.all([reading.access, catalogOfSource(ctx.app.db, source, reading.stamp)]);
  return { access, catalog, print: await printOf(ctx, access) };
}

export const planOf = (catalog: Catalog, key: string): Passed | undefined => plans.get(catalog)?.get(key);
export function keepPlan(catalog: Catalog, key: string, passed: Passed): void {
  let kept = plans.get(catalog);
  if (!kept) {
    kept = new LRUCache({ max: MOST_PLANS });
    plans.set(catalog, kept);
  }
  kept.set(key, passed);
}
