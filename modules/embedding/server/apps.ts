import type * as z from 'zod';
import { holds, isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement, type Recyclable } from '#kit/server/module.ts';
import { itemsOf } from '#modules/library/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { embedApp, EmbedAppInput, EmbedAppRow, EmbedAppSearch, EmbedEntity } from '../contract/embed-app.ts';
import { makeSecret, revokeSecret } from './secrets.ts';

const ANY_ACCOUNT = 'visual:embed:account';
const ENTITIES = EmbedEntity.options;
const MAX_CHOICES = 500;
const MAX_ACCOUNTS = 50;
const MAX_SECRETS = 50;
/** Permissions with which each kind of content is looked at. */
const LOOKING = (entity: EmbedEntity): string[] =>
  entity === 'chart'
    ? ['visual:chart:list', 'visual:chart:detail', 'visual:chart:build']
    : [`visual:${entity}:list`, `visual:${entity}:preview`, `visual:${entity}:build`];

const crud = crudHandlers(
  // the name of the account is no column: it is read beside them
  'embedApp' as never,
  { row: EmbedAppRow, input: EmbedAppInput, search: EmbedAppSearch },
  {
    label: '嵌入应用',
    nameField: 'appName',
    search: { appName: 'like', status: 'eq' },
    sortable: ['appName', 'createTime', 'updateTime'],
    unique: { appName: '应用名称已存在' },
    nicknames: { accountName: 'accountId' },
  },
);
type Input = Pick<z.output<typeof EmbedAppInput>, 'accountId' | 'isSubjectAllowed' | 'resources'>;

/** Contents that the caller sees, by kind. */
const seen = (ctx: Ctx, entity: EmbedEntity) =>
  itemsOf(ctx, entity, LOOKING(entity)).select(['item.id', 'item.name']).where('item.status', '=', '1');
const maySee = (ctx: Ctx, entity: EmbedEntity): boolean => LOOKING(entity).some((one) => holds(ctx.user, one));

/** Names of contents by their keys, of those that the caller sees. */
async function namesOf(ctx: Ctx, keys: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const entity of ENTITIES) {
    const ids = keys.flatMap((key) => (key.startsWith(`${entity}:`) ? [key.slice(entity.length + 1)] : []));
    if (ids.length === 0 || !maySee(ctx, entity)) continue;
    for (const { id, name } of await seen(ctx, entity).where('item.id', 'in', ids).execute()) names.set(`${entity}:${id}`, name);
  }
  return names;
}

/**
 * Whoever may not lend the rights of other accounts neither changes an application that does nor makes a secret of it: with origins, contents
 * and a secret of his own he would look with their rights.
 */
function assertMayLend(ctx: Ctx, { accountId, isSubjectAllowed }: { accountId: string; isSubjectAllowed: string }): void {
  if (holds(ctx.user, ANY_ACCOUNT) || (accountId === ctx.user.id && isSubjectAllowed !== '1')) return;
  throw new AppError('grant.beyondOwn', '以其他账号的权限查看，需要“嵌入账号指定”权限');
}

/** Nobody opens through an application what he does not see, nor lends the rights of an account that is not his; contents that stood there stay. */
async function assertMayGive(ctx: Ctx, body: Input, before: Input | null): Promise<void> {
  const added = body.resources.filter((key) => !before?.resources.includes(key));
  const names = await namesOf(ctx, added);
  if (added.some((key) => !names.has(key))) throw new AppError('input.invalid', '可嵌入的内容不存在，或您没有查看权限');
  assertMayLend(ctx, body);
  if (before) assertMayLend(ctx, before);
  if (body.accountId === before?.accountId) return;
  const account = await loadAccount(ctx.db, body.accountId);
  if (!account) throw new AppError('input.invalid', '查看账号不存在或已禁用', [{ path: 'accountId', message: '账号不存在或已禁用' }]);
  // lending the rights of others is a right of its own; lending all rights is for who has them
  if (isUnrestricted(account) && !isUnrestricted(ctx.user))
    throw new AppError('grant.beyondOwn', '不能以拥有全部权限的账号查看，请选择其他账号，或由管理员设置');
}

async function lockedApp(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('embedApp')
    .select(['id', 'appName', 'accountId', 'isSubjectAllowed'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

const entityOf = (key: string): EmbedEntity => EmbedEntity.parse(key.slice(0, key.indexOf(':')));

export const appRoutes = implement(embedApp, {
  ...crud,
  async get(ctx, input) {
    const row = await crud.get(ctx, input);
    const secrets = await ctx.db
      .selectFrom('embedSecret')
      .select(['id as secretId', 'hint', 'createTime', 'lastUsedTime', 'revokeTime'])
      .where('appId', '=', input.params.id)
      .orderBy('createTime', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_SECRETS)
      .execute();
    const names = await namesOf(ctx, row.resources);
    return { ...row, secrets, contents: row.resources.map((key) => ({ key, entity: entityOf(key), name: names.get(key) ?? null })) };
  },
  async create(ctx, { body }) {
    await assertMayGive(ctx, body, null);
    return crud.create(ctx, { body });
  },
  async update(ctx, { params, body }) {
    await assertMayGive(ctx, body, await crud.get(ctx, { params }));
    return crud.update(ctx, { params, body });
  },
  async choices(ctx, { query }) {
    const contents = await Promise.all(
      ENTITIES.map(async (entity) => {
        if (!maySee(ctx, entity)) return [];
        const open = entity === 'chart' ? seen(ctx, entity) : seen(ctx, entity).where('item.publishedNo', 'is not', null);
        const rows = await open.orderBy('item.updateTime', 'desc').limit(MAX_CHOICES).execute();
        return rows.map(({ id, name }) => ({ key: `${entity}:${id}`, entity, name }));
      }),
    );
    let people = ctx.db
      .selectFrom('sysUser')
      .select(['id', 'nickname as name', 'username'])
      .where('deletedAt', 'is', null)
      .where('status', '=', '1');
    if (!holds(ctx.user, ANY_ACCOUNT)) people = people.where('id', '=', ctx.user.id);
    const { account } = query;
    if (account) people = people.where((e) => e.or([containsText('nickname', account), containsText('username', account)]));
    const accounts = await people.orderBy('username').limit(MAX_ACCOUNTS).execute();
    return { contents: contents.flat(), accounts };
  },
  async createSecret(ctx, { params }) {
    const app = await lockedApp(ctx, params.id);
    assertMayLend(ctx, app);
    return makeSecret(ctx, app);
  },
  async revokeSecret(ctx, { params }) {
    await revokeSecret(ctx, await lockedApp(ctx, params.id), params.secretId);
    return null;
  },
});

export const recycledApps: Recyclable = {
  table: 'embedApp',
  label: '嵌入应用',
  nameField: 'appName',
  code: 'visual:embed',
  labels: { origins: '允许的来源', isSubjectAllowed: '允许令牌指明账号' },
};
