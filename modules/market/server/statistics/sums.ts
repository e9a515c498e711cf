import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { CLASSES, quantile } from '../../core/statistics.ts';

/** Sums of a group of rows, as the database adds them up. */
interface SummedRow {
  calls: number;
  failed: number;
  refused: number;
  limited: number;
  dropped: number;
  rowCount: number;
  bytes: number;
  totalMs: number;
  maxMs: number;
  classes: number[];
}
// whole numbers of eight bytes are added up as numeric, which is slow
const sum = (column: string) => sql`coalesce(sum(${sql.ref(`s.${column}`)}::float8), 0)`;
const SUMS = sql`${sum('calls')} as calls, ${sum('failed')} as failed, ${sum('refused')} as refused, ${sum('limited')} as limited,
  ${sum('dropped')} as dropped, ${sum('row_count')} as row_count, ${sum('bytes')} as bytes, ${sum('total_ms')} as total_ms,
  coalesce(max(s.max_ms), 0)::float8 as max_ms, array[${sql.join(CLASSES.map(sum))}] as classes`;

/** Sums of the rows of a table of statistics (`s`), by what `keys` name. */
export async function summed<Keys extends object>(db: Db, keys: RawBuilder<unknown> | null, rest: RawBuilder<unknown>) {
  const { rows } = await sql<Keys & SummedRow>`select ${keys ? sql`${keys}, ` : sql``}${SUMS} from ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, ...figuresOf(row) }));
}

function figuresOf({ calls, failed, refused, limited, dropped, rowCount, bytes, totalMs, maxMs, classes }: SummedRow) {
  return {
    calls,
    succeeded: calls - failed - refused - limited,
    refused,
    limited,
    failed,
    dropped,
    rowCount,
    bytes,
    p95: quantile(classes, 0.95, maxMs),
    averageMs: calls === 0 ? null : Math.round((totalMs / calls) * 100) / 100,
  };
}

/** The figures of a time without calls. */
export const NOTHING = figuresOf({
  calls: 0,
  failed: 0,
  refused: 0,
  limited: 0,
  dropped: 0,
  rowCount: 0,
  bytes: 0,
  totalMs: 0,
  maxMs: 0,
  classes: [],
});
