import type { SelectQueryBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { TableKey } from '#modules/sources/contract/table-kind.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';

/** A column as it stands in a document. */
export interface DocumentColumn {
  readonly columnName: string;
  readonly cnName: string | null;
  readonly columnComment: string | null;
  readonly description: string | null;
  readonly type: string;
  readonly columnKey: string;
  readonly columnNullable: string;
  readonly dataDefault: string | null;
  readonly reference: string | null;
  readonly level: string | null;
}
/** A table as it stands in a document. */
export interface DocumentTable {
  readonly id: string;
  readonly sourceName: string;
  readonly schemaName: string;
  readonly tableName: string;
  readonly tableKind: string;
  readonly cnName: string | null;
  readonly tableComment: string | null;
  readonly description: string | null;
  readonly domainName: string | null;
  readonly ownerName: string | null;
  readonly level: string | null;
  readonly rowEstimate: string | null;
  readonly sizeBytes: string | null;
  readonly viewSql: string | null;
  readonly keys: readonly TableKey[];
  readonly indexes: readonly { name: string; isUnique: boolean; columns: readonly string[] }[];
  readonly columns: readonly DocumentColumn[];
}
export interface DocumentScope {
  readonly sourceId?: string | null;
  readonly schemaName?: string | null;
  readonly domainId?: string | null;
  readonly tableIds?: readonly string[] | null;
}

const BATCH = 200;

const typeOf = (row: { dataType: string; dataLength: string | null; dataPrecision: string | null; dataScale: string | null }): string => {
  if (row.dataPrecision !== null)
    return `${row.dataType}(${row.dataPrecision}${Number(row.dataScale ?? 0) > 0 ? `,${row.dataScale}` : ''})`;
  return row.dataLength === null ? row.dataType : `${row.dataType}(${row.dataLength})`;
};

/** The tables of a scope that the caller may see, as a query to be narrowed further. */
export function tablesInScope(ctx: Ctx, scope: DocumentScope): SelectQueryBuilder<Tables, 'metadataTable' | 'metadataSource', object> {
  let rows = ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataSource.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }));
  if (scope.sourceId) rows = rows.where('metadataTable.sourceId', '=', scope.sourceId);
  if (scope.schemaName) rows = rows.where('metadataTable.schemaName', '=', scope.schemaName);
  if (scope.domainId) rows = rows.where('metadataTable.domainId', '=', scope.domainId);
  if (scope.tableIds) rows = rows.where('metadataTable.id', 'in', scope.tableIds.length > 0 ? scope.tableIds : ['']);
  return rows as SelectQueryBuilder<Tables, 'metadataTable' | 'metadataSource', object>;
}

async function columnsOf(ctx: Ctx, tableIds: readonly string[]): Promise<Map<string, DocumentColumn[]>> {
  const rows = await ctx.db
    .selectFrom('metadataColumn')
    .select([
      'tableId',
      'columnName',
      'cnName',
      'columnComment',
      'description',
      'dataType',
      'dataLength',
      'dataPrecision',
      'dataScale',
      'columnKey',
      'columnNullable',
      'dataDefault',
      'reference',
      'level',
    ])
    .where('tableId', 'in', tableIds)
    .where('deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }))
    .orderBy('tableId')
    .orderBy('columnPosition')
    .execute();
  const byTable = new Map<string, DocumentColumn[]>();
  for (const { tableId, ...row } of rows) {
    const list = byTable.get(tableId) ?? [];
    list.push({ ...row, type: typeOf(row) });
    byTable.set(tableId, list);
  }
  return byTable;
}

/** The tables of a scope with their columns, by source, schema and name; read in batches so that neither rows nor a transaction pile up. */
export async function* documentTables(ctx: Ctx, scope: DocumentScope): AsyncGenerator<DocumentTable> {
  let after: readonly [sourceId: string, schemaName: string, tableName: string] = ['', '', ''];
  for (;;) {
    ctx.signal.throwIfAborted();
    const rows = await tablesInScope(ctx, scope)
      .leftJoin('metadataDomain', 'metadataDomain.id', 'metadataTable.domainId')
      .leftJoin('sysUser', 'sysUser.id', 'metadataTable.ownerId')
      .select([
        'metadataTable.id',
        'metadataTable.sourceId',
        'metadataSource.sourceName',
        'metadataTable.schemaName',
        'metadataTable.tableName',
        'metadataTable.tableKind',
        'metadataTable.cnName',
        'metadataTable.tableComment',
        'metadataTable.description',
        'metadataDomain.domainName',
        'sysUser.nickname as ownerName',
        'metadataTable.level',
        'metadataTable.rowEstimate',
        'metadataTable.sizeBytes',
        'metadataTable.viewSql',
        'metadataTable.keys',
        'metadataTable.indexes',
      ])
      .where((e) =>
        e(
          e.refTuple('metadataTable.sourceId', 'metadataTable.schemaName', 'metadataTable.tableName'),
          '>',
          e.tuple(after[0], after[1], after[2]),
        ),
      )
      .orderBy('metadataTable.sourceId')
      .orderBy('metadataTable.schemaName')
      .orderBy('metadataTable.tableName')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const columns = await columnsOf(
      ctx,
      rows.map((row) => row.id),
    );
    for (const row of rows)
      yield {
        ...row,
        keys: row.keys as TableKey[],
        indexes: row.indexes as DocumentTable['indexes'],
        columns: columns.get(row.id) ?? [],
      };
    const last = rows.at(-1)!;
    after = [last.sourceId, last.schemaName, last.tableName];
  }
}
