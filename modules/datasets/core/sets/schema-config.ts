import type { SchemaConfig } from '../../contract/data-set.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { Field } from '../../contract/field.ts';

/** The model in the form of the family. Hidden fields are columns without a role. */
export function schemaOf(model: Pick<SetModel, 'fields'>): SchemaConfig {
  const shown = model.fields.filter((field) => !field.hidden);
  return {
    columns: model.fields.filter((field) => !field.expr).map((field) => field.id),
    dimensions: shown.filter((field) => field.role === 'dimension').map(({ id, name }) => ({ col: id, alias: name })),
    measures: shown
      .filter((field) => field.role === 'measure')
      .map(({ id, name, agg }) => ({ col: id, alias: name, ...(agg && { aggregateType: agg }) })),
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Equal as the family reads it: order, names and roles. */
export const sameSchema = (a: SchemaConfig, b: SchemaConfig): boolean =>
  isSame(a.columns, b.columns) &&
  isSame(
    a.dimensions.map(({ col, alias }) => [col, alias ?? null]),
    b.dimensions.map(({ col, alias }) => [col, alias ?? null]),
  ) &&
  isSame(
    a.measures.map(({ col, alias, aggregateType }) => [col, alias ?? null, aggregateType ?? null]),
    b.measures.map(({ col, alias, aggregateType }) => [col, alias ?? null, aggregateType ?? null]),
  );

/**
 * Takes what the form of the family says over into fields: roles and names of the columns that it lists, in its order. Columns that stand
 * under neither heading are hidden; calculated fields stay unless they are listed.
 */
export function applySchema(fields: readonly Field[], schema: SchemaConfig): Field[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const taken = new Set<string>();
  const made: Field[] = [];
  const add = (col: string, change: (field: Field) => Field) => {
    const field = byId.get(col);
    if (!field || taken.has(col)) return;
    taken.add(col);
    made.push(change({ ...field, hidden: false }));
  };
  for (const { col, alias } of schema.dimensions)
    add(col, (field) => ({ ...field, role: 'dimension', name: alias || field.name, agg: null }));
  for (const { col, alias, aggregateType } of schema.measures)
    add(col, (field) => ({
      ...field,
      role: 'measure',
      name: alias || field.name,
      agg: aggregateType ?? field.agg ?? (field.type === 'number' ? 'sum' : 'count'),
    }));
  for (const field of fields) if (!taken.has(field.id)) made.push(field.expr ? field : { ...field, hidden: true });
  return made;
}
