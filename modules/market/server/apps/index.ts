import { randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import { assertAddresses } from '#kit/server/address-list.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { app as contract, AppInput, AppRow, AppSearch, MAX_LIVE_KEYS } from '../../contract/app.ts';
import { hashOf } from '../calls/key-hash.ts';
import { bumpRegistry } from '../calls/revision.ts';

const ENTITY = '应用';
const DAY_MS = 86_400_000;
/** Characters of a key that are shown later. */
const HINT = 12;
export const APP_SCOPE = { dept: 'createDept', owner: 'createBy' };

const crud = crudHandlers(
  'marketApp',
  { row: AppRow, input: AppInput, search: AppSearch },
  {
    label: ENTITY,
    nameField: 'appName',
    search: { appName: 'like', status: 'eq' },
    sortable: ['appName', 'createTime', 'updateTime'],
    unique: { appName: '应用名称已存在' },
    scope: APP_SCOPE,
  },
);

async function lockedApp(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('marketApp')
    .select(['id', 'appName', 'status'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, APP_SCOPE))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

const alive = (ctx: Ctx, appId: string) =>
  ctx.db
    .selectFrom('marketAppKey')
    .where('appId', '=', appId)
    .where('revokeTime', 'is', null)
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', ctx.now)]));

export const apps = implement(contract, {
  ...crud,
  async get(ctx, input) {
    const row = await crud.get(ctx, input);
    const keys = await ctx.db
      .selectFrom('marketAppKey')
      .select(['id as keyId', 'hint', 'createTime', 'expireTime', 'lastUsedTime', 'revokeTime'])
      .where('appId', '=', input.params.id)
      .orderBy('createTime', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute();
    return { ...row, keys };
  },
  async create(ctx, { body }) {
    assertAddresses(body.ipWhitelist, 'ipWhitelist');
    return crud.create(ctx, { body });
  },
  async update(ctx, { params, body }) {
    assertAddresses(body.ipWhitelist, 'ipWhitelist');
    const answer = await crud.update(ctx, { params, body });
    await bumpRegistry(ctx.db);
    return answer;
  },
  async remove(ctx, { params }) {
    await crud.remove(ctx, { params });
    await bumpRegistry(ctx.db);
    return null;
  },
  async removeBatch(ctx, { params }) {
    await crud.removeBatch(ctx, { params });
    await bumpRegistry(ctx.db);
    return null;
  },
  async createKey(ctx, { params, body }) {
    const row = await lockedApp(ctx, params.id);
    const live = await alive(ctx, row.id).select('id').execute();
    if (live.length >= MAX_LIVE_KEYS) throw new AppError('rule.broken', `每个应用最多有${MAX_LIVE_KEYS}个有效密钥，请先吊销不用的密钥`);
    const keyId = ctx.app.ids.next();
    const apiKey = `ak_${keyId}.${randomBytes(32).toString('base64url')}`;
    const expireTime = body.days ? new Date(ctx.now.getTime() + body.days * DAY_MS) : null;
    const hint = apiKey.slice(0, apiKey.indexOf('.') + 1 + 4);
    await ctx.db
      .insertInto('marketAppKey')
      .values({
        id: keyId,
        appId: row.id,
        keyHash: hashOf(apiKey),
        hint: hint.slice(-HINT),
        createBy: ctx.user.id,
        createTime: ctx.now,
        expireTime,
      })
      .execute();
    ctx.audit.note(`应用“${row.appName}”生成密钥 ${keyId}`);
    await bumpRegistry(ctx.db);
    return { keyId, apiKey };
  },
  async revokeKey(ctx, { params }) {
    const row = await lockedApp(ctx, params.id);
    const revoked = await ctx.db
      .updateTable('marketAppKey')
      .set({ revokeTime: ctx.now })
      .where('id', '=', params.keyId)
      .where('appId', '=', row.id)
      .where('revokeTime', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!revoked) throw new AppError('entity.notFound', '密钥不存在或已吊销');
    ctx.audit.note(`应用“${row.appName}”吊销密钥 ${params.keyId}`);
    await bumpRegistry(ctx.db);
    return null;
  },
});
