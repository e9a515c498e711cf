import { AppError } from '#kit/contract/errors.ts';
import type { Account, App, Ctx, Db } from '#kit/server/ctx.ts';
import { scopeFor } from '#kit/server/scope.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { ApiRow } from '../../contract/api.ts';
import { API_SCOPE } from '../apis/seen.ts';
import { debugApi } from '../apis/debug.ts';
import { answerJson, readCall } from '../calls/answer.ts';
import { callsOf } from '../calls/of-node.ts';
import { asProblem } from '../calls/problem.ts';
import type { ChainTargets } from './run.ts';
import { SERVICE_SCOPE, services, storedService } from './rows.ts';

const RELEASED = '2';
const SEES_API = ['market:api:list', 'market:api:detail', 'market:api:debug'];
const SEES_SERVICE = ['market:service:list', 'market:service:detail'];

/** A released service within the scope of an account. */
export const usableService = (db: Db, account: Account, id: string) =>
  services(db)
    .selectAll('service')
    .where('service.id', '=', id)
    .where('service.status', '=', RELEASED)
    .where('service.serviceType', '!=', '3')
    .where(scopeFor(account, SERVICE_SCOPE, SEES_SERVICE))
    .executeTakeFirst();
/** A released data API within the scope of an account: a chain lends nobody what its owner does not answer for. */
export const usableApi = (db: Db, account: Account, id: string) =>
  db
    .selectFrom('marketApi')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', RELEASED)
    .where('deletedAt', 'is', null)
    .where(scopeFor(account, API_SCOPE, SEES_API))
    .executeTakeFirst();

const GONE = '调用的API不存在、未发布，或编排的负责人不再能使用它';
const apiName = ({ apiVersion, apiUrl }: { apiVersion: string; apiUrl: string }): string => `/data/api/services/${apiVersion}${apiUrl}`;

/** What the steps of a released chain call, with the rights that who released it has now. */
export async function targetsOfOwner(app: App, accountId: string | null, signal: AbortSignal): Promise<ChainTargets> {
  const account = accountId === null ? null : await loadAccount(app.db, accountId);
  if (!account) throw new AppError('api.offline', '服务的负责人账号已禁用，请联系管理员重新发布');
  return {
    async service(id) {
      const row = await usableService(app.db, account, id);
      return row ? storedService(row) : null;
    },
    async api(id, given) {
      const row = await usableApi(app.db, account, id);
      const plan = row && callsOf(app).registry.api(`${row.apiVersion}${row.apiUrl}`);
      if (!row || plan?.api.id !== id || plan.ends <= app.now().getTime()) throw new AppError('service.failed', GONE);
      const opened = await plan.open();
      const read = readCall(opened.writer, given, { apiId: id, secrets: app.secrets });
      // a step that is cancelled because another one failed says nothing of the source
      const keyOf = (error: unknown) => (signal.aborted ? 'api.callerGone' : asProblem(error).key);
      const answer = await callsOf(app).breaker.run(plan.api.executeConfig.sourceId, keyOf, () =>
        answerJson(read, { compile: opened.compile, signal: () => signal, fields: null }),
      );
      return { name: apiName(row), data: JSON.parse(`{${answer.head},"data":${answer.rows.toString()}}`) as unknown };
    },
  };
}

/** The same for who tries a chain, with the own rights. */
export const targetsOfCaller = (ctx: Ctx): ChainTargets => ({
  async service(id) {
    const row = await usableService(ctx.app.db, ctx.user, id);
    return row ? storedService(row) : null;
  },
  async api(id, given) {
    const row = await usableApi(ctx.app.db, ctx.user, id);
    if (!row) throw new AppError('service.failed', GONE);
    const { data } = await debugApi(ctx, ApiRow.parse(row), given);
    return { name: apiName(row), data };
  },
});
