import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Tables } from '#kit/server/db/tables.ts';
import type { TableKey } from '#modules/sources/contract/table-kind.ts';
import type { Structure, StructureColumn, StructureIndex } from '../../core/structure.ts';
import type { HarvestedPartition, HarvestedTable } from '#modules/sources/server/index.ts';

/** What the sync compares of every stored table. */
export type TableRow = Pick<
  Selectable<Tables['metadataTable']>,
  'id' | 'schemaName' | 'tableName' | 'fingerprint' | 'rowEstimate' | 'sizeBytes' | 'partitionCount' | 'sourceIdentity' | 'deletedAt'
>;
export type ColumnRow = Selectable<Tables['metadataColumn']>;

/** A relation as it was found, in the form that is stored. */
export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly structure: Structure;
  readonly fingerprint: string;
  readonly rowEstimate: number | null;
  readonly sizeBytes: number | null;
  readonly partitionCount: number;
  readonly partitions: readonly HarvestedPartition[];
  /** see `HarvestedTable.identity` */
  readonly identity: string | null;
  readonly hasMovingPositions: boolean;
}

export const keyOf = (schema: string, name: string): string => JSON.stringify([schema, name]);
const MAX_DEFAULT = 1000;
/** Prints of another form were made before indexes and view texts were read. */
const FORM = 'v2:';
export const isPresentForm = (fingerprint: string): boolean => fingerprint.startsWith(FORM);

/** PostgreSQL keeps no NUL; other sources may hold one in a comment. */
const clean = <T extends string | null>(text: T): T => (text === null ? text : (text.replaceAll('\u0000', '') as T));

const fingerprintOf = (
  { kind, comment, keys, columns, indexes, viewSql, brokenReason }: Structure,
  partitions: readonly HarvestedPartition[],
): string =>
  FORM +
  createHash('sha1')
    // what few tables have is named only where it is there: prints of all others stay as they are
    .update(
      JSON.stringify([
        kind,
        comment,
        keys,
        columns,
        indexes,
        viewSql,
        ...(brokenReason ? [{ brokenReason }] : []),
        ...(partitions.length > 0 ? [{ partitions }] : []),
      ]),
    )
    .digest('hex');

/** Converts a harvested relation into the stored form; parts that could not be read (`unread`) are later filled from the stored row. */
export function foundOf(table: HarvestedTable): Relation {
  const structure: Structure = {
    kind: table.kind,
    comment: clean(table.comment) || null,
    columns: table.columns.map((column) => ({
      ...column,
      name: clean(column.name),
      comment: clean(column.comment) || null,
      defaultText: clean(column.defaultText)?.slice(0, MAX_DEFAULT) ?? null,
    })),
    keys: table.keys,
    indexes: table.indexes,
    viewSql: clean(table.viewSql),
    brokenReason: clean(table.brokenReason ?? null)?.slice(0, MAX_DEFAULT) ?? null,
  };
  const partitions = (table.partitions ?? []).toSorted((a, b) => (keyOf(a.schema, a.name) < keyOf(b.schema, b.name) ? -1 : 1));
  return {
    schema: clean(table.schema),
    name: clean(table.name),
    structure,
    fingerprint: fingerprintOf(structure, partitions),
    rowEstimate: table.rowEstimate === null ? null : Math.round(table.rowEstimate),
    sizeBytes: table.sizeBytes === null ? null : Math.round(table.sizeBytes),
    partitionCount: table.partitionCount,
    partitions,
    identity: table.identity ?? null,
    hasMovingPositions: table.hasMovingPositions ?? false,
  };
}

/** The same relation with other parts: what the account could not read this time stays as it is stored. */
export const withParts = (found: Relation, parts: Partial<Structure>): Relation => {
  const structure = { ...found.structure, ...parts };
  return { ...found, structure, fingerprint: fingerprintOf(structure, found.partitions) };
};

export const columnOf = (row: ColumnRow): StructureColumn => ({
  name: row.columnName,
  comment: row.columnComment,
  isKey: row.columnKey === '1',
  isNullable: row.columnNullable === '1',
  position: row.columnPosition,
  type: row.dataType,
  length: row.dataLength,
  precision: row.dataPrecision,
  scale: row.dataScale,
  defaultText: row.dataDefault,
});

/** The structure that the catalogue holds of a table. */
export const storedStructure = (
  row: {
    tableKind: string;
    tableComment: string | null;
    keys: unknown;
    indexes: unknown;
    viewSql: string | null;
    brokenReason: string | null;
  },
  columns: readonly ColumnRow[],
): Structure => ({
  kind: row.tableKind,
  comment: row.tableComment,
  keys: row.keys as TableKey[],
  indexes: row.indexes as StructureIndex[],
  viewSql: row.viewSql,
  brokenReason: row.brokenReason,
  columns: [...columns].sort((a, b) => a.columnPosition - b.columnPosition).map(columnOf),
});

/** The stored fields of a column that the source decides. */
export function columnValues(structure: Structure, column: StructureColumn) {
  const foreign = structure.keys.find((key) => key.kind === 'foreign' && key.columns.includes(column.name));
  return {
    columnName: column.name,
    columnComment: column.comment,
    columnKey: column.isKey ? ('1' as const) : ('0' as const),
    columnNullable: column.isNullable ? ('1' as const) : ('0' as const),
    columnPosition: column.position,
    dataType: column.type,
    dataLength: column.length,
    dataPrecision: column.precision,
    dataScale: column.scale,
    dataDefault: column.defaultText,
    reference: foreign ? `${foreign.refTable}.${foreign.refColumns[foreign.columns.indexOf(column.name)] ?? ''}` : null,
  };
}

/** Whether an estimate differs by more than a tenth from the stored one; smaller changes are not written. */
const hasMoved = (stored: string | null, found: number | null): boolean => {
  if (stored === null || found === null) return stored !== null || found !== null;
  return Math.abs(Number(stored) - found) > Math.max(10, Number(stored) / 10);
};
export const measuresMoved = (row: TableRow, found: Relation): boolean =>
  hasMoved(row.rowEstimate, found.rowEstimate) || hasMoved(row.sizeBytes, found.sizeBytes) || row.partitionCount !== found.partitionCount;
