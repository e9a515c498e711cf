/** Kind, name and type of a field, in the words of data sets. */
export type PlatformField = readonly [
  id: string,
  name: string,
  role: 'dimension' | 'measure',
  type: 'string' | 'number' | 'date' | 'datetime' | 'bool',
  more?: {
    readonly agg?: 'sum' | 'avg' | 'min' | 'max';
    readonly dict?: string;
    /** expression of a calculated field */
    readonly expr?: string;
    readonly format?: { readonly kind: 'number' | 'percent'; readonly digits: number; readonly scale: 'none'; readonly thousands: boolean };
  },
];

/** What a text may say of the account that asks. */
export const VIEWER_PLACES = ['user.id', 'user.deptId'] as const;

/**
 * A data set over the tables of the module that declares it. Its text is fixed and holds aggregates, or what every account may read. Where
 * it says `${user.id}` or `${user.deptId}`, the account that asks is bound as a parameter: such rows are that account's alone, and their
 * kept answers too.
 */
export interface PlatformSet {
  /** stable code, `metadata.tables` */
  readonly code: string;
  readonly name: string;
  readonly remark: string;
  /** one SELECT over the app database; its columns are the fields */
  readonly sql: string;
  readonly fields: readonly PlatformField[];
}

/** Logs are looked at this far back: a year and the one before, and a bound on a platform that has run for long. */
export const LOG_REACH = "now() - interval '800 day'";
