import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertAddresses } from '#kit/server/address-list.ts';
import { assertVersion, crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import type { CompiledQuery } from '#modules/gate/server/index.ts';
import { ApiInput, ApiRow, ApiSearch, ExecuteConfig, ReqParam, dataApi as contract } from '../../contract/api.ts';
import { scriptParams } from '../../core/index.ts';
import { nextVersion } from '../../core/next-version.ts';
import { openApiOf } from '../../core/openapi.ts';
import { samplesOf } from '../../core/samples.ts';
import { signedSamplesOf } from '../../core/signed-samples.ts';
import { copyMask } from '../masks/index.ts';
import { copyOffers } from '../plans/offered.ts';
import { outputsOfApi } from '../square/outputs.ts';
import { asRefusal, assertCallable } from './check.ts';
import { debugApi } from './debug.ts';
import { adviceBefore } from './explain.ts';
import { joinProposals } from './joins.ts';
import { dropApiLineage, noteApiLineage } from './lineage.ts';
import { ENTITY, lockedApi, setStatus } from './locked.ts';
import { withOriginNames } from './origin-names.ts';
import { apiReleases, releaseOrAsk } from './release.ts';
import { API_SCOPE, pageOfApis, seenApi } from './seen.ts';
import { wordOf } from './word.ts';

const TAKEN = '该路径和版本的API已存在';

const crud = crudHandlers(
  'marketApi',
  { row: ApiRow, input: ApiInput, search: ApiSearch },
  {
    label: ENTITY,
    nameField: 'apiName',
    scope: API_SCOPE,
  },
);

const JSON_FIELDS = ['rateLimit', 'executeConfig', 'reqParams', 'resParams'] as const;
/** The driver writes lists as arrays of the database, so documents go as texts. */
function stored<T extends Partial<z.output<typeof ApiInput>>>(body: T): T {
  const texts = Object.fromEntries(JSON_FIELDS.filter((name) => name in body).map((name) => [name, JSON.stringify(body[name])]));
  return { ...body, ...texts };
}
/** The operation log keeps documents, not their texts. */
const parsing = (ctx: Ctx): Ctx => {
  const parsed = (row: Record<string, unknown> | null) =>
    row && {
      ...row,
      ...Object.fromEntries(JSON_FIELDS.flatMap((name) => (typeof row[name] === 'string' ? [[name, JSON.parse(row[name])]] : []))),
    };
  const change: Ctx['audit']['change'] = ({ before, after, ...rest }) =>
    ctx.audit.change({ ...rest, before: parsed(before), after: parsed(after) });
  return Object.create(ctx, { audit: { value: { change, note: (text: string) => ctx.audit.note(text) } } }) as Ctx;
};

async function assertFree(ctx: Ctx, { apiUrl, apiVersion }: Pick<ApiInput, 'apiUrl' | 'apiVersion'>, id: string | null): Promise<void> {
  let taken = ctx.db
    .selectFrom('marketApi')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('apiUrl', '=', apiUrl)
    .where('apiVersion', '=', apiVersion);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst()) throw new AppError('entity.duplicate', TAKEN, [{ path: 'apiUrl', message: TAKEN }]);
}

/** A free version for a copy. Throws rule.broken when there is none. */
async function freeVersion(ctx: Ctx, apiUrl: string): Promise<string> {
  const rows = await ctx.db
    .selectFrom('marketApi')
    .select('apiVersion')
    .where('apiUrl', '=', apiUrl)
    .where('deletedAt', 'is', null)
    .execute();
  const next = nextVersion(rows.map(({ apiVersion }) => apiVersion));
  if (next === null) throw new AppError('rule.broken', '该路径的版本号已用尽，请换一个API路径');
  return next;
}

/** A script whose outputs nobody has described returns what it was found to give: documents, approvals and grants of fields name them. */
function withFoundOutputs<T extends ApiInput>(body: T, { outputs }: CompiledQuery): T {
  if (body.executeConfig.configType !== '2' || body.resParams.length > 0) return body;
  const found = ApiInput.shape.resParams.safeParse([...new Set(outputs ?? [])].map((fieldName) => ({ fieldName })));
  return found.success ? { ...body, resParams: found.data } : body;
}

/** Keeps a new API that can be called. Throws entity.duplicate, input.invalid, gate.refused. */
export async function createApi(ctx: Ctx, body: ApiInput): Promise<{ id: string }> {
  await assertFree(ctx, body, null);
  const described = withFoundOutputs(body, await assertCallable(ctx, body));
  const made = await crud.create(parsing(ctx), { body: stored(await withOriginNames(ctx, described)) });
  await noteApiLineage(ctx, made.id, described);
  return made;
}
/** Changes an API that is not released; the caller has looked at its state and version. Throws as `createApi` does. */
export async function changeApi(ctx: Ctx, id: string, body: ApiInput & { version: number }) {
  await assertFree(ctx, body, id);
  const described = withFoundOutputs(body, await assertCallable(ctx, body));
  const named = { ...described, ...(await withOriginNames(ctx, described)) };
  const answer = await crud.update(parsing(ctx), { params: { id }, body: stored(named) });
  await noteApiLineage(ctx, id, described);
  return answer;
}

