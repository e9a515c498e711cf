import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import { catalogueTable, type CatalogueTable } from './known-table.ts';
import { readingCtx } from './reading.ts';

const MAX_PROPOSALS = 20;
type Basis = 'foreignKey' | 'lineage' | 'name';
interface Pair {
  readonly left: string;
  readonly right: string;
}
interface Proposal {
  readonly tableId: string;
  readonly on: readonly Pair[];
  readonly basis: Basis;
}
interface Other {
  readonly id: string;
  readonly schemaName: string;
  readonly tableName: string;
  readonly tableComment: string | null;
  readonly keys: readonly TableKey[];
}

const isSameTable = (name: string | null, table: { schemaName: string; tableName: string }): boolean =>
  name === table.tableName || name === `${table.schemaName}.${table.tableName}`;

/** Foreign keys of either side. */
function byForeignKey(own: CatalogueTable, named: (column: string) => string, other: Other): Proposal[] {
  const pairs = (from: readonly string[], to: readonly string[]): Pair[] =>
    from.map((left, i) => ({ left: named(left), right: to[i] ?? '' }));
  const out = own.keys.filter(({ kind, refTable }) => kind === 'foreign' && isSameTable(refTable, other));
  const back = other.keys.filter(({ kind, refTable }) => kind === 'foreign' && isSameTable(refTable, own));
  return [...out.map((key) => pairs(key.columns, key.refColumns)), ...back.map((key) => pairs(key.refColumns, key.columns))]
    .filter((on) => on.length > 0 && on.every(({ right }) => right !== ''))
    .map((on) => ({ tableId: other.id, on, basis: 'foreignKey' }));
}

/** Keys of one column that the table has under the same name, or as `<table>_id`. */
function byName(own: CatalogueTable, named: (column: string) => string, other: Other): Proposal[] {
  const names = new Set(own.columns.map(({ columnName }) => columnName));
  const bare = other.tableName.replace(/^(ods|dwd|dws|ads|dim|biz|t|tb|tbl)_/i, '');
  return other.keys.flatMap(({ kind, columns: [column, ...more] }): Proposal[] => {
    if (kind === 'foreign' || column === undefined || more.length > 0) return [];
    const left = [column, `${bare}_${column}`].find((name) => names.has(name) && !(name === 'id' && column === 'id'));
    return left ? [{ tableId: other.id, on: [{ left: named(left), right: column }], basis: 'name' }] : [];
  });
}

/** Columns that statements of the lineage joined: they decide together about the rows of one target. */
async function byLineage(ctx: Ctx, own: CatalogueTable, named: (column: string) => string): Promise<Proposal[]> {
  const { rows } = await sql<{ id: string; left: string; right: string }>`
    select b.from_id as id, a.from_column as left, b.from_column as right, count(distinct a.unit_id) as n
    from metadata_lineage_edge a join metadata_lineage_edge b on b.unit_id = a.unit_id and b.to_id = a.to_id and b.from_id <> a.from_id
    where a.from_id = ${own.id} and a.kind = 'join' and b.kind = 'join' and b.from_type = 'table'
      and a.from_column is not null and (a.from_column = b.from_column or b.from_column = 'id' or a.from_column = 'id')
    group by b.from_id, a.from_column, b.from_column order by count(distinct a.unit_id) desc, b.from_id limit ${MAX_PROPOSALS}`.execute(
    ctx.db,
  );
  return rows.map(({ id, left, right }) => ({ tableId: id, on: [{ left: named(left), right }], basis: 'lineage' }));
}

/** Tables that go with those that are chosen: by foreign keys, by statements that joined them before, by the names of keys. */
export async function joinProposals(ctx: Ctx, sourceId: string, tableIds: readonly string[]) {
  const own = await Promise.all(tableIds.slice(0, 3).map((id) => catalogueTable(ctx, sourceId, id)));
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'tableComment', 'cnName', 'keys'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .where('id', 'not in', tableIds)
    .where(ofVisibleTable(readingCtx(ctx), { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .orderBy('tableName')
    .orderBy('id')
    .limit(5000)
    .execute();
  const others = rows.map(({ keys, cnName, tableComment, ...row }) => ({
    ...row,
    tableComment: cnName ?? tableComment,
    keys: TableKey.array().parse(keys),
  }));
  const found: Proposal[] = [];
  const parts = own.map((table, i) => ({ table, named: (column: string) => (i === 0 ? column : `t${i + 1}.${column}`) }));
  for (const { table, named } of parts) found.push(...others.flatMap((other) => byForeignKey(table, named, other)));
  for (const { table, named } of parts) found.push(...(await byLineage(ctx, table, named)));
  for (const { table, named } of parts) found.push(...others.flatMap((other) => byName(table, named, other)));
  const seen = new Set<string>();
  const isNew = ({ tableId, on }: Proposal): boolean => {
    const key = JSON.stringify([tableId, on]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  return found
    .filter(isNew)
    .flatMap((proposal) => {
      const other = others.find(({ id }) => id === proposal.tableId);
      if (!other) return [];
      const { schemaName, tableName, tableComment } = other;
      return [{ schemaName, tableName, tableComment, tableId: proposal.tableId, basis: proposal.basis, on: [...proposal.on] }];
    })
    .slice(0, MAX_PROPOSALS);
}
