import type { Aggregate, Field, FieldType, Grain } from '../../contract/field.ts';
import type { ChartQuery, ResultColumn, Slot } from '../../contract/query.ts';
import type { Clock } from './condition.ts';
import type { Moment } from './time.ts';

/** A dimension of the result. */
export interface PlanDim {
  readonly slot: Slot;
  readonly field: Field;
  readonly type: FieldType;
  readonly grain: Grain | null;
  readonly shelf: 'rows' | 'columns';
}
export interface PlanMeasure {
  readonly slot: Slot;
  readonly field: Field;
  readonly agg: Aggregate;
  readonly type: FieldType;
  readonly modifier: NonNullable<Slot['modifier']>;
  /** the statement answers its square */
  readonly isSquared: boolean;
}
/** What stands in a column of the raw rows. */
export type RawColumn =
  | { readonly kind: 'dim'; readonly at: number }
  | { readonly kind: 'measure'; readonly at: number }
  /** the value of a measure in the span that it is compared with */
  | { readonly kind: 'compare'; readonly at: number }
  /** 1 = the rest of a top n */
  | { readonly kind: 'other' }
  /** 1 = inside the span that was asked for, 0 = only there to be compared with */
  | { readonly kind: 'visible' }
  /** rows inside the span */
  | { readonly kind: 'inside' }
  | { readonly kind: 'level' };

/** Everything that is needed to make an answer of the rows that come back. */
export interface Plan {
  readonly query: ChartQuery;
  readonly isDetail: boolean;
  readonly dims: readonly PlanDim[];
  readonly measures: readonly PlanMeasure[];
  readonly columns: readonly ResultColumn[];
  readonly raw: readonly RawColumn[];
  /** rows that are fetched at most */
  readonly fetch: number;
  /** rows that a group must have to be told, null = every group is */
  readonly least: number | null;
  /** rows as they are, without grouping, are told from so many on */
  readonly leastRows: number | null;
  /** the rows come in their final order and number */
  readonly isOrdered: boolean;
  /** dimension of time that changes and gaps follow, null when there is none */
  readonly timeDim: number | null;
  /** span of that dimension that was asked for */
  readonly bounds: { readonly from: Moment | null; readonly to: Moment | null } | null;
  readonly spans: readonly { col: string; from: string; to: string }[];
  readonly clock: Clock;
}
