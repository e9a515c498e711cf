import type { Field } from '../../contract/field.ts';

/** A field in the other list: measures need an aggregate, dimensions have none. */
export const withRole = (field: Field, role: Field['role']): Field => ({
  ...field,
  role,
  agg: role === 'dimension' ? null : (field.agg ?? (field.expr ? 'none' : field.type === 'number' ? 'sum' : 'count')),
});
