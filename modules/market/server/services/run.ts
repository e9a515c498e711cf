import { AppError } from '#kit/contract/errors.ts';
import { hideWhole } from '#kit/core/mask/index.ts';
import type { Db } from '#kit/server/ctx.ts';
import { shownByRule } from '#modules/gate/server/index.ts';
import type { ChainStep } from '../../contract/chain.ts';
import { parsePath, replaceAt } from '../../contract/json-path.ts';
import type { TraceStep } from '../../contract/service.ts';
import { answerOf, runChain } from '../../core/services/chain.ts';
import { readParams, type ParamValues } from '../../core/services/params.ts';
import { asProblem } from '../calls/problem.ts';
import { callOutside, shownValues, type SendHow, type Sent } from './send.ts';
import type { StoredService } from './rows.ts';

/** Whom a chain asks for what its steps call. */
export interface ChainTargets {
  /** a released service that the owner of the chain may use; null when there is none */
  service(id: string): Promise<StoredService | null>;
  /** the answer of a released data API that the owner may use. Throws AppError, ParamProblem */
  api(id: string, given: Readonly<Record<string, unknown>>): Promise<{ name: string; data: unknown }>;
}
export interface RunHow extends SendHow {
  readonly targets: ChainTargets;
  /** told every step as it ends */
  readonly onStep: (step: TraceStep) => void;
}
export interface Ran {
  readonly data: unknown;
  readonly sent: Sent;
}
export const nothingSent = (): Sent => ({ target: '', request: '', upstreamStatus: null, bytes: 0 });

const round = (ms: number): number => Math.round(ms * 100) / 100;

/** Runs a service, a chain with all its steps, and masks what it answers. Throws AppError. */
export async function runService(how: RunHow, service: StoredService, values: ParamValues): Promise<Ran> {
  const started = performance.now();
  const sent = nothingSent();
  try {
    const found = service.chain ? await runSteps(how, service, values) : await callOutside(how, service, values, sent);
    const data = await maskedAnswer(how, service, found);
    if (!service.chain) how.onStep(stepOf(service, sent, { state: 'done', data, message: null, ms: performance.now() - started }));
    return { data, sent };
  } catch (thrown) {
    const error = asProblem(thrown);
    if (!service.chain)
      how.onStep(stepOf(service, sent, { state: 'failed', data: null, message: error.message, ms: performance.now() - started }));
    throw error;
  }
}
const stepOf = (service: StoredService, sent: Sent, end: Pick<TraceStep, 'state' | 'data' | 'message' | 'ms'>): TraceStep => ({
  step: '',
  name: service.serviceName,
  target: sent.target,
  request: sent.request,
  httpStatus: sent.upstreamStatus,
  ...end,
  ms: round(end.ms),
});

/** The answer with its masked fields. A rule that is gone or disabled hides them whole: nothing is shown because something is missing. */
async function maskedAnswer({ app }: SendHow, { masks }: StoredService, data: unknown): Promise<unknown> {
  if (masks.length === 0) return data;
  const shows = await shownByRule(app, app.db as Db, [...new Set(masks.map(({ maskRuleId }) => maskRuleId))]);
  return masks.reduce((masked, { path, maskRuleId }) => replaceAt(masked, parsePath(path), shows.get(maskRuleId)?.show ?? hideWhole), data);
}

async function runSteps(how: RunHow, service: StoredService, values: ParamValues): Promise<unknown> {
  const chain = service.chain!;
  const late = AbortSignal.timeout(service.timeoutMs);
  const failed = new AbortController();
  const inner = { ...how, signal: AbortSignal.any([how.signal, late, failed.signal]) };
  const input = Object.fromEntries(Object.entries(values));
  const call = async (step: ChainStep, inputs: Record<string, unknown>): Promise<unknown> => {
    try {
      return await runStep(inner, step, inputs);
    } catch (error) {
      if (step.onError === 'stop') failed.abort();
      throw late.aborted ? new AppError('service.timeout', `步骤“${step.name}”超时`) : error;
    }
  };
  const context = await runChain(chain, input, call, ({ id, name }) =>
    how.onStep({ step: id, name, state: 'skipped', target: '', request: '', httpStatus: null, data: null, message: null, ms: 0 }),
  );
  return answerOf(chain, context);
}

/** One step, told with what it was given and what it answered. */
async function runStep(how: RunHow, step: ChainStep, inputs: Record<string, unknown>): Promise<unknown> {
  const started = performance.now();
  const inner: { told: TraceStep | null } = { told: null };
  const told = { step: step.id, name: step.name };
  try {
    how.signal.throwIfAborted();
    const data =
      step.kind === 'api'
        ? await apiStep(how, step, inputs, (made) => (inner.told = made))
        : await serviceStep({ ...how, onStep: (made) => (inner.told = made) }, step, inputs);
    how.onStep({
      ...emptyStep(inputs),
      ...inner.told,
      ...told,
      state: 'done',
      data,
      message: null,
      ms: round(performance.now() - started),
    });
    return data;
  } catch (thrown) {
    const error = asProblem(thrown);
    const ms = round(performance.now() - started);
    how.onStep({ ...emptyStep(inputs), ...inner.told, ...told, state: 'failed', data: null, message: error.message, ms });
    throw new AppError(error.key, `步骤“${step.name}”：${error.message}`, error.key === 'input.invalid' ? null : error.detail, {
      cause: thrown,
    });
  }
}
const MAX_INPUT = 2000;
const emptyStep = (inputs: Record<string, unknown>): TraceStep => ({
  step: '',
  name: '',
  state: 'done',
  target: '',
  request: JSON.stringify(inputs).slice(0, MAX_INPUT),
  httpStatus: null,
  data: null,
  message: null,
  ms: 0,
});

async function serviceStep(how: RunHow, step: ChainStep, inputs: Record<string, unknown>): Promise<unknown> {
  const service = await how.targets.service(step.targetId);
  if (!service || service.chain) throw new AppError('service.failed', '调用的服务不存在、未发布，或编排的负责人不再能使用它');
  const values = readParams(service.reqParams, inputs);
  const { data } = await runService(how, service, values);
  return data;
}
async function apiStep(how: RunHow, step: ChainStep, inputs: Record<string, unknown>, tell: (made: TraceStep) => void): Promise<unknown> {
  const given = Object.fromEntries(Object.entries(inputs).flatMap(([name, value]) => (value === null ? [] : [[name, asText(value)]])));
  tell({ ...emptyStep(inputs), target: `数据API ${step.targetId}` });
  const { name, data } = await how.targets.api(step.targetId, given);
  tell({ ...emptyStep(inputs), target: name });
  return data;
}
/** Data APIs take texts, as they come in an address. */
function asText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(asText).join(',') : value;
}
/** Parameters as the log keeps them. */
export const loggedParams = (service: StoredService, values: ParamValues): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(shownValues({ ...service, sealed: {} }, values)).filter(([, value]) => value !== null)),
    (_name, value: unknown) => (typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value),
  );
