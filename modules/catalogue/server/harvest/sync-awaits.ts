import type { Db } from '#kit/server/ctx.ts';
import type { FieldChange } from '../../core/structure.ts';
import type { Relation } from './sync-found.ts';

const isView = ({ structure: { kind } }: Relation): boolean => kind === 'view' || kind === 'materialized';

/** Names, without their schemas and in lower case, of tables that texts of a source read or write and the catalogue did not hold. */
async function namedByTexts(db: Db, sourceId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('metadataLineageObject')
    .select('objectKey')
    .where('objectType', '=', 'external')
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ objectKey }) => objectKey.slice(objectKey.lastIndexOf('.') + 1)));
}

/** New tables whose lineage has to be known before their columns may be read in the clear: views, and what texts have long named. */
export async function freshAwaiting(db: Db, sourceId: string, fresh: readonly { id: string; found: Relation }[]): Promise<string[]> {
  const named = await namedByTexts(db, sourceId);
  return fresh.filter(({ found }) => isView(found) || named.has(found.name.toLowerCase())).map(({ id }) => id);
}

/** True when the columns of a view may come from elsewhere now. */
export const isRedefined = (found: Relation, changes: readonly FieldChange[], isNewToUs: boolean): boolean =>
  isView(found) &&
  (isNewToUs ||
    changes.some(({ objectType, changeKind }) => objectType === 'view' || (objectType === 'column' && changeKind !== 'changed')));
