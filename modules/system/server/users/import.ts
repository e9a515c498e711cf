import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { foldKey, type ParsedRow, type RowImport } from '#kit/server/excel/import.ts';
import { scope } from '#kit/server/scope.ts';
import type { UserImport, UserImportChange } from '../../contract/user.ts';
import { dutyProblem } from '../../core/duty.ts';
import { passwordProblem } from '../../core/password.ts';
import { hashPasswords, NO_PASSWORD } from '../auth/hash.ts';
import { userColumns, visibleUsers, withRelations } from './queries.ts';
import { rememberedRules } from './verdicts.ts';
import { dividedChange, insertUsers, updateUser, type AccountRules, type NewAccount } from './writes.ts';

/*
 * Accounts from a file. What all rows share (departments, posts, roles, the accounts of the same names, verdicts on rights) is read or
 * decided once, so that a check of thousands of rows asks the database a dozen times.
 */

type Row = z.output<typeof UserImport>;
type Change = z.output<typeof UserImportChange>;

const MAX_ROLES = 5;
const KEYS_AT_ONCE = 1000;
const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);
const duplicate = (message: string) => new AppError('entity.duplicate', message, [{ path: 'username', message }]);
const codesOf = (text: string): string[] => [...new Set(text.split(/[、,，;；\s]+/).filter(Boolean))];

/** Living accounts of all departments by folded name. */
export async function existingNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < names.length; from += KEYS_AT_ONCE) {
    const rows = await db
      .selectFrom('sysUser')
      .select('username')
      .where(sql`lower(username)`, 'in', names.slice(from, from + KEYS_AT_ONCE))
      .where('deletedAt', 'is', null)
      .execute();
    for (const row of rows) found.add(foldKey(row.username));
  }
  return found;
}

/** Visible accounts by folded name, with department, roles and posts. */
async function accountsNamed(ctx: Ctx, names: readonly string[]) {
  const found = new Map<string, Awaited<ReturnType<typeof withRelations<Awaited<ReturnType<typeof load>>[number]>>>[number]>();
  const load = (some: readonly string[]) =>
    visibleUsers(ctx)
      .select(userColumns)
      .where(sql`lower(sys_user.username)`, 'in', some)
      .execute();
  for (let from = 0; from < names.length; from += KEYS_AT_ONCE)
    for (const user of await withRelations(ctx.db, await load(names.slice(from, from + KEYS_AT_ONCE))))
      found.set(foldKey(user.username), user);
  return found;
}

/** Departments, posts and roles by the names used in files; locked against deletion when rows are written. */
async function relationsOf(ctx: Ctx, isCheck: boolean) {
  const reached = new Set(
    (
      await ctx.db
        .selectFrom('sysDept')
        .select('id')
        .where('deletedAt', 'is', null)
        .where(scope(ctx, { dept: 'sysDept.id' }))
        .execute()
    ).map((dept) => dept.id),
  );
  const depts = await ctx.db.selectFrom('sysDept').select(['id', 'deptNo', 'deptName', 'status']).where('deletedAt', 'is', null).execute();
  let posts = ctx.db.selectFrom('sysPost').select(['id', 'postName']).where('deletedAt', 'is', null);
  let roles = ctx.db.selectFrom('sysRole').select(['id', 'roleCode', 'roleName']).where('deletedAt', 'is', null);
  if (!isCheck) [posts, roles] = [posts.forShare(), roles.forShare()];
  const deptByNo = new Map(depts.map((dept) => [dept.deptNo, dept]));
  const postByName = new Map((await posts.execute()).map((post) => [post.postName, post]));
  const roleByCode = new Map((await roles.execute()).map((role) => [role.roleCode, role]));

  const deptOf = (deptNo: string) => {
    const dept = deptByNo.get(deptNo);
    if (!dept) throw wrong('deptNo', `部门编码 ${deptNo} 不存在`);
    if (!reached.has(dept.id)) throw wrong('deptNo', `部门“${dept.deptName}”不在您的数据范围内`);
    if (dept.status === '0') throw wrong('deptNo', `部门“${dept.deptName}”已禁用`);
    return dept;
  };
  const postOf = (postName: string) => {
    const post = postByName.get(postName);
    if (!post) throw wrong('postName', `岗位 ${postName} 不存在`);
    return post;
  };
  const rolesOf = (roleCodes: string) => {
    const codes = codesOf(roleCodes);
    if (codes.length === 0 || codes.length > MAX_ROLES) throw wrong('roleCodes', '请填写1到5个角色');
    const found = codes.flatMap((code) => roleByCode.get(code) ?? []);
    const unknown = codes.filter((code) => !roleByCode.has(code));
    if (unknown.length > 0) throw wrong('roleCodes', `角色编码 ${unknown.join('、')} 不存在`);
    const problem = dutyProblem(found.map((role) => role.id));
    if (problem) throw wrong('roleCodes', problem);
    return found;
  };
  return { deptOf, postOf, rolesOf };
}

