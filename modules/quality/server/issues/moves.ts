import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { notify } from '#modules/notices/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { ISSUE_MOVES, issueRefusal, type IssueMove, type IssueState } from '../../core/index.ts';
import { assigneeAgain } from './assignee.ts';
import { writeTrail } from './log.ts';
import { LISTS, lockedIssues, type LockedIssue } from './queries.ts';
import { dueTimeOf } from './terms.ts';

export const ENTITY = '质量问题工单';
const PAGE = '/quality/checkissue';
const stateOf = (issue: LockedIssue) => issue.state as IssueState;

/** Throws rule.broken unless all issues admit what somebody wants to do. */
function assertAll(move: IssueMove, rows: readonly LockedIssue[]): void {
  for (const row of rows) {
    const refusal = issueRefusal(move, stateOf(row));
    if (refusal !== null) throw new AppError('rule.broken', rows.length > 1 ? `${row.issueNo}：${refusal}` : refusal);
  }
}
/** Throws task.notYours unless the caller mends the issue, or gives issues to others. */
function assertHandler(ctx: Ctx, { assigneeId }: LockedIssue): void {
  if (assigneeId === ctx.user.id || holds(ctx.user, 'quality:issue:assign')) return;
  throw new AppError(
    'task.notYours',
    assigneeId === null ? '工单尚未指派，请由有指派权限的人指派后再处理' : '工单由他人处理，请先转派给您',
  );
}
/** Throws rule.broken when the caller would judge their own work. */
function assertOther(ctx: Ctx, { submitBy }: LockedIssue): void {
  if (submitBy === ctx.user.id) throw new AppError('rule.broken', '工单由您提交复核，请由其他人复核，或执行复检');
}

interface Tell {
  readonly to: readonly (string | null)[];
  readonly text: string;
  readonly isTodo?: boolean;
}
async function tell(ctx: Ctx, row: LockedIssue, { to, text, isTodo = false }: Tell): Promise<void> {
  const people = [...new Set(to)].filter((id): id is string => id !== null && id !== ctx.user.id);
  if (people.length === 0) return;
  await notify(ctx.app, ctx.db, {
    to: people,
    kind: 'quality',
    title: `问题工单 ${row.issueNo}`,
    text,
    path: `${PAGE}?open=detail-${row.id}`,
    key: null,
    isTodo,
  });
}

/** An issue that is opened again has a term of its own, as one that a result opens: the one of before is over, and was reminded of. */
const openedAgain = async (ctx: Ctx, { ruleLevelId, assigneeId, ...rule }: LockedIssue) => ({
  assigneeId: await assigneeAgain(ctx.db, assigneeId, rule),
  openTime: ctx.now,
  dueTime: await dueTimeOf(ctx.db, ruleLevelId, ctx.now),
  overdueTold: null,
  submitBy: null,
  closedBy: null,
  closedAccount: null,
  closedTime: null,
  waiveUntil: null,
  waiveReason: null,
  ruleVersion: null,
});

/** Changes one issue as a person wants it, with its trail. */
export async function moveIssue(ctx: Ctx, id: string, move: Exclude<IssueMove, 'assign' | 'waive'>, note: string | null): Promise<null> {
  const [row] = await lockedIssues(ctx, [id]);
  if (!row) throw new AppError('entity.notFound');
  assertAll(move, [row]);
  if (move === 'start' || move === 'submit') assertHandler(ctx, row);
  if (move === 'approve') assertOther(ctx, row);
  if (move === 'reopen' && row.ruleDeletedAt !== null) throw new AppError('rule.broken', '工单的规则已删除，不能重新打开');
  const { to } = ISSUE_MOVES[move];
  const isClosed = to === '4' || to === '6';
  const reopened = move === 'reopen' && (await openedAgain(ctx, row));
  const assigneeId = reopened ? reopened.assigneeId : row.assigneeId;
  await ctx.db
    .updateTable('qualityIssue')
    .set((e) => ({
      state: to,
      version: e('version', '+', 1),
      updateBy: ctx.user.id,
      updateTime: ctx.now,
      ...(move === 'submit' && { submitBy: ctx.user.id }),
      ...(move === 'start' && row.assigneeId === null && { assigneeId: ctx.user.id }),
      ...(to === '6' && { ruleVersion: row.currentRuleVersion }),
      ...(isClosed && { closedBy: 'person' as const, closedAccount: ctx.user.id, closedTime: ctx.now }),
      ...reopened,
    }))
    .where('id', '=', id)
    .execute();
  await writeTrail(ctx, [{ issueId: id, action: move, from: stateOf(row), to, content: note, by: ctx.user.id }]);
  ctx.audit.change({ entity: ENTITY, id, name: row.issueNo, before: { state: row.state }, after: { state: to, note } });
  const { label } = ISSUE_MOVES[move];
  const reviewers = move === 'submit' ? [row.reviewerId] : [assigneeId];
  await tell(ctx, row, {
    to: reviewers,
    text: `${ctx.user.nickname}对“${row.ruleName}”的工单${label}${note ? `：${note}` : ''}`,
    isTodo: true,
  });
  await todosChanged(ctx.app, ctx.db, [row.assigneeId, assigneeId, row.reviewerId]);
  return null;
}

