import type { ReactNode } from 'react';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { CallOptions, ReplyOf } from '../client.ts';
import type { Tones } from '../dict/DictTag.tsx';
import type { Barred } from './barred.ts';
import type { Priority } from './fold-columns.ts';

/** Any declared call, whatever its arguments. */
export interface AnyCall {
  readonly route: AnyRoute;
  (args?: any, options?: CallOptions): Promise<any>;
}

/** The calls of an entity that list pages use; missing or forbidden ones are not offered. */
export interface EntityApi {
  /** absent for trees, which are read as a whole */
  readonly page?: AnyCall;
  readonly get?: AnyCall;
  readonly create?: AnyCall;
  readonly update?: AnyCall;
  readonly remove?: AnyCall;
  readonly removeBatch?: AnyCall;
  readonly exportRows?: AnyCall;
  readonly exportJob?: AnyCall;
  readonly importTemplate?: AnyCall;
  readonly importRows?: AnyCall;
  readonly importErrors?: AnyCall;
  readonly importJob?: AnyCall;
}

/** An entity whose list comes in pages. */
export interface PagedApi extends EntityApi {
  readonly page: AnyCall;
}

/** The row type of an entity: of its list, or of its detail where there is no list in pages. */
export type RowOf<A extends EntityApi> = A extends { readonly page: infer P }
  ? ReplyOf<P> extends { data: (infer R)[] }
    ? R & { id: string }
    : never
  : A extends { readonly get: infer G }
    ? ReplyOf<G> & { id: string }
    : AnyRow;

/** Minimal shape of a row. */
export interface AnyRow {
  id: string;
}

export interface Option {
  value: string;
  label: string;
}
export interface TreeOption extends Option {
  children?: TreeOption[];
  disabled?: boolean;
}

/** A filter of the query bar; text unless specified otherwise. */
export interface SearchField {
  field: string;
  label: string;
  placeholder?: string;
  /** dictionary to choose from */
  dict?: string;
  options?: readonly Option[];
  tree?: readonly TreeOption[];
  /** a span of days: `field` takes its first moment, `to` its last */
  to?: string;
  /** the span is asked for in days (`2026-11-20`), not moments */
  inDays?: boolean;
}

export interface Column<Row> {
  /** a field of the row, or `_name` for a column that is put together by `render` */
  field: (keyof Row & string) | `_${string}`;
  title: string;
  width?: number;
  /** shows the label of the code */
  dict?: string;
  tones?: Tones;
  /** time = to the minute, second = to the second */
  kind?: 'number' | 'time' | 'second' | 'day' | 'mono' | 'person';
  /** `own` = the cell as it is without `render`; in the column of the name that is the link which opens the row */
  render?: (row: Row, own: ReactNode) => ReactNode;
  /** the server can order by it */
  sort?: boolean;
  fixed?: 'left' | 'right';
  /** not shown until the person asks for it */
  hidden?: boolean;
  /** how long it stays when the width gets short: 1 is folded last, 4 first; by its place unless given */
  priority?: Priority;
}

export interface RowAction {
  key: string;
  label: string;
  onClick: () => void;
  /** shown only to those who may make the call */
  call?: AnyCall;
  danger?: boolean;
  disabled?: Barred;
}

export interface BatchAction<Row> {
  key: string;
  label: string;
  call?: AnyCall;
  danger?: boolean;
  onClick: (rows: readonly Row[]) => void;
}
