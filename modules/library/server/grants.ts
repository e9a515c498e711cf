import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { grantCalls as contract } from '../contract/grant.ts';
import { assertMay } from './folders.ts';
import { shareOrAsk, sharingOf } from './approval.ts';
import { ITEMS, itemFor, type ItemKind } from './reach.ts';
import { requestedGrants } from './request-grants.ts';

const MAX_SUBJECTS = 50;
const TABLES = { role: 'sysRole', dept: 'sysDept', user: 'sysUser' } as const;
type Subject = keyof typeof TABLES;
interface Line {
  readonly subjectType: Subject;
  readonly subjectId: string;
  readonly level: 'view' | 'edit';
}

/** Everybody that rights are given to must exist. */
async function assertSubjects(ctx: Ctx, grants: readonly Line[]): Promise<void> {
  for (const type of ['role', 'dept', 'user'] as const) {
    const ids = [...new Set(grants.filter((one) => one.subjectType === type).map((one) => one.subjectId))];
    if (ids.length === 0) continue;
    const rows = await ctx.db.selectFrom(TABLES[type]).select('id').where('id', 'in', ids).where('deletedAt', 'is', null).execute();
    if (rows.length === ids.length) continue;
    const there = new Set(rows.map(({ id }) => id));
    const at = grants.findIndex((one) => one.subjectType === type && !there.has(one.subjectId));
    const message = '部分授权对象不存在，请重新选择';
    throw new AppError('input.invalid', message, [{ path: `grants.${at}.subjectId`, message }]);
  }
}

const stored = (ctx: Ctx, kind: ItemKind, id: string) =>
  ctx.db
    .selectFrom('visualGrant')
    .select(['subjectType', 'subjectId', 'level'])
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .where('requestId', '=', '')
    .orderBy('subjectType')
    .orderBy('createTime')
    .orderBy('id')
    .execute() as Promise<Line[]>;

async function namesOf(ctx: Ctx, grants: readonly Line[]): Promise<Map<string, { name: string; detail: string | null }>> {
  const ids = (type: Subject) => ['', ...grants.filter((one) => one.subjectType === type).map((one) => one.subjectId)];
  const { rows } = await sql<{ key: string; name: string; detail: string | null }>`
    select 'role:' || id as key, role_name as name, null as detail from sys_role where id in (${sql.join(ids('role'))})
    union all select 'dept:' || id, dept_name, null from sys_dept where id in (${sql.join(ids('dept'))})
    union all select 'user:' || u.id, u.nickname, d.dept_name from sys_user u left join sys_dept d on d.id = u.dept_id
      where u.id in (${sql.join(ids('user'))})`.execute(ctx.db);
  return new Map(rows.map(({ key, name, detail }) => [key, { name, detail }]));
}

/** Rights on single items: nobody gives or sees those of an item that he may not change. */
export const grantRoutes = implement(contract, {
  async read(ctx, { params }) {
    const permission = assertMay(ctx, params.kind, 'grant');
    const item = await itemFor(ctx, params.kind, params.id, 'edit', { permission });
    const grants = await stored(ctx, params.kind, params.id);
    const names = await namesOf(ctx, grants);
    const owner =
      item.createBy === null
        ? undefined
        : await ctx.db.selectFrom('sysUser').select('nickname').where('id', '=', item.createBy).executeTakeFirst();
    return {
      isShared: item.isShared === '1' ? ('1' as const) : ('0' as const),
      ownerName: owner?.nickname ?? null,
      flow: await sharingOf(ctx.db, params.kind, params.id),
      requested: await requestedGrants(ctx, params.kind, params.id),
      grants: grants.flatMap((one) => {
        const found = names.get(`${one.subjectType}:${one.subjectId}`);
        return found ? [{ ...one, subjectName: found.name, detail: found.detail }] : [];
      }),
    };
  },
  async write(ctx, { params, body }) {
    const { kind, id } = params;
    const permission = assertMay(ctx, kind, 'grant');
    const item = await itemFor(ctx, kind, id, 'edit', { permission, lock: true });
    const keys = body.grants.map((one) => `${one.subjectType}:${one.subjectId}`);
    if (new Set(keys).size !== keys.length) throw new AppError('input.invalid', '同一对象只能授权一次');
    await assertSubjects(ctx, body.grants);
    const before = await stored(ctx, kind, id);
    // what requests gave ends with them
    await ctx.db.deleteFrom('visualGrant').where('entityType', '=', kind).where('entityId', '=', id).where('requestId', '=', '').execute();
    if (body.grants.length > 0)
      await ctx.db
        .insertInto('visualGrant')
        .values(
          body.grants.map((one) => ({
            id: ctx.app.ids.next(),
            entityType: kind,
            entityId: id,
            ...one,
            createBy: ctx.user.id,
            createTime: ctx.now,
          })),
        )
        .execute();
    const names = await namesOf(ctx, [...before, ...body.grants]);
    const words = (list: readonly Line[]) =>
      list
        .map(
          (one) =>
            `${names.get(`${one.subjectType}:${one.subjectId}`)?.name ?? one.subjectId}（${one.level === 'edit' ? '可编辑' : '可查看'}）`,
        )
        .join('、');
    ctx.audit.change({
      entity: ITEMS[kind].label,
      id,
      name: item.name,
      before: { grants: words(before) },
      after: { grants: words(body.grants) },
    });
    return shareOrAsk(ctx, kind, id, body.isShared);
  },
  async subjects(ctx, { query }) {
    const word = query.keyword?.trim() ?? '';
    if (query.subjectType === 'role') {
      let rows = ctx.db.selectFrom('sysRole').select(['id', 'roleName as name']).where('deletedAt', 'is', null).where('status', '=', '1');
      if (word) rows = rows.where(containsText('roleName', word));
      return (await rows.orderBy('roleName').orderBy('id').limit(MAX_SUBJECTS).execute()).map((row) => ({ ...row, detail: null }));
    }
    if (query.subjectType === 'dept') {
      let rows = ctx.db
        .selectFrom('sysDept')
        .leftJoin('sysDept as above', 'above.id', 'sysDept.parentId')
        .select(['sysDept.id', 'sysDept.deptName as name', 'above.deptName as detail'])
        .where('sysDept.deletedAt', 'is', null)
        .where('sysDept.status', '=', '1');
      if (word) rows = rows.where(containsText('sysDept.deptName', word));
      return rows.orderBy('sysDept.path').limit(MAX_SUBJECTS).execute();
    }
    let rows = ctx.db
      .selectFrom('sysUser')
      .leftJoin('sysDept', 'sysDept.id', 'sysUser.deptId')
      .select(['sysUser.id', 'nickname as name', 'deptName as detail'])
      .where('sysUser.deletedAt', 'is', null)
      .where('sysUser.status', '=', '1');
    if (word) rows = rows.where((e) => e.or([containsText('nickname', word), containsText('username', word)]));
    return rows.orderBy('nickname').orderBy('sysUser.id').limit(MAX_SUBJECTS).execute();
  },
});
