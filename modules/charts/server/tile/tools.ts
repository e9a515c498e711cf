import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import type { Field, FieldType } from '#modules/datasets/contract/field.ts';
import { SelectionError } from '../../core/tile/filter-value.ts';
import type { Shape } from '../../core/tile/shape.ts';
import { freeDrills, type TypeOf, type ViewSelection } from '../../core/tile/tile-query.ts';
import { loadSet, loadSetFor } from '#modules/datasets/server/index.ts';

/** A document as far as its data go. */
export interface Shaped {
  readonly shape: Shape;
}

/** Runs what a viewer wishes; what the document does not offer becomes input.invalid with its sentence. */
export function mapRefusal<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SelectionError) throw new AppError('input.invalid', error.message);
    throw error;
  }
}

/** Loads each data set once for a call; a set that cannot be loaded fails for every tile over it. */
export function setLoader(ctx: Ctx): (id: string) => Promise<DataSet> {
  const known = new Map<string, Promise<DataSet>>();
  return (id) => {
    let set = known.get(id);
    if (!set) {
      set = loadSetFor(ctx, id);
      // heard by whoever awaits it
      set.catch(() => undefined);
      known.set(id, set);
    }
    return set;
  };
}

/** Types of the fields of one data set. */
export function typesOf(set: DataSet): TypeOf {
  const types = new Map<string, FieldType>(set.model.fields.map((field) => [field.id, field.type]));
  return (dataSetId, col) => (dataSetId === set.id ? types.get(col) : undefined);
}

/** Kinds of rows that reach their readers through the data gate, which limits them to what each may see. */
const GATED = new Set(['table', 'join', 'sql']);

/** The caller may look at rows of a data set whatever its documents offer: the data gate limits them, or he sees the set itself. */
export async function mayReadRows(ctx: Ctx, set: DataSet): Promise<boolean> {
  if (GATED.has(set.model.origin.kind)) return true;
  return loadSet(ctx, set.id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.key === 'entity.notFound') return false;
      throw error;
    },
  );
}

/** The fields of a data set that a viewer may go down along: those that group, and that people may see. */
export const drillFields = (set: DataSet): Field[] => set.model.fields.filter((field) => field.role === 'dimension' && !field.hidden);

/** Refuses to go down along fields that are not open to the caller. */
export async function assertFreeDrills(ctx: Ctx, shape: Shape, selection: Pick<ViewSelection, 'drills'>): Promise<void> {
  const load = setLoader(ctx);
  for (const { dataSetId, cols } of freeDrills(shape, selection)) {
    const set = await load(dataSetId);
    const open = new Set(drillFields(set).map(({ id }) => id));
    if (!cols.every((col) => open.has(col)) || !(await mayReadRows(ctx, set)))
      throw new AppError('input.invalid', '该图表没有开放这个下钻字段');
  }
}
