import type { HarvestBatch, HarvestedRoutine, HarvestedTable } from './types.ts';

const BATCH = 300;

/** What a harvest says besides its relations; see HarvestBatch. */
export type VisibleScope = Pick<HarvestBatch, 'schemas' | 'seesAllSchemas' | 'unread'>;

/** Portions of a harvest, the routines last; at least one, so that an empty source tells what was looked into. */
export function* inBatches(
  tables: readonly HarvestedTable[],
  routines: readonly HarvestedRoutine[],
  { signal, total = tables.length, ...reach }: VisibleScope & { signal: AbortSignal; total?: number },
): Generator<HarvestBatch> {
  for (let from = 0; from === 0 || from < tables.length; from += BATCH) {
    signal.throwIfAborted();
    yield { tables: tables.slice(from, from + BATCH), routines: [], total, ...reach };
  }
  for (let from = 0; from < routines.length; from += BATCH) {
    signal.throwIfAborted();
    yield { tables: [], routines: routines.slice(from, from + BATCH), total, ...reach };
  }
}
