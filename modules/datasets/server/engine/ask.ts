import { createHash } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import type { ChartQuery } from '../../contract/query.ts';
import { compileQuery, localMoment, QueryProblem, shapeAnswer, type Compiled, type Labels } from '../../core/query/index.ts';
import { answers, generationOf, sizeOf, type CachedAnswer } from './cache.ts';
import { labelsFor, withCodes } from './dicts.ts';
import { withCut } from './cut.ts';
import { Flights } from './flights.ts';
import { cacheRuleOf } from './cache-rule.ts';
import { Limiter } from './limiter.ts';
import { engineSettings, ZONE, type EngineSettings } from './settings.ts';
import { ExtractUnusable, placeOf, type Cleared } from './source.ts';
import type { Answer, AskOptions } from './types.ts';

const flights = new Flights();
export const limiter = new Limiter();
/** Answers of one statement that charts of different shape share. */
const MAX_SHAPES = 6;

/** A query that cannot be asked is the caller's input, and is answered so. */
export function asInput<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof QueryProblem) throw new AppError('input.invalid', error.message, null, { cause: error });
    throw error;
  }
}

function answerOf(cached: CachedAnswer, compiled: Compiled, labels: Labels, cache: Answer['cache']): Answer {
  const { plan } = compiled;
  if (plan.leastRows !== null && cached.rows.length < plan.leastRows)
    throw new AppError('rule.broken', `不足 ${plan.leastRows} 行，按数据集的最小分组设置不显示明细`);
  const shape = JSON.stringify([plan.columns, plan.query, [...labels].map(([code, items]) => [code, [...items]])]);
  let shaped = cached.shaped.get(shape);
  if (!shaped) {
    shaped = shapeAnswer({ plan, rows: cached.rows, masked: cached.masked, labels });
    if (cached.shaped.size >= MAX_SHAPES) cached.shaped.delete(cached.shaped.keys().next().value!);
    cached.shaped.set(shape, shaped);
  }
  return {
    ...shaped,
    truncated: shaped.truncated || cached.truncated,
    queriedAt: new Date(cached.at).toISOString(),
    ms: Math.round(cached.ms),
    cache,
    ...(cached.isLastGood ? { isLastGood: true } : {}),
    ...(plan.least === null ? {} : { minGroup: plan.least }),
    sql: compiled.text,
  };
}

interface AskInput {
  /** values of dictionaries as their codes */
  readonly codes?: boolean;
}

/** Answers a query: from what is kept, from somebody who asks the same now, or from the source. */
export async function ask(ctx: Ctx, set: DataSet, asked: ChartQuery, options: AskOptions, request: AskInput = {}): Promise<Answer> {
  try {
    return await answered(ctx, set, asked, options, request);
  } catch (error) {
    if (!(error instanceof ExtractUnusable)) throw error;
    return answered(ctx, set, asked, options, request);
  }
}

