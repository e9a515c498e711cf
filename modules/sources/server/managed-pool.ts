import { HIDDEN_COLUMN } from '../contract/managed.ts';
import type { FastReader, OpenResult, SourcePool } from './adapter/types.ts';

/** A result without the columns that `*` brought along although the catalogue does not show them. */
function withoutHidden(result: OpenResult): OpenResult {
  const shown = result.columns.flatMap(({ name }, i) => (HIDDEN_COLUMN.test(name) ? [] : [i]));
  if (shown.length === result.columns.length) return result;
  return {
    columns: shown.map((i) => result.columns[i]!),
    read: async (most) => (await result.read(most)).map((row) => shown.map((i) => row[i])),
    close: () => result.close(),
  };
}

/** Connections to the platform's own tables: what was hidden there is in no result, whichever way it was asked for. */
export function managedPool(pool: SourcePool): SourcePool {
  const fast: FastReader | undefined = pool.fast && {
    // what may bring all columns takes the ordinary way
    read: (request) => (request.text.includes('*') ? Promise.resolve(null) : pool.fast!.read(request)),
  };
  return {
    open: async (request) => withoutHidden(await pool.open(request)),
    ...(fast && { fast }),
    write: (request) => pool.write(request),
    close: () => pool.close(),
  };
}
