import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { UNASSIGNED_ROLE } from '../../core/duty.ts';
import { hashPasswords } from '../auth/hash.ts';
import { oneTimePassword } from '../auth/passwords.ts';
import { assertMayMove } from '../grants.ts';
import { assertNotAbove } from '../refusals.ts';
import { forEach } from './each.ts';
import { lockAdmins } from './last-admin.ts';
import { findUser, findUsers } from './queries.ts';
import { rememberedRules } from './verdicts.ts';
import { assertDept, assertMayReset, assignRoles, changeStatus, giveOncePasswords } from './writes.ts';

/*
 * Actions on many chosen accounts. Each account is handled as by the single call, with the same rights; all are changed, or none and
 * the refusal names who is in the way.
 */

const PROGRESS_MS = 400;
const MAX_ROLES = 5;

type Account = Awaited<ReturnType<typeof findUser>>;

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

/** Throws one error for all accounts of the batch that cannot be changed; `missing` are those that the caller cannot see. */
async function assertAll(ctx: Ctx, ids: readonly string[], users: readonly Account[], judge: (user: Account) => Promise<void>) {
  const byId = new Map(users.map((user) => [user.id, user]));
  await forEach(ctx, ids, async (id) => {
    const user = byId.get(id);
    if (!user) throw new AppError('entity.notFound');
    await judge(user);
  });
}

/**
 * Gives many accounts one-time passwords. They are hashed beside the event loop before any row is locked; then all are stored with a few
 * statements, if the caller may still reset each of them.
 */
export async function resetPasswordBatch(
  ctx: Ctx,
  { ids, progressId }: { ids: readonly string[]; progressId?: string | null | undefined },
) {
  const judged = async (how: 'read' | 'lock') => {
    const rules = rememberedRules();
    const users = await findUsers(ctx, ids, how);
    await assertAll(ctx, ids, users, (user) => assertMayReset(ctx, user, rules));
    return users;
  };
  const passwords = (await judged('read')).map(({ id }) => ({ id, password: oneTimePassword() }));
  const made = await hashPasswords(
    passwords.map(({ password }) => password),
    { signal: ctx.signal, onDone: progressOf(ctx, progressId ?? null, passwords.length) },
  );
  const users = await judged('lock');
  await giveOncePasswords(ctx, users, new Map(passwords.map(({ id }, at) => [id, made[at] ?? ''])));
  ctx.signal.throwIfAborted();
  const byId = new Map(passwords.map(({ id, password }) => [id, password]));
  const rows = users
    .map(({ id, username, nickname, dept }) => ({ username, nickname, deptName: dept?.deptName ?? null, password: byId.get(id) ?? '' }))
    .sort((a, b) => (a.username < b.username ? -1 : 1));
  const day = wallDay(ctx.now);
  return { accounts: rows, fileName: `一次性密码_${day}.xlsx`, workbook: await passwordBook(rows) };
}

/** Pushes progress to the calling browser, at most every 400 ms and outside the transaction. */
function progressOf(ctx: Ctx, id: string | null, total: number): (done: number) => void {
  let last = Date.now();
  return (done) => {
    if (id === null || (Date.now() - last < PROGRESS_MS && done < total)) return;
    last = Date.now();
    const percent = Math.floor((done / total) * 95);
    const data = { id, job: 'system.resetPasswords', state: 'running', percent, text: `已生成 ${done} / ${total}` };
    // a lost message does not matter: the next one carries the total
    ctx.app.push.send(ctx.app.db, { sessions: [ctx.session.id] }, { kind: 'job', data }).catch(() => undefined);
  };
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
