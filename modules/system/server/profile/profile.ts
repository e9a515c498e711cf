import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { assertVersion, cappedTotal, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { profile } from '../../contract/profile.ts';
import { passwordExpiry } from '../../core/password.ts';
import { personOf } from '../auth/person.ts';
import { onlineSince } from '../auth/session-store.ts';
import { DEFAULTS, EXPIRE_DAYS } from '../auth/settings.ts';
import { readNumberConfig } from '../config-values.ts';
import { loginLogPage, sinceOf } from '../login-log/login-log.ts';
import { regionsOf } from '../region/regions.ts';
import { readPreference, savePreference } from './preferences.ts';

const CAP = 10_000;
const EDITABLE = ['nickname', 'email', 'phone', 'sex', 'birthday', 'avatar'] as const;

const ownRow = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysUser')
    .select(['id', 'version', 'username', 'passwordTime', 'lastLoginTime', 'lastLoginIp', 'createTime', ...EDITABLE])
    .where('id', '=', ctx.user.id)
    .where('deletedAt', 'is', null);

export const profileHandlers = implement(profile, {
  async get(ctx) {
    const [row, person, days] = await Promise.all([
      ownRow(ctx).executeTakeFirstOrThrow(),
      personOf(ctx.db, ctx.user.id),
      readNumberConfig(ctx.db, EXPIRE_DAYS, DEFAULTS.expireDays),
    ]);
    return {
      ...row,
      deptName: person.deptName,
      roleNames: person.roles.map((role) => role.name),
      postNames: person.posts.map((post) => post.name),
      passwordExpireTime: passwordExpiry(row.passwordTime, days),
    };
  },
  async update(ctx, { body }) {
    const before = await ownRow(ctx).forUpdate().executeTakeFirstOrThrow();
    assertVersion(before, body);
    // Named one by one: nothing else of the account can be written here, whatever the body holds.
    const after = {
      nickname: body.nickname,
      email: body.email ?? null,
      phone: body.phone ?? null,
      sex: body.sex,
      birthday: body.birthday ?? null,
      avatar: body.avatar,
    };
    await ctx.db
      .updateTable('sysUser')
      .set({ ...after, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', ctx.user.id)
      .execute();
    ctx.audit.change({
      entity: '用户',
      id: ctx.user.id,
      name: before.username,
      before: Object.fromEntries(EDITABLE.map((name) => [name, before[name]])),
      after,
    });
    return { version: before.version + 1 };
  },
  async avatar(ctx, { body }) {
    const before = await ownRow(ctx).forUpdate().executeTakeFirstOrThrow();
    await ctx.db
      .updateTable('sysUser')
      .set({ avatar: body.fileName, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', ctx.user.id)
      .execute();
    ctx.audit.change({
      entity: '用户',
      id: ctx.user.id,
      name: before.username,
      before: { avatar: before.avatar },
      after: { avatar: body.fileName },
    });
    return { avatar: body.fileName };
  },
  async devices(ctx) {
    const rows = await ctx.db
      .selectFrom('sysSession')
      .select([
        'id',
        'ip',
        'browser',
        'os',
        'device',
        'isLocked',
        'createTime as loginTime',
        'lastTime',
        sql<boolean>`id = ${ctx.session.id}`.as('isCurrent'),
      ])
      .where('userId', '=', ctx.user.id)
      .where('expireTime', '>', ctx.now)
      .where('lastTime', '>', await onlineSince(ctx.app, ctx.db))
      .orderBy('lastTime', 'desc')
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
    const regionOf = await regionsOf(ctx.app);
    return rows.map((row) => ({ ...row, region: regionOf(row.ip) }));
  },
  async endDevice(ctx, { params }) {
    const ended = await ctx.db.deleteFrom('sysSession').where('id', '=', params.id).where('userId', '=', ctx.user.id).executeTakeFirst();
    if (Number(ended.numDeletedRows) === 0) throw new AppError('entity.notFound', '设备不存在或已退出');
    const reason = '您已在另一设备上将本设备下线';
    await ctx.app.push.send(ctx.db, { sessions: [params.id] }, { kind: 'kicked', data: { reason } });
    return null;
  },
  loginLogs: (ctx, { query }) => loginLogPage(ctx, query, (rows) => rows.where('userId', '=', ctx.user.id)),
  async operations(ctx, { query }) {
    const { pageNum, pageSize } = pageOf(query);
    let rows = ctx.db.selectFrom('sysOperLog').where('userId', '=', ctx.user.id).where('createTime', '>=', sinceOf(ctx.now, query));
    if (query.endTime) rows = rows.where('createTime', '<=', new Date(query.endTime));
    let list = rows.select(['id', 'module', 'title', 'remoteAddr', 'result', 'exMsg', 'timeMs', 'createTime']);
    for (const [field, direction] of sortOrders(query.sort, ['createTime'], '-createTime'))
      list = list.orderBy(field as 'createTime' | 'id', direction);
    const data = await list
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    return { pageNum, pageSize, ...(await cappedTotal(rows.select('id'), ctx.db, CAP)), data };
  },
  preference: async (ctx, { params }) => ({ value: await readPreference(ctx.db, ctx.user.id, params.key) }),
  async savePreference(ctx, { params, body }) {
    await savePreference(ctx.db, { userId: ctx.user.id, key: params.key, value: body.value, now: ctx.now });
    return null;
  },
});
