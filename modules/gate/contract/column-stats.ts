import * as z from 'zod';

/** Statistics of one column; what does not apply to its kind, or must not be shown, is null. */
export const ColumnStats = z.object({
  kind: z.enum(['number', 'text', 'time', 'boolean', 'other']),
  /** null of a sensitive column with too few rows */
  nulls: z.number().nullable(),
  /** null where the source cannot compare its values */
  distinct: z.number().nullable(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  mean: z.number().nullable(),
  stdev: z.number().nullable(),
  /** 25 %, 50 %, 75 % */
  quantiles: z.array(z.number()).nullable(),
  minLength: z.number().nullable(),
  meanLength: z.number().nullable(),
  maxLength: z.number().nullable(),
  /** most frequent values of the sample with their counts */
  top: z.array(z.object({ value: z.string(), count: z.number() })).nullable(),
  /** shapes of values of the sample: A letter, 9 digit, 字 Chinese */
  patterns: z.array(z.object({ mask: z.string(), count: z.number() })),
  histogram: z.object({ low: z.number(), high: z.number(), counts: z.array(z.number()) }).nullable(),
  /** rows that the scan saw: all of them unless sampled */
  scanned: z.number(),
  /** rows with a value that top values, shapes, quantiles and the histogram were made from */
  sampled: z.number(),
  /** false: those rows are the first that the source gave, not chosen by chance; profiles of before may be such */
  isRandomSample: z.boolean().default(false),
});

export type ColumnStats = z.output<typeof ColumnStats>;

/** Fields that hold or betray values: absent for sensitive columns and for who may not preview the table. */
export const VALUE_FIELDS = ['min', 'max', 'mean', 'stdev', 'quantiles', 'top', 'histogram'] as const;
