import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { UserCreate, UserInput } from '../../contract/user.ts';
import { maskPhone } from '../../core/mask.ts';
import { passwordProblem } from '../../core/password.ts';
import { hashPassword } from '../auth/hash.ts';
import { oneTimePassword, storePasswords } from '../auth/passwords.ts';
import { UNASSIGNED_ROLE, dutyProblem } from '../../core/duty.ts';
import { assertMayGrant, assertMayMove, divideRoles } from '../grants.ts';
import { assertNotAbove } from '../refusals.ts';
import { askForRoles, forgetRequests, notifyPeople } from './requests.ts';
import { forEach } from './each.ts';
import { assertAdminLeft, lockAdmins } from './last-admin.ts';
import { findUser, visibleUsers } from './queries.ts';

type Input = z.output<typeof UserInput>;
type Stored = Awaited<ReturnType<typeof findUser>>;

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

async function assertFreeName(ctx: Ctx, username: string, id: string | null): Promise<void> {
  let taken = ctx.db
    .selectFrom('sysUser')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deletedAt', 'is', null);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst())
    throw new AppError('entity.duplicate', '该用户名已存在', [{ path: 'username', message: '该用户名已存在' }]);
}

/** The department exists, is enabled, and the caller reaches it. */
export async function assertDept(ctx: Ctx, deptId: string): Promise<void> {
  const dept = await ctx.db
    .selectFrom('sysDept')
    .select('status')
    .where('id', '=', deptId)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'sysDept.id' }))
    .executeTakeFirst();
  if (!dept) throw wrong('deptId', '所选部门不存在或不在您的数据范围内');
  if (dept.status === '0') throw wrong('deptId', '所选部门已禁用');
}

/** Roles and posts exist; they are locked against being deleted meanwhile. */
async function assertRelations(ctx: Ctx, body: Pick<Input, 'roleList' | 'postList'>): Promise<void> {
  const roles = await ctx.db
    .selectFrom('sysRole')
    .select('id')
    .where('id', 'in', body.roleList)
    .where('deletedAt', 'is', null)
    .forShare()
    .execute();
  if (roles.length !== body.roleList.length) throw wrong('roleList', '所选角色不存在，请重新选择');
  const problem = dutyProblem(body.roleList);
  if (problem) throw wrong('roleList', problem);
  // old accounts may have no post
  if (body.postList.length === 0) return;
  const posts = await ctx.db
    .selectFrom('sysPost')
    .select('id')
    .where('id', 'in', body.postList)
    .where('deletedAt', 'is', null)
    .forShare()
    .execute();
  if (posts.length !== body.postList.length) throw wrong('postList', '所选岗位不存在，请重新选择');
}

const logged = (user: Input & { password?: unknown }) => {
  const { password: _password, ...rest } = user;
  return rest;
};

/** Department, roles and posts by name, as the operation log shows them. */
async function readable<T extends Pick<Input, 'deptId' | 'roleList' | 'postList'>>(ctx: Ctx, body: T) {
  const dept = await ctx.db.selectFrom('sysDept').select('deptName').where('id', '=', body.deptId).executeTakeFirst();
  const roles = await ctx.db
    .selectFrom('sysRole')
    .select('roleName')
    .where('id', 'in', body.roleList)
    .orderBy('sortNo')
    .orderBy('id')
    .execute();
  const posts =
    body.postList.length === 0 ? [] : await ctx.db.selectFrom('sysPost').select('postName').where('id', 'in', body.postList).execute();
  return {
    ...body,
    deptId: dept?.deptName ?? null,
    roleList: roles.map((role) => role.roleName),
    postList: posts.map((post) => post.postName),
  };
}

async function putRelations(ctx: Ctx, userId: string, body: Pick<Input, 'roleList' | 'postList'>): Promise<void> {
  await ctx.db.deleteFrom('sysUserRole').where('userId', '=', userId).execute();
  await ctx.db.deleteFrom('sysUserPost').where('userId', '=', userId).execute();
  await addRelations(ctx, userId, body);
}

const addRelations = (ctx: Ctx, userId: string, body: Pick<Input, 'roleList' | 'postList'>) => addRelationsOf(ctx, [{ userId, ...body }]);

async function addRelationsOf(ctx: Ctx, accounts: readonly (Pick<Input, 'roleList' | 'postList'> & { userId: string })[]): Promise<void> {
  const roles = accounts.flatMap(({ userId, roleList }) => roleList.map((roleId) => ({ userId, roleId })));
  const posts = accounts.flatMap(({ userId, postList }) => postList.map((postId) => ({ userId, postId })));
  await ctx.db.insertInto('sysUserRole').values(roles).execute();
  await ctx.db.insertInto('sysUserPost').values(posts).execute();
}

