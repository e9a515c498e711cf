import { AppError } from '#kit/contract/errors.ts';
import { isUnrestricted, ALL_PERMS } from '#kit/contract/access.ts';
import { contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { auth } from '../../contract/auth.ts';
import { captcha } from '../../contract/captcha.ts';
import { reset } from '../../contract/reset.ts';
import { session } from '../../contract/session.ts';
import { readConfig } from '../config-values.ts';
import { routesFor } from '../menus/routes-for.ts';
import { issueTicket } from './captcha.ts';
import { lockSession, unlockSession } from './lock.ts';
import { writeLoginLog } from './login-record.ts';
import { changePassword } from './passwords.ts';
import { personOf } from './person.ts';
import { requestResetCode, resetChannels, submitReset, testChannel } from './reset.ts';
import { tokenHash } from './session-store.ts';
import { RESEND_SECONDS, requestCode, sendTestSms, smsText } from './sms.ts';
import { SMS_TEXT } from './settings.ts';
import { signIn } from './sign-in.ts';

/** Names our web client; everybody may know it. */
const CLIENT = `Basic ${Buffer.from('web:web').toString('base64')}`;

export const authHandlers = implement(auth, {
  token(ctx, { body }) {
    if (ctx.request.headers.authorization !== CLIENT) throw new AppError('auth.required', '客户端标识不正确');
    return signIn(ctx, body);
  },
  login: (ctx, { body }) => signIn(ctx, body),
  async logout(ctx, { params }) {
    const own = ctx.app.db.deleteFrom('sysSession').where('userId', '=', ctx.user.id);
    const ended = await (
      params.token === 'current' ? own.where('id', '=', ctx.session.id) : own.where('tokenHash', '=', tokenHash(params.token))
    ).executeTakeFirst();
    if (Number(ended.numDeletedRows) === 0) throw new AppError('entity.notFound', '会话不存在或已结束');
    await writeLoginLog(ctx.app.db, ctx, { event: 'logout', result: '1', reason: null, user: ctx.user });
    return null;
  },
  changePassword: (ctx, { body }) => changePassword(ctx, body),
});

const SORTABLE = ['createTime'] as const;

export const captchaHandlers = implement(captcha, {
  image: (ctx, { query }) => issueTicket(ctx, { username: query.username || null, mustPaint: query.picture === '1' }),
  async sms(ctx, { body }) {
    const { username, phone, uuid, code } = body;
    await requestCode(ctx, { username: username ?? null, phone: phone ?? null, uuid: uuid ?? null, code: code ?? null });
    return { seconds: RESEND_SECONDS };
  },
  async smsTest(ctx, { body }) {
    await sendTestSms(ctx, body.phone);
    return null;
  },
  async smsPage(ctx, { query }) {
    let rows = ctx.db
      .selectFrom('sysSms')
      .innerJoin('sysUser', 'sysUser.id', 'sysSms.userId')
      .where(scope(ctx, { dept: 'sysUser.deptId', owner: 'sysUser.id' }));
    if (query.phone) rows = rows.where('sysSms.phone', 'like', contains(query.phone));
    if (query.state) rows = rows.where('sysSms.state', '=', query.state);
    let list = rows.select([
      'sysSms.id',
      'sysSms.phone',
      'sysUser.username',
      'sysUser.nickname',
      'sysSms.code',
      'sysSms.content',
      'sysSms.state',
      'sysSms.scene',
      'sysSms.result',
      'sysSms.createTime',
      'sysSms.expireTime',
    ]);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(field === 'id' ? 'sysSms.id' : 'sysSms.createTime', direction);
    const page = await pageRows(query, list, rows);
    const template = await readConfig(ctx.db, SMS_TEXT);
    return {
      ...page,
      // A code in clear is stored only when no gateway is configured, for the administrator to pass on.
      data: page.data.map(({ code, content, scene, ...row }) => ({
        ...row,
        phone: row.phone ?? '',
        content: smsText(content ?? template, row.state === 'outbox' || (row.state === 'failed' && scene === 'login') ? code : '******'),
      })),
    };
  },
});

export const sessionHandlers = implement(session, {
  async route(ctx) {
    if (ctx.session.locked) return { user: null, perms: [], routes: [], lock: 'locked' as const };
    const [person, routes] = await Promise.all([personOf(ctx.db, ctx.user.id), routesFor(ctx.db, ctx.user)]);
    return {
      user: {
        id: person.id,
        username: person.username,
        nickname: person.nickname,
        phone: person.phone,
        avatar: person.avatar,
        dept: person.deptId,
        deptName: person.deptName,
        roles: person.roles.map((role) => role.id),
        roleNames: person.roles.map((role) => role.name),
        posts: person.posts.map((post) => post.id),
        postNames: person.posts.map((post) => post.name),
        mustChangePassword: ctx.session.mustChangePassword,
      },
      perms: isUnrestricted(ctx.user) ? [ALL_PERMS] : [...ctx.user.perms].sort(),
      routes,
      lock: 'unlocked' as const,
    };
  },
  lock: (ctx, { body }) => lockSession(ctx, body),
  unlock: (ctx, { body }) => unlockSession(ctx, body),
});

export const resetHandlers = implement(reset, {
  channels: async (ctx) => ({ channels: await resetChannels(ctx.app) }),
  code: (ctx, { body }) => requestResetCode(ctx, body),
  submit: (ctx, { body }) => submitReset(ctx, body),
  test: (ctx, { body }) => testChannel(ctx, body.channel),
});
