import { sql } from 'kysely';
import { holds, isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { authorize, type ObjectType, type SubjectType } from '../../contract/authorize.ts';
import { forgetCatalog } from '#modules/sources/server/index.ts';
import { subjectGrants } from './coverage.ts';
import { effective } from './effective.ts';
import { assertFilter, countFiltered } from './filters.ts';
import { grantableSources, objectKey, objectsBelow, resolveObjects } from './objects.ts';
import { objectNameOf, subjectNameOf } from './names.ts';
import { ownGrants } from './own.ts';
import { saveRole, saveSubject } from './save-many.ts';
import { subjectName, subjectsOf } from './subjects.ts';

const LABEL = '数据授权';
interface Body {
  subjectType: SubjectType;
  subjectId: string;
  objectType: ObjectType;
  objectId: string;
  actions: ('meta' | 'preview' | 'query' | 'export' | 'unmask')[];
  rowFilter: string | null;
  beginTime: string | null;
  endTime: string | null;
  status: '0' | '1';
  remark: string | null;
}

/** Grants on sources within the caller's reach. */
const alive = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataAuthorize')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataAuthorize.sourceId')
    .where('metadataAuthorize.deletedAt', 'is', null)
    .where('metadataAuthorize.sourceId', 'in', grantableSources(ctx).select('metadataSource.id'));

const stateAt = (now: Date) => sql<'active' | 'waiting' | 'expired' | 'disabled'>`case
  when metadata_authorize.end_time <= ${now} then 'expired' when metadata_authorize.status = '0' then 'disabled'
  when metadata_authorize.begin_time > ${now} then 'waiting' else 'active' end`;

