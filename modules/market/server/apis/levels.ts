import type { Db } from '#kit/server/ctx.ts';
import { levelledColumns } from '#modules/gate/server/index.ts';
import { columnsBehind } from '#modules/lineage/server/index.ts';
import type { ExecuteConfig } from '../../contract/api.ts';

type Levelled = Awaited<ReturnType<typeof levelledColumns>>[number];
/** What is asked for, as approvers weigh it. */
export interface Weight {
  /** the strictest level; that of nothing known is the highest */
  readonly level: string | null;
  /** outputs that come masked */
  readonly masked: readonly string[];
  /** why the level is not that of columns; null where all of them are known */
  readonly note: string | null;
}
/** What nobody knows the columns of is taken for. */
export const HIGHEST_LEVEL = 'L4';
export const UNKNOWN_LEVEL = `部分字段的来源未知，按最高级 ${HIGHEST_LEVEL} 审批`;

/** Levels and masks of the columns of an API over tables, by the names that it has for them; of scripts and data sets `weightOf` tells. */
export async function levelsOf(db: Db, { configType, tableId, joins }: ExecuteConfig): Promise<ReadonlyMap<string, Levelled>> {
  if (configType !== '1' || !tableId) return new Map();
  const tables = [{ prefix: '', id: tableId }, ...joins.map((join) => ({ prefix: `${join.alias}.`, id: join.tableId }))];
  const columns = await Promise.all(
    tables.map(async ({ prefix, id }) => (await levelledColumns(db, id)).map((column) => [`${prefix}${column.name}`, column] as const)),
  );
  return new Map(columns.flat());
}

const highest = (levels: readonly (string | null)[]): string | null =>
  levels
    .flatMap((level) => level ?? [])
    .toSorted()
    .at(-1) ?? null;

/** The strictest level among columns, and which of them are masked. */
export function strictest(levels: ReadonlyMap<string, Levelled>, columns: readonly string[]): { level: string | null; masked: string[] } {
  const known = columns.flatMap((name) => {
    const column = levels.get(name);
    return column ? [{ ...column, as: name }] : [];
  });
  return { level: highest(known.map(({ level }) => level)), masked: known.filter(({ mask }) => mask !== null).map(({ as }) => as) };
}

/** How much the outputs of a script, a data set or a board weigh, by the columns that the lineage finds behind them. */
export async function weightBehind(
  db: Db,
  object: { type: 'api' | 'dataset' | 'board'; key: string },
  outputs: readonly string[] | null,
): Promise<Weight> {
  const { columns, isWhole } = await columnsBehind(db, object, outputs);
  const tables = [...new Set(columns.map(({ tableId }) => tableId))];
  const known = new Map(await Promise.all(tables.map(async (id) => [id, await levelledColumns(db, id)] as const)));
  const found = columns.flatMap(({ output, tableId, column }) =>
    (known.get(tableId) ?? []).flatMap(({ name, level, mask }) => (column === null || name === column ? [{ output, level, mask }] : [])),
  );
  // what may be in any output makes none of them masked for certain
  const masked = [...new Set(found.flatMap(({ output, mask }) => (output !== null && mask !== null ? [output] : [])))];
  return isWhole
    ? { level: highest(found.map(({ level }) => level)), masked, note: null }
    : { level: HIGHEST_LEVEL, masked, note: UNKNOWN_LEVEL };
}

/** How much the outputs of an API weigh: `columns` by the names that its definition has for them, the outputs of a script by theirs. */
export async function weightOf(
  db: Db,
  { id, executeConfig }: { id: string; executeConfig: ExecuteConfig },
  columns: readonly string[],
): Promise<Weight> {
  if (executeConfig.configType === '1') return { ...strictest(await levelsOf(db, executeConfig), columns), note: null };
  if (executeConfig.configType === '2') return weightBehind(db, { type: 'api', key: id }, columns);
  return weightBehind(db, { type: 'dataset', key: executeConfig.dataSetId ?? '' }, columns);
}
