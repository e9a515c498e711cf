import { AppError } from '#kit/contract/errors.ts';
import type { SignOrder } from '../contract/task.ts';
import { enabledOf } from './approvers.ts';
import { findNode } from './definitions-of.ts';
import type { Acting } from './execute.ts';
import { runStep } from './step.ts';

const WORD: Readonly<Record<SignOrder, string>> = { before: '前加签', after: '后加签', beside: '并行加签' };

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

async function namesOf({ scope }: Acting, ids: readonly string[]): Promise<string> {
  const rows = await scope.db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  return ids.map((id) => names.get(id) ?? id).join('、');
}

/** People who are asked at the node of a task already, also those who are asked later. */
async function askedAt({ scope, work, task }: Acting): Promise<Set<string>> {
  const rows = await scope.db
    .selectFrom('flowTask')
    .select('assigneeId')
    .where('instanceId', '=', work.row.id)
    .where('nodeKey', '=', task.nodeKey)
    .where('state', '=', 'todo')
    .execute();
  const later = Object.values(work.state?.tokens ?? {}).flatMap(({ node, signing }) =>
    node === task.nodeKey ? (signing?.after ?? []).map(({ user }) => user) : [],
  );
  return new Set([...rows.flatMap(({ assigneeId }) => assigneeId ?? []), ...later]);
}

async function newSigners(acting: Acting): Promise<string[]> {
  const { ctx, scope, work, body } = acting;
  const people = await enabledOf(scope, body.userIds ?? []);
  if (people.length === 0 || people.length < new Set(body.userIds).size) throw wrong('userIds', '请选择可用的账号');
  if (people.includes(ctx.user.id)) throw new AppError('rule.broken', '不能加签给自己');
  if (people.includes(work.row.starterId)) throw new AppError('rule.broken', '不能加签给发起人，请选择其他人');
  const asked = await askedAt(acting);
  const twice = people.filter((id) => asked.has(id));
  if (twice.length > 0) throw new AppError('rule.broken', `${await namesOf(acting, twice)}已在该节点的办理人中`);
  return people;
}

/** 加签: others decide before the caller, after him, or beside him. Throws input.invalid, rule.broken. */
export async function addSigners(acting: Acting): Promise<void> {
  const { ctx, scope, work, task, body } = acting;
  const { order } = body;
  if (!order) throw wrong('order', '请选择加签方式');
  if (task.kind === 'submit') throw new AppError('rule.broken', '提交任务不能加签');
  if (task.ownerId !== null) throw new AppError('rule.broken', '委派给您的任务不能加签，请归还');
  const node = findNode(work.definitions, task.nodeKey, task.processKey);
  if (node?.kind === 'userTask' && node.approval?.mode === 'ratio' && order !== 'beside')
    throw new AppError('rule.broken', '票签节点只能并行加签，每人一票');
  const people = await newSigners(acting);
  await scope.db.updateTable('flowTask').set({ assigneeId: ctx.user.id }).where('id', '=', task.id).execute();
  await runStep(scope, work, {
    command: { type: 'addSigners', task: task.engineTask, users: people, order, by: ctx.user.id },
    actorId: ctx.user.id,
    action: WORD[order],
    opinion: [await namesOf(acting, people), body.message].filter(Boolean).join('：'),
    node: { key: task.nodeKey, name: task.name },
  });
}

/** 减签 by who added: an open task of somebody added, or people who are asked after the caller's own task. Throws rule.broken. */
export async function removeSigner(acting: Acting): Promise<void> {
  const { ctx, scope, work, task, body } = acting;
  const [user] = body.userIds ?? [];
  if (user === undefined && task.addedBy !== ctx.user.id) throw new AppError('task.notYours', '只能减去您加签的人');
  const pending = Object.values(work.state?.tokens ?? {}).flatMap(({ signing }) => signing?.after ?? []);
  if (user !== undefined && !pending.some((one) => one.user === user && one.by === ctx.user.id))
    throw new AppError('rule.broken', '该人员不在您的加签名单中');
  const person = user ?? task.assigneeId;
  await runStep(scope, work, {
    command: { type: 'removeSigner', task: task.engineTask, ...(user !== undefined && { user }) },
    actorId: ctx.user.id,
    action: '减签',
    opinion: [person === null ? null : await namesOf(acting, [person]), body.message].filter(Boolean).join('：') || null,
    node: { key: task.nodeKey, name: task.name },
  });
}