/** Hashes that were made ahead, by the row that they belong to. */
const hashes = new WeakMap<Row, string>();

/** Hashes the passwords that rows of a file bring along; what is no password is refused later. */
export async function prehashPasswords(rows: readonly Row[], signal?: AbortSignal): Promise<void> {
  const open = rows.filter((row) => row.password && !hashes.has(row) && !passwordProblem(row.password));
  const made = await hashPasswords(
    open.map((row) => row.password ?? ''),
    signal ? { signal } : {},
  );
  for (const [at, row] of open.entries()) hashes.set(row, made[at] ?? NO_PASSWORD);
}

/**
 * Row import of accounts. A new account without a password in the file gets none: an administrator resets passwords in bulk later. A dry
 * run does everything except hashing and writing.
 */
export async function takeUsers(
  ctx: Ctx,
  rows: readonly ParsedRow<Row | Change>[],
  { isCheck }: { isCheck: boolean },
): Promise<RowImport<Row, Change>> {
  const names = rows.map((parsed) => foldKey(parsed.value.username));
  const taken = await existingNames(ctx.db, names);
  const known = await accountsNamed(
    ctx,
    rows.filter((parsed) => parsed.isChange).map((parsed) => foldKey(parsed.value.username)),
  );
  const { deptOf, postOf, rolesOf } = await relationsOf(ctx, isCheck);
  // departments have been looked up already
  const rules: AccountRules = { ...rememberedRules(), assertDept: () => Promise.resolve() };

  /** Judges a new row; answers the account that it makes. */
  const judge = async (rowCtx: Ctx, row: Row): Promise<NewAccount> => {
    const { deptNo, postName, roleCodes, password, ...values } = row;
    const [dept, post, roles] = [deptOf(deptNo), postOf(postName), rolesOf(roleCodes)];
    if (taken.has(foldKey(row.username))) throw duplicate('该用户名已存在');
    const problem = password ? passwordProblem(password) : null;
    if (problem) throw new AppError('auth.passwordRule', problem, [{ path: 'password', message: problem }]);
    const roleList = roles.map((role) => role.id);
    return {
      body: { ...values, expireTime: null, deptId: dept.id, postList: [post.id], roleList },
      divided: await rules.divideRoles(rowCtx, roleList, dept.id),
      passwordHash: hashes.get(row) ?? NO_PASSWORD,
      shown: { deptId: dept.deptName, postList: [post.postName], roleList: roles.map((role) => role.roleName) },
    };
  };
  const createMany = async (rowCtx: Ctx, rows: readonly Row[]): Promise<void> => {
    if (!isCheck) await prehashPasswords(rows, rowCtx.signal);
    const accounts: NewAccount[] = [];
    for (const row of rows) accounts.push(await judge(rowCtx, row));
    if (!isCheck) await insertUsers(rowCtx, accounts);
  };

  return {
    createMany,
    create: (rowCtx, row) => createMany(rowCtx, [row]),

    async update(rowCtx, row) {
      const { username, deptNo, postName, roleCodes, ...values } = row;
      const name = foldKey(username);
      if (!taken.has(name)) throw wrong('username', '该用户名不存在，无法更新');
      const before = known.get(name);
      if (!before) throw wrong('username', '该用户不在您的数据范围内，无法更新');
      const stored = { ...before, roleList: before.roles.map((role) => role.id), postList: before.posts.map((post) => post.id) };
      const body = {
        username: stored.username,
        nickname: values.nickname ?? stored.nickname,
        phone: values.phone ?? stored.phone,
        email: values.email ?? stored.email,
        birthday: values.birthday ?? stored.birthday,
        sex: values.sex ?? (stored.sex as '0' | '1' | '2'),
        status: values.status ?? (stored.status as '0' | '1'),
        remark: values.remark ?? stored.remark,
        expireTime: stored.expireTime?.toISOString() ?? null,
        deptId: deptNo ? deptOf(deptNo).id : (stored.deptId ?? ''),
        postList: postName ? [postOf(postName).id] : stored.postList,
        roleList: roleCodes ? rolesOf(roleCodes).map((role) => role.id) : stored.roleList,
      };
      if (body.deptId === '') throw wrong('deptNo', '该用户没有部门，请填写部门编码');
      const now = body as Record<string, unknown>;
      const isSame = Object.entries({ ...stored, deptId: stored.deptId ?? '', expireTime: body.expireTime }).every(
        ([field, value]) => !(field in now) || String(now[field]) === String(value),
      );
      if (isSame) return;
      await dividedChange(rowCtx, stored, body, rules);
      if (!isCheck) await updateUser(rowCtx, stored.id, { ...body, version: stored.version });
    },
  };
}
