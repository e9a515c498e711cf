import * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { isGoverned } from '#kit/server/flow.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { service as contract } from '../../contract/service.ts';
import { approvedByOther } from '../subscriptions/approval.ts';
import { checkService } from './check.ts';
import { asInput, lockedService, setServiceStatus } from './locked.ts';
import { services, shownService, type StoredService } from './rows.ts';
import { weightOfService } from './weight.ts';

const RELEASES = 'market:service:release';
const KINDS = { '1': 'HTTP', '2': 'WebService', '3': '编排' } as const;

/** A service that can be released. Throws rule.broken, and what keeps it from being called. */
async function releasable(ctx: Ctx, id: string): Promise<StoredService> {
  const row = await lockedService(ctx, id);
  if (row.status === '2') throw new AppError('rule.broken', '该服务已发布');
  await checkService(ctx, asInput(row));
  return row;
}
async function release(ctx: Ctx, id: string): Promise<void> {
  const row = await releasable(ctx, id);
  await setServiceStatus(ctx, row, { status: '2', releaseBy: ctx.user.id, releaseTime: ctx.now, offlineTime: null });
}

/** What approvers read of a service: what it gives and where it leads, and everything of it that must not move behind the approval. */
async function described(db: Db, id: string) {
  const row = await services(db)
    .leftJoin('sysHost as host', 'host.id', 'service.hostId')
    .selectAll('service')
    .select('host.hostName')
    .where('service.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '服务不存在或已删除');
  const found = shownService(row);
  const { level, masked, note } = await weightOfService(db, found);
  const { httpService: http, webService: soap, chain, rateLimit } = found;
  return {
    serviceName: found.serviceName,
    serviceNo: found.serviceNo,
    serviceVersion: `v${found.serviceVersion}`,
    kind: KINDS[found.serviceType],
    hostName: found.hostName,
    target: http ? `${http.httpMethod} ${http.path}` : (soap?.method ?? null),
    steps: chain?.steps.map(({ name }) => name).join('、') ?? null,
    params: found.reqParams.map(({ paramName }) => paramName).join('、') || null,
    level,
    levelNote: note,
    masked: masked.join('、') || null,
    limit: rateLimit.enable === '1' ? `每 ${rateLimit.seconds} 秒 ${rateLimit.times} 次` : '不限流',
    remark: found.remark,
    id,
    version: found.version,
  };
}

const proposals = defineProposals<object>({
  code: 'market.service',
  name: '集成服务发布',
  businessCode: '6014',
  withoutApproval: '直接发布',
  route: contract.release,
  input: z.object({}),
  fields: [
    { name: 'serviceName', label: '服务名称' },
    { name: 'serviceNo', label: '服务编码' },
    { name: 'serviceVersion', label: '版本' },
    { name: 'kind', label: '服务类型' },
    { name: 'hostName', label: '外部地址' },
    { name: 'target', label: '调用' },
    { name: 'steps', label: '步骤', kind: 'area' },
    { name: 'params', label: '参数', kind: 'area' },
    { name: 'level', label: '最高分级' },
    { name: 'levelNote', label: '分级说明' },
    { name: 'masked', label: '脱敏字段' },
    { name: 'limit', label: '限流' },
    { name: 'remark', label: '备注', kind: 'area' },
  ],
  describe: ({ db }, { targetId }) => described(db, targetId),
  carryOut: (ctx, { targetId }) => release(ctx, targetId),
});

/** 集成服务发布: where a process approves it, somebody else than who wants it has to agree. */
export const serviceReleases = approvedByOther(proposals);

/** Releases a service at once, or submits that where a process approves it. */
export async function releaseServiceOrAsk(ctx: Ctx, id: string) {
  // what cannot be called is told before anybody is asked
  await releasable(ctx, id);
  if (!holds(ctx.user, RELEASES) && !(await isGoverned(ctx, serviceReleases.type)))
    throw new AppError('auth.noPermission', '没有可用的发布流程，请由有发布权限的人员发布');
  const { flow } = await serviceReleases.run(ctx, { targetId: id, input: {} }, () => release(ctx, id));
  return { flow };
}
