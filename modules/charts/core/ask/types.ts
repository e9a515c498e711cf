import type { Aggregate, Field, Grain } from '#modules/datasets/contract/field.ts';
import type { Condition, Scalar, Slot } from '#modules/datasets/contract/query.ts';
import type { AskReading, UnderstoodPart } from '../../contract/ask.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';

/** A field of a data set with further names that people use for it. */
export type AskField = Pick<Field, 'id' | 'name' | 'role' | 'type'> &
  Partial<Pick<Field, 'agg' | 'expr' | 'geo' | 'format'>> & { readonly synonyms?: readonly string[] };
/** A value of a field as it is stored and as people see it. */
export interface AskValue {
  readonly col: string;
  readonly value: Scalar;
  readonly label: string;
}
/** What a question may be about. */
export interface AskSet {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly AskField[];
  readonly values: readonly AskValue[];
}
/** The day of the question, `2026-11-29`. */
export type Today = string;

/** A condition on time that waits for its field. */
export type TimeCondition = Omit<Condition, 'col'>;
/** One way to read a piece of the question. */
export type Reading =
  | { readonly is: 'field'; readonly field: AskField }
  | { readonly is: 'value'; readonly value: AskValue }
  | { readonly is: 'time'; readonly condition: TimeCondition; readonly says: string; readonly days: number }
  | { readonly is: 'grain'; readonly grain: Grain }
  | { readonly is: 'compare'; readonly modifier: NonNullable<Slot['modifier']>; readonly isOnly: boolean }
  | { readonly is: 'top'; readonly n: number; readonly bottom: boolean }
  | { readonly is: 'order'; readonly dir: 'asc' | 'desc' }
  | {
      readonly is: 'threshold';
      readonly op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'between';
      readonly value: number;
      readonly to?: number;
      readonly isPercent: boolean;
    }
  | { readonly is: 'aggregate'; readonly aggregate: Aggregate }
  | { readonly is: 'chart'; readonly type: ChartTypeKey }
  | { readonly is: 'by' | 'not' | 'except' | 'who' | 'share' | 'cumulative' | 'trend' | 'detail' | 'count' | 'stop' };

/** A piece of the question, by its places in the text, with the ways it can be read, the likeliest first. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly readings: readonly Reading[];
  /** how sure its words are: 1 for names as they stand, less for other words for them */
  readonly weight: number;
}

/** What was understood of one piece, for people. */
export type Understood = UnderstoodPart;
export type Answerable = NonNullable<AskReading['answer']>;
/** A question read against one data set; the higher its score, the more of the question the data set explains. */
export type AskResult = Omit<AskReading, 'dataSetName' | 'fields'> & { readonly score: number };