async function answered(ctx: Ctx, set: DataSet, asked: ChartQuery, options: AskOptions, request: AskInput): Promise<Answer> {
  const signal = options.signal ?? ctx.signal;
  const [settings, query, keeping] = await Promise.all([
    engineSettings(ctx.app),
    withCodes(ctx, set.model, asked),
    cacheRuleOf(ctx.app, set, options.keep),
  ]);
  const place = await placeOf(ctx, set, query, options.purpose);
  const clock = { now: localMoment(ctx.app.now().getTime(), ZONE), fiscalMonth: settings.fiscalMonth };
  const input = { set, query, dialect: place.dialect, clock, rows: place.rows };
  const compiled = asInput(() => compileQuery(input));
  const cleared = await place.clear(compiled, options.purpose);
  // what leaves the house is read from the source, and stands in its history
  const isKept = options.purpose !== 'export' && keeping.isKept;
  const key = createHash('sha256')
    .update(
      JSON.stringify([
        place.lane,
        set.id,
        set.version,
        generationOf(set.id),
        generationOf(place.lane),
        keeping.purges,
        cleared.identity,
        compiled.text,
        compiled.params,
        ZONE,
        isKept ? '' : options.purpose,
      ]),
    )
    .digest('base64url');
  const fetchRows = (control: Parameters<Parameters<Flights['join']>[3]>[0]) =>
    fetched({
      ctx,
      cleared,
      compiled,
      settings,
      key: isKept ? key : null,
      lane: place.lane,
      priority: options.priority ?? 'visible',
      control,
    });
  // lists of choices are searched, not counted
  const answered = async (cached: CachedAnswer, cache: Answer['cache']): Promise<Answer> => {
    if (request.codes) return answerOf(cached, compiled, new Map(), cache);
    const labels = await labelsFor(ctx, compiled.plan, cached);
    return withCut(answerOf(cached, compiled, labels, cache), cached, {
      ctx,
      place,
      purpose: options.purpose,
      compiled,
      input,
      limiter,
      sourceLimit: settings.sourceLimit,
    });
  };
  const known = isKept ? answers.get(key) : undefined;
  const windows = known && keeping.windows(known);
  const age = known ? ctx.app.now().getTime() - known.at : 0;
  if (known && windows && !options.fresh) {
    if (age < windows.freshMs) return await answered(known, 'hit');
    if (age < windows.freshMs + windows.staleMs) {
      renew(ctx, key, known, fetchRows);
      return await answered(known, 'stale');
    }
  }
  try {
    const cached = await flights.join(key, options.priority ?? 'visible', signal, fetchRows);
    return await answered(cached, isKept ? 'miss' : 'off');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ExtractUnusable) throw error;
    if (!known || !windows || age >= windows.freshMs + windows.staleMs || !isSourceFailure(error)) throw error;
    known.isLastGood = true;
    return await answered(known, 'stale');
  }
}

const isSourceFailure = (error: unknown): boolean =>
  !(error instanceof AppError) || ['source.unreachable', 'source.timeout', 'rule.broken', 'throttle.exceeded'].includes(error.key);

/** Fetches a newer answer while the older one is shown; several who see the old one start it once. */
function renew(ctx: Ctx, key: string, known: CachedAnswer, start: Parameters<Flights['join']>[3]): void {
  if (flights.has(key)) return;
  flights.join(key, 'refresh', null, start).catch((error: unknown) => {
    known.isLastGood = true;
    ctx.app.log.warn({ error }, 'an answer of a chart could not be renewed');
  });
}

interface FetchOptions {
  readonly ctx: Ctx;
  readonly cleared: Cleared;
  readonly compiled: Compiled;
  readonly settings: EngineSettings;
  /** where the rows are kept; null = nowhere */
  readonly key: string | null;
  readonly lane: string;
  readonly priority: NonNullable<AskOptions['priority']>;
  readonly control: Parameters<Parameters<Flights['join']>[3]>[0];
}
async function fetched({ ctx, cleared, compiled, settings, key, lane, priority, control }: FetchOptions): Promise<CachedAnswer> {
  const turn = limiter.take(lane, settings.sourceLimit, ctx.user.id, priority, control.signal);
  control.queued(turn);
  const done = await turn.ready;
  try {
    const { rows, masked, truncated, ms, isSame } = await cleared.run({
      maxRows: compiled.plan.fetch,
      timeoutMs: settings.timeoutMs,
      signal: control.signal,
    });
    const cached: CachedAnswer = {
      rows,
      masked,
      truncated: truncated && rows.length < compiled.plan.fetch,
      at: ctx.app.now().getTime(),
      ms,
      isLastGood: false,
      shaped: new Map(),
      bytes: sizeOf(rows),
    };
    // Masks that changed meanwhile would be kept under the name of the others.
    if (key !== null && isSame) answers.set(key, cached);
    return cached;
  } finally {
    done();
  }
}
