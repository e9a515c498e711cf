import { AppError } from '#kit/contract/errors.ts';
import { SourceError } from '#modules/sources/server/index.ts';
import { ConfigProblem, type TableToRun } from '../../core/index.ts';

/** What stands in the way of a measure, as a sentence for the report; what is no answer of a source is thrown on. */
export function sentenceOf(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (error instanceof AppError && error.key === 'gate.refused') return `规则负责人没有查询权限：${error.message}`;
  if (error instanceof AppError || error instanceof SourceError || error instanceof ConfigProblem) return error.message;
  throw error;
}

/** The table of a run as statements name it. */
export const fullNameOf = ({ quotes, table }: Pick<TableToRun, 'quotes' | 'table'>): string =>
  [table.schema, table.name]
    .filter(Boolean)
    .map((name) => quotes.quote(name))
    .join('.');
