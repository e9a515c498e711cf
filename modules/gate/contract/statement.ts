import * as z from 'zod';

/** Statements longer than this are refused before they are parsed. */
export const MAX_SQL_CHARS = 200_000;

/** Values of the `${name}` of a script; they never become part of the SQL. */
export const ParamValues = z.record(
  z.string().max(50),
  z.union([z.string().max(4000), z.number(), z.null(), z.array(z.union([z.string().max(4000), z.number()])).max(1000)]),
);

export type ParamValues = z.output<typeof ParamValues>;

/** A place in the text of the caller, counted in UTF-16 units like in an editor; line and column from 1. */
export const Position = z.object({ offset: z.number().int(), line: z.number().int(), column: z.number().int() });

export type Position = z.output<typeof Position>;

/** A right that would let the statement through, which its writer may ask for. */
export interface Lacked {
  readonly tableId: string;
  /** names of columns, none for the whole table */
  readonly columns: readonly string[];
  readonly action: 'meta' | 'preview' | 'query' | 'export' | 'unmask';
}
