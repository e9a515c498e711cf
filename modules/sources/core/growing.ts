/** What a column that grows holds: what compares with it is written accordingly. */
export type GrowingType = 'number' | 'date' | 'datetime';

/** Where the next incremental reading begins: the last value less the overlap, as a text that compares like the column. */
export function beginAfter(watermark: string, type: GrowingType, overlap: number): string | null {
  if (type === 'number') {
    const value = Number(watermark);
    return Number.isFinite(value) ? String(overlap === 0 ? watermark : value - overlap) : null;
  }
  const moment = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d(?:\.\d+)?))?/.exec(watermark);
  if (!moment) return null;
  // both ends are told in the same zone, so it does not matter which one is assumed
  const at = new Date(`${moment[1]}T${moment[2] ?? '00:00:00'}Z`).getTime() - overlap * 1000;
  const iso = new Date(at).toISOString();
  return type === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The condition on a quoted column for rows from `begin` on and for those without a value. `begin` is a value of `beginAfter`. */
export function growsFrom(
  column: string,
  begin: string,
  { type, dialect, literal }: { type: GrowingType; dialect: string; literal: (text: string) => string },
): string {
  return `${column} >= ${valueOf(begin, { type, dialect, literal })} or ${column} is null`;
}

function valueOf(begin: string, { type, dialect, literal }: Parameters<typeof growsFrom>[2]): string {
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(begin) ? begin : 'null';
  if (dialect !== 'oracle') return literal(begin);
  return type === 'date' ? `date ${literal(begin)}` : `timestamp ${literal(begin)}`;
}
