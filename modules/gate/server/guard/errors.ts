import { AppError } from '#kit/contract/errors.ts';
import type { Position } from '../../contract/statement.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import type { LexError } from '../../core/sql/lex.ts';
import { Refusal } from '../../core/sql/refusal.ts';
import { originalOffset } from '../../core/sql/rewrite.ts';
import { SourceError, type Source } from '#modules/sources/server/index.ts';
import type { Outcome } from './history.ts';
import type { CheckedStatement } from './reader.ts';

/** Line and column (from 1) of an offset. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { offset, line: before.length, column: before.at(-1)!.length + 1 };
}

/** A refusal with its place in the script; `start`: where its statement begins. */
export function refused(script: string, error: Refusal | LexError, start: number): AppError {
  const position = error.offset === null ? null : positionOf(script, start + error.offset);
  const where = position ? `（第${position.line}行第${position.column}列）` : '';
  const lacked = error instanceof Refusal ? error.lacked : null;
  return new AppError('gate.refused', `${error.message}${where}`, { message: error.message, position, lacked });
}

/** Converts an error of a source into one for callers of other modules. */
export function toCallerError(error: unknown): unknown {
  if (!(error instanceof SourceError)) return error;
  if (error.kind === 'unreachable') return new AppError('source.unreachable', error.message, null, { cause: error });
  if (error.kind === 'timeout' || error.kind === 'cancelled') return new AppError('source.timeout', error.message, null, { cause: error });
  return new AppError('rule.broken', `数据源执行失败：${error.message}`, { code: error.code }, { cause: error });
}

export const outcomeOf = (error: unknown): Outcome =>
  error instanceof SourceError && (error.kind === 'cancelled' || error.kind === 'timeout')
    ? error.kind
    : (error as Error)?.name === 'AbortError'
      ? 'cancelled'
      : error instanceof AppError && error.key === 'gate.refused'
        ? 'refused'
        : 'failed';

/** An error of the source as if it had run what the person wrote: grants may have put queries in place of tables. */
export function inOriginal(error: unknown, passed: CheckedStatement | undefined, { adapter }: Source): unknown {
  if (!(error instanceof SourceError) || !passed || passed.replacements.length === 0) return error;
  const offset = error.offset === null ? null : originalOffset(passed.replacements, error.offset, dialectOf(adapter.dialect));
  return new SourceError(error.kind, error.message, { code: error.code, offset, index: error.index, cause: error });
}

/** A refusal without a position, for generated statements whose text the caller does not see. */
export const toRefusal = ({ message, lacked }: Refusal) => new AppError('gate.refused', message, { message, position: null, lacked });
