import type { Ctx } from '#kit/server/ctx.ts';
import type { CachePolicy } from '../../contract/cache-policy.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import type { ChartData, ChartQuery, Scalar } from '../../contract/query.ts';

/** Who goes first when a source is busy. */
export type Priority = 'interactive' | 'visible' | 'below' | 'refresh' | 'warmUp';
export interface AskOptions {
  /** shown in the history of the gate; `export` needs the right to export */
  readonly purpose: 'chart' | 'preview' | 'export';
  readonly priority?: Priority;
  /** passes by the cache */
  readonly fresh?: boolean;
  /** how long answers are kept as the places nearer than the data set say it, the nearest first */
  readonly keep?: readonly (CachePolicy | null | undefined)[];
  readonly signal?: AbortSignal;
}
export interface Answer extends ChartData {
  /** what ran, for the SQL view of the builder; never sent to viewers */
  readonly sql: string;
}
export interface Choice {
  readonly value: Scalar;
  readonly label: string;
  /** values of the other fields that were asked for, in their order */
  readonly others?: readonly Scalar[];
}
/** The one way from a query to its rows: compile, gate, cache, single flight, limit per source. */
export interface QueryEngine {
  ask(ctx: Ctx, set: DataSet, query: ChartQuery, options: AskOptions): Promise<Answer>;
  /** all rows for what leaves the house, in batches as they are pulled; null when they depend on each other */
  rows(ctx: Ctx, set: DataSet, query: ChartQuery): Promise<AsyncGenerator<Pick<ChartData, 'columns' | 'rows'>> | null>;
  /** values of a field for filters, trimmed by the rights of the caller like any other answer */
  choices(
    ctx: Ctx,
    set: DataSet,
    request: {
      col: string;
      labelCol?: string | null;
      otherCols?: readonly string[];
      search?: string;
      filters?: ChartQuery['filters'];
      limit?: number;
    },
    options: AskOptions,
  ): Promise<Choice[]>;
}