const DISABLED = '账号已被禁用，请联系管理员';

/** The account's open browsers leave with a sentence. */
const sendAway = (ctx: Ctx, accounts: readonly string[], reason: string) =>
  ctx.app.push.send(ctx.db, { accounts }, { kind: 'kicked', data: { reason } });

/** Roles that an account has while others are still asked for. */
const orNone = (roleIds: readonly string[]): string[] => (roleIds.length === 0 ? [UNASSIGNED_ROLE] : [...roleIds]);

/**
 * Creates an account. Returns the generated first password when the caller gave none; it must be changed at the first sign-in. Roles that
 * the caller may request but not grant are queued for the security administrator.
 */
export async function createUser(ctx: Ctx, wanted: z.output<typeof UserCreate>) {
  await assertDept(ctx, wanted.deptId);
  const { given, asked } = await divideRoles(ctx, wanted.roleList, wanted.deptId);
  const body = { ...wanted, roleList: orNone(given) };
  await assertFreeName(ctx, body.username, null);
  await assertRelations(ctx, wanted);
  if (body.phone?.includes('*')) throw wrong('phone', '手机号码格式不正确');
  const problem = body.password ? passwordProblem(body.password) : null;
  if (problem) throw new AppError('auth.passwordRule', problem, [{ path: 'password', message: problem }]);
  const password = body.password || oneTimePassword();
  const passwordHash = await hashPassword(password);
  const [made] = await insertUsers(ctx, [{ body, divided: { given, asked }, passwordHash, shown: await readable(ctx, body) }]);
  const { id, askedRoles } = made!;
  return { id, username: body.username, password: wanted.password ? null : password, askedRoles };
}

/** What a new account needs whose rights have been judged; `shown` are its department, roles and posts by name, for the log. */
export interface NewAccount {
  readonly body: Input;
  readonly divided: { readonly given: readonly string[]; readonly asked: readonly string[] };
  readonly passwordHash: string;
  readonly shown: { deptId: string | null; roleList: string[]; postList: string[] };
}

