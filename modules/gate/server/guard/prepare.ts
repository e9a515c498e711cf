import { AppError } from '#kit/contract/errors.ts';
import { paramNames, bindParams, type BoundStatement } from '../../core/params.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { LexError } from '../../core/sql/lex.ts';
import type { ParamValues } from '../../contract/statement.ts';
import { positionOf, type GuardedSource, type CheckedStatement } from './open-data.ts';

/** A statement that passed the gate, with its values and the text that its positions count in. */
export interface Prepared {
  readonly passed: CheckedStatement;
  readonly params: readonly unknown[];
  readonly script: string;
}
interface Options {
  readonly mayWrite?: boolean;
  /** leaves a history row when refused */
  readonly purpose?: string;
  readonly sqlKey?: string;
}

/**
 * Binds the parameters of a script and has every statement checked before any of them runs. Throws gate.refused with the place in the
 * script that is to blame.
 */
export async function prepare(guarded: GuardedSource, script: string, values: ParamValues, options: Options): Promise<Prepared[]> {
  if (paramNames(script).length === 0) {
    const passed = await guarded.check(script, options);
    return passed.map((one) => ({ passed: one, params: [], script }));
  }
  const prepared: Prepared[] = [];
  for (const { text, params } of bound(guarded, script, values)) {
    const [one] = await guarded.check(text, { ...options, hasParams: true });
    if (one!.checked.kind === 'write') throw new AppError('gate.refused', '修改数据的语句不支持参数，请直接写出取值');
    prepared.push({ passed: one!, params, script: text });
  }
  if (prepared.length === 0) throw new AppError('gate.refused', '请输入要执行的SQL语句');
  return prepared;
}

function bound(guarded: GuardedSource, script: string, values: ParamValues): BoundStatement[] {
  try {
    return bindParams(script, values, dialectOf(guarded.source.adapter.dialect));
  } catch (error) {
    if (!(error instanceof LexError)) throw error;
    const position = positionOf(script, error.offset);
    throw new AppError('gate.refused', `${error.message}（第${position.line}行第${position.column}列）`, {
      message: error.message,
      position,
    });
  }
}
