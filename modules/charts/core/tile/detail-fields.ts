import { checkExpr, parseExpr } from '#kit/core/expr/index.ts';
import type { Field } from '#modules/datasets/contract/field.ts';

type Known = Pick<Field, 'id' | 'name' | 'type' | 'role' | 'hidden' | 'expr'>;

/** A row has a value of it: columns do, and calculated fields that hold and take nothing over many rows. */
function isOfRow(field: Known, fields: readonly Known[]): boolean {
  if (!field.expr) return true;
  const { ast } = parseExpr(field.expr);
  const checked = ast && checkExpr(ast, fields, [field.id]);
  return checked !== null && checked.errors.length === 0 && !checked.isAggregate;
}

/** Ids of the fields that people may see row by row: all that are not hidden and of which a row has a value, whatever aggregate they name. */
export function detailFields(fields: readonly Known[]): { dimensions: string[]; measures: string[] } {
  const shown = fields.filter((field) => !field.hidden && isOfRow(field, fields));
  const ids = (role: Field['role']) => shown.filter((field) => field.role === role).map((field) => field.id);
  return { dimensions: ids('dimension'), measures: ids('measure') };
}
