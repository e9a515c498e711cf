import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { tableVersion as contract } from '../../contract/change.ts';
import { indexText, keyText, structureChanges, type Structure } from '../../core/structure.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { storedStructure } from '../harvest/sync-found.ts';

const TABLE = { table: 'metadataTable.id', source: 'metadataTable.sourceId' };
const COLUMN = { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' };

/** A table that the caller may see, also a deleted one; `isWhole`: all its columns, not only some. */
async function seen(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('metadataTable')
    .selectAll()
    // a table is never a column: this holds for those alone who see the table as a whole
    .select(ofVisibleColumn(ctx, { column: 'metadataTable.id', ...TABLE }).as('isWhole'))
    .where('metadataTable.id', '=', id)
    .where(ofVisibleTable(ctx, TABLE))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}
type Seen = Awaited<ReturnType<typeof seen>>;

/** The current structure; for a deleted table the last one. */
async function present(ctx: Ctx, table: Seen): Promise<Structure> {
  const columns = await ctx.db
    .selectFrom('metadataColumn')
    .selectAll()
    .where('tableId', '=', table.id)
    .where((e) => (table.deletedAt ? e('deletedAt', '=', table.deletedAt) : e('deletedAt', 'is', null)))
    .execute();
  return storedStructure(table, columns);
}

async function structureOf(ctx: Ctx, table: Seen, versionNo: number): Promise<Structure> {
  if (versionNo === table.structureVersion) return present(ctx, table);
  const row = await ctx.db
    .selectFrom('metadataTableVersion')
    .select('content')
    .where('tableId', '=', table.id)
    .where('versionNo', '=', versionNo)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '该结构版本不存在');
  return row.content as unknown as Structure;
}

/** Reduces a structure to what a caller with access to some columns only may see. */
async function trimmed(ctx: Ctx, table: Seen, structure: Structure): Promise<Structure> {
  if (table.isWhole) return structure;
  const rows = await ctx.db
    .selectFrom('metadataColumn')
    .select('columnName')
    .where('tableId', '=', table.id)
    .where('deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, COLUMN))
    .execute();
  const names = new Set(rows.map((row) => row.columnName));
  const isOpen = (columns: readonly string[]) => columns.every((name) => names.has(name));
  return {
    ...structure,
    columns: structure.columns.filter((column) => names.has(column.name)),
    keys: structure.keys.filter((key) => isOpen(key.columns)),
    indexes: structure.indexes.filter((index) => isOpen(index.columns)),
    viewSql: null,
  };
}

const shown = (versionNo: number, structure: Structure) => ({
  versionNo,
  kind: structure.kind,
  comment: structure.comment,
  columns: [...structure.columns],
  keys: structure.keys.map(keyText),
  indexes: structure.indexes.map(indexText),
  viewSql: structure.viewSql,
});

/** 表结构版本: what a table looked like, and what two versions differ in. */
export const versionRoutes = implement(contract, {
  async list(ctx, { params }) {
    const table = await seen(ctx, params.id);
    const older = await ctx.db
      .selectFrom('metadataTableVersion')
      .select(['versionNo', 'createTime', sql<string>`json_array_length((content->'columns')::json)`.as('columnCount')])
      .where('tableId', '=', table.id)
      .orderBy('versionNo', 'desc')
      .limit(500)
      .execute();
    const counts = await ctx.db
      .selectFrom('metadataChangeRecord')
      .select((e) => ['changeVersion', e.fn.countAll<string>().as('n')])
      .where('tableId', '=', table.id)
      .where('origin', '=', 'sync')
      .where('changeKind', '!=', 'removed')
      .where('deletedAt', 'is', null)
      .groupBy('changeVersion')
      .execute();
    const changesOf = new Map(counts.map((row) => [row.changeVersion, Number(row.n)]));
    // a version began when the previous one was archived
    const versions = [
      { versionNo: table.structureVersion, columnCount: table.columnCount, isPresent: true },
      ...older.map((row) => ({ versionNo: row.versionNo, columnCount: Number(row.columnCount), isPresent: false })),
    ];
    return versions.map((version) => ({
      ...version,
      createTime: older.find((row) => row.versionNo === version.versionNo - 1)?.createTime ?? table.createTime,
      changes: version.versionNo === 1 ? 0 : (changesOf.get(version.versionNo) ?? 0),
    }));
  },
  async compare(ctx, { params, query }) {
    const table = await seen(ctx, params.id);
    const from = await trimmed(ctx, table, await structureOf(ctx, table, query.from));
    const to = await trimmed(ctx, table, await structureOf(ctx, table, query.to));
    return { from: shown(query.from, from), to: shown(query.to, to), changes: structureChanges(from, to) };
  },
});
