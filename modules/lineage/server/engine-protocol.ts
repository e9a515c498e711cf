import type { Analysis } from '../core/analyse.ts';
import type { Lineage } from '../core/types.ts';

/** What the worker is asked; functions cannot cross the thread, so the schema is a record. */
export interface Ask {
  readonly id: number;
  readonly input: Omit<Analysis, 'schema'> & { readonly schema?: Readonly<Record<string, readonly string[]>> };
  /** time for one statement in all grammars */
  readonly statementMs: number;
  /** time for the whole text; what is left then is reported as unresolved */
  readonly textMs: number;
}

/** Its answer; without lineage it says that the thread has started (id 0), or that it goes on with the next statement. */
export interface Answer {
  readonly id: number;
  readonly lineage: Lineage | null;
}
