import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { toCallerError, type GuardedSource } from '#modules/gate/server/index.ts';
import type { ApiRow } from '../../contract/api.ts';
import { ParamProblem } from '../../core/index.ts';
import { answerCall, readCall } from '../calls/answer.ts';
import { openSource } from './reading.ts';
import { StatementWriter } from './shapes.ts';
import { prepare, type CallStatements } from './statements.ts';

const MAX_PLAN_LINES = 200;

/** How the source would run the statement, where it has words for it and the caller may read them. */
async function planOf(guarded: GuardedSource, { rows }: CallStatements): Promise<string[] | null> {
  if (guarded.source.adapter.dialect !== 'postgres' && guarded.source.adapter.dialect !== 'mysql') return null;
  try {
    const found = await guarded.query({ text: `explain ${rows.text}`, params: rows.params }, { purpose: 'api', maxRows: MAX_PLAN_LINES });
    return found.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))).join('  '));
  } catch (error) {
    // a plan tells of masked columns by their statistics, so the gate keeps it back
    if (error instanceof AppError && error.key === 'gate.refused') return null;
    throw error;
  }
}

/** Runs an API as its caller would get it, with the rights of who tries it. Throws input.invalid with the parameter's name. */
export async function debugApi(ctx: Ctx, api: z.output<typeof ApiRow>, given: Readonly<Record<string, unknown>>) {
  const guarded = await openSource(ctx, api.executeConfig.sourceId);
  const prepared = await prepare(ctx, guarded.source, api);
  const started = performance.now();
  try {
    const call = readCall(new StatementWriter(prepared), given, { apiId: api.id, secrets: ctx.app.secrets });
    const { answer, compiled, masked } = await answerCall(call, {
      compile: (statement) => guarded.compile(statement, 'api'),
      signal: ctx.signal,
    });
    const ms = Math.round(performance.now() - started);
    return { data: answer, statement: compiled.text, plan: await planOf(guarded, call.statements), masked: [...masked], ms };
  } catch (error) {
    if (error instanceof ParamProblem)
      throw new AppError('input.invalid', error.message, [{ path: `params.${error.param}`, message: error.message }]);
    throw toCallerError(error);
  }
}
