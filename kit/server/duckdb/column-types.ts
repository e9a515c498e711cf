import { quoted } from './names.ts';

/** What a column of texts may be read as without changing what a person sees in it. */
export type ColumnType = 'VARCHAR' | 'BOOLEAN' | 'BIGINT' | 'DECIMAL' | 'DATE' | 'TIMESTAMP';

const plain = (column: string): string => `replace(${column}, '/', '-')`;
/**
 * Conditions that a whole column must meet. Numbers of 16 and more digits, with leading zeros, and columns of mobile numbers are
 * names of something, not quantities: they stay text, and so do their zeros.
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

/** True for each type and column of `wanted` whose condition every value of the relation meets. */
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
 * The expressions that give the columns of a table of texts their types. Looks at a sample first, then at every row: no value is lost
 * to a guess.
 */
export async function typedColumns(ask: Ask, table: string, columns: readonly string[]): Promise<string[]> {
  const everything = new Map(columns.map((column) => [column, FITS.map(([type]) => type)]));
  const likely = await holding(ask, `(from ${table} limit ${SAMPLE})`, columns, everything);
  // a column that is empty in the sample may hold anything below
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