/** Writes accounts whose input, relations and rights have been checked; as many statements for a hundred as for one. */
export async function insertUsers(ctx: Ctx, accounts: readonly NewAccount[]): Promise<{ id: string; askedRoles: string[] }[]> {
  const made = accounts.map((account) => ({ ...account, id: ctx.app.ids.next(), roleList: orNone(account.divided.given) }));
  await ctx.db
    .insertInto('sysUser')
    .values(
      made.map(({ id, body, passwordHash }) => ({
        id,
        username: body.username,
        nickname: body.nickname,
        passwordHash,
        passwordTime: ctx.now,
        mustChangePassword: '1',
        email: body.email,
        phone: body.phone,
        birthday: body.birthday,
        sex: body.sex,
        deptId: body.deptId,
        expireTime: body.expireTime,
        status: body.status,
        remark: body.remark,
        createBy: ctx.user.id,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
        createDept: ctx.user.deptId,
      })),
    )
    .execute();
  await addRelationsOf(
    ctx,
    made.map(({ id, body, roleList }) => ({ userId: id, roleList, postList: body.postList })),
  );
  const names = await askForRoles(
    ctx,
    made.flatMap(({ id, body, divided }) => (divided.asked.length > 0 ? { id, nickname: body.nickname, roleIds: divided.asked } : [])),
  );
  for (const { id, body, shown } of made) {
    const { deptId, roleList: roles, postList } = shown;
    const after = { ...logged(body), deptId, roleList: roles, postList };
    ctx.audit.change({ entity: '用户', id, name: body.nickname, before: null, after });
  }
  return made.map(({ id, divided }) => ({
    id,
    askedRoles: [...names].flatMap(([role, name]) => (divided.asked.includes(role) ? name : [])),
  }));
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((item) => b.includes(item));

const isContactChanged = (before: Stored, body: Pick<Input, 'phone' | 'email'>): boolean =>
  before.phone !== body.phone || before.email !== body.email;

/** The ceiling as far as accounts need it; an import remembers verdicts. */
export interface AccountRules {
  readonly assertDept: (ctx: Ctx, deptId: string) => Promise<void>;
  readonly assertMayGrant: typeof assertMayGrant;
  readonly assertMayMove: typeof assertMayMove;
  readonly divideRoles: typeof divideRoles;
}
const RULES: AccountRules = { assertDept, assertMayGrant, assertMayMove, divideRoles };

/** Checks that an update stays within the caller's rights or duty; returns the roles to grant and those to request. */
export async function dividedChange(
  ctx: Ctx,
  before: Stored,
  body: Input,
  rules: AccountRules = RULES,
): Promise<{ roleList: string[]; asked: string[] }> {
  await assertNotAbove(ctx, before);
  const gained = body.roleList.filter((roleId) => !before.roleList.includes(roleId));
  const isSelf = before.id === ctx.user.id;
  if (isSelf && !sameSet(body.roleList, before.roleList))
    throw new AppError('grant.beyondOwn', '不能修改自己的角色', [{ path: 'roleList', message: '不能修改自己的角色' }]);
  if (isSelf && body.status === '0') throw new AppError('rule.broken', '不能禁用自己的账号');
  if (body.deptId !== before.deptId) {
    await rules.assertDept(ctx, body.deptId);
    await rules.assertMayMove(ctx, body.roleList, body.deptId);
  }
  const { asked } = await rules.divideRoles(ctx, gained, body.deptId);
  const isRevived = (before.status === '0' && body.status === '1') || (before.expireTime !== null && expiry(before) !== expiry(body));
  // reset codes go to telephone or mailbox: changing them is as sensitive as changing the password
  if (isRevived || (!isSelf && isContactChanged(before, body))) await rules.assertMayGrant(ctx, before.roleList, before.deptId, 'accounts');
  const kept = body.roleList.filter((roleId) => !asked.includes(roleId));
  return { roleList: orNone(kept), asked };
}

const expiry = ({ expireTime }: { expireTime: Date | string | null }): number | null =>
  expireTime === null ? null : new Date(expireTime).getTime();

export async function updateUser(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  await lockAdmins(ctx);
  const before = await findUser(ctx, id, 'lock');
  assertVersion(before, body);
  const phone = body.phone?.includes('*') ? before.phone : body.phone;
  if (body.phone?.includes('*') && body.phone !== maskPhone(before.phone)) throw wrong('phone', '手机号码格式不正确');
  await assertFreeName(ctx, body.username, id);
  await assertRelations(ctx, body);
  const { roleList, asked } = await dividedChange(ctx, before, { ...body, phone });
  const { version, roleList: _wanted, postList, ...values } = { ...body, phone };
  await ctx.db
    .updateTable('sysUser')
    .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await putRelations(ctx, id, { roleList, postList });
  if (asked.length > 0) await askForRoles(ctx, [{ id, nickname: before.nickname, roleIds: asked }]);
  else if (!sameSet(roleList, before.roleList)) await forgetRequests(ctx, [id]);
  await assertAdminLeft(ctx);
  if (id !== ctx.user.id && isContactChanged(before, values))
    await notifyPeople(ctx, [id], { title: '您的联系方式已被修改', did: '修改了您账号的手机号码或电子邮箱' });
  if (body.status === '0') await sendAway(ctx, [id], DISABLED);
  else if (!sameSet(roleList, before.roleList)) await ctx.app.push.send(ctx.db, { accounts: [id] }, { kind: 'menus', data: {} });
  const after = await readable(ctx, { ...values, roleList, postList });
  const kept = {
    ...Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof typeof after]])),
    deptId: before.dept?.deptName ?? null,
    roleList: before.roles.map((role) => role.roleName),
    postList: before.posts.map((post) => post.postName),
  };
  ctx.audit.change({ entity: '用户', id, name: before.nickname, before: kept, after });
  return { version: version + 1 };
}

