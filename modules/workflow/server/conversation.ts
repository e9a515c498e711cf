import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { KeptValue } from '#kit/server/flow.ts';
import { scopeFor } from '#kit/server/scope.ts';
import { notify } from '#modules/notices/server/index.ts';
import { enabledOf } from './approvers.ts';
import { hiddenFields } from './field-rights.ts';
import { keepFiles } from './files.ts';
import { copyPath, instancePath, taskPath } from './messages.ts';
import { SCOPED, tookPart } from './parties.ts';

/** Between two times that a task is urged. */
const URGE_MINUTES = 10;
const URGES = 'workflow:instance:running:urge';
/** What was urged since then is not urged again yet. */
export const urgedSince = (now: Date): Date => new Date(now.getTime() - URGE_MINUTES * 60_000);

export interface Talked {
  readonly id: string;
  readonly title: string;
  readonly starterId: string;
  readonly endTime: Date | null;
}

/** 催办 is for the starter, and for who administers the instance. */
async function mayUrge(ctx: Ctx, { id, starterId }: Talked): Promise<boolean> {
  if (starterId === ctx.user.id) return true;
  if (!holds(ctx.user, URGES)) return false;
  const row = await ctx.db
    .selectFrom('flowInstance as i')
    .select('i.id')
    .where('i.id', '=', id)
    .where(scopeFor(ctx.user, SCOPED, [URGES]))
    .executeTakeFirst();
  return row !== undefined;
}

