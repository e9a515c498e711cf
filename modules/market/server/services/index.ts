import { AppError } from '#kit/contract/errors.ts';
import { SECRET_MASK } from '#kit/contract/fields.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { outbound } from '#kit/server/outbound/index.ts';
import { service as contract, type ServiceInput, type ServiceRow } from '../../contract/service.ts';
import { groupsBelow } from '../groups/below.ts';
import { copyOffers } from '../plans/offered.ts';
import { checkService, type CheckedService } from './check.ts';
import { asInput, ENTITY, lockedService, lockedServices, setServiceStatus, visible } from './locked.ts';
import { nextServiceNo } from './number.ts';
import { releaseServiceOrAsk, serviceReleases } from './release.ts';
import { openSecret, sealSecret, services, shownService, storedService, type StoredService } from './rows.ts';
import { tryService } from './try.ts';
import { readWsdl } from './wsdl.ts';

const SORTABLE = ['serviceName', 'serviceNo', 'serviceType', 'status', 'createTime', 'updateTime', 'releaseTime'];

const shownRows = (rows: ReturnType<typeof visible>) =>
  rows.leftJoin('sysHost as host', 'host.id', 'service.hostId').selectAll('service').select('host.hostName');

async function seen(ctx: Ctx, id: string) {
  const row = await shownRows(visible(ctx)).where('service.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return (await withFlows(ctx, [shownService(row)]))[0]!;
}

/** Secrets as they are stored. One that comes back as its mask is kept, as long as it goes to the same address. */
function sealedSecrets(ctx: Ctx, serviceNo: string, { body, host }: CheckedService, before: StoredService | null): Record<string, string> {
  const sealed = body.secrets.map(({ name, value }, i): [string, string] => {
    const path = `secrets.${i}.value`;
    if (!host) throw new AppError('input.invalid', '请先选择外部地址');
    if (value !== SECRET_MASK) return [name, sealSecret(ctx.app, serviceNo, host, value)];
    const kept = before?.sealed[name];
    if (kept === undefined) throw new AppError('input.invalid', '请填写密钥值', [{ path, message: '请填写密钥值' }]);
    const message = '外部地址已改变，请重新填写密钥值，原密钥不会发往新的地址';
    if (openSecret(ctx.app, serviceNo, host, kept) === null) throw new AppError('input.invalid', message, [{ path, message }]);
    return [name, kept];
  });
  return Object.fromEntries(sealed);
}
/** Columns of a row. The driver writes lists as arrays of the database, so documents go as texts. */
const columns = ({ body, host }: CheckedService, secrets: Record<string, string>) => ({
  serviceName: body.serviceName,
  serviceType: body.serviceType,
  hostId: host?.id ?? null,
  httpService: JSON.stringify(body.httpService ?? null),
  webService: JSON.stringify(body.webService ?? null),
  chain: JSON.stringify(body.chain ?? null),
  reqParams: JSON.stringify(body.reqParams),
  masks: JSON.stringify(body.masks),
  secrets: JSON.stringify(secrets),
  rateLimit: JSON.stringify(body.rateLimit),
  deny: body.deny,
  timeoutMs: body.timeoutMs,
  retries: body.retries,
  maxBytes: body.maxBytes,
  level: body.level,
  remark: body.remark,
});
/** The operation log names secrets, and never holds them; nor a whole WSDL. */
const audited = ({ secrets, webService, ...rest }: ServiceInput) => ({
  ...rest,
  webService: webService ? { ...webService, wsdl: webService.wsdl ? '（略）' : null } : null,
  secrets: secrets.map(({ name }) => name),
});

interface Place {
  readonly serviceNo: string;
  readonly serviceVersion: number;
  readonly groupId: string | null;
}
async function insert(ctx: Ctx, checked: CheckedService, place: Place, secrets: Record<string, string>): Promise<string> {
  const id = ctx.app.ids.next();
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('marketServiceIntegration')
    .values({ id, ...place, status: '1', ...columns(checked, secrets), ...stamp })
    .execute();
  ctx.audit.change({ entity: ENTITY, id, name: checked.body.serviceName, before: null, after: audited(checked.body) });
  return id;
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await lockedServices(ctx, ids);
  const released = rows.find(({ status }) => status === '2');
  if (released) throw new AppError('entity.inUse', `已发布的服务“${released.serviceName}”不能删除，请先下线`);
  await serviceReleases.assertFree(ctx.db, ids, 'delete');
  await ctx.db
    .updateTable('marketServiceIntegration')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of rows)
    ctx.audit.change({ entity: ENTITY, id: row.id, name: row.serviceName, before: { serviceNo: row.serviceNo }, after: null });
  return null;
}
const withFlows = async <R extends ServiceRow>(ctx: Ctx, rows: readonly R[]) => {
  const flows = await serviceReleases.flowOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, flow: flows.get(row.id) ?? null }));
};