export async function changeStatus(ctx: Ctx, id: string, status: '0' | '1'): Promise<{ version: number }> {
  await lockAdmins(ctx);
  const before = await findUser(ctx, id, 'lock');
  await assertNotAbove(ctx, before);
  if (id === ctx.user.id && status === '0') throw new AppError('rule.broken', '不能禁用自己的账号');
  if (before.status === '0' && status === '1') await assertMayGrant(ctx, before.roleList, before.deptId, 'accounts');
  await ctx.db
    .updateTable('sysUser')
    .set({ status, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await assertAdminLeft(ctx);
  if (status === '0') await sendAway(ctx, [id], DISABLED);
  ctx.audit.change({ entity: '用户', id, name: before.nickname, before: { status: before.status }, after: { status } });
  return { version: before.version + 1 };
}

/** Deletes accounts: whole or not at all. Their sessions end with the next request, because the account is gone. */
export async function removeUsers(ctx: Ctx, ids: readonly string[]): Promise<null> {
  await lockAdmins(ctx);
  const isSelf = (id: string) => id === ctx.user.id;
  if (ids.length === 1 && ids.some(isSelf)) throw new AppError('rule.broken', '不能删除自己的账号');
  const rows = await visibleUsers(ctx)
    .select(['sysUser.id', 'sysUser.username', 'sysUser.nickname'])
    .where('sysUser.id', 'in', ids)
    .orderBy('sysUser.id')
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  const held = await ctx.db.selectFrom('sysUserRole').select(['userId', 'roleId']).where('userId', 'in', ids).execute();
  const nicknames = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  const assertOne = async (id: string) => {
    if (isSelf(id)) throw new AppError('rule.broken', '不能删除自己的账号');
    const roleList = held.filter(({ userId }) => userId === id).map(({ roleId }) => roleId);
    await assertNotAbove(ctx, { id, nickname: nicknames.get(id) ?? '', roleList });
  };
  const [only] = ids;
  if (ids.length === 1 && only) await assertOne(only);
  else await forEach(ctx, ids, assertOne);
  // roles and posts stay with the deleted account: a restore brings it back as it was
  await ctx.db
    .updateTable('sysUser')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  await assertAdminLeft(ctx);
  await sendAway(ctx, ids, '账号已被删除，请联系管理员');
  for (const row of rows)
    ctx.audit.change({
      entity: '用户',
      id: row.id,
      name: row.nickname,
      before: { username: row.username, nickname: row.nickname },
      after: null,
    });
  return null;
}

/**
 * Sets a one-time password and returns it once. It allows the caller to sign in as that person, so the caller must hold everything that
 * the account holds, or manage accounts by duty; the person is notified and must choose another password.
 */
export async function resetPassword(ctx: Ctx, id: string): Promise<{ password: string }> {
  await assertMayReset(ctx, await findUser(ctx, id));
  const password = oneTimePassword();
  const passwordHash = await hashPassword(password);
  const before = await findUser(ctx, id, 'lock');
  await assertMayReset(ctx, before);
  await giveOncePasswords(ctx, [before], new Map([[id, passwordHash]]));
  return { password };
}

export async function assertMayReset(ctx: Ctx, before: Stored, rules: Pick<AccountRules, 'assertMayGrant'> = RULES): Promise<void> {
  if (before.id === ctx.user.id) throw new AppError('rule.broken', '请在个人中心修改自己的密码');
  await assertNotAbove(ctx, before);
  await rules.assertMayGrant(ctx, before.roleList, before.deptId, 'accounts');
}

/** Stores hashes of one-time passwords for accounts that are locked and that the caller may reset. */
export async function giveOncePasswords(ctx: Ctx, accounts: readonly Stored[], hashes: ReadonlyMap<string, string>): Promise<void> {
  await storePasswords(ctx.app, ctx.db, { hashes, mustChange: true });
  await notifyPeople(
    ctx,
    accounts.map((user) => user.id),
    { title: '您的密码已被重置', did: '重置了您的密码' },
  );
  for (const { nickname, username } of accounts) ctx.audit.note(`重置用户“${nickname}（${username}）”的密码`);
}

/** Decides what an account may do, in place of what it could and what was asked for. */
export async function assignRoles(ctx: Ctx, id: string, body: Pick<Input, 'roleList'> & { version: number }): Promise<{ version: number }> {
  await lockAdmins(ctx);
  const before = await findUser(ctx, id, 'lock');
  assertVersion(before, body);
  if (id === ctx.user.id) throw new AppError('grant.beyondOwn', '不能修改自己的角色');
  await assertNotAbove(ctx, before);
  const { roleList } = body;
  await assertRelations(ctx, { roleList, postList: before.postList });
  const gained = roleList.filter((roleId) => !before.roleList.includes(roleId));
  await assertMayGrant(ctx, gained, before.deptId, 'rights');
  await ctx.db.deleteFrom('sysUserRole').where('userId', '=', id).execute();
  await ctx.db
    .insertInto('sysUserRole')
    .values(roleList.map((roleId) => ({ userId: id, roleId })))
    .execute();
  await forgetRequests(ctx, [id]);
  await ctx.db
    .updateTable('sysUser')
    .set({ version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await assertAdminLeft(ctx);
  await ctx.app.push.send(ctx.db, { accounts: [id] }, { kind: 'menus', data: {} });
  const after = await readable(ctx, { roleList, postList: before.postList, deptId: before.deptId ?? '' });
  ctx.audit.change({
    entity: '用户',
    id,
    name: before.nickname,
    before: { roleList: before.roles.map((role) => role.roleName) },
    after: { roleList: after.roleList },
  });
  return { version: before.version + 1 };
}
