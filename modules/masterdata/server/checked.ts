import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { valueProblem, type ElementLimits } from '#modules/standards/core/index.ts';
import { codesOfType, elementsInForce } from '#modules/standards/server/index.ts';
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

/** What standards say of the columns of a model, by column; read once for all records of a call. */
export interface ColumnStandards {
  /** the values that are valid in columns of a code set, their own or that of their data element */
  readonly sets: ReadonlyMap<string, ReadonlySet<string>>;
  /** length, range and format of the data element that a column follows */
  readonly limits: ReadonlyMap<string, ElementLimits>;
}
/** What the standards of a model say today. */
export async function standardsOf(db: Db, columns: readonly ModelColumn[]): Promise<ColumnStandards> {
  const elements = await elementsInForce(
    db,
    columns.flatMap(({ elementId }) => elementId ?? []),
  );
  const sets = new Map<string, ReadonlySet<string>>();
  const limits = new Map<string, ElementLimits>();
  for (const { id, isBindDict, bindDictTypeId, bindDictColumn, elementId, refModelId } of columns) {
    const element = elements.get(elementId ?? '');
    const isBound = isBindDict === '1' && bindDictTypeId !== null;
    const typeId = isBound ? bindDictTypeId : (element?.gbTypeId ?? null);
    if (typeId !== null) sets.set(id, await codesOfType(db, typeId, (isBound && bindDictColumn) || 'gb_code'));
    // the id of a record is no value of the element
    if (element && refModelId === null) limits.set(id, element.limits);
  }
  return { sets, limits };
}

/** Why a value that has the type of its column does not keep to its standard; null when it does. */
function standardFault(column: ModelColumn, value: string, { sets, limits }: ColumnStandards): string | null {
  const valid = sets.get(column.id);
  const name = `“${column.columnComment}”`;
  const wrong = valid && partsOf(column, value).find((part) => !valid.has(part));
  if (wrong !== undefined) return `${name}的“${wrong}”不在绑定的数据标准中`;
  const limit = limits.get(column.id);
  // one of several codes is what the element speaks of
  const problem = limit && partsOf(column, value).flatMap((part) => valueProblem(limit, part) ?? [])[0];
  return problem ? `${name}${problem}（数据元要求）` : null;
}

/** Reads what was given of a record: columns by name; names that the model does not have are left out. */
export function readGiven(
  model: Pick<ModelInForce, 'columns'>,
  given: Given,
  standards: ColumnStandards,
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
    const fault = read.value === null ? null : standardFault(column, read.value, standards);
    if (fault === null) cells[column.id] = read.value;
    else faults.push({ columnName: column.columnName, message: fault });
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
/**
 * A record below itself would make the hierarchy a circle. Records above are kept as they are until the transaction ends: two changes at once that
 * make a circle together cannot both hold theirs, and one of them starts over.
 */
export async function isCircle(db: Db, model: ModelInForce, column: ModelColumn, id: string, above: string): Promise<boolean> {
  let at: string | null = above;
  for (let level = 0; at !== null && level < MAX_LEVELS; level++) {
    if (at === id) return true;
    const [record]: StoredRecord[] = await loadRecords(db, model, [at], { isKept: true });
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
    // kept until the reference stands, so that nobody retires or deletes it meanwhile
    const [found] = of ? await loadRecords(db, of, [value], { isKept: true }) : [];
    const fault = (text: string) => faults.push({ columnName: column.columnName, message: `“${column.columnComment}”${text}` });
    if (!found || found.status === '0') fault('引用的记录不存在或已禁用');
    else if (of === model && (await isCircle(db, model, column, id, value))) fault('不能是它自己或它的下级');
  }
  return faults;
}

/** What all new records of a model share; read once for many. */
export interface NewFacts {
  readonly standards: ColumnStandards;
  readonly rules: readonly NumberRule[];
}
export const newFacts = async (db: Db, model: ModelInForce): Promise<NewFacts> => ({
  standards: await standardsOf(db, model.columns),
  rules: await numberRules(db, model.id),
});

type Where = { readonly app: App; readonly db: Db; readonly now: Date };

/** Values of a new record without its codes: what was given, and defaults. Throws input.invalid with every fault. */
export async function givenCells(
  where: Pick<Where, 'db'>,
  model: ModelInForce,
  id: string,
  given: Given,
  known?: NewFacts,
): Promise<Record<string, string | null>> {
  const { rules, standards } = known ?? (await newFacts(where.db, model));
  const coded = new Set(rules.map((rule) => rule.columnId));
  const { cells, faults } = readGiven(model, given, standards);
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
  return cells;
}

/** Values with the codes of a new record: taken last, so that whoever numbers waits for nothing else after that. */
export async function withCodes(
  where: Where,
  model: ModelInForce,
  cells: Cells,
  rules?: readonly NumberRule[],
): Promise<Record<string, string | null>> {
  const coded = { ...cells };
  for (const rule of rules ?? (await numberRules(where.db, model.id)))
    if (model.columns.some((column) => column.id === rule.columnId)) {
      const [code] = await nextCodes(where.app, where.db, rule, where.now);
      coded[rule.columnId] = code ?? null;
    }
  return coded;
}

/** Values of a new record: what was given, defaults and codes. */
export const newCells = async (where: Where, model: ModelInForce, id: string, given: Given, known?: NewFacts) =>
  withCodes(where, model, await givenCells(where, model, id, given, known), known?.rules);

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
  const { cells, faults } = readGiven(model, rest, await standardsOf(where.db, model.columns));
  assertNoFaults([...faults, ...missing(model.columns, { ...record.cells, ...cells })]);
  const changed = Object.fromEntries(Object.entries(cells).filter(([column, value]) => (record.cells[column] ?? null) !== value));
  assertNoFaults(await referenceFaults(where.db, model, record.id, changed));
  return changed;
}
