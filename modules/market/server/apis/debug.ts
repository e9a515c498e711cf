import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { toCallerError } from '#modules/gate/server/index.ts';
import type { ApiRow } from '../../contract/api.ts';
import { ParamProblem } from '../../core/index.ts';
import { answerCall, readCall } from '../calls/answer.ts';
import { tighteningsOfApi } from '../masks/library.ts';
import { adviceOf, explain, planLines } from './explain.ts';
import { openSource } from './reading.ts';
import { StatementWriter } from './shapes.ts';
import { prepare } from './statements.ts';

/** Runs an API as its caller would get it, with the rights of who tries it. Throws input.invalid with the parameter's name. */
export async function debugApi(ctx: Ctx, api: z.output<typeof ApiRow>, given: Readonly<Record<string, unknown>>) {
  const guarded = await openSource(ctx, api.executeConfig.sourceId);
  const prepared = await prepare(ctx, guarded.source, api);
  const tightenings = await tighteningsOfApi(ctx.app, ctx.db, api.id);
  const started = performance.now();
  try {
    const call = readCall(new StatementWriter(prepared), given, { apiId: api.id, secrets: ctx.app.secrets });
    const { answer, compiled, masked } = await answerCall(call, {
      compile: (statement) => guarded.compile(statement, 'api', tightenings),
      signal: ctx.signal,
    });
    const ms = Math.round(performance.now() - started);
    const explained = await explain(ctx, guarded, call.statements.rows);
    const isGiven = ({ paramName, defaultValue }: { paramName: string; defaultValue?: string | null }) =>
      Boolean(defaultValue) || (given[paramName] ?? '') !== '';
    const advice = await adviceOf(ctx, guarded, { definition: api, explained, isGiven });
    return { data: answer, statement: compiled.text, plan: explained && planLines(explained), advice, masked: [...masked], ms };
  } catch (error) {
    if (error instanceof ParamProblem)
      throw new AppError('input.invalid', error.message, [{ path: `params.${error.param}`, message: error.message }]);
    throw toCallerError(error);
  }
}
