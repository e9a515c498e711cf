import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { codesOfType } from '#modules/standards/server/index.ts';
import type { ModelColumn } from '../contract/column.ts';
import { partsOf, readCell } from '../core/index.ts';
import { nextCodes, numberRules, type NumberRule } from './code-rules.ts';
import type { Masks } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { loadRecords, type Cells, type StoredRecord } from './records.ts';

/** A fault of a record and the column that has it. */
export interface Fault {
  readonly columnName: string;
  readonly message: string;
}
type Given = Readonly<Record<string, unknown>>;

/** What is valid in the columns that are bound to code sets; read once for all records of a call. */
export type CodeSets = ReadonlyMap<string, ReadonlySet<string>>;
/** The valid values of the bound columns of a model, by column. */
export async function codeSetsOf(db: Db, columns: readonly ModelColumn[]): Promise<CodeSets> {
  const sets = new Map<string, ReadonlySet<string>>();
  for (const { id, isBindDict, bindDictTypeId, bindDictColumn } of columns)
    if (isBindDict === '1' && bindDictTypeId !== null) sets.set(id, await codesOfType(db, bindDictTypeId, bindDictColumn ?? 'gb_code'));
  return sets;
}

/** Reads what was given of a record: columns by name; names that the model does not have are left out. */
export function readGiven(
  model: Pick<ModelInForce, 'columns'>,
  given: Given,
  sets: CodeSets,
): { cells: Record<string, string | null>; faults: Fault[] } {
  const cells: Record<string, string | null> = {};
  const faults: Fault[] = [];
  for (const column of model.columns) {
    if (!Object.hasOwn(given, column.columnName)) continue;
    const read = readCell(column, given[column.columnName]);
    if ('problem' in read) {
      faults.push({ columnName: column.columnName, message: read.problem });
      continue;
    }
    const valid = sets.get(column.id);
    const wrong = read.value === null || !valid ? undefined : partsOf(column, read.value).find((part) => !valid.has(part));
    if (wrong === undefined) cells[column.id] = read.value;
    else faults.push({ columnName: column.columnName, message: `“${column.columnComment}”的“${wrong}”不在绑定的数据标准中` });
  }
  return { cells, faults };
}

/** Required columns that would be blank. */
export const missing = (columns: readonly ModelColumn[], cells: Cells): Fault[] =>
  columns
    .filter((column) => column.isRequired === '1' && (cells[column.id] ?? null) === null)
    .map((column) => ({ columnName: column.columnName, message: `“${column.columnComment}”不能为空` }));

/** Throws input.invalid with every fault. */
export function assertNoFaults(faults: readonly Fault[]): void {
  if (faults.length > 0)
    throw new AppError(
      'input.invalid',
      faults[0]!.message,
      faults.map(({ columnName, message }) => ({ path: `values.${columnName}`, message })),
    );
}

const MAX_LEVELS = 100;
/** A record below itself would make the hierarchy a circle. */
async function isCircle(db: Db, model: ModelInForce, column: ModelColumn, id: string, above: string): Promise<boolean> {
  let at: string | null = above;
  for (let level = 0; at !== null && level < MAX_LEVELS; level++) {
    if (at === id) return true;
    const [record]: StoredRecord[] = await loadRecords(db, model, [at]);
    at = record?.cells[column.id] ?? null;
  }
  return at !== null;
}

/** Records that are referred to must be there; nothing stands below itself. */
export async function referenceFaults(db: Db, model: ModelInForce, id: string, cells: Cells): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const column of model.columns) {
    const value = cells[column.id] ?? null;
    if (column.refModelId === null || value === null) continue;
    const of = column.refModelId === model.id ? model : await modelInForce(db, { id: column.refModelId }).catch(() => null);
    const [found] = of ? await loadRecords(db, of, [value]) : [];
    const fault = (text: string) => faults.push({ columnName: column.columnName, message: `“${column.columnComment}”${text}` });
    if (!found || found.status === '0') fault('引用的记录不存在或已禁用');
    else if (of === model && (await isCircle(db, model, column, id, value))) fault('不能是它自己或它的下级');
  }
  return faults;
}

/** What all new records of a model share; read once for many. */
export interface NewFacts {
  readonly sets: CodeSets;
  readonly rules: readonly NumberRule[];
}
export const newFacts = async (db: Db, model: ModelInForce): Promise<NewFacts> => ({
  sets: await codeSetsOf(db, model.columns),
  rules: await numberRules(db, model.id),
});

/** Values of a new record: what was given, defaults, and codes last, so that whoever numbers waits for nothing else after that. */
export async function newCells(
  where: { readonly app: App; readonly db: Db; readonly now: Date },
  model: ModelInForce,
  id: string,
  given: Given,
  known?: NewFacts,
): Promise<Record<string, string | null>> {
  const { rules, sets } = known ?? (await newFacts(where.db, model));
  const coded = new Set(rules.map((rule) => rule.columnId));
  const { cells, faults } = readGiven(model, given, sets);
  for (const column of model.columns) {
    if (coded.has(column.id) || column.isInsert === '0') delete cells[column.id];
    if (!coded.has(column.id) && (cells[column.id] ?? null) === null && column.defaultValue !== null) {
      const read = readCell(column, column.defaultValue);
      if ('value' in read) cells[column.id] = read.value;
    }
  }
  const open = model.columns.filter((column) => !coded.has(column.id));
  assertNoFaults([...faults, ...missing(open, cells)]);
  assertNoFaults(await referenceFaults(where.db, model, id, cells));
  for (const rule of rules)
    if (model.columns.some((column) => column.id === rule.columnId)) {
      const [code] = await nextCodes(where.app, where.db, rule, where.now);
      cells[rule.columnId] = code ?? null;
    }
  return cells;
}

/** What is wanted of a record: what was given of it and differs. A masked value that comes back as it was shown is no change. */
export async function changedCells(
  where: { readonly db: Db },
  model: ModelInForce,
  record: StoredRecord,
  given: Given,
  masks: Masks,
): Promise<Record<string, string | null>> {
  const coded = new Set((await numberRules(where.db, model.id)).map((rule) => rule.columnId));
  const kept = new Set(
    model.columns
      .filter((column) => {
        const show = masks.get(column.id);
        return (
          column.isEdit === '0' ||
          coded.has(column.id) ||
          (show && String(show(record.cells[column.id] ?? null) ?? '') === String(given[column.columnName] ?? ''))
        );
      })
      .map((column) => column.columnName),
  );
  const rest = Object.fromEntries(Object.entries(given).filter(([columnName]) => !kept.has(columnName)));
  const { cells, faults } = readGiven(model, rest, await codeSetsOf(where.db, model.columns));
  assertNoFaults([...faults, ...missing(model.columns, { ...record.cells, ...cells })]);
  const changed = Object.fromEntries(Object.entries(cells).filter(([column, value]) => (record.cells[column] ?? null) !== value));
  assertNoFaults(await referenceFaults(where.db, model, record.id, changed));
  return changed;
}
