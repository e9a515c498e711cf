import { AppError } from '#kit/contract/errors.ts';

/** A broken rule between fields, under the field that a person corrects. */
interface FieldIssue {
  path: string;
  message: string;
}

/** Throws rule.broken with every broken rule, each under its field. */
export function assertRules(issues: readonly FieldIssue[]): void {
  const [first] = issues;
  if (first) throw new AppError('rule.broken', first.message, issues);
}

/** rule.broken for one field. */
export const fieldRefusal = (path: string, message: string): AppError => new AppError('rule.broken', message, [{ path, message }]);

/** The stored values of the fields that a body fills. */
export function storedValuesOf(before: object, fields: object): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.keys(fields).map((name) => [name, old.get(name) ?? null]));
}

/** Runs the creation of an imported row; a possible duplicate becomes an error of the row that says how to go on. */
export async function orConfirm(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'record.similar') throw error;
    throw new AppError('record.similar', `${error.message}；确认不是同一条时，请在“确认重复”列填写“是”`, [
      { path: 'confirm', message: error.message },
    ]);
  }
}