/** 催办: tells those who have to act. Throws task.notYours, flow.ended, rule.broken when it was done a moment ago. */
export async function urge(ctx: Ctx, instance: Talked, message: string | null): Promise<{ people: number }> {
  if (!(await mayUrge(ctx, instance))) throw new AppError('task.notYours', '只有发起人和流程管理员可以催办');
  const { suspensionState, endTime } = await ctx.db
    .selectFrom('flowInstance')
    .select(['suspensionState', 'endTime'])
    .where('id', '=', instance.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (endTime !== null) throw new AppError('flow.ended');
  if (suspensionState === '2') throw new AppError('rule.broken', '流程已挂起，请联系管理员激活后催办');
  const tasks = await ctx.db
    .selectFrom('flowTask')
    .select(['id', 'assigneeId', 'urgedTime'])
    .where('instanceId', '=', instance.id)
    .where('state', '=', 'todo')
    .where('kind', '!=', 'submit')
    .execute();
  if (tasks.length === 0) throw new AppError('rule.broken', '没有等待他人办理的任务');
  const since = urgedSince(ctx.now);
  const due = tasks.filter(({ urgedTime }) => urgedTime === null || urgedTime <= since);
  if (due.length === 0) throw new AppError('rule.broken', `${URGE_MINUTES} 分钟内已催办过，请稍后再催`);
  const ids = due.map(({ id }) => id);
  const people = [...new Set([...due.flatMap(({ assigneeId }) => assigneeId ?? []), ...(await candidatesOf(ctx, ids))])];
  await ctx.db.updateTable('flowTask').set({ urgedTime: ctx.now }).where('id', 'in', ids).execute();
  await write(ctx, instance.id, { kind: 'urge', text: message ?? '', files: null });
  await notify(ctx.app, ctx.db, {
    to: people,
    kind: 'flow',
    title: '催办：请尽快办理',
    text: message ? `${instance.title}：${message}` : instance.title,
    path: taskPath(instance.id),
    key: null,
  });
  ctx.audit.note(`催办流程“${instance.title}”`);
  return { people: people.length };
}

interface Urged {
  readonly id: string;
  readonly tasks: readonly { readonly id: string }[];
}
/** Writes down that tasks of several instances were urged, in the trail of each. */
export async function noteUrges(ctx: Ctx, instances: readonly Urged[], message: string | null): Promise<void> {
  if (instances.length === 0) return;
  const tasks = instances.flatMap((one) => one.tasks.map(({ id }) => id));
  await ctx.db.updateTable('flowTask').set({ urgedTime: ctx.now }).where('id', 'in', tasks).execute();
  const said = { userId: ctx.user.id, kind: 'urge', text: message ?? '', files: null, createTime: ctx.now };
  await ctx.db
    .insertInto('flowComment')
    .values(instances.map(({ id }) => ({ id: ctx.app.ids.next(), instanceId: id, ...said })))
    .execute();
}

/** Accounts that may take tasks which nobody has taken. */
async function candidatesOf({ db }: Ctx, tasks: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('flowCandidate as c')
    .innerJoin('flowTask as t', 't.id', 'c.taskId')
    .leftJoin('sysUserRole as r', (join) => join.onRef('r.roleId', '=', 'c.ref').on('c.kind', '=', 'role'))
    .select(['c.kind', 'c.ref', 'r.userId'])
    .where('c.taskId', 'in', tasks)
    .where('t.assigneeId', 'is', null)
    .limit(1000)
    .execute();
  return rows.flatMap(({ kind, ref, userId }) => (kind === 'user' ? ref : (userId ?? [])));
}

const write = (ctx: Ctx, instanceId: string, said: { kind: 'comment' | 'urge'; text: string; files: string | null }) =>
  ctx.db
    .insertInto('flowComment')
    .values({ id: ctx.app.ids.next(), instanceId, userId: ctx.user.id, createTime: ctx.now, ...said })
    .execute();

export interface Said {
  readonly text: string;
  readonly files?: string | null | undefined;
  readonly userIds?: readonly string[] | null | undefined;
}
/** A comment; whom it names gets a message, and a copy when no party yet. Throws input.invalid for accounts that cannot. */
export async function comment(ctx: Ctx, instance: Talked & { deptId: string | null }, { text, files, userIds }: Said): Promise<null> {
  const scope = { app: ctx.app, db: ctx.db, now: ctx.now };
  const people = (await enabledOf(scope, userIds ?? [])).filter((id) => id !== ctx.user.id);
  if (people.length < new Set((userIds ?? []).filter((id) => id !== ctx.user.id)).size)
    throw new AppError('input.invalid', '请选择可用的账号', [{ path: 'userIds', message: '请选择可用的账号' }]);
  if (files) await keepFiles(ctx, instance, files);
  await write(ctx, instance.id, { kind: 'comment', text, files: files ?? null });
  for (const person of people) {
    const isParty = person === instance.starterId || (await tookPartAs(ctx, instance.id, person));
    if (!isParty || (await seesMoreBy(ctx, instance.id, person)))
      await ctx.db
        .insertInto('flowCopy')
        .values({
          id: ctx.app.ids.next(),
          instanceId: instance.id,
          nodeKey: 'comment',
          nodeName: '批注',
          userId: person,
          fromId: ctx.user.id,
          createTime: ctx.now,
        })
        .execute();
    await notify(ctx.app, ctx.db, {
      to: [person],
      kind: 'flow',
      title: `${ctx.user.nickname}在批注中提到您`,
      text: `${instance.title}：${text}`.slice(0, 500),
      path: person === instance.starterId ? instancePath(instance.id) : isParty ? involvedPath(instance.id) : copyPath(instance.id),
      key: null,
    });
  }
  ctx.audit.note(`批注流程“${instance.title}”`);
  return null;
}

const involvedPath = (id: string): string => `/workflow/instance/myinvolved?open=${id}`;

/** A person who only got copies, of others, does not see all fields: another copy shows him what the caller sees. */
async function seesMoreBy({ app, db, user }: Ctx, instanceId: string, userId: string): Promise<boolean> {
  const copies = await db
    .selectFrom('flowCopy')
    .select('fromId')
    .where('instanceId', '=', instanceId)
    .where('userId', '=', userId)
    .execute();
  if (copies.length === 0 || copies.some(({ fromId }) => fromId === user.id)) return false;
  return (await hiddenFields({ app, db, user: { ...user, id: userId, roles: [], grants: [] } }, instanceId)).size > 0;
}

async function tookPartAs(ctx: Ctx, instanceId: string, userId: string): Promise<boolean> {
  const as = { user: { ...ctx.user, id: userId, roles: [], grants: [] } };
  const row = await ctx.db
    .selectFrom('flowInstance as i')
    .select('i.id')
    .where('i.id', '=', instanceId)
    .where(tookPart(as))
    .executeTakeFirst();
  return row !== undefined;
}

/** 已阅: the caller has opened an instance; his open tasks and copies of it are read. */
export async function markRead(ctx: Ctx, instanceId: string): Promise<null> {
  await ctx.db
    .updateTable('flowTask')
    .set({ readTime: ctx.now })
    .where('instanceId', '=', instanceId)
    .where('assigneeId', '=', ctx.user.id)
    .where('state', '=', 'todo')
    .where('readTime', 'is', null)
    .execute();
  await ctx.db
    .updateTable('flowCopy')
    .set({ readTime: ctx.now })
    .where('instanceId', '=', instanceId)
    .where('userId', '=', ctx.user.id)
    .where('readTime', 'is', null)
    .execute();
  return null;
}

interface Line {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}
/** Steps and what was said, in order; without changes of fields that are hidden from the caller. */
export async function trailOf(
  ctx: Ctx,
  id: string,
  { labels, hidden, kept }: { labels: ReadonlyMap<string, string>; hidden: ReadonlySet<string>; kept: KeptValue },
) {
  const steps = await ctx.db
    .selectFrom('flowHistory as h')
    .leftJoin('sysUser as u', 'u.id', 'h.actorId')
    .select(['h.createTime as time', 'h.actorId', 'u.nickname as actorName', 'h.action', 'h.nodeKey', 'h.nodeName', 'h.opinion'])
    .select(['h.files', 'h.changes'])
    .where('h.instanceId', '=', id)
    .orderBy('h.rev')
    .execute();
  const said = await ctx.db
    .selectFrom('flowComment as c')
    .leftJoin('sysUser as u', 'u.id', 'c.userId')
    .select(['c.createTime as time', 'c.userId as actorId', 'u.nickname as actorName', 'c.kind', 'c.text', 'c.files'])
    .where('c.instanceId', '=', id)
    .orderBy('c.createTime')
    .orderBy('c.id')
    .limit(1000)
    .execute();
  const lines = [
    ...steps.map(({ changes, ...step }) => ({
      kind: 'step' as const,
      ...step,
      changes: (changes as Line[])
        .filter(({ field }) => !hidden.has(field))
        .map((change) => ({
          ...change,
          before: kept(change.field, change.before),
          after: kept(change.field, change.after),
          label: labels.get(change.field) ?? change.field,
        })),
    })),
    ...said.map(({ kind, text, ...line }) => ({
      ...line,
      kind: kind as 'comment' | 'urge',
      action: kind === 'comment' ? '批注' : '催办',
      nodeKey: null,
      nodeName: null,
      opinion: text || null,
      changes: [],
    })),
  ];
  return lines.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}