export const serviceCalls = implement(contract, {
  async page(ctx, { query }) {
    let rows = visible(ctx);
    if (query.serviceName) rows = rows.where(containsText('service.serviceName', query.serviceName));
    if (query.serviceNo) rows = rows.where(containsText('service.serviceNo', query.serviceNo));
    if (query.serviceType) rows = rows.where('service.serviceType', '=', query.serviceType);
    if (query.groupId) rows = rows.where('service.groupId', 'in', await groupsBelow(ctx.db, query.groupId));
    if (query.status) rows = rows.where('service.status', '=', query.status);
    let list = shownRows(rows);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(`service.${field}` as 'service.id', direction);
    const page = await pageRows(query, list, rows);
    // a WSDL is long, and nothing for a list
    const light = (row: ServiceRow): ServiceRow => ({ ...row, webService: row.webService && { ...row.webService, wsdl: null } });
    return {
      ...page,
      data: await withFlows(
        ctx,
        page.data.map((row) => light(shownService(row))),
      ),
    };
  },
  get: (ctx, { params }) => seen(ctx, params.id),
  detail: async (ctx, { params }) => ({ data: await seen(ctx, params.id), header: { api_key: 'ak_<id>.<仅创建时可见>' } }),
  async create(ctx, { body }) {
    const checked = await checkService(ctx, body);
    const serviceNo = await nextServiceNo(ctx);
    return {
      id: await insert(ctx, checked, { serviceNo, serviceVersion: 1, groupId: null }, sealedSecrets(ctx, serviceNo, checked, null)),
    };
  },
  async update(ctx, { params, body }) {
    const before = await lockedService(ctx, params.id);
    assertVersion(before, body);
    await serviceReleases.assertFree(ctx.db, [params.id], 'edit');
    if (before.status !== '1') throw new AppError('rule.broken', '已发布的版本不能修改，请复制为新版本后修改');
    const checked = await checkService(ctx, body);
    const secrets = sealedSecrets(ctx, before.serviceNo, checked, before);
    const version = before.version + 1;
    await ctx.db
      .updateTable('marketServiceIntegration')
      .set({ ...columns(checked, secrets), version, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    const { id } = params;
    ctx.audit.change({ entity: ENTITY, id, name: body.serviceName, before: audited(asInput(before)), after: audited(checked.body) });
    return { version };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  hosts: async (ctx) => [...(await outbound(ctx.app).forProcesses())],
  wsdl: (ctx, { body }) => readWsdl(ctx, body),
  async run(ctx, { params, body }) {
    const row = await visible(ctx).selectAll('service').where('service.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return tryService(ctx, storedService(row), body.params);
  },
  async copy(ctx, { params }) {
    const row = await lockedService(ctx, params.id);
    const last = await services(ctx.db)
      .select((e) => e.fn.max('service.serviceVersion').as('most'))
      .where('service.serviceNo', '=', row.serviceNo)
      .executeTakeFirstOrThrow();
    const checked = await checkService(ctx, asInput(row));
    const place = { serviceNo: row.serviceNo, serviceVersion: last.most + 1 };
    const id = await insert(ctx, checked, { ...place, groupId: row.groupId }, sealedSecrets(ctx, row.serviceNo, checked, row));
    await copyOffers(ctx, row.id, id);
    return { id };
  },
  release: (ctx, { params }) => releaseServiceOrAsk(ctx, params.id),
  async cancel(ctx, { params }) {
    const row = await lockedService(ctx, params.id);
    if (row.status !== '2') throw new AppError('rule.broken', '只有已发布的服务可以下线');
    await setServiceStatus(ctx, row, { status: '3', offlineTime: ctx.now });
    return null;
  },
});
