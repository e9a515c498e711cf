import { searchTextOf } from '../../core/search/grams.ts';
import { renameGuesses, type Structure, type StructureColumn } from '../../core/structure.ts';
import type { BulkColumns } from './sync-bulk.ts';
import { columnOf, columnValues, type ColumnRow } from './sync-found.ts';

const SOURCE_FIELDS = {
  columnName: 'text',
  columnComment: 'text',
  columnKey: 'text',
  columnNullable: 'text',
  columnPosition: 'integer',
  dataType: 'text',
  dataLength: 'text',
  dataPrecision: 'text',
  dataScale: 'text',
  dataDefault: 'text',
  reference: 'text',
} as const;
/** What people and recognisers know of a column; a column that looks renamed keeps it, above all its level. */
const KNOWN_FIELDS = { level: 'text', classId: 'text', levelBy: 'text', cnName: 'text', description: 'text' } as const;
export const COLUMN_INSERT = {
  id: 'text',
  sourceId: 'text',
  tableId: 'text',
  ...SOURCE_FIELDS,
  ...KNOWN_FIELDS,
  grams: 'text[]',
  searchText: 'text',
  createTime: 'timestamptz',
  updateTime: 'timestamptz',
} as const;
export const COLUMN_UPDATE = {
  id: 'text',
  ...SOURCE_FIELDS,
  updateTime: 'timestamptz',
  deletedAt: 'timestamptz',
} as const;

interface Known {
  level: string | null;
  classId: string | null;
  levelBy: string | null;
  cnName: string | null;
  description: string | null;
}
const UNKNOWN: Known = { level: null, classId: null, levelBy: null, cnName: null, description: null };
type SourceFields = ReturnType<typeof columnValues>;
type Searched = ReturnType<typeof searchTextOf>;
export type NewColumn = { id: string; sourceId: string; tableId: string; createTime: string; updateTime: string } & SourceFields &
  Known &
  Searched;
export type KeptColumn = { id: string; updateTime: string; deletedAt: null } & SourceFields;
COLUMN_INSERT satisfies BulkColumns<NewColumn>;
COLUMN_UPDATE satisfies BulkColumns<KeptColumn>;

interface Target {
  readonly sourceId: string;
  readonly tableId: string;
  readonly now: string;
  readonly nextId: () => string;
}

/** A row for a column that was not there before; `like` is the vanished one that it seems to have been. */
export function newColumn(target: Target, structure: Structure, column: StructureColumn, like: ColumnRow | null): NewColumn {
  const known: Known = like ? pick(like) : UNKNOWN;
  return {
    id: target.nextId(),
    sourceId: target.sourceId,
    tableId: target.tableId,
    ...columnValues(structure, column),
    ...known,
    ...searchTextOf([column.name, known.cnName, column.comment, known.description]),
    createTime: target.now,
    updateTime: target.now,
  };
}
const pick = ({ level, classId, levelBy, cnName, description }: ColumnRow): Known => ({ level, classId, levelBy, cnName, description });

/** What has to be written about the columns of one table. */
export interface ColumnWork {
  readonly inserts: NewColumn[];
  readonly updates: KeptColumn[];
  readonly gone: string[];
  /** ids of those whose search fields have to be made anew */
  readonly reworded: string[];
  /** ids of the living columns by name, afterwards */
  readonly ids: ReadonlyMap<string, string>;
}

/** Compares the stored columns of a table with those found; a column that comes back keeps its id and what people know of it. */
export function columnWork(target: Target, stored: readonly ColumnRow[], structure: Structure): ColumnWork {
  // the living one comes last and wins
  const byName = new Map(
    [...stored].sort((a, b) => Number(a.deletedAt === null) - Number(b.deletedAt === null)).map((row) => [row.columnName, row]),
  );
  const found = new Set(structure.columns.map((column) => column.name));
  const living = stored.filter((row) => row.deletedAt === null);
  const gone = living.filter((row) => !found.has(row.columnName));
  const likes = likenesses(
    gone,
    structure.columns.filter((column) => byName.get(column.name)?.deletedAt !== null),
  );
  const inserts: NewColumn[] = [];
  const updates: KeptColumn[] = [];
  const reworded: string[] = [];
  const ids = new Map<string, string>();
  for (const column of structure.columns) {
    const old = byName.get(column.name);
    if (!old) {
      const row = newColumn(target, structure, column, likes.get(column.name) ?? null);
      inserts.push(row);
      ids.set(column.name, row.id);
      continue;
    }
    ids.set(column.name, old.id);
    const values = columnValues(structure, column);
    const isSame = old.deletedAt === null && (Object.keys(values) as (keyof SourceFields)[]).every((name) => old[name] === values[name]);
    if (isSame) continue;
    updates.push({ id: old.id, ...values, updateTime: target.now, deletedAt: null });
    if (old.columnComment !== column.comment) reworded.push(old.id);
  }
  return { inserts, updates, gone: gone.map((row) => row.id), reworded, ids };
}

/** New columns that look like vanished ones, by name. */
function likenesses(gone: readonly ColumnRow[], fresh: readonly StructureColumn[]): Map<string, ColumnRow> {
  const rows = new Map(gone.map((row) => [row.columnName, row]));
  const guesses = renameGuesses(gone.map(columnOf), fresh);
  return new Map(guesses.flatMap(({ before, after }) => (rows.has(before.name) ? [[after.name, rows.get(before.name)!] as const] : [])));
}
