import { searchTextOf } from '../../core/search/grams.ts';
import { renameGuesses, typeText, type Structure, type StructureColumn } from '../../core/structure.ts';
import type { BulkColumns } from '#kit/server/db/bulk.ts';
import { isSensitive } from '#modules/gate/core/index.ts';
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
/** Business metadata and level of a column; kept when a column appears to be renamed. */
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

/** What a column seems to have been: `isWords` = names and descriptions go with it, else only how strict it is. */
interface Likeness {
  readonly row: ColumnRow;
  readonly isWords: boolean;
}

/** A row for a column that was not there before; `like` is the vanished one that it seems to have been. */
export function newColumn(target: Target, structure: Structure, column: StructureColumn, like: Likeness | null): NewColumn {
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
const pick = ({ row: { level, classId, cnName, description }, isWords }: Likeness): Known => ({
  level,
  classId,
  levelBy: level === null ? null : 'renamed',
  cnName: isWords ? cnName : null,
  description: isWords ? description : null,
});

/** What has to be written about the columns of one table. */
export interface ColumnWork {
  readonly inserts: NewColumn[];
  readonly updates: KeptColumn[];
  readonly gone: string[];
  /** ids of those whose search fields have to be made anew */
  readonly reworded: string[];
  /** ids of columns that only changed their name, by the number that the source knows them by */
  readonly renamed: string[];
  /** new columns that look like vanished ones: for a steward to decide */
  readonly guesses: { oldId: string; newId: string; oldName: string; newName: string }[];
  /** ids of the living columns by name, afterwards */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Compares the stored columns of a table with those found; a column that comes back keeps its id and what people know of it. In the same
 * object (`isSameObject`: by the number of the source) a column is the one at the same position, whatever it is called now.
 */
export function columnWork(
  target: Target & { readonly isSameObject: boolean },
  stored: readonly ColumnRow[],
  structure: Structure,
): ColumnWork {
  // the living one comes last and wins
  const byName = new Map(
    [...stored].sort((a, b) => Number(a.deletedAt === null) - Number(b.deletedAt === null)).map((row) => [row.columnName, row]),
  );
  const living = stored.filter((row) => row.deletedAt === null);
  const renamed = target.isSameObject ? renamedIn(living, structure.columns) : [];
  for (const { row } of renamed) byName.delete(row.columnName);
  for (const { row, name } of renamed) byName.set(name, row);
  const found = new Set(structure.columns.map((column) => column.name));
  const isRenamed = new Set(renamed.map(({ row }) => row.id));
  const gone = living.filter((row) => !isRenamed.has(row.id) && (!found.has(row.columnName) || byName.get(row.columnName)?.id !== row.id));
  const likes = likenesses(
    gone,
    structure.columns.filter((column) => byName.get(column.name)?.deletedAt !== null),
  );
  const inserts: NewColumn[] = [];
  const updates: KeptColumn[] = [];
  const reworded: string[] = renamed.map(({ row }) => row.id);
  const guesses: ColumnWork['guesses'] = [];
  const ids = new Map<string, string>();
  for (const column of structure.columns) {
    const old = byName.get(column.name);
    if (!old) {
      const like = likes.get(column.name) ?? null;
      const row = newColumn(target, structure, column, like);
      inserts.push(row);
      if (like) guesses.push({ oldId: like.row.id, newId: row.id, oldName: like.row.columnName, newName: column.name });
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
  const renamedIds = renamed.map(({ row }) => row.id);
  return { inserts, updates, gone: gone.map((row) => row.id), reworded, renamed: renamedIds, guesses, ids };
}

/** Columns of one object whose name is another one now; positions are theirs for good. */
function renamedIn(living: readonly ColumnRow[], columns: readonly StructureColumn[]): { row: ColumnRow; name: string }[] {
  const byPosition = new Map(living.map((row) => [row.columnPosition, row]));
  return columns.flatMap((column) => {
    const row = byPosition.get(column.position);
    return row && row.columnName !== column.name ? [{ row, name: column.name }] : [];
  });
}

/**
 * New columns that look like vanished ones, by name. Where a sensitive column of the same type vanished in the same run, every new one of
 * that type is as strict, paired or not.
 */
function likenesses(gone: readonly ColumnRow[], fresh: readonly StructureColumn[]): Map<string, Likeness> {
  const rows = new Map(gone.map((row) => [row.columnName, row]));
  const guesses = renameGuesses(gone.map(columnOf), fresh);
  const likes = new Map(
    guesses.flatMap(({ before, after }): [string, Likeness][] =>
      rows.has(before.name) ? [[after.name, { row: rows.get(before.name)!, isWords: true }]] : [],
    ),
  );
  const sensitive = gone.filter((row) => isSensitive(row.level)).sort((a, b) => (a.level! < b.level! ? 1 : -1));
  for (const column of fresh) {
    const strict = sensitive.find((row) => typeText(columnOf(row)) === typeText(column));
    const like = likes.get(column.name);
    if (strict && (!like || !isSensitive(like.row.level))) likes.set(column.name, { row: strict, isWords: false });
  }
  return likes;
}
