import * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { isGoverned } from '#kit/server/flow.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { ApiInput, ApiRow, dataApi as contract, type ExecuteConfig } from '../../contract/api.ts';
import { approvedByOther } from '../subscriptions/approval.ts';
import { tighteningsOfApi } from '../masks/library.ts';
import { assertCallable } from './check.ts';
import { weightOf } from './levels.ts';
import { lockedApi, setStatus } from './locked.ts';

const RELEASES = 'market:api:release';

/** Releases an API: its calls run with the rights of who does. Throws rule.broken, and what keeps it from being called. */
async function release(ctx: Ctx, id: string): Promise<void> {
  const row = await lockedApi(ctx, id);
  if (row.status === '2') throw new AppError('rule.broken', '该API已发布');
  await assertCallable(ctx, ApiInput.parse(row), await tighteningsOfApi(ctx.app, ctx.db, row.id));
  await setStatus(ctx, row, {
    status: '2',
    releaseBy: ctx.user.id,
    releaseTime: ctx.now,
    offlineTime: null,
    deprecateTime: null,
    offlineReason: null,
  });
}

const FROM: Record<ExecuteConfig['configType'], (config: ExecuteConfig) => string | null> = {
  '1': ({ tableName, joins }) => [tableName, ...joins.map((join) => join.tableName)].filter(Boolean).join('、') || null,
  '2': () => 'SQL 脚本',
  '3': ({ dataSetName }) => dataSetName ?? null,
};

/** What approvers read of an API: what it gives, and everything of it that must not move behind the approval. */
async function described(db: Db, id: string) {
  const found = await db.selectFrom('marketApi').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
  if (!found) throw new AppError('entity.notFound', 'API不存在或已删除');
  const { executeConfig: config, ...api } = ApiRow.parse(found);
  const returned =
    config.configType === '2'
      ? api.resParams.map(({ fieldName }) => fieldName)
      : config.fieldParams.filter(({ resable }) => resable === '1').map(({ columnName }) => columnName);
  const { level, masked, note } = await weightOf(db, { id, executeConfig: config }, returned);
  return {
    apiName: api.apiName,
    apiVersion: api.apiVersion,
    apiUrl: api.apiUrl,
    from: FROM[config.configType](config),
    outputs: api.resParams.map(({ fieldName, fieldAliasName }) => fieldAliasName || fieldName).join('、') || null,
    level,
    levelNote: note,
    masked: masked.join('、') || null,
    limit: api.rateLimit.enable === '1' ? `每 ${api.rateLimit.seconds} 秒 ${api.rateLimit.times} 次` : '不限流',
    remark: api.remark,
    id,
    version: api.version,
  };
}

const releases = defineProposals<object>({
  code: 'market.api',
  name: '数据API发布',
  businessCode: '6011',
  withoutApproval: '直接发布',
  route: contract.release,
  input: z.object({}),
  fields: [
    { name: 'apiName', label: 'API名称' },
    { name: 'apiVersion', label: '版本' },
    { name: 'apiUrl', label: 'API路径' },
    { name: 'from', label: '数据来源' },
    { name: 'outputs', label: '返回字段', kind: 'area' },
    { name: 'level', label: '最高分级' },
    { name: 'levelNote', label: '分级说明' },
    { name: 'masked', label: '脱敏字段' },
    { name: 'limit', label: '限流' },
    { name: 'remark', label: '备注', kind: 'area' },
  ],
  describe: ({ db }, { targetId }) => described(db, targetId),
  async dataOwners({ db }, { targetId }) {
    const owner = await db
      .selectFrom('marketApi as api')
      .innerJoin('metadataTable as t', (join) =>
        join.on((e) => e(e.ref('t.id'), '=', e.fn<string>('jsonb_extract_path_text', ['api.executeConfig', e.val('tableId')]))),
      )
      .select('t.ownerId')
      .where('api.id', '=', targetId)
      .executeTakeFirst();
    return owner?.ownerId ? [owner.ownerId] : [];
  },
  carryOut: (ctx, { targetId }) => release(ctx, targetId),
});

/** 数据API发布: where a process approves it, somebody else than who wants it has to agree. */
export const apiReleases = approvedByOther(releases);

/** Releases an API at once, or submits that where a process approves it. */
export async function releaseOrAsk(ctx: Ctx, id: string) {
  const row = await lockedApi(ctx, id);
  if (row.status === '2') throw new AppError('rule.broken', '该API已发布');
  if (!holds(ctx.user, RELEASES) && !(await isGoverned(ctx, apiReleases.type)))
    throw new AppError('auth.noPermission', '没有可用的发布流程，请由有发布权限的人员发布');
  // what cannot be called is told before anybody is asked
  await assertCallable(ctx, ApiInput.parse(row), await tighteningsOfApi(ctx.app, ctx.db, row.id));
  const { flow } = await apiReleases.run(ctx, { targetId: id, input: {} }, () => release(ctx, id));
  return { flow };
}