const rows = (ctx: Ctx) =>
  alive(ctx)
    .leftJoin('metadataTable', 'metadataTable.id', 'metadataAuthorize.tableId')
    .leftJoin('metadataColumn', (join) =>
      join.onRef('metadataColumn.id', '=', 'metadataAuthorize.objectId').on('metadataAuthorize.objectType', '=', 'column'),
    )
    .select([
      'metadataAuthorize.id',
      'metadataAuthorize.version',
      'metadataAuthorize.createBy',
      'metadataAuthorize.createTime',
      'metadataAuthorize.updateBy',
      'metadataAuthorize.updateTime',
      'metadataAuthorize.subjectType',
      'metadataAuthorize.subjectId',
      subjectNameOf.as('subjectName'),
      'metadataAuthorize.objectType',
      'metadataAuthorize.objectId',
      objectNameOf.as('objectName'),
      'metadataAuthorize.sourceId',
      'metadataSource.sourceName',
      'metadataAuthorize.tableId',
      'metadataAuthorize.actions',
      'metadataAuthorize.rowFilter',
      'metadataAuthorize.beginTime',
      'metadataAuthorize.endTime',
      'metadataAuthorize.requestId',
      'metadataAuthorize.status',
      'metadataAuthorize.remark',
      stateAt(ctx.now).as('state'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
const asReply = (row: Row) => ({ ...row, actions: row.actions as Body['actions'] });

/** Refuses a grant that the caller may not make; answers where its object lies. */
async function assertGrantable(ctx: Ctx, body: Body, before: readonly string[] = []) {
  if (body.subjectType === 'user' && body.subjectId === ctx.user.id && !isUnrestricted(ctx.user))
    throw new AppError('rule.broken', '不能给自己授权，请由其他数据管理员操作');
  if ((body.actions.includes('unmask') || before.includes('unmask')) && !holds(ctx.user, 'metadata:dataauthorize:unmask'))
    throw new AppError('grant.beyondOwn', '没有授予明文的权限，请联系管理员');
  if (body.beginTime !== null && body.endTime !== null && new Date(body.endTime) <= new Date(body.beginTime))
    throw new AppError('input.invalid', '失效时间必须晚于生效时间', [{ path: 'endTime', message: '失效时间必须晚于生效时间' }]);
  const subject = await subjectName(ctx, body.subjectType, body.subjectId);
  const object = (await resolveObjects(ctx, [body])).get(objectKey(body))!;
  if (body.rowFilter !== null) await assertFilter(ctx, body, object);
  return { object, name: `${subject} → ${object.name}` };
}

const found = async (ctx: Ctx, id: string, lock = false): Promise<Row> => {
  if (lock) await ctx.db.selectFrom('metadataAuthorize').select('id').where('id', '=', id).forUpdate().execute();
  const row = await rows(ctx).where('metadataAuthorize.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
};

async function assertNew(ctx: Ctx, body: Body, id: string | null): Promise<void> {
  if (body.rowFilter !== null) return;
  let same = ctx.db
    .selectFrom('metadataAuthorize')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('subjectType', '=', body.subjectType)
    .where('subjectId', '=', body.subjectId)
    .where('objectType', '=', body.objectType)
    .where('objectId', '=', body.objectId)
    .where('rowFilter', 'is', null)
    .where('requestId', 'is', null)
    .where(sql<boolean>`begin_time is not distinct from ${body.beginTime}::timestamptz`)
    .where(sql<boolean>`end_time is not distinct from ${body.endTime}::timestamptz`);
  if (id !== null) same = same.where('id', '!=', id);
  if (await same.executeTakeFirst())
    throw new AppError('entity.duplicate', '该主体对此对象已有相同期限的授权，请修改原有授权', [
      { path: 'objectId', message: '授权已存在' },
    ]);
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const list = await rows(ctx).where('metadataAuthorize.id', 'in', ids).execute();
  if (list.length !== ids.length) throw new AppError('entity.notFound', '部分授权不存在或已删除，请刷新后重试');
  await ctx.db
    .updateTable('metadataAuthorize')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of list)
    ctx.audit.change({ entity: LABEL, id: row.id, name: `${row.subjectName} → ${row.objectName}`, before: { ...row }, after: null });
  return null;
}

async function insert(ctx: Ctx, body: Body, requestId: string | null): Promise<string> {
  const { object, name } = await assertGrantable(ctx, body);
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto('metadataAuthorize')
    .values({
      ...body,
      id,
      requestId,
      sourceId: object.sourceId,
      tableId: object.tableId,
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
      createDept: ctx.user.deptId,
    })
    .execute();
  ctx.audit.change({ entity: LABEL, id, name, before: null, after: { ...body } });
  return id;
}

/** Creates the grant for an approved request with the rights of the caller: who may not create it by hand cannot approve it. Throws as `create` does. */
export const grantForRequest = (
  ctx: Ctx,
  requestId: string,
  grant: Pick<Body, 'subjectType' | 'subjectId' | 'objectType' | 'objectId' | 'actions' | 'endTime' | 'remark'>,
): Promise<string> => insert(ctx, { ...grant, rowFilter: null, beginTime: null, status: '1' }, requestId);

/** Ends what was granted for a request; answers how many grants ended. The caller has checked who may. */
export async function endGrantsOfRequest(ctx: Ctx, requestId: string): Promise<number> {
  const ended = await ctx.db
    .updateTable('metadataAuthorize')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('requestId', '=', requestId)
    .where('deletedAt', 'is', null)
    .returning(['id', 'objectType', 'objectId', 'actions'])
    .execute();
  for (const { id, ...before } of ended) ctx.audit.change({ entity: LABEL, id, name: null, before, after: null });
  return ended.length;
}

/** Changes a grant; `version` undefined = whatever it is now. */
async function change(ctx: Ctx, id: string, body: Body, version?: number): Promise<number> {
  const before = await found(ctx, id, true);
  if (version !== undefined) assertVersion(before, { ...body, version });
  const { object, name } = await assertGrantable(ctx, body, before.actions);
  await assertNew(ctx, body, id);
  const next = before.version + 1;
  await ctx.db
    .updateTable('metadataAuthorize')
    .set({ ...body, sourceId: object.sourceId, tableId: object.tableId, version: next, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  const kept = Object.fromEntries(Object.keys(body).map((key) => [key, before[key as keyof Row]]));
  ctx.audit.change({ entity: LABEL, id, name, before: kept, after: { ...body } });
  return next;
}

interface Limited extends Pick<Body, 'objectType' | 'objectId' | 'actions' | 'rowFilter' | 'endTime'> {
  id: string | null;
}

/** Grants with conditions and terms of one subject: ends some, changes some, makes others. Whatever is not of the subject is not found. */
async function saveLimited(
  ctx: Ctx,
  { subjectType, subjectId, ...save }: Pick<Body, 'subjectType' | 'subjectId'> & { change: readonly Limited[]; end: readonly string[] },
): Promise<{ added: number; changed: number; removed: number }> {
  const known = [...save.end, ...save.change.flatMap(({ id }) => id ?? [])];
  const own = known.length === 0 ? [] : await rows(ctx).where('metadataAuthorize.id', 'in', known).execute();
  const byId = new Map(own.filter((row) => row.subjectType === subjectType && row.subjectId === subjectId).map((row) => [row.id, row]));
  if (known.some((id) => !byId.has(id))) throw new AppError('entity.notFound', '部分授权不存在或已删除，请刷新后重试');
  if (save.end.length > 0) await remove(ctx, save.end);
  let added = 0;
  for (const { id, ...wanted } of save.change) {
    const before = id === null ? null : asReply(byId.get(id)!);
    const body: Body = {
      subjectType,
      subjectId,
      ...wanted,
      beginTime: before?.beginTime?.toISOString() ?? null,
      status: (before?.status as Body['status'] | undefined) ?? '1',
      remark: before?.remark ?? null,
    };
    if (id !== null) await change(ctx, id, body);
    else {
      added += 1;
      await assertNew(ctx, body, null);
      await insert(ctx, body, null);
    }
  }
  return { added, changed: save.change.length - added, removed: save.end.length };
}

export const authorizes = implement(authorize, {
  async page(ctx, { query }) {
    let list = rows(ctx);
    let all = alive(ctx);
    const narrow = (condition: ReturnType<typeof sql<boolean>>) => {
      list = list.where(condition);
      all = all.where(condition);
    };
    for (const field of ['subjectType', 'subjectId', 'objectType', 'objectId', 'sourceId', 'tableId'] as const)
      if (query[field]) narrow(sql<boolean>`${sql.ref(`metadataAuthorize.${field}`)} = ${query[field]}`);
    if (query.action) narrow(sql<boolean>`${query.action} = any(metadata_authorize.actions)`);
    if (query.state) narrow(sql<boolean>`${stateAt(ctx.now)} = ${query.state}`);
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'endTime', 'beginTime', 'updateTime'], '-createTime'))
      list = list.orderBy(`metadataAuthorize.${field}` as 'metadataAuthorize.id', direction);
    const page = await pageRows<Row>(query, list, all);
    return { ...page, data: page.data.map(asReply) };
  },
  get: async (ctx, { params }) => asReply(await found(ctx, params.id)),
  async create(ctx, { body }) {
    await assertNew(ctx, body, null);
    return { id: await insert(ctx, body, null) };
  },
  update: async (ctx, { params, body: { version, ...body } }) => ({ version: await change(ctx, params.id, body, version) }),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async getAuthorizedMetadata(ctx, { params }) {
    const role = await ctx.db
      .selectFrom('sysRole')
      .select('id')
      .where('id', '=', params.roleId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!role) throw new AppError('entity.notFound', '角色不存在或已删除');
    const list = await alive(ctx)
      .select('metadataAuthorize.objectId')
      .distinct()
      .where('subjectType', '=', 'role')
      .where('subjectId', '=', params.roleId)
      .where(sql<boolean>`${stateAt(ctx.now)} = 'active'`)
      .orderBy('metadataAuthorize.objectId')
      .execute();
    return list.map((row) => row.objectId);
  },
  saveMetadata: (ctx, { body }) => saveRole(ctx, body),
  async saveSubject(ctx, { body: { change: changes, end, ...plain } }) {
    const limited = await saveLimited(ctx, { ...plain, change: changes, end });
    const done = await saveSubject(ctx, plain);
    return { added: done.added + limited.added, changed: done.changed + limited.changed, removed: done.removed + limited.removed };
  },
  subject: (ctx, { params }) => subjectGrants(ctx, params),
  async refresh(ctx) {
    for (const { id } of await grantableSources(ctx).select('metadataSource.id').execute()) forgetCatalog(id);
    return null;
  },
  subjects: (ctx, { query }) => subjectsOf(ctx, query),
  objects: (ctx, { query }) => objectsBelow(ctx, query),
  async tryFilter(ctx, { body }) {
    const object = (await resolveObjects(ctx, [{ objectType: 'table', objectId: body.tableId }])).get(`table:${body.tableId}`)!;
    const counts = await countFiltered(ctx, { ...body, sourceId: object.sourceId });
    ctx.audit.note(`试算表“${object.name}”的行过滤条件：${body.rowFilter}`);
    return counts;
  },
  own: async (ctx) => (await ownGrants(ctx)).map((row) => ({ ...row, actions: row.actions as Body['actions'] })),
  effective: (ctx, { query }) => effective(ctx, query),
});
