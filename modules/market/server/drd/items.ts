import * as z from 'zod';
import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { levelledColumns, SENSITIVE_LEVELS } from '#modules/gate/server/index.ts';
import { columnsBehind } from '#modules/lineage/server/index.ts';
import { ExecuteConfig, ResParam } from '../../contract/api.ts';
import type { DrdItem, DrdMount } from '../../contract/drd.ts';
import { cut } from '../../core/cut.ts';
import { HIGHEST_LEVEL, strictest, levelsOf, UNKNOWN_LEVEL, weightBehind, weightOf, type Weight } from '../apis/levels.ts';

const MAX = 500;
const SetFields = z.object({ fields: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })) });

/** Columns of mounted tables with the levels that hold now, in their order. */
export const columnsOfTables = (db: Db, tableIds: readonly string[]) =>
  tableIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('metadataColumn as c')
        .leftJoin('metadataClass as k', (join) => join.onRef('k.id', '=', 'c.classId').on('k.deletedAt', 'is', null))
        .select(['c.id', 'c.tableId', 'c.columnName', 'c.dataType', 'c.dataLength', 'c.description'])
        .select([
          sql<string>`coalesce(c.cn_name, c.column_comment, c.column_name)`.as('label'),
          sql<string | null>`coalesce(c.level, k.level)`.as('level'),
        ])
        .where('c.tableId', 'in', [...tableIds])
        .where('c.deletedAt', 'is', null)
        .orderBy('c.tableId')
        .orderBy('c.columnPosition')
        .limit(MAX)
        .execute();
const idsOf = (mounts: readonly DrdMount[], type: string): string[] =>
  mounts.flatMap(({ mountType, refId }) => (mountType === type ? [refId] : []));
export const tableIdsOf = (mounts: readonly DrdMount[]): string[] => idsOf(mounts, '1');
const isSensitive = (level: string | null): boolean => level !== null && SENSITIVE_LEVELS.includes(level);
const stricter = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);

/** What sources say of their columns may be longer than an item can tell: comments with lists of values, types with theirs. */
const fitting = ({ name, type, length, desc, ...item }: DrdItem): DrdItem => ({
  ...item,
  name: cut(name, 200) || item.code,
  type: type === null ? null : cut(type, 100),
  length: length === null ? null : cut(length, 30),
  desc: desc === null ? null : cut(desc, 500),
});

interface Known {
  readonly item: DrdItem;
  readonly level: string | null;
}
async function fieldsOfSet(db: Db, id: string): Promise<Known[]> {
  const row = await db.selectFrom('visualDataSet').select('model').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
  const model = SetFields.safeParse(row?.model);
  if (!model.success) return [];
  const { columns } = await columnsBehind(db, { type: 'dataset', key: id });
  const tables = [...new Set(columns.map(({ tableId }) => tableId))];
  const levels = new Map(await Promise.all(tables.map(async (one) => [one, await levelledColumns(db, one)] as const)));
  const levelOf = (field: string) =>
    columns
      .filter(({ output }) => output === null || output === field)
      .flatMap(({ tableId, column }) => (levels.get(tableId) ?? []).filter(({ name }) => column === null || name === column))
      .reduce<string | null>((most, { level }) => stricter(most, level), null);
  return model.data.fields.map(({ id: code, name, type }) => {
    const level = levelOf(code);
    return { level, item: fitting({ name, code, type, length: null, desc: null, sensitive: isSensitive(level) ? '1' : '0' }) };
  });
}

/** The items that the platform knows of what is mounted, each once: columns of tables, then fields of data sets. */
export async function knownItems(db: Db, mounts: readonly DrdMount[]): Promise<Known[]> {
  const columns = (await columnsOfTables(db, tableIdsOf(mounts))).map((column): Known => {
    const { label: name, columnName: code, dataType: type, dataLength: length, description: desc, level } = column;
    return { level, item: fitting({ name, code, type, length, desc, sensitive: isSensitive(level) ? '1' : '0' }) };
  });
  const fields = (await Promise.all(idsOf(mounts, '4').map((id) => fieldsOfSet(db, id)))).flat();
  const seen = new Map<string, Known>();
  for (const known of [...columns, ...fields]) {
    const before = seen.get(known.item.code);
    seen.set(known.item.code, before ? { ...before, level: stricter(before.level, known.level) } : known);
  }
  return [...seen.values()]
    .slice(0, MAX)
    .map(({ item, level }): Known => ({ level, item: { ...item, sensitive: isSensitive(level) ? '1' : '0' } }));
}

/** How much one mounted thing weighs, or the items of it that are asked for. Files tell nothing. */
export async function weightOfMount(db: Db, { mountType, refId }: DrdMount, items: readonly string[]): Promise<Weight> {
  const unknown = { level: HIGHEST_LEVEL, masked: [], note: UNKNOWN_LEVEL };
  if (mountType === '1') {
    const columns = await levelledColumns(db, refId);
    const asked = items.length === 0 ? columns : columns.filter(({ name }) => items.includes(name));
    return {
      ...strictest(
        new Map(columns.map((column) => [column.name, column])),
        asked.map(({ name }) => name),
      ),
      note: null,
    };
  }
  if (mountType === '4' || mountType === '5') return weightBehind(db, { type: mountType === '4' ? 'dataset' : 'board', key: refId }, null);
  if (mountType === '3') return unknown;
  const api = await db.selectFrom('marketApi').select(['executeConfig', 'resParams']).where('id', '=', refId).executeTakeFirst();
  if (!api) return unknown;
  const executeConfig = ExecuteConfig.parse(api.executeConfig);
  if (executeConfig.configType === '1') {
    const returned = executeConfig.fieldParams.filter(({ resable }) => resable === '1').map(({ columnName }) => columnName);
    return { ...strictest(await levelsOf(db, executeConfig), returned), note: null };
  }
  const names = ResParam.array()
    .parse(api.resParams)
    .map(({ fieldName }) => fieldName);
  return weightOf(db, { id: refId, executeConfig }, names);
}

/** The items of a resource as they are kept, what the catalogue says of them first, and the least level that it can have. */
export async function describedItems(db: Db, mounts: readonly DrdMount[], given: readonly DrdItem[]) {
  const known = await knownItems(db, mounts);
  const own = known.map(({ item }) => item);
  // what is unknown raises nothing here: who catalogues says what it is, and requests are weighed again
  const weights = await Promise.all(mounts.map((mount) => weightOfMount(db, mount, [])));
  const levels = [...known.map(({ level }) => level), ...weights.map(({ level, note }) => (note === null ? level : null))];
  const level = levels.reduce<string | null>((most, one) => stricter(most, one), null);
  if (given.length === 0) return { items: own, level };
  const sensitive = new Set(own.flatMap((item) => (item.sensitive === '1' ? [item.code] : [])));
  return { items: given.map((item): DrdItem => (sensitive.has(item.code) ? { ...item, sensitive: '1' } : item)), level };
}
