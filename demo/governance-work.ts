import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, App, Db } from '#kit/server/ctx.ts';

const WAIT_MS = 500;
/** a sync or a recognition that takes longer has failed */
const PATIENCE_MS = 10 * 60_000;

/** What every step of the stewards' work knows. */
export interface Work {
  readonly app: App;
  readonly sourceId: string;
  readonly signal: AbortSignal;
  readonly chief: Account;
  readonly steward: Account;
  readonly idOf: (username: string) => string | null;
}

/** Looks until there is something; throws when that takes longer than any sync should. */
export async function waitFor<T>(signal: AbortSignal, look: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(WAIT_MS, undefined, { signal })) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error('等待超时，下次启动时继续');
}

/** Columns of a source with the names of their tables. */
export const columnsOf = (db: Db, sourceId: string) =>
  db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select(['metadataColumn.id', 'tableName', 'schemaName', 'columnName', 'metadataColumn.version'])
    .where('metadataColumn.sourceId', '=', sourceId)
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .orderBy('metadataColumn.id');