/** Closes several issues at once. */
export async function closeIssues(ctx: Ctx, ids: readonly string[], note: string | null): Promise<null> {
  const rows = await lockedIssues(ctx, ids);
  assertAll('close', rows);
  for (const row of rows) if (stateOf(row) === '3') assertOther(ctx, row);
  await ctx.db
    .updateTable('qualityIssue')
    .set((e) => ({
      state: '4',
      closedBy: 'person',
      closedAccount: ctx.user.id,
      closedTime: ctx.now,
      version: e('version', '+', 1),
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    }))
    .where('id', 'in', ids)
    .execute();
  await writeTrail(
    ctx,
    rows.map((row) => ({ issueId: row.id, action: 'close', from: stateOf(row), to: '4', content: note, by: ctx.user.id })),
  );
  for (const row of rows) {
    ctx.audit.change({ entity: ENTITY, id: row.id, name: row.issueNo, before: { state: row.state }, after: { state: '4', note } });
    await tell(ctx, row, { to: [row.assigneeId], text: `${ctx.user.nickname}关闭了“${row.ruleName}”的工单${note ? `：${note}` : ''}` });
  }
  await todosChanged(
    ctx.app,
    ctx.db,
    rows.flatMap((row) => [row.assigneeId, row.reviewerId]),
  );
  return null;
}

/** Throws rule.broken unless an account can work on issues of these tables. */
async function assertCanWork(ctx: Ctx, accountId: string, rows: readonly LockedIssue[]): Promise<string> {
  const user = await loadAccount(ctx.db, accountId);
  if (!user) throw new AppError('input.invalid', '处理人不存在或已禁用', [{ path: 'assigneeId', message: '请选择在用的账号' }]);
  const missing = `${user.nickname}没有处理问题工单的权限，请选择其他人`;
  if (!holds(user, 'quality:issue:handle') || !holds(user, LISTS[0]!)) throw new AppError('rule.broken', missing);
  const { app, route, db, signal, requestId, ip, userAgent } = ctx;
  const { ctx: theirs } = detachedCtx(app, { user, route, db, signal, requestId, ip, userAgent });
  const tables = [...new Set(rows.map(({ ruleTableId }) => ruleTableId))];
  const seen = await db
    .selectFrom('metadataTable')
    .select('id')
    .where('id', 'in', tables)
    .where(ofVisibleTable(theirs, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', LISTS))
    .execute();
  if (seen.length < tables.length) throw new AppError('rule.broken', `${user.nickname}不能查看部分工单的数据表，请选择其他人或先授权`);
  return user.nickname;
}

/** Gives issues to somebody. What was being worked on or reviewed waits again. */
export async function assignIssues(ctx: Ctx, ids: readonly string[], assigneeId: string, note: string | null): Promise<null> {
  const rows = await lockedIssues(ctx, ids);
  assertAll('assign', rows);
  const name = await assertCanWork(ctx, assigneeId, rows);
  await ctx.db
    .updateTable('qualityIssue')
    .set((e) => ({ assigneeId, state: '1', submitBy: null, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
    .where('id', 'in', ids)
    .execute();
  await writeTrail(
    ctx,
    rows.map((row) => ({
      issueId: row.id,
      action: 'assign',
      from: stateOf(row),
      to: '1',
      accountId: assigneeId,
      content: note,
      by: ctx.user.id,
    })),
  );
  for (const row of rows)
    ctx.audit.change({
      entity: ENTITY,
      id: row.id,
      name: row.issueNo,
      before: { assigneeId: row.assigneeId },
      after: { assigneeId, note },
    });
  const [first] = rows;
  const text = rows.length === 1 ? `“${first!.ruleName}”的工单转派给了您` : `${rows.length} 张工单转派给了您`;
  if (assigneeId !== ctx.user.id)
    await notify(ctx.app, ctx.db, {
      to: [assigneeId],
      kind: 'quality',
      title: '质量问题待处理',
      text: `${ctx.user.nickname}把${text}${note ? `：${note}` : ''}`,
      path: rows.length === 1 ? `${PAGE}?open=detail-${first!.id}` : `${PAGE}?q=mine:1`,
      key: null,
      isTodo: true,
    });
  await todosChanged(ctx.app, ctx.db, [assigneeId, ...rows.map((row) => row.assigneeId)]);
  ctx.audit.note(`转派 ${rows.length} 张工单给${name}`);
  return null;
}

/** Writes a comment; whoever else works on the issue hears of it. */
export async function commentIssue(ctx: Ctx, id: string, content: string): Promise<null> {
  const [row] = await lockedIssues(ctx, [id]);
  if (!row) throw new AppError('entity.notFound');
  await writeTrail(ctx, [{ issueId: id, action: 'comment', from: null, to: null, content, by: ctx.user.id }]);
  await tell(ctx, row, { to: [row.assigneeId, row.reviewerId], text: `${ctx.user.nickname}：${content}` });
  return null;
}
