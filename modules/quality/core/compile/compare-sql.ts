import type { Allowed } from './partners.ts';

/*
 * Statements of DuckDB over two tables `h` (here) and `o` (there), whose columns `c0`, `c1` … are texts: first the keys, then what is compared.
 */

/** What stands in both tables. */
export interface Shape {
  readonly keys: number;
  /** conditions under which compared values agree, in the order of the columns behind the keys */
  readonly agree: readonly string[];
  /** place of a mark of rows here that count (1); null = all of them do */
  readonly mark: number | null;
  /** rows without a key are groups of their own */
  readonly keysMayBeNull: boolean;
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
/** Columns of a table, one behind another. */
export const columnsSql = (of: string, from: number, count: number): string =>
  range(from, count)
    .map((i) => `${of}.c${i}`)
    .join(', ');

/** Whether the values of a column agree: as texts, or as numbers that may lie apart a little. */
export function agreeSql(at: number, allowed: Allowed | null): string {
  const [a, b] = [`h.c${at}`, `o.c${at}`];
  if (!allowed || (allowed.tolerance === 0 && allowed.tolerancePercent === 0)) return `${a} is not distinct from ${b}`;
  const decimal = (value: string) => `try_cast(${value} as decimal(38, 10))`;
  const gap = `coalesce(cast(abs(${decimal(a)} - ${decimal(b)}) as double), abs(try_cast(${a} as double) - try_cast(${b} as double)))`;
  const most = `greatest(${allowed.tolerance}, abs(try_cast(${b} as double)) * ${allowed.tolerancePercent / 100}) + 1e-9`;
  return `(${a} is not distinct from ${b} or coalesce(${gap} <= ${most}, false))`;
}

function parts({ keys, agree, mark, keysMayBeNull }: Shape) {
  const same = range(0, keys)
    .map((i) => `h.c${i} ${keysMayBeNull ? 'is not distinct from' : '='} o.c${i}`)
    .join(' and ');
  const agrees = agree.length === 0 ? same : `${same} and ${agree.join(' and ')}`;
  const counts = mark === null ? '' : ` and h.c${mark} = '1'`;
  return {
    mine: mark === null ? '' : ` where h.c${mark} = '1'`,
    missing: `not exists (select 1 from o where ${same})${counts}`,
    different: `exists (select 1 from o where ${same}) and not exists (select 1 from o where ${agrees})${counts}`,
    extra: `not exists (select 1 from h where ${same})`,
    same,
  };
}

/** One row: rows here, those missing there, those different there, those that stand there alone. */
export function countsSql(shape: Shape): string {
  const { mine, missing, different, extra } = parts(shape);
  return `select (select count(*) from h${mine}), (select count(*) from h where ${missing}), ${
    shape.agree.length === 0 ? '0' : `(select count(*) from h where ${different})`
  }, (select count(*) from o where ${extra})`;
}

/** Rows that differ: what is wrong, the keys, and each compared value here and there. */
export function listedSql(shape: Shape, most: number): string {
  const { missing, different, extra, same } = parts(shape);
  const { keys, agree } = shape;
  const values = (...of: readonly ('h' | 'o')[]) =>
    range(keys, agree.length)
      .map((i) => `, ${of.includes('h') ? `h.c${i}` : 'null'}, ${of.includes('o') ? `o.c${i}` : 'null'}`)
      .join('');
  const names = ['d', ...range(0, keys + 2 * agree.length).map((i) => `v${i}`)].join(', ');
  const all = [
    `select '缺少', ${columnsSql('h', 0, keys)}${values('h')} from h where ${missing}`,
    ...(agree.length === 0
      ? []
      : [`select '不同', ${columnsSql('h', 0, keys)}${values('h', 'o')} from h join o on ${same} where ${different}`]),
    `select '多出', ${columnsSql('o', 0, keys)}${values('o')} from o where ${extra}`,
  ];
  const order = range(0, keys)
    .map((i) => `v${i}`)
    .join(', ');
  return `select * from (${all.join(' union all ')}) f(${names}) order by ${order}, d limit ${most}`;
}
