import { quoted } from './names.ts';

/** Types that a text column can be cast to without changing what a reader sees. */
export type ColumnType = 'VARCHAR' | 'BOOLEAN' | 'BIGINT' | 'DECIMAL' | 'DATE' | 'TIMESTAMP';

const plain = (column: string): string => `replace(${column}, '/', '-')`;
/**
 * Conditions that every value of a column must meet. Numbers with 16 or more digits or leading zeros, and mobile numbers, are identifiers,
 * not quantities: they stay text, so no digit is lost.
 */
const FITS: readonly (readonly [ColumnType, (column: string) => string])[] = [
  ['BOOLEAN', (c) => `lower(${c}) in ('true', 'false')`],
  ['BIGINT', (c) => `regexp_full_match(${c}, '-?(0|[1-9][0-9]{0,14})')`],
  ['DECIMAL', (c) => `regexp_full_match(${c}, '-?(0|[1-9][0-9]{0,14})([.][0-9]{1,12})?')`],
  ['DATE', (c) => `regexp_full_match(${c}, '[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}') and try_cast(${plain(c)} as date) is not null`],
  [
    'TIMESTAMP',
    (c) =>
      `regexp_full_match(${c}, '[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}[ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?') and try_cast(${plain(c)} as timestamp) is not null`,
  ],
];
const MOBILE = (c: string): string => `regexp_full_match(${c}, '1[0-9]{10}')`;
const SAMPLE = 2_000;

type Ask = (sql: string) => Promise<unknown[][]>;

/** For each candidate type and column: whether every value of the relation satisfies the condition. */
async function holding(
  ask: Ask,
  relation: string,
  columns: readonly string[],
  wanted: ReadonlyMap<string, readonly ColumnType[]>,
): Promise<Map<string, ColumnType[]>> {
  const conditions: { column: string; type: ColumnType | 'MOBILE' }[] = [];
  const parts: string[] = [];
  const add = (column: string, type: ColumnType | 'MOBILE', sql: string) => {
    conditions.push({ column, type });
    parts.push(sql);
  };
  for (const column of columns) {
    const c = quoted(column);
    for (const [type, fits] of FITS) if (wanted.get(column)?.includes(type)) add(column, type, `coalesce(bool_and(${fits(c)}), false)`);
    if (wanted.get(column)?.includes('BIGINT')) add(column, 'MOBILE', `coalesce(bool_and(${MOBILE(c)}), false)`);
  }
  const found = new Map<string, ColumnType[]>(columns.map((column) => [column, []]));
  if (parts.length === 0) return found;
  const [row = []] = await ask(`select ${parts.join(', ')} from ${relation}`);
  const mobiles = new Set(conditions.filter(({ type }, index) => type === 'MOBILE' && row[index] === true).map(({ column }) => column));
  conditions.forEach(({ column, type }, index) => {
    if (row[index] === true && type !== 'MOBILE' && !mobiles.has(column)) found.get(column)!.push(type);
  });
  return found;
}

/**
 * The cast expressions for the columns of an all-text table. Tries a sample first, then verifies every row, so that no value is lost to a
 * wrong guess.
 */
export async function typedColumns(ask: Ask, table: string, columns: readonly string[]): Promise<string[]> {
  const everything = new Map(columns.map((column) => [column, FITS.map(([type]) => type)]));
  const likely = await holding(ask, `(from ${table} limit ${SAMPLE})`, columns, everything);
  // a column that is empty in the sample says nothing about the rest
  const empty = await ask(`select ${columns.map((column) => `count(${quoted(column)})`).join(', ')} from (from ${table} limit ${SAMPLE})`);
  columns.forEach((column, index) => {
    if (Number(empty[0]?.[index] ?? 0) === 0) likely.set(column, everything.get(column)!);
  });
  const sure = await holding(ask, table, columns, likely);
  const decimals = columns.filter((column) => sure.get(column)![0] === 'DECIMAL');
  const scales = new Map<string, number>();
  if (decimals.length > 0) {
    const [row = []] = await ask(
      `select ${decimals.map((column) => `max(length(split_part(${quoted(column)}, '.', 2)))`).join(', ')} from ${table}`,
    );
    decimals.forEach((column, index) => scales.set(column, Number(row[index] ?? 0)));
  }
  return columns.map((column) => {
    const c = quoted(column);
    switch (sure.get(column)![0]) {
      case 'BOOLEAN':
        return `cast(${c} as boolean) as ${c}`;
      case 'BIGINT':
        return `cast(${c} as bigint) as ${c}`;
      case 'DECIMAL':
        return `cast(${c} as decimal(${15 + scales.get(column)!}, ${scales.get(column)!})) as ${c}`;
      case 'DATE':
        return `cast(${plain(c)} as date) as ${c}`;
      case 'TIMESTAMP':
        return `cast(${plain(c)} as timestamp) as ${c}`;
      default:
        return c;
    }
  });
}
