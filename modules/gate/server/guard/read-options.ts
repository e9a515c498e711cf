import type { ColumnInfo } from '#modules/sources/contract/column-info.ts';

/** Text and values travel apart: values never become SQL. */
export interface SqlText {
  readonly text: string;
  readonly params?: readonly unknown[];
}
export interface ReadOptions {
  /** what it is for, as the history shows it: `console`, `preview`, `chart`, `export` … */
  readonly purpose: string;
  readonly maxRows: number;
  readonly timeoutMs?: number;
  readonly sqlKey?: string;
  readonly signal?: AbortSignal;
  /** what the history says of a result that its reader did not keep whole */
  readonly kept?: () => { readonly rowCount: number; readonly message: string } | null;
}
export interface QueryResult {
  readonly columns: readonly ColumnInfo[];
  readonly rows: unknown[][];
  /** more rows exist than were asked for */
  readonly truncated: boolean;
  readonly ms: number;
  /** what of it the caller saw masked, see `GuardedSource.plan` */
  readonly profile: string;
}