export const dataApis = implement(contract, {
  ...crud,
  async page(ctx, { query }) {
    const page = await pageOfApis(ctx, query);
    return { ...page, data: await withFlows(ctx, page.data) };
  },
  get: async (ctx, { params }) => (await withFlows(ctx, [await seenApi(ctx, params.id)]))[0]!,
  async create(ctx, { body }) {
    assertAddresses(body.deny, 'deny');
    return createApi(ctx, body);
  },
  async update(ctx, { params, body }) {
    const before = await lockedApi(ctx, params.id);
    assertVersion(before, body);
    await apiReleases.assertFree(ctx.db, [params.id], 'edit');
    if (before.status !== '1') throw new AppError('rule.broken', '已发布的版本不能修改，请复制为新版本后修改');
    assertAddresses(body.deny, 'deny');
    return changeApi(ctx, params.id, body);
  },
  async remove(ctx, { params }) {
    await assertNotPublished(ctx, [params.id]);
    await apiReleases.assertFree(ctx.db, [params.id], 'delete');
    await crud.remove(ctx, { params });
    await dropApiLineage(ctx, params.id);
    return null;
  },
  async removeBatch(ctx, { params }) {
    await assertNotPublished(ctx, params.ids);
    await apiReleases.assertFree(ctx.db, params.ids, 'delete');
    await crud.removeBatch(ctx, { params });
    for (const id of params.ids) await dropApiLineage(ctx, id);
    return null;
  },
  async detail(ctx, input) {
    const [data] = await withFlows(ctx, [await seenApi(ctx, input.params.id)]);
    return { data: data!, header: { api_key: 'ak_<id>.<仅创建时可见>' } };
  },
  async parse(ctx, { body }) {
    try {
      const found = scriptParams(body.sqlText);
      const reqParams = found.map(({ name, isOptional }) => ReqParam.parse({ paramName: name, nullable: isOptional ? '1' : '0' }));
      const { outputs } = await assertCallable(ctx, {
        executeConfig: ExecuteConfig.parse({ configType: '2', sourceId: body.sourceId, sqlText: body.sqlText }),
        reqParams,
        resParams: [],
      });
      return { reqParams, resParams: (outputs ?? []).map((fieldName) => ({ fieldName })) };
    } catch (error) {
      throw asRefusal(error, body.sqlText);
    }
  },
  async debug(ctx, { params, body }) {
    const row = ApiRow.parse(await crud.get(ctx, { params }));
    return debugApi(ctx, row, body.params);
  },
  async advice(ctx, { params }) {
    return adviceBefore(ctx, ApiRow.parse(await crud.get(ctx, { params })));
  },
  joins: (ctx, { query }) => joinProposals(ctx, query.sourceId, query.tableIds),
  async copy(ctx, { params }) {
    const row = await lockedApi(ctx, params.id);
    const body = ApiInput.parse({ ...row, apiName: `${row.apiName.slice(0, 95)}-副本`, apiVersion: await freeVersion(ctx, row.apiUrl) });
    const copy = await createApi(ctx, body);
    await copyMask(ctx, row.id, copy.id);
    await copyOffers(ctx, row.id, copy.id);
    return copy;
  },
  release: (ctx, { params }) => releaseOrAsk(ctx, params.id),
  async cancel(ctx, { params }) {
    const row = await lockedApi(ctx, params.id);
    if (row.status !== '2') throw new AppError('rule.broken', '只有已发布的API可以下线');
    await setStatus(ctx, row, { status: '3', offlineTime: ctx.now, deprecateTime: null });
    return null;
  },
  async openapi(ctx, input) {
    const api = await seenApi(ctx, input.params.id);
    return openApiOf(api, await outputsOfApi(ctx.db, api));
  },
  async word(ctx, input) {
    const api = await seenApi(ctx, input.params.id);
    ctx.audit.note(`${api.apiName} ${api.apiVersion}`);
    return wordOf(ctx, api);
  },
  async example(ctx, input) {
    const api = await seenApi(ctx, input.params.id);
    const signed = (['hmac-sha256', 'hmac-sm3'] as const).map((signMode) => ({ signMode, samples: signedSamplesOf(api, signMode) }));
    return { ...samplesOf(api), signed };
  },
});

const withFlows = async (ctx: Ctx, rows: readonly z.output<typeof ApiRow>[]) => {
  const flows = await apiReleases.flowOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, flow: flows.get(row.id) ?? null }));
};

async function assertNotPublished(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('marketApi')
    .select('apiName')
    .where('id', 'in', ids)
    .where('status', '=', '2')
    .where(scope(ctx, API_SCOPE))
    .execute();
  if (rows.length > 0) throw new AppError('entity.inUse', `已发布的API“${rows[0]!.apiName}”不能删除，请先下线`);
}
