import type { ReqParam } from '../contract/api.ts';

/** A table of a statement as its plan may name it. */
export interface PlannedTable {
  /** `t2`, or empty where there is one table only */
  readonly alias: string;
  readonly name: string;
  readonly rowEstimate: number | null;
  /** columns of each of its indexes and keys, in their order */
  readonly indexes: readonly (readonly string[])[];
}
/** A condition of a call, as far as an index could serve it. */
export interface PlannedCondition {
  readonly alias: string;
  readonly column: string;
  readonly whereType: ReqParam['whereType'];
}
export interface IndexAdvice {
  readonly table: string;
  readonly columns: string[];
  /** a Chinese sentence */
  readonly message: string;
}
/** What `explain` answered. */
export interface ExplainResult {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A table of so many rows is read as a whole in no time. */
const LARGE_ROWS = 10_000;
const MAX_COLUMNS = 3;
const EQUAL: readonly string[] = ['1', '12'];
const RANGE: readonly string[] = ['5', '6', '7', '8', '9'];

interface Scan {
  readonly table: string;
  readonly rows: number;
}

const POSTGRES_SCAN =
  /\b(Seq Scan|Index Scan(?: Backward)? using \S+|Index Only Scan(?: Backward)? using \S+) on (?:\S+\.)?"?([^\s"]+)"?(?: (?!\()"?([^\s"(]+)"?)?(?:\s+\(cost=[\d.]+\.\.[\d.]+ rows=(\d+)|\s*$)/;

/**
 * Tables that PostgreSQL reads as a whole, by their alias where there is one. Going along the index of the order and looking at every row on
 * the way is no better when few rows fit.
 */
function postgresScans({ rows }: ExplainResult): Scan[] {
  const lines = rows.map((row) => String(row[0] ?? ''));
  return lines.flatMap((line, i) => {
    const [, kind, name, alias, count] = POSTGRES_SCAN.exec(line) ?? [];
    if (kind === undefined || name === undefined) return [];
    const next = lines.findIndex((one, at) => at > i && one.includes('->'));
    const about = lines.slice(i + 1, next < 0 ? undefined : next).join('\n');
    const isWhole = kind === 'Seq Scan' || (about.includes('Filter:') && !about.includes('Index Cond:'));
    return isWhole ? [{ table: alias ?? name, rows: Number(count ?? 0) }] : [];
  });
}

/** The same of MySQL and its family: type ALL. */
function mysqlScans({ names, rows }: ExplainResult): Scan[] {
  const at = (name: string) => names.findIndex((one) => one.toLowerCase() === name);
  const [table, type, count] = [at('table'), at('type'), at('rows')];
  if (table < 0 || type < 0) return [];
  return rows.flatMap((row) => (row[type] === 'ALL' ? [{ table: String(row[table]), rows: Number(row[count] ?? 0) }] : []));
}

function adviceFor(table: PlannedTable, conditions: readonly PlannedCondition[]): IndexAdvice[] {
  const own = conditions.filter(({ alias }) => alias === table.alias);
  const of = (types: readonly string[]) => [
    ...new Set(own.filter(({ whereType }) => types.includes(whereType)).map(({ column }) => column)),
  ];
  const equal = of(EQUAL);
  const range = of(RANGE).filter((column) => !equal.includes(column));
  const columns = [...equal, ...range.slice(0, 1)].slice(0, MAX_COLUMNS);
  const where = `表 ${table.name}${table.rowEstimate === null ? '' : `（约 ${table.rowEstimate} 行）`}被全表扫描`;
  if (columns.length === 0) {
    const unserved = own.some(({ whereType }) => whereType === '3' || whereType === '4');
    return unserved
      ? [{ table: table.name, columns: [], message: `${where}，全模糊和左模糊条件用不上普通索引，建议改为右模糊或等于` }]
      : [];
  }
  const isServed = table.indexes.some((index) => columns.every((column) => index.slice(0, columns.length).includes(column)));
  if (isServed) return [];
  return [{ table: table.name, columns, message: `${where}，建议索引 (${columns.join(', ')})` }];
}

/** Indexes that would serve the conditions of a statement whose plan reads large tables as a whole. */
export function indexAdvice(
  family: 'postgres' | 'mysql',
  explained: ExplainResult,
  { tables, conditions }: { tables: readonly PlannedTable[]; conditions: readonly PlannedCondition[] },
): IndexAdvice[] {
  const scans = family === 'postgres' ? postgresScans(explained) : mysqlScans(explained);
  return tables.flatMap((table) => {
    const scan = scans.find((one) => one.table === (table.alias || table.name));
    if (!scan || Math.max(table.rowEstimate ?? 0, scan.rows) < LARGE_ROWS) return [];
    return adviceFor(table, conditions);
  });
}
