import type { Ctx } from '#kit/server/ctx.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import type { Source } from '#modules/sources/server/index.ts';
import { lex } from '../../../core/sql/lex.ts';
import { Refusal } from '../../../core/sql/refusal.ts';
import { maskRows } from '../../authorize/mask-rows.ts';
import { minMeasureRows } from './config.ts';
import { masked } from './grammar.ts';
import { visited, type Visit } from './measurements.ts';
import { countRows, readRows, streamRows, type Limits } from './measure.ts';
import type { OpenTable } from './tables.ts';

/*
 * Measures that a compiler of the platform wrote (rules of data quality): the text comes from a closed tree, never from a person, and says for
 * each of its parts which columns it reads and whether it holds a value that somebody typed. Rights and masks are decided here.
 */

/** Columns of one table that a part reads. */
export interface CompiledReading {
  readonly tableId: string;
  readonly columns: readonly string[];
}
/** What one rule asks within a statement. */
export interface CompiledPart {
  readonly reads: readonly CompiledReading[];
  /** it holds values of the columns against a value, or returns one: only for who sees them in the clear */
  readonly holdsLiteral: boolean;
}
/** One statement that answers one row of numbers. */
export interface CompiledStatement {
  readonly text: string;
  readonly parts: readonly CompiledPart[];
}
export interface CompiledBatch extends Visit {
  readonly statements: readonly CompiledStatement[];
}
/** The row of a statement; `few` = parts of it read masked columns of a table with too few rows, so that nothing was asked. */
export type CompiledAnswer = readonly unknown[] | 'few';
/** Rows of a table, asked by a text whose outputs are the columns in this order. */
export interface CompiledRowsRequest extends Visit, CompiledPart {
  readonly text: string;
  readonly columns: readonly string[];
  readonly most: number;
}
export interface CompiledRows {
  readonly rows: unknown[][];
  /** the columns that the caller sees masked */
  readonly masked: readonly string[];
}

/** Rows that leave for a comparison with those of another source, in batches. */
export interface CompiledStreamRequest extends Visit {
  readonly text: string;
  readonly reads: readonly CompiledReading[];
  /** rows at most; so many mean that there may be more */
  readonly most: number;
}

type Open = (tableId: string) => Promise<OpenTable>;

/** The text is one reading statement as the source reads it; anything else is a fault of the compiler. */
function assertOneStatement(source: Source, text: string): void {
  const statements = lex(text, dialectOf(source.adapter.dialect));
  if (statements.length !== 1 || !/^\s*(select|with)\b/i.test(text)) throw new Error('a compiled measure is not one reading statement');
}

/** The tables that a part reads columns of which the caller sees masked. Throws Refusal for one that would tell values of them. */
async function maskedTables(open: Open, { reads, holdsLiteral }: CompiledPart): Promise<OpenTable[]> {
  const found: OpenTable[] = [];
  for (const { tableId, columns } of reads) {
    const table = await open(tableId);
    const hidden = columns.map((name) => table.column(name)).find(({ isMasked }) => isMasked);
    if (hidden && holdsLiteral) throw masked(hidden);
    if (hidden) found.push(table);
  }
  // which values of a masked column stand in another table is told by pairs: both sides are masked and may be joined, or both are clear
  if (reads.length > 1 && found.length > 0) {
    const all = await Promise.all(
      reads.map(async ({ tableId, columns }) => {
        const table = await open(tableId);
        return columns.map((name) => table.column(name));
      }),
    );
    const wrong = all.flat().find(({ isMasked, isLinkable }) => !isMasked || !isLinkable);
    if (wrong) throw masked(all.flat().find(({ isMasked }) => isMasked)!);
  }
  return found;
}

function opening(open: Open): Open {
  const opened = new Map<string, Promise<OpenTable>>();
  return (tableId) => {
    const table = opened.get(tableId) ?? open(tableId);
    opened.set(tableId, table);
    return table;
  };
}

/** The fewest rows of these tables; nothing is told of masked columns over few. */
async function fewestRows(source: Source, tables: readonly OpenTable[], limits: Limits): Promise<number> {
  let fewest = Number.MAX_SAFE_INTEGER;
  for (const table of new Set(tables)) fewest = Math.min(fewest, await countRows(source, table, limits));
  return fewest;
}

/**
 * Runs compiled measures for the caller, one history row per statement with its text. Throws entity.notFound, gate.refused and what the source
 * throws.
 */
export async function compiledMeasuresFor(ctx: Ctx, source: Source, batch: CompiledBatch): Promise<CompiledAnswer[]> {
  const answers: CompiledAnswer[] = [];
  for (const { text, parts } of batch.statements)
    answers.push(
      await visited(ctx, source, { ...batch, measures: [], text }, async ({ open, limits }): Promise<CompiledAnswer> => {
        assertOneStatement(source, text);
        const once = opening(open);
        const hidden: OpenTable[] = [];
        for (const part of parts) hidden.push(...(await maskedTables(once, part)));
        if (hidden.length > 0 && (await fewestRows(source, hidden, limits)) < (await minMeasureRows(ctx.app))) return 'few';
        const [row = []] = await readRows(source, text, limits, 1);
        return row;
      }),
    );
  return answers;
}

/**
 * Rows that break a rule, read now with the rights of the caller and masked for them. Which rows are bad is told of masked columns only by
 * rules that hold no value of somebody. Throws what `compiledMeasuresFor` throws.
 */
export async function compiledRowsFor(ctx: Ctx, source: Source, request: CompiledRowsRequest): Promise<CompiledRows> {
  const { text, tableId, columns, most } = request;
  return visited(ctx, source, { ...request, measures: [] }, async ({ table, open, limits }) => {
    assertOneStatement(source, text);
    const hidden = await maskedTables(opening(open), request);
    if (hidden.length > 0 && (await fewestRows(source, hidden, limits)) < (await minMeasureRows(ctx.app)))
      throw new Refusal('数据表的行数过少，查看不合格的行需要字段的明文查看权限');
    const shown = columns.filter((name) => table.column(name).isMasked);
    const rows = await readRows(source, text, limits, most);
    const at = { id: tableId, sourceId: source.id, schema: table.schemaName };
    return { rows: await maskRows(ctx, at, columns, rows), masked: shown };
  });
}

/**
 * Hands on rows that a compiler of the platform asked for, to be held against rows of another source; answers how many. The caller sees every
 * column of them in the clear: what is masked for them would be compared by its masks, and its values do not leave. Throws what
 * `compiledMeasuresFor` throws.
 */
export async function compiledStreamFor(
  ctx: Ctx,
  source: Source,
  request: CompiledStreamRequest,
  take: (rows: unknown[][]) => Promise<void>,
): Promise<number> {
  const { text, reads, most } = request;
  return visited(ctx, source, { ...request, measures: [] }, async ({ open, limits }) => {
    assertOneStatement(source, text);
    await maskedTables(opening(open), { reads, holdsLiteral: true });
    return streamRows(source, text, limits, { most, take });
  });
}
