import * as z from 'zod';
import type { Id } from '#kit/contract/fields.ts';
import { CachePolicy } from './cache-policy.ts';
import { Field, FieldId, Hierarchy, Key, SetParam } from './field.ts';

/** A table of the catalogue by its names in the source. */
export const TableRef = z.strictObject({ schema: z.string().max(128), table: z.string().min(1).max(128) });

/** Tables joined by equal columns; the first one is the root. Cardinality keeps sums from being multiplied: see core/query/joins. */
export const JoinModel = z.strictObject({
  tables: z
    .array(TableRef.extend({ alias: Key }))
    .min(1)
    .max(12),
  joins: z
    .array(
      z.strictObject({
        left: Key,
        right: Key,
        kind: z.enum(['inner', 'left', 'full']).default('left'),
        on: z
          .array(z.strictObject({ left: z.string().max(128), right: z.string().max(128) }))
          .min(1)
          .max(8),
        cardinality: z.enum(['one', 'many']).default('one'),
      }),
    )
    .max(24),
  /** columns that the data set has; `id` is the name that fields refer to */
  columns: z
    .array(z.strictObject({ id: FieldId, alias: Key, column: z.string().max(128) }))
    .min(1)
    .max(500),
});

/** Where the rows of a data set come from. */
export const SetOrigin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('table'), table: TableRef }),
  z.strictObject({ kind: z.literal('join'), model: JoinModel }),
  z.strictObject({ kind: z.literal('sql'), sql: z.string().max(200_000) }),
  /** an uploaded file, kept as an extract */
  z.strictObject({
    kind: z.literal('file'),
    fileName: z.string().max(200),
    originalName: z.string().max(200),
    sheet: z.string().max(100).nullish(),
  }),
  /** a fixed query over the platform's own tables, by its code (server/platform) */
  z.strictObject({ kind: z.literal('platform'), code: z.string().max(64) }),
]);
export type SetOrigin = z.output<typeof SetOrigin>;

export const ExtractPlan = z.strictObject({
  mode: z.enum(['full', 'incremental']),
  /** Quartz expression, null = by hand only */
  cron: z.string().max(100).nullish(),
  /** field that grows, of an incremental extract */
  watermark: FieldId.nullish(),
  /** how far back the next run reads again for late rows, in seconds (of a number: in its own unit) */
  overlap: z.number().min(0).max(31_536_000).default(0),
  /** fields that tell rows apart: a row that comes again replaces the older one */
  key: z.array(FieldId).max(8).default([]),
  /** rows that are read at most */
  maxRows: z.number().int().min(1).max(20_000_000).default(5_000_000),
});
export type ExtractPlan = z.output<typeof ExtractPlan>;

/** The model of a data set, stored as one document. */
export const SetModel = z.strictObject({
  v: z.literal(1),
  origin: SetOrigin,
  fields: z.array(Field).max(500),
  hierarchies: z.array(Hierarchy).max(20).default([]),
  params: z.array(SetParam).max(30).default([]),
  cache: CachePolicy.default({ mode: 'inherit', freshSec: 60, staleSec: 600 }),
  /** null = live */
  extract: ExtractPlan.nullish(),
  /** groups made of fewer rows are not told, see core/query/small-groups */
  minGroup: z.number().int().min(2, '最小分组至少为2').max(1000, '最小分组最多为1000').nullish(),
  /** number field that says for how many people a row stands; null = each row for one */
  minGroupBy: FieldId.nullish(),
});
export type SetModel = z.output<typeof SetModel>;

/** What an engine needs of a stored data set. */
export interface DataSet {
  readonly id: z.output<typeof Id>;
  readonly name: string;
  /** null for files and the platform's own tables */
  readonly sourceId: string | null;
  /** grows with every change */
  readonly version: number;
  readonly model: SetModel;
}
