import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { perm } from '#kit/contract/route.ts';
import { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import { FieldId, Key } from '#modules/datasets/contract/field.ts';
import { ChartData, ChartQuery, Scalar } from '#modules/datasets/contract/query.ts';
import { FilterValue } from './view-filter.ts';

/** Whoever may put a query together. */
export const mayBuild = perm('visual:chart:build', 'visual:board:build', 'visual:screen:build');

export const ViewEntity = z.enum(['board', 'screen']);

/** A value that was clicked, by field of the clicked item's data set. */
export const Clicked = z.strictObject({ col: FieldId, value: Scalar });
/** A step down: the value that was chosen, and the field shown below it; without one the next on the way that the chart's maker set. */
export const DrillStep = Clicked.extend({ to: FieldId.optional() });
export type DrillStep = z.output<typeof DrillStep>;

/**
 * What a viewer may say about a published document: never a query. The server takes the queries from the document, adds what the filters,
 * links and drills of the document make of these values, and streams one line of NDJSON for each tile as it is ready.
 */
export const ViewRequest = z.strictObject({
  entity: ViewEntity,
  id: Id,
  /** published version that the page shows; another one is answered with `version.changed` */
  versionNo: z.number().int().optional(),
  tiles: z
    .array(z.strictObject({ key: Key, etag: z.string().max(64).optional() }))
    .min(1)
    .max(200),
  filters: z.record(Key, FilterValue).default({}),
  /** clicks that filter other tiles: key of the clicked tile → its values */
  links: z.record(Key, z.array(Clicked).max(12)).default({}),
  /** drills: key of the tile → values chosen on the way down */
  drills: z.record(Key, z.array(DrillStep).max(8)).default({}),
  /** passes by the cache */
  fresh: z.boolean().default(false),
});

export type ViewRequest = z.output<typeof ViewRequest>;

export const TileError = z.object({ error: z.string(), msg: z.string(), requestId: z.string().optional() });

/** One line of the stream. `same` = the etag still holds. */
export const TileLine = z.object({
  key: Key,
  etag: z.string().optional(),
  same: z.boolean().optional(),
  data: ChartData.optional(),
  /** with `same`: when the source gave that answer again */
  queriedAt: z.string().optional(),
  error: TileError.optional(),
});

export type TileLine = z.output<typeof TileLine>;

/** Queries of a document that is being built: answered line by line like a view. */
export const DraftRequest = z.strictObject({
  tiles: z
    .array(
      z.strictObject({
        key: Key,
        query: ChartQuery,
        /** how long its answers are kept as the chart and its document say now, saved or not */
        keep: z.array(CachePolicy.nullable()).max(2).optional(),
      }),
    )
    .min(1)
    .max(100),
  fresh: z.boolean().default(false),
});
