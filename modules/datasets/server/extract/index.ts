import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openData } from '#modules/gate/server/index.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import { exists, snapshotPath } from './files.ts';
import { fileExtract } from './file-set.ts';
import { fingerprintOf } from './fingerprint.ts';

export { EXTRACT_TABLE } from './files.ts';
export { extractBatches, readExtract, type ExtractRows } from './reader.ts';

/**
 * The file that may answer for this caller, null = ask the source itself. Its one table is `EXTRACT_TABLE` with the columns of the set, read
 * in the grammar of DuckDB with `readExtract`. An extract holds what its owner was let see: it answers only callers whom the data gate
 * gives the same rows and values at this moment, and only on a node that has the file. Sets made of uploaded files always have one.
 * `snapshot` changes with the content and belongs into cache keys. With a `purpose` the rights for that are asked for.
 */
export async function extractFor(
  ctx: Ctx,
  set: DataSet,
  purpose?: 'preview' | 'export',
): Promise<{ path: string; snapshot: string } | null> {
  const { model } = set;
  if (model.origin.kind === 'file') return fileExtract(ctx.app, ctx.db, model.origin);
  if (!model.extract || set.sourceId === null) return null;
  const row = await ctx.db
    .selectFrom('visualExtract')
    .select(['snapshot', 'fingerprint'])
    .where('setId', '=', set.id)
    .where('snapshot', 'is not', null)
    .executeTakeFirst();
  if (!row?.snapshot) return null;
  const path = snapshotPath(ctx.app, set.id, row.snapshot);
  if (!(await exists(path))) return null;
  try {
    const guarded = await openData(ctx, set.sourceId);
    return (await fingerprintOf(ctx, guarded, model, purpose)) === row.fingerprint ? { path, snapshot: row.snapshot } : null;
  } catch (error) {
    // whoever may not read it is refused by the gate in its own words
    if (error instanceof AppError) return null;
    throw error;
  }
}
