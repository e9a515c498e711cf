import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import type { FieldType } from '#modules/datasets/contract/field.ts';
import { SelectionError } from '../../core/tile/filter-value.ts';
import type { Shape } from '../../core/tile/shape.ts';
import type { TypeOf } from '../../core/tile/tile-query.ts';
import { loadSetFor } from '#modules/datasets/server/index.ts';

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
