import { AppError } from '#kit/contract/errors.ts';
import type { Lineage, SchemaLookup, Unresolved } from '../core/types.ts';
import { EnginePool } from './engine-pool.ts';

/** Longer texts are refused. */
export const MAX_TEXT = 2_000_000;

export interface LineageInput {
  /** any name; unknown ones are read as standard SQL */
  readonly dialect: string;
  readonly sql: string;
  /** columns of tables: a record, or a function that is asked for the tables that the text names */
  readonly schema?: SchemaLookup | Readonly<Record<string, readonly string[]>>;
  /** see `Analysis` in core/lineage/analyse.ts */
  readonly skipIntermediate?: boolean;
  readonly expressions?: boolean;
}

const pool = new EnginePool();

/**
 * Parses a SQL text in a worker thread and answers its lineage. For a text that cannot be parsed the lists are empty and `unresolved` says
 * why.
 *
 * @throws AppError input.tooLarge for more than 2 MB
 */
export async function analyseSql(input: LineageInput): Promise<Lineage> {
  const { dialect, sql, schema, skipIntermediate = false, expressions = true } = input;
  if (sql.length > MAX_TEXT) throw new AppError('input.tooLarge', 'SQL文本超过2MB，请拆分后重试');
  const options = { dialect, sql, skipIntermediate };
  if (typeof schema !== 'function') return (await pool.ask({ ...options, expressions, ...(schema && { schema }) })) ?? empty(sql);
  const first = await pool.ask({ ...options, expressions });
  if (!first) return empty(sql);
  const known = first.tables.all.flatMap((table) => {
    const columns = schema(table);
    return columns ? [[table, columns] as const] : [];
  });
  if (!known.length) return first;
  // the names of the tables are only known after a first look; the trees are kept, so the second one does not parse again
  return (await pool.ask({ ...options, expressions, schema: Object.fromEntries(known), isExactSchema: true })) ?? first;
}

/** Ends the threads; the next text starts new ones. */
export const closeLineageEngine = (): Promise<void> => pool.close();

function empty(sql: string): Lineage {
  const late: Unresolved = { text: sql.slice(0, 300), reason: 'timeout', candidates: [], statement: 0, line: 1 };
  return { tables: { sources: [], targets: [], all: [] }, edges: [], outputs: {}, unresolved: [late], statementCount: 1 };
}
