import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { UNASSIGNED_ROLE } from '../../core/duty.ts';
import { hashPassword } from '../auth/hash.ts';
import { oneTimePassword } from '../auth/passwords.ts';
import { assertMayMove } from '../grants.ts';
import { assertNotAbove } from '../refusals.ts';
import { lockAdmins } from './last-admin.ts';
import { findUser } from './queries.ts';
import { assertDept, assertMayReset, assignRoles, changeStatus, giveOncePassword } from './writes.ts';

/*
 * Actions on many chosen accounts. Each account is handled as by the single call, with the same rights; all are changed, or none and
 * the refusal names who is in the way.
 */

const SHOWN = 5;
const MAX_ROLES = 5;

type Account = Awaited<ReturnType<typeof findUser>>;

/** Does something with each account in the order of ids, so that two batches do not wait for each other crosswise. */
async function forEach(ctx: Ctx, ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<{ changed: number }> {
  const refused: { id: string; message: string }[] = [];
  for (const id of [...ids].sort()) {
    ctx.signal.throwIfAborted();
    try {
      await work(id);
    } catch (error) {
      // only refusals are collected: after an error of the database the transaction can do nothing more
      if (!(error instanceof AppError) || toAppError(error).status >= 500) throw error;
      refused.push({ id, message: error.message });
    }
  }
  if (refused.length > 0) throw await refusal(ctx, ids.length, refused);
  return { changed: ids.length };
}

async function refusal(ctx: Ctx, total: number, refused: readonly { id: string; message: string }[]): Promise<AppError> {
  const gone = refused.map((row) => row.id);
  const rows = await ctx.db.selectFrom('sysUser').select(['id', 'nickname', 'username']).where('id', 'in', gone).execute();
  const names = new Map(rows.map((row) => [row.id, `${row.nickname}（${row.username}）`]));
  const lines = refused.map(({ id, message }) => ({ path: id, message: `${names.get(id) ?? '已删除的用户'}：${message}` }));
  const shown = lines.slice(0, SHOWN).map((line) => line.message);
  const more = lines.length > SHOWN ? `；等${lines.length}个` : '';
  return new AppError('rule.broken', `${total}个用户中有${lines.length}个不能处理，全部未修改。${shown.join('；')}${more}`, lines);
}

export async function changeStatusBatch(ctx: Ctx, { ids, status }: { ids: readonly string[]; status: '0' | '1' }) {
  await lockAdmins(ctx);
  return forEach(ctx, ids, async (id) => {
    // who is in that state already stays untouched
    if ((await findUser(ctx, id)).status !== status) await changeStatus(ctx, id, status);
  });
}

export async function moveBatch(ctx: Ctx, { ids, deptId }: { ids: readonly string[]; deptId: string }) {
  await lockAdmins(ctx);
  await assertDept(ctx, deptId);
  const target = await ctx.db.selectFrom('sysDept').select('deptName').where('id', '=', deptId).executeTakeFirstOrThrow();
  return forEach(ctx, ids, async (id) => {
    const before = await findUser(ctx, id, 'lock');
    if (before.deptId === deptId) return;
    await assertNotAbove(ctx, before);
    await assertMayMove(ctx, before.roleList, deptId);
    await ctx.db
      .updateTable('sysUser')
      .set({ deptId, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({
      entity: '用户',
      id,
      name: before.nickname,
      before: { deptId: before.dept?.deptName ?? null },
      after: { deptId: target.deptName },
    });
  });
}

export async function assignRolesBatch(ctx: Ctx, body: { ids: readonly string[]; add: readonly string[]; remove: readonly string[] }) {
  await lockAdmins(ctx);
  const { add, remove } = body;
  return forEach(ctx, body.ids, async (id) => {
    const before = await findUser(ctx, id);
    const kept = before.roleList.filter((roleId) => !remove.includes(roleId) && (add.length === 0 || roleId !== UNASSIGNED_ROLE));
    const roleList = [...new Set([...kept, ...add])];
    if (roleList.length === 0) throw new AppError('rule.broken', '至少保留一个角色');
    if (roleList.length > MAX_ROLES) throw new AppError('rule.broken', `角色不能超过${MAX_ROLES}个`);
    if (roleList.length === before.roleList.length && roleList.every((roleId) => before.roleList.includes(roleId))) return;
    await assignRoles(ctx, id, { roleList, version: before.version });
  });
}

/** Gives many accounts one-time passwords. They are hashed beside the event loop before any row is locked. */
export async function resetPasswordBatch(ctx: Ctx, { ids }: { ids: readonly string[] }) {
  const found: Account[] = [];
  await forEach(ctx, ids, async (id) => {
    const user = await findUser(ctx, id);
    await assertMayReset(ctx, user);
    found.push(user);
  });
  const accounts = found.map((user) => ({
    id: user.id,
    username: user.username,
    nickname: user.nickname,
    deptName: user.dept?.deptName ?? null,
    password: oneTimePassword(),
  }));
  const hashes = new Map(await Promise.all(accounts.map(async ({ id, password }) => [id, await hashPassword(password)] as const)));
  await forEach(ctx, ids, (id) => giveOncePassword(ctx, id, hashes.get(id) ?? ''));
  const rows = accounts.map(({ id: _id, ...account }) => account).sort((a, b) => (a.username < b.username ? -1 : 1));
  const day = new Date(ctx.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return { accounts: rows, fileName: `一次性密码_${day}.xlsx`, workbook: await passwordBook(rows) };
}

async function passwordBook(
  rows: readonly { username: string; nickname: string; deptName: string | null; password: string }[],
): Promise<string> {
  const sheet = {
    name: '一次性密码',
    columns: ['用户名', '昵称', '部门', '一次性密码'].map((title) => ({ title, width: 22 })),
    rows: rows.map((row) => [row.username, row.nickname, row.deptName, row.password]),
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([sheet])) chunks.push(chunk);
  return Buffer.concat(chunks).toString('base64');
}
