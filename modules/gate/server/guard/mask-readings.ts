import type { App } from '#kit/server/ctx.ts';
import type { Access } from '../authorize/access.ts';
import { sensitiveColumns, type Sensitive } from './masking.ts';
import type { CheckedStatement } from './reader.ts';

/**
 * How long a reading is used again. Check, run and profile of one statement follow each other within it; a later statement of a long script
 * reads anew, so that a column classified meanwhile is masked.
 */
const FRESH_MS = 1000;

/** Which columns of the tables of checked statements the caller sees masked: read once for statements over the same tables and rights. */
export class MaskReadings {
  readonly #app: App;
  readonly #kept = new WeakMap<Access, Map<string, { readonly at: number; readonly columns: Promise<Sensitive> }>>();

  constructor(app: App) {
    this.#app = app;
  }

  of(passed: Pick<CheckedStatement, 'checked' | 'access' | 'action'>): Promise<Sensitive> {
    const { checked, access, action } = passed;
    const now = performance.now();
    const ofAccess = this.#kept.get(access) ?? new Map<string, { at: number; columns: Promise<Sensitive> }>();
    this.#kept.set(access, ofAccess);
    // a partition has the id of its table, and columns under its own name
    const tables = checked.tables.map(({ id, schema, name }) => JSON.stringify([id, schema, name])).sort();
    const key = `${action} ${tables.join()}`;
    const kept = ofAccess.get(key);
    if (kept && now - kept.at < FRESH_MS) return kept.columns;
    const columns = sensitiveColumns(this.#app, checked, passed);
    ofAccess.set(key, { at: now, columns });
    columns.catch(() => ofAccess.delete(key));
    return columns;
  }
}
