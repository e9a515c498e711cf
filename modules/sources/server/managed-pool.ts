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
  // what may bring all columns takes the ordinary way
  const bringsAll = ({ text }: { readonly text: string }) => text.includes('*');
  const fast: FastReader | undefined = pool.fast && {
    read: (request) => (bringsAll(request) ? Promise.resolve(null) : pool.fast!.read(request)),
    readAlone: (request, signal) => (bringsAll(request) ? Promise.resolve(null) : pool.fast!.readAlone(request, signal)),
  };
  return {
    open: async (request) => withoutHidden(await pool.open(request)),
    ...(fast && { fast }),
    write: (request) => pool.write(request),
    close: () => pool.close(),
  };
}
