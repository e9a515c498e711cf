import type { Db } from '#kit/server/ctx.ts';
import { levelledColumns } from '#modules/gate/server/index.ts';
import type { ExecuteConfig } from '../../contract/api.ts';

type Levelled = Awaited<ReturnType<typeof levelledColumns>>[number];

/** Levels and masks of the columns of an API over tables, by the names that it has for them; nothing is known of scripts and data sets. */
export async function levelsOf(db: Db, { configType, tableId, joins }: ExecuteConfig): Promise<ReadonlyMap<string, Levelled>> {
  if (configType !== '1' || !tableId) return new Map();
  const tables = [{ prefix: '', id: tableId }, ...joins.map((join) => ({ prefix: `${join.alias}.`, id: join.tableId }))];
  const columns = await Promise.all(
    tables.map(async ({ prefix, id }) => (await levelledColumns(db, id)).map((column) => [`${prefix}${column.name}`, column] as const)),
  );
  return new Map(columns.flat());
}

/** The strictest level among columns, and which of them are masked. */
export function strictest(levels: ReadonlyMap<string, Levelled>, columns: readonly string[]): { level: string | null; masked: string[] } {
  const known = columns.flatMap((name) => {
    const column = levels.get(name);
    return column ? [{ ...column, as: name }] : [];
  });
  const sorted = known.flatMap(({ level }) => level ?? []).toSorted();
  return { level: sorted.at(-1) ?? null, masked: known.filter(({ mask }) => mask !== null).map(({ as }) => as) };
}
