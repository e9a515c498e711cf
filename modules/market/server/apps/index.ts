import { AppError } from '#kit/contract/errors.ts';
import { assertAddresses } from '#kit/server/address-list.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { app as contract, AppInput, AppRow, AppSearch, SignMode } from '../../contract/app.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { makeKey, rotateKey } from './keys.ts';

const ENTITY = '应用';
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

export const apps = implement(contract, {
  ...crud,
  async get(ctx, input) {
    const row = await crud.get(ctx, input);
    const keys = await ctx.db
      .selectFrom('marketAppKey')
      .select(['id as keyId', 'hint', 'createTime', 'expireTime', 'lastUsedTime', 'revokeTime', 'signMode'])
      .where('appId', '=', input.params.id)
      .orderBy('createTime', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute();
    return { ...row, keys: keys.map(({ signMode, ...key }) => ({ ...key, signMode: SignMode.parse(signMode) })) };
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
    return makeKey(ctx, row, { days: body.days, signMode: body.signMode });
  },
  async rotateKey(ctx, { params, body }) {
    const row = await lockedApp(ctx, params.id);
    return rotateKey(ctx, row, { keyId: params.keyId, ...body });
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
