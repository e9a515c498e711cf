import type { App } from '#kit/server/ctx.ts';
import type { TraceStep } from '../../contract/service.ts';
import { logServiceCall } from '../logs/of-node.ts';
import type { Sent } from './send.ts';
import type { StoredService } from './rows.ts';

interface Noted {
  readonly service: StoredService | null;
  readonly steps: readonly TraceStep[];
  readonly sent: Sent;
  readonly httpStatus: number;
  readonly errorKey: string | null;
  readonly msg: string;
  readonly ms: number;
  /** parameters as the log may keep them */
  readonly params: string;
  readonly caller: {
    readonly ip: string;
    readonly appId: string | null;
    readonly keyId: string | null;
    readonly header: string;
    readonly requestId: string;
  };
  readonly traceId: string;
}
const STEP_STATUS = { done: 200, failed: 502, skipped: 204 } as const;
const SKIPPED = '条件不满足，没有执行';

/** The line of a call, and one of each step of a chain; they share their trace id. */
export function noteCall(app: App, { service, steps, sent, caller, traceId, ...call }: Noted): void {
  const common = {
    callerDate: app.now(),
    serviceId: service?.id ?? null,
    callerId: caller.appId,
    keyId: caller.keyId,
    callerIp: caller.ip,
    requestId: caller.requestId,
    traceId,
  };
  if (service?.chain)
    for (const step of steps)
      logServiceCall(app, {
        ...common,
        httpStatus: STEP_STATUS[step.state],
        errorKey: step.state === 'failed' ? 'service.failed' : null,
        time: step.ms,
        upstreamStatus: step.httpStatus,
        bytes: 0,
        step: step.name,
        target: step.target || null,
        callerHeader: '',
        callerParam: '',
        callerSoap: '',
        msg: step.state === 'skipped' ? SKIPPED : (step.message ?? '调用成功'),
      });
  // what failed has told its request in its step
  const [only] = service?.chain ? [] : steps;
  logServiceCall(app, {
    ...common,
    httpStatus: call.httpStatus,
    errorKey: call.errorKey,
    time: Math.round(call.ms * 100) / 100,
    upstreamStatus: sent.upstreamStatus ?? only?.httpStatus ?? null,
    bytes: sent.bytes,
    step: null,
    target: sent.target || only?.target || null,
    callerHeader: caller.header,
    callerParam: call.params,
    callerSoap: service?.webService ? (only?.request ?? '') : '',
    msg: call.msg,
  });
}
