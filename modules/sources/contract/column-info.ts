import * as z from 'zod';

/** How a column of the result is to be shown. */
export const ColumnInfo = z.object({
  name: z.string(),
  type: z.string(),
  kind: z.enum(['text', 'number', 'time', 'boolean', 'json', 'binary']),
  masked: z.boolean(),
  /** base columns, `schema.table.column` */
  from: z.array(z.string()),
});

export type ColumnInfo = z.output<typeof ColumnInfo>;
