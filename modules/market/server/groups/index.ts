import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { apiGroup as contract, Group, GroupInput, GroupSearch, MAX_GROUP_LEVELS } from '../../contract/group.ts';
import { API_SCOPE } from '../apis/seen.ts';
import { visible } from '../services/locked.ts';
import { services } from '../services/rows.ts';
import { above, MAX_GROUPS, parentsOf } from './below.ts';

const crud = crudHandlers(
  'marketApiGroup',
  { row: Group, input: GroupInput, search: GroupSearch },
  {
    label: '数据API分组',
    nameField: 'groupName',
    search: { groupName: 'like' },
    sortable: ['sortNo', 'createTime'],
    order: 'sortNo,-createTime',
  },
);
const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

async function assertPlace(ctx: Ctx, { parentId, groupName }: GroupInput, id: string | null): Promise<void> {
  // one writer of the tree at a time: two moves that are harmless alone could make a circle together
  await ctx.db.selectFrom('marketApiGroup').select('id').where('deletedAt', 'is', null).orderBy('id').forUpdate().execute();
  const parents = await parentsOf(ctx.db);
  if (parentId !== null && !parents.has(parentId)) throw invalid('parentId', '上级分组不存在或已删除');
  if (id !== null && above(parents, parentId).includes(id)) throw invalid('parentId', '上级分组不能是自身或自身的下级');
  const below = id === null ? [] : [...parents.keys()].filter((each) => above(parents, each).includes(id));
  const deepest = Math.max(1, ...below.map((each) => above(parents, each).indexOf(id!) + 1));
  if (above(parents, parentId).length + deepest > MAX_GROUP_LEVELS) throw invalid('parentId', `分组最多${MAX_GROUP_LEVELS}级`);
  if (id === null && parents.size >= MAX_GROUPS) throw new AppError('rule.broken', `分组最多${MAX_GROUPS}个`);
  const taken = await ctx.db
    .selectFrom('marketApiGroup')
    .select('id')
    .where('groupName', '=', groupName)
    .where('parentId', 'is not distinct from', parentId)
    .where('deletedAt', 'is', null)
    .where('id', '!=', id ?? '')
    .executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', '同一上级下已有同名分组', [{ path: 'groupName', message: '同一上级下已有同名分组' }]);
}

async function assertEmpty({ db }: Ctx, ids: readonly string[]): Promise<void> {
  const child = await db
    .selectFrom('marketApiGroup')
    .select('groupName')
    .where('parentId', 'in', ids)
    .where('id', 'not in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (child) throw new AppError('entity.inUse', `分组下有分组“${child.groupName}”，不能删除`);
  const api = await db
    .selectFrom('marketApi')
    .select('apiName')
    .where('groupId', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (api) throw new AppError('entity.inUse', `分组下有数据API“${api.apiName}”，请先移到其他分组`);
  const service = await services(db).select('service.serviceName').where('service.groupId', 'in', ids).executeTakeFirst();
  if (service) throw new AppError('entity.inUse', `分组下有集成服务“${service.serviceName}”，请先移到其他分组`);
}

/** Data APIs of these ids that the caller may move, locked. */
const reachedApis = async (ctx: Ctx, ids: readonly string[]) =>
  (
    await ctx.db
      .selectFrom('marketApi')
      .select(['id', 'apiName as name', 'groupId'])
      .where('id', 'in', ids)
      .where('deletedAt', 'is', null)
      .where(scope(ctx, API_SCOPE))
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map((row) => ({ ...row, entity: '数据API' }));
const reachedServices = async (ctx: Ctx, ids: readonly string[]) =>
  (
    await visible(ctx)
      .select(['service.id', 'service.serviceName as name', 'service.groupId'])
      .where('service.id', 'in', ids)
      .orderBy('service.id')
      .forUpdate('service')
      .execute()
  ).map((row) => ({ ...row, entity: '集成服务' }));

export const groups = implement(contract, {
  ...crud,
  async create(ctx, input) {
    await assertPlace(ctx, input.body, null);
    return crud.create(ctx, input);
  },
  async update(ctx, input) {
    await assertPlace(ctx, input.body, input.params.id);
    return crud.update(ctx, input);
  },
  async remove(ctx, input) {
    await assertEmpty(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await assertEmpty(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  list: ({ db }) =>
    db
      .selectFrom('marketApiGroup as g')
      .select(['g.id', 'g.groupName', 'g.parentId', 'g.sortNo'])
      .select([
        sql<number>`(select count(*)::int from market_api api where api.group_id = g.id and api.status = '2' and api.deleted_at is null)`.as(
          'apiCount',
        ),
        sql<number>`(select count(*)::int from market_service_integration s
          where s.group_id = g.id and s.status = '2' and s.deleted_at is null)`.as('serviceCount'),
      ])
      .where('g.deletedAt', 'is', null)
      .orderBy('g.sortNo')
      .orderBy('g.id')
      .limit(MAX_GROUPS)
      .execute(),
  async assign(ctx, { body: { apiIds, groupId } }) {
    if (groupId !== null && !(await parentsOf(ctx.db)).has(groupId)) throw invalid('groupId', '分组不存在或已删除');
    const ids = [...new Set(apiIds)];
    const reached = [...(await reachedApis(ctx, ids)), ...(await reachedServices(ctx, ids))];
    if (reached.length !== ids.length) throw new AppError('entity.notFound', '部分数据API或集成服务不存在或不在您的数据范围内');
    const moved = reached.filter((one) => one.groupId !== groupId);
    const movedIn = (kind: string) => moved.filter(({ entity }) => entity === kind).map(({ id }) => id);
    const [apis, others] = [movedIn('数据API'), movedIn('集成服务')];
    if (apis.length > 0) await ctx.db.updateTable('marketApi').set({ groupId }).where('id', 'in', apis).execute();
    if (others.length > 0) await ctx.db.updateTable('marketServiceIntegration').set({ groupId }).where('id', 'in', others).execute();
    for (const { entity, id, name, groupId: before } of moved)
      ctx.audit.change({ entity, id, name, before: { groupId: before }, after: { groupId } });
    return { moved: moved.length };
  },
});
