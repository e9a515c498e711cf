import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf } from '#kit/server/flow.ts';
import type { running } from '../../contract/running.ts';
import { enabledOf } from '../approvers.ts';
import { peopleOfTask } from '../messages.ts';
import { leaderFor, nameOf, type Standing, type Tracked } from './standing-tasks.ts';

type Cause = z.input<(typeof running)['standing']['reply']>['causes'][number];
type Way = Cause['way'];

/** Causes that are told: the first ones, in order. */
const MAX_CAUSES = 5;
/** Whoever has not signed in for so long is likely away. */
const AWAY_MS = 48 * 3_600_000;

/** 11-21, of this or another year. */
function dayText(moment: Date, now: Date): string {
  const text = moment.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  return text.slice(0, 4) === String(now.getFullYear()) ? text.slice(5) : text;
}
const minuteText = (moment: Date): string => moment.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(5, 16);

/** 代理 of a person in force now, the newest first. */
const delegationsOf = ({ db, now }: Ctx, user: string) =>
  db
    .selectFrom('flowDelegation as g')
    .innerJoin('sysUser as to', 'to.id', 'g.toUserId')
    .select(['g.toUserId', 'to.nickname', 'g.scope', 'g.businessCodes', 'g.validFrom', 'g.reason'])
    .where('g.fromUserId', '=', user)
    .where('g.deletedAt', 'is', null)
    .where('g.validFrom', '<=', now)
    .where('g.validUntil', '>', now)
    .orderBy('g.createTime', 'desc')
    .execute();

interface Looking {
  readonly ctx: Ctx;
  readonly row: Tracked;
  readonly tasks: readonly Standing[];
}
/** To the leader above, or to whom the administrator picks when there is none. */
async function upward({ ctx, row, tasks }: Looking, task: Standing): Promise<Way> {
  const leader = await leaderFor(ctx, row, tasks, task);
  return leader === null ? { kind: 'pick' } : { kind: 'hand', userId: leader, name: await nameOf(ctx, leader), relation: '主管' };
}

/** Somebody who is away by his own word (代理), and why the substitute does not have the task. */
async function awayByDelegation(looking: Looking, task: Standing, name: string): Promise<Omit<Cause, 'taskId'> | null> {
  const { ctx, row } = looking;
  const all = await delegationsOf(ctx, task.assigneeId ?? '');
  const fits = all.find(({ scope, businessCodes }) => scope === 'all' || (businessCodes as string[]).includes(row.businessCode));
  const shown = fits ?? all[0];
  if (!shown) return null;
  const since = `${name} ${dayText(shown.validFrom, ctx.now)} 起${shown.reason ? `“${shown.reason}”` : '不在岗'}`;
  if (!fits) return { text: `${since}，代理人 ${shown.nickname} 不代理本业务`, isBad: true, way: await upward(looking, task) };
  const [substitute] = await enabledOf(flowScopeOf(ctx), [fits.toUserId]);
  if (substitute === undefined)
    return { text: `${since}，代理人 ${fits.nickname} 的账号已禁用`, isBad: true, way: await upward(looking, task) };
  if (substitute === row.starterId)
    return { text: `${since}，代理人 ${fits.nickname} 是发起人，不能代为审批`, isBad: true, way: await upward(looking, task) };
  return {
    text: `${since}，任务在代理开始前已到其名下，代理人 ${fits.nickname} 没有收到`,
    isBad: true,
    way: { kind: 'hand', userId: substitute, name: fits.nickname, relation: '代理人' },
  };
}

