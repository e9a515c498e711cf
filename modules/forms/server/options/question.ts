import type { Choice } from '../../contract/record.ts';

/** What is asked of a source of options. */
export interface Question {
  /** stands in what people read */
  readonly keyword?: string | undefined;
  /** the values whose names are asked for; they are answered as far as there are such options */
  readonly values?: readonly string[] | undefined;
  /** what people read, whole, of the options that are asked for: as cells of workbooks name them */
  readonly names?: readonly string[] | undefined;
  /** value of the field above, where the options hang on it */
  readonly parent?: string | null | undefined;
  /** columns whose values are taken over into other fields, by the field */
  readonly fills?: readonly { readonly from: string; readonly to: string }[] | undefined;
}
/** Options of a source, as the caller may see them; null when the caller has no right on it. */
export type Options = readonly Choice[] | null;

/** Options that are shown at once; the others are found by typing. */
export const SHOWN = 50;
/** Values that one question may name. */
export const MAX_VALUES = 500;
