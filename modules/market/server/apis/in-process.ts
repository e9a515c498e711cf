import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { openData, toCallerError } from '#modules/gate/server/index.ts';
import { ApiRow } from '../../contract/api.ts';
import { outputNames, ParamProblem } from '../../core/index.ts';
import { answerCall, readCall } from '../calls/answer.ts';
import { tighteningsOfApi } from '../masks/library.ts';
import { sampleValues } from './check.ts';
import { ownerCtx } from './reading.ts';
import { StatementWriter } from './shapes.ts';
import { prepare, statementsOf } from './statements.ts';

/** What an API takes and gives, by name. */
export interface ApiShape {
  readonly apiName: string;
  readonly isReleased: boolean;
  readonly outputs: readonly string[];
  readonly params: readonly string[];
}
async function storedApi(db: Db, id: string): Promise<z.output<typeof ApiRow> | null> {
  const row = await db.selectFrom('marketApi').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
  return row ? ApiRow.parse(row) : null;
}
/** An API by its id, whoever asks; null when it is gone. */
export async function shapeOfApi(db: Db, id: string): Promise<ApiShape | null> {
  const api = await storedApi(db, id);
  if (!api) return null;
  return {
    apiName: api.apiName,
    isReleased: api.status === '2',
    outputs: outputNames(api),
    params: api.reqParams.map(({ paramName }) => paramName),
  };
}

/** Rows of a call, and the names of those outputs that are masked. */
export interface ApiRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly masked: readonly string[];
}
/**
 * The first page of a released API, as large as it may be, with the rights of the caller of this context: no key, no subscription, and none of
 * the rights of who released it. Masks are those of every call. Parameters that the API cannot read give no rows. Null when there is no such
 * API, or the caller may not read what it reads.
 */
export async function rowsOfApi(ctx: Ctx, id: string, given: Readonly<Record<string, unknown>>): Promise<ApiRows | null> {
  const api = await storedApi(ctx.db, id);
  if (api?.status !== '2' || api.releaseBy === null) return null;
  // what an API is made of is known to who released it; whether its statement may be read is asked for the caller
  const releaser = await ownerCtx(ctx.app, api.releaseBy, ctx.signal);
  if (!releaser) return null;
  try {
    const guarded = await openData(ctx, api.executeConfig.sourceId);
    const prepared = await prepare(releaser, guarded.source, api);
    const tightenings = await tighteningsOfApi(ctx.app, ctx.db, api.id);
    const compile = (statement: { text: string; params: readonly unknown[] }) => guarded.compile(statement, 'api', tightenings);
    const config = { ...api.executeConfig, total: 'none' as const };
    const asked = { ...given, pageNum: 1, pageSize: config.maxSize };
    const call = read(() => readCall(new StatementWriter(prepared), asked, { apiId: api.id, secrets: ctx.app.secrets }));
    if (call === null) {
      // what stands in a parameter must not tell whether the API may be read
      const paging = { pageNum: 1, pageSize: 1 };
      await compile(statementsOf(prepared, sampleValues(prepared), { paging, sort: null, after: null }).rows);
      return { rows: [], masked: [] };
    }
    const { answer, masked } = await answerCall({ ...call, config }, { compile, signal: ctx.signal });
    return { rows: answer.data, masked };
  } catch (error) {
    const told = toCallerError(error);
    if (told instanceof AppError && ['gate.refused', 'auth.noPermission', 'entity.notFound'].includes(told.key)) return null;
    throw told;
  }
}
function read<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof ParamProblem) return null;
    throw error;
  }
}
