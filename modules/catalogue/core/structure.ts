import type { TableKey } from '#modules/sources/contract/table-kind.ts';

/** A column as a structure version keeps it. */
export interface StructureColumn {
  readonly name: string;
  readonly comment: string | null;
  readonly isKey: boolean;
  readonly isNullable: boolean;
  readonly position: number;
  readonly type: string;
  readonly length: string | null;
  readonly precision: string | null;
  readonly scale: string | null;
  readonly defaultText: string | null;
}
export interface StructureIndex {
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
  readonly method: string | null;
}
/** What of a table counts as its structure. */
export interface Structure {
  readonly kind: string;
  readonly comment: string | null;
  readonly columns: readonly StructureColumn[];
  readonly keys: readonly TableKey[];
  readonly indexes: readonly StructureIndex[];
  readonly viewSql: string | null;
  /** why the source cannot open the view; versions of earlier releases do not say */
  readonly brokenReason?: string | null;
}

export type ChangeKind = 'added' | 'removed' | 'changed' | 'renamed';
/** One field of one object that changed; values are texts for people. */
export interface FieldChange {
  readonly objectType: 'table' | 'column' | 'key' | 'index' | 'view';
  /** name of the column, key or index; null = the table itself */
  readonly objectName: string | null;
  readonly changeKind: ChangeKind;
  /** a name of the family: columnName, columnComment, dataType … */
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/** `numeric(18,2)`, `varchar(50)`: the type as people write it. */
export function typeText(column: Pick<StructureColumn, 'type' | 'length' | 'precision' | 'scale'>): string {
  if (column.precision !== null)
    return `${column.type}(${column.precision}${column.scale && column.scale !== '0' ? `,${column.scale}` : ''})`;
  return column.length === null ? column.type : `${column.type}(${column.length})`;
}
const KEY_WORDS: Record<TableKey['kind'], string> = { primary: '主键', unique: '唯一键', foreign: '外键' };
/** `外键 (customer_id) → public.customer (id)` */
export const keyText = (key: TableKey): string =>
  `${KEY_WORDS[key.kind]} (${key.columns.join(', ')})${key.refTable ? ` → ${key.refTable} (${key.refColumns.join(', ')})` : ''}`;
/** `唯一索引 btree (a, b)` */
export const indexText = (index: StructureIndex): string =>
  `${index.isUnique ? '唯一索引' : '索引'}${index.method ? ` ${index.method}` : ''} (${index.columns.join(', ')})`;

const yesNo = (value: boolean): string => (value ? '是' : '否');
const columnText = (column: StructureColumn): string => `${column.name} ${typeText(column)}`;

/** What two versions of the same column differ in; a change of type is one field, whatever comes with it. */
function columnChanges(before: StructureColumn, after: StructureColumn): FieldChange[] {
  const changes: FieldChange[] = [];
  const put = (field: string, oldValue: string | null, newValue: string | null) => {
    if (oldValue !== newValue)
      changes.push({ objectType: 'column', objectName: after.name, changeKind: 'changed', field, oldValue, newValue });
  };
  if (before.type !== after.type) put('dataType', typeText(before), typeText(after));
  else {
    put('dataLength', before.length, after.length);
    const digits = (column: StructureColumn) => (column.precision === null ? null : `${column.precision},${column.scale ?? '0'}`);
    put('dataPrecision', digits(before), digits(after));
  }
  put('columnNullable', yesNo(before.isNullable), yesNo(after.isNullable));
  put('dataDefault', before.defaultText, after.defaultText);
  put('columnComment', before.comment, after.comment);
  return changes;
}

/** The members of `order` that keep their relative order in the longest run; the others have moved. */
function staying(order: readonly number[]): Set<number> {
  const best: number[] = [];
  const from: number[] = [];
  const ends: number[] = [];
  order.forEach((value, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    best[index] = low;
    from[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  });
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = from[at]!) kept.add(order[at]!);
  return kept;
}

/** Columns whose place among those that both versions have is another one; numbers alone do not count. */
function moves(before: readonly StructureColumn[], after: readonly StructureColumn[]): FieldChange[] {
  const byPlace = (columns: readonly StructureColumn[]) => [...columns].sort((a, b) => a.position - b.position);
  const names = new Set(after.map((column) => column.name));
  const old = byPlace(before).filter((column) => names.has(column.name));
  const placeOf = new Map(old.map((column, index) => [column.name, index]));
  const common = byPlace(after).filter((column) => placeOf.has(column.name));
  const kept = staying(common.map((column) => placeOf.get(column.name)!));
  return common.flatMap((column, index): FieldChange[] => {
    const place = placeOf.get(column.name)!;
    if (kept.has(place)) return [];
    return [
      {
        objectType: 'column',
        objectName: column.name,
        changeKind: 'changed',
        field: 'columnPosition',
        oldValue: `第 ${place + 1} 列`,
        newValue: `第 ${index + 1} 列`,
      },
    ];
  });
}

/** Pairs of a vanished and a new column that look like one that was renamed: same place, type and comment. */
export function renameGuesses(
  gone: readonly StructureColumn[],
  fresh: readonly StructureColumn[],
): { before: StructureColumn; after: StructureColumn }[] {
  const open = [...fresh];
  return gone.flatMap((before) => {
    const at = open.findIndex(
      (after) => after.position === before.position && typeText(after) === typeText(before) && after.comment === before.comment,
    );
    return at < 0 ? [] : [{ before, after: open.splice(at, 1)[0]! }];
  });
}

/** Changes of the columns, and what a column of the old version is called now as far as a rename is guessed. */
function columnsChanges(before: Structure, after: Structure): { changes: FieldChange[]; nameNow: (name: string) => string } {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const now = new Map(after.columns.map((column) => [column.name, column]));
  const gone = before.columns.filter((column) => !now.has(column.name));
  const fresh = after.columns.filter((column) => !old.has(column.name));
  const renamed = renameGuesses(gone, fresh);
  const isRenamed = new Set(renamed.flatMap(({ before: from, after: to }) => [from, to]));
  const of = (changeKind: ChangeKind, objectName: string, values: Pick<FieldChange, 'oldValue' | 'newValue'>): FieldChange => ({
    objectType: 'column',
    objectName,
    changeKind,
    field: 'columnName',
    ...values,
  });
  const names = new Map(renamed.map(({ before: from, after: to }) => [from.name, to.name]));
  const changes = [
    ...gone
      .filter((column) => !isRenamed.has(column))
      .map((column) => of('removed', column.name, { oldValue: columnText(column), newValue: null })),
    ...fresh
      .filter((column) => !isRenamed.has(column))
      .map((column) => of('added', column.name, { oldValue: null, newValue: columnText(column) })),
    ...renamed.flatMap(({ before: from, after: to }) => [
      of('renamed', to.name, { oldValue: from.name, newValue: to.name }),
      ...columnChanges(from, to),
    ]),
    ...after.columns.flatMap((column) => {
      const previous = old.get(column.name);
      return previous ? columnChanges(previous, column) : [];
    }),
    ...moves(before.columns, after.columns),
  ];
  return { changes, nameNow: (name) => names.get(name) ?? name };
}

/** Compares named parts by content: a part with the same content under another name counts as unchanged. */
function namedChanges<T extends { readonly name: string }>(
  objectType: 'key' | 'index',
  before: readonly T[],
  after: readonly T[],
  textOf: (one: T) => string,
): FieldChange[] {
  const left = [...before];
  const fresh = after.filter((one) => {
    const at = left.findIndex((other) => textOf(other) === textOf(one));
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
  const changes: FieldChange[] = [];
  for (const one of fresh) {
    const at = left.findIndex((other) => other.name === one.name);
    const [old] = at < 0 ? [] : left.splice(at, 1);
    const changeKind = old ? 'changed' : 'added';
    changes.push({
      objectType,
      objectName: one.name,
      changeKind,
      field: objectType,
      oldValue: old ? textOf(old) : null,
      newValue: textOf(one),
    });
  }
  for (const old of left)
    changes.push({ objectType, objectName: old.name, changeKind: 'removed', field: objectType, oldValue: textOf(old), newValue: null });
  return changes;
}

/** Indexes that a primary or unique key brings along say nothing of their own. */
const ownIndexes = ({ keys, indexes }: Structure): StructureIndex[] => {
  const ofKeys = new Set(keys.filter((key) => key.kind !== 'foreign').map((key) => key.columns.join('\n')));
  return indexes.filter((index) => !(index.isUnique && ofKeys.has(index.columns.join('\n'))));
};

/**
 * What changed from one version of a table to another, one entry per field, each change once: a type with its length is one entry, a key
 * is not told again by its columns and its index. `known` says what both versions know of; what one never read is not compared.
 */
export function structureChanges(
  before: Structure,
  after: Structure,
  known: { readonly indexes: boolean; readonly viewSql: boolean } = { indexes: true, viewSql: true },
): FieldChange[] {
  const changes: FieldChange[] = [];
  const put = (objectType: 'table' | 'view', field: string, oldValue: string | null, newValue: string | null) => {
    if (oldValue !== newValue) changes.push({ objectType, objectName: null, changeKind: 'changed', field, oldValue, newValue });
  };
  put('table', 'tableKind', before.kind, after.kind);
  put('table', 'tableComment', before.comment, after.comment);
  put('table', 'brokenReason', before.brokenReason ?? null, after.brokenReason ?? null);
  const { changes: ofColumns, nameNow } = columnsChanges(before, after);
  const followed = <T extends { readonly columns: readonly string[] }>(list: readonly T[]): T[] =>
    list.map((one) => ({ ...one, columns: one.columns.map(nameNow) }));
  const old = { ...before, keys: followed(before.keys), indexes: followed(before.indexes) };
  changes.push(...ofColumns, ...namedChanges('key', old.keys, after.keys, keyText));
  if (known.indexes) changes.push(...namedChanges('index', ownIndexes(old), ownIndexes(after), indexText));
  if (known.viewSql) put('view', 'viewSql', before.viewSql, after.viewSql);
  return changes;
}
