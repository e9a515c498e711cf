import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { TraceStep } from '../../contract/service.ts';
import { readParams } from '../../core/services/params.ts';
import { ParamProblem } from '../../core/values.ts';
import { noteCall } from './lines.ts';
import { loggedParams, nothingSent, runService } from './run.ts';
import type { StoredService } from './rows.ts';
import { targetsOfCaller } from './targets.ts';
import { newTraceId } from './trace.ts';

/** Runs a service for who tries it: the answer or what went wrong, with every step. What it called is in the log like every call. */
export async function tryService(ctx: Ctx, service: StoredService, given: Readonly<Record<string, unknown>>) {
  const started = performance.now();
  const traceId = newTraceId();
  const steps: TraceStep[] = [];
  const { app, signal, user } = ctx;
  const end = (data: unknown, message: string | null) => ({ data, message, traceId, steps, ms: Math.round(performance.now() - started) });
  try {
    const values = readParams(service.reqParams, given);
    const note = (httpStatus: number, msg: string, sent = nothingSent()) =>
      noteCall(app, {
        service,
        steps,
        sent,
        httpStatus,
        errorKey: null,
        msg: `调试（${user.nickname}）：${msg}`,
        ms: performance.now() - started,
        params: loggedParams(service, values),
        caller: { ip: ctx.ip, appId: null, keyId: null, header: '', requestId: ctx.requestId },
        traceId,
      });
    try {
      const how = {
        app,
        signal,
        traceId,
        userId: user.id,
        targets: targetsOfCaller(ctx),
        onStep: (step: TraceStep) => void steps.push(step),
      };
      const { data, sent } = await runService(how, service, values);
      note(200, '调用成功', sent);
      return end(data, null);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      note(error.status, error.message);
      return end(null, error.message);
    }
  } catch (error) {
    if (!(error instanceof ParamProblem)) throw error;
    throw new AppError('input.invalid', error.message, [{ path: `params.${error.param}`, message: error.message }]);
  }
}