/** Why the person who has a task does not do it: told of who cannot act, and of who is late. */
async function ofAssignee(looking: Looking, task: Standing): Promise<Omit<Cause, 'taskId'> | null> {
  const { ctx } = looking;
  const user = task.assigneeId ?? '';
  const name = task.nickname ?? user;
  const [enabled] = await enabledOf(flowScopeOf(ctx), [user]);
  if (enabled === undefined) return { text: `${name} 的账号已禁用`, isBad: true, way: await upward(looking, task) };
  const away = await awayByDelegation(looking, task, name);
  if (away) return away;
  if (!isLate(task, ctx.now)) return null;
  const { lastLoginTime } = await ctx.db.selectFrom('sysUser').select('lastLoginTime').where('id', '=', user).executeTakeFirstOrThrow();
  const way = await upward(looking, task);
  if (lastLoginTime === null) return { text: `${name} 从未登录，也没有设置代理人`, isBad: true, way };
  if (ctx.now.getTime() - lastLoginTime.getTime() > AWAY_MS)
    return { text: `${name} ${dayText(lastLoginTime, ctx.now)} 以后没有登录，也没有设置代理人`, isBad: true, way };
  if (task.readTime === null) return { text: `${name} 还没有打开这项任务`, isBad: true, way };
  return { text: `${name} ${minuteText(task.readTime)} 打开过，还没有办理`, isBad: true, way };
}

/** Why nobody takes a task. */
async function ofCandidates(looking: Looking, task: Standing): Promise<Omit<Cause, 'taskId'> | null> {
  const flow = flowScopeOf(looking.ctx);
  const candidates = await peopleOfTask(flow, task);
  const able = (await enabledOf(flow, candidates)).filter((user) => user !== looking.row.starterId);
  if (able.length === 0) return { text: '没有能办理的候选人：账号已禁用，或只有发起人本人', isBad: true, way: await upward(looking, task) };
  if (!isLate(task, looking.ctx.now)) return null;
  return { text: `候选 ${able.length} 人都没有签收`, isBad: true, way: { kind: 'pick' } };
}
const isLate = ({ dueTime }: Standing, now: Date): boolean => dueTime !== null && dueTime < now;

async function ofTask(looking: Looking, task: Standing): Promise<Cause | null> {
  if (task.kind === 'submit')
    return { taskId: task.id, text: `已退回，等待发起人 ${task.nickname ?? ''} 修改后重新提交`, isBad: false, way: null };
  const cause = await (task.assigneeId === null ? ofCandidates(looking, task) : ofAssignee(looking, task));
  return cause && { taskId: task.id, ...cause };
}

/** What stands in the way of an instance that waits for no person. */
async function withoutPeople({ db }: Ctx, id: string): Promise<Cause[]> {
  const [work, timer] = [
    await db
      .selectFrom('flowOutbox')
      .select(['error', 'tries', 'state'])
      .where('instanceId', '=', id)
      .where('state', 'in', ['waiting', 'dead'])
      .orderBy('state')
      .limit(1)
      .executeTakeFirst(),
    await db
      .selectFrom('flowTimer')
      .select(['dueTime', 'error', 'deadTime'])
      .where('instanceId', '=', id)
      .orderBy('dueTime')
      .limit(1)
      .executeTakeFirst(),
  ];
  const failed = (text: string): Cause => ({ taskId: null, text, isBad: true, way: { kind: 'operation' } });
  const waits = (text: string): Cause => ({ taskId: null, text, isBad: false, way: null });
  if (work?.state === 'dead') return [failed(`服务执行失败 ${work.tries} 次：${work.error ?? '原因未知'}`)];
  if (timer?.deadTime) return [failed(`定时器执行失败：${timer.error ?? '原因未知'}`)];
  if (timer) return [waits(`等待到 ${minuteText(timer.dueTime)} 自动继续`)];
  return [waits(work ? '等待服务执行' : '等待消息、信号或其他事件')];
}

/** Why a running instance does not go on, in order of its tasks. */
export async function causesOf(ctx: Ctx, row: Tracked, tasks: readonly Standing[]): Promise<Cause[]> {
  if (row.suspensionState === '2')
    return [{ taskId: null, text: '流程已挂起，任务不能办理，期限不再触发处理', isBad: true, way: { kind: 'activate' } }];
  if (tasks.length === 0) return withoutPeople(ctx, row.id);
  const causes: Cause[] = [];
  for (const task of tasks) {
    const cause = await ofTask({ ctx, row, tasks }, task);
    if (cause) causes.push(cause);
    if (causes.length === MAX_CAUSES) break;
  }
  return causes;
}
