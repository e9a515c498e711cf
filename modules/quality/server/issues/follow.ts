import { notify } from '#modules/notices/server/index.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { issueAfter, OPEN_STATES, type IssueState } from '../../core/index.ts';
import type { FinishedRule, FollowerScope, VerdictFollower } from '../run/followers.ts';
import { assigneeAgain, assigneeOf, nextIssueNo } from './assignee.ts';
import { writeTrail, type Trail } from './log.ts';
import { dueTimeOf } from './terms.ts';

const PAGE = '/quality/checkissue';
/** What stands for the object of a rule: its column, or '' for the table itself. */
const objectOf = ({ ruleTableId, ruleColumnId }: FinishedRule['rule']): string => `${ruleTableId} ${ruleColumnId ?? ''}`;

/** All issues of a rule, locked: the one of its object, and those of what it looked at before. */
const issuesOf = ({ db }: FollowerScope, ruleId: string) =>
  db
    .selectFrom('qualityIssue')
    .select(['id', 'state', 'objectId', 'waiveUntil', 'ruleVersion', 'assigneeId'])
    .where('checkRuleId', '=', ruleId)
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .execute();
type Known = Awaited<ReturnType<typeof issuesOf>>[number];

async function open(scope: FollowerScope, { rule, batch, reportId, badRows }: FinishedRule): Promise<void> {
  const { app, db, now } = scope;
  const id = app.ids.next();
  const assigneeId = await assigneeOf(db, rule);
  const made = await db
    .insertInto('qualityIssue')
    .values({
      id,
      issueNo: await nextIssueNo(db, now),
      checkRuleId: rule.id,
      ruleSourceId: rule.ruleSourceId,
      ruleTableId: rule.ruleTableId,
      objectId: objectOf(rule),
      ruleColumnId: rule.ruleColumnId,
      ruleTypeId: rule.ruleTypeId,
      ruleLevelId: rule.ruleLevelId,
      assigneeId,
      reviewerId: rule.ownerId,
      openTime: now,
      dueTime: await dueTimeOf(db, rule.ruleLevelId, now),
      openBatch: batch,
      firstTime: now,
      lastFailTime: now,
      lastReportId: reportId,
      createTime: now,
      updateTime: now,
    })
    // two batches over the same rule at once: the second one adds to the issue of the first
    .onConflict((on) => on.columns(['checkRuleId', 'objectId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return follow(scope, { batch, rule, reportId, badRows, state: 'fail', stateBefore: null, text: '' });
  const line = { issueId: id, by: null };
  await writeTrail(scope, [
    { ...line, action: 'open', from: null, to: '1', reportId, errorCount: badRows },
    ...(assigneeId === null ? [] : [{ ...line, action: 'assign', from: '1', to: '1', accountId: assigneeId } as const]),
  ]);
}

async function failAgain(scope: FollowerScope, issue: Known, { rule, batch, reportId, badRows }: FinishedRule, action: 'fail' | 'reopen') {
  const isRelapse = action === 'reopen';
  const { db, now } = scope;
  const seen = { lastFailTime: now, lastReportId: reportId, ruleLevelId: rule.ruleLevelId, ruleTypeId: rule.ruleTypeId, updateTime: now };
  const again = {
    state: '1',
    openTime: now,
    openBatch: batch,
    submitBy: null,
    closedBy: null,
    closedAccount: null,
    closedTime: null,
    waiveUntil: null,
    waiveReason: null,
    ruleVersion: null,
    overdueTold: null,
  } as const;
  const reopened = isRelapse && {
    ...again,
    dueTime: await dueTimeOf(db, rule.ruleLevelId, now),
    assigneeId: await assigneeAgain(db, issue.assigneeId, rule),
  };
  await db
    .updateTable('qualityIssue')
    .set((e) => ({
      ...seen,
      ...reopened,
      failCount: e('failCount', '+', 1),
      version: e('version', '+', 1),
      ...(isRelapse && { reopenCount: e('reopenCount', '+', 1) }),
    }))
    .where('id', '=', issue.id)
    .execute();
  const trail: Trail = {
    issueId: issue.id,
    action,
    from: issue.state as IssueState,
    to: isRelapse ? '1' : null,
    reportId,
    errorCount: badRows,
    by: null,
  };
  await writeTrail(scope, [trail]);
}

/** Closes issues without anybody's doing: their rule passed, or looks at something else. */
async function close(scope: FollowerScope, issues: readonly Known[], by: 'recheck' | 'rule', found?: FinishedRule): Promise<void> {
  if (issues.length === 0) return;
  const { app, db, now } = scope;
  await db
    .updateTable('qualityIssue')
    .set((e) => ({ state: '4', closedBy: by, closedAccount: null, closedTime: now, updateTime: now, version: e('version', '+', 1) }))
    .where(
      'id',
      'in',
      issues.map(({ id }) => id),
    )
    .execute();
  const action = by === 'recheck' ? 'pass' : 'rule';
  const report = found && { reportId: found.reportId, errorCount: found.badRows };
  await writeTrail(
    scope,
    issues.map(({ id, state }) => ({ issueId: id, action, from: state as IssueState, to: '4', by: null, ...report })),
  );
  await todosChanged(
    app,
    db,
    issues.map(({ assigneeId }) => assigneeId),
  );
}

async function follow(scope: FollowerScope, finished: FinishedRule): Promise<void> {
  const { rule, state } = finished;
  const known = await issuesOf(scope, rule.id);
  const object = objectOf(rule);
  const issue = known.find(({ objectId }) => objectId === object) ?? null;
  const others = known.filter((one) => one !== issue && OPEN_STATES.includes(one.state as IssueState));
  await close(scope, others, 'rule');
  const found = issue && { ...issue, state: issue.state as IssueState };
  const step = issueAfter(found, state, { now: scope.now, ruleVersion: rule.version });
  if (step === null) return;
  if (step.action === 'open') await open(scope, finished);
  else if (issue && step.action === 'pass') await close(scope, [issue], 'recheck', finished);
  else if (issue && step.action !== 'pass') await failAgain(scope, issue, finished, step.action);
}

/** Tells each person once per batch what it opened for them. */
async function tellOpened({ app, db }: FollowerScope, batch: string): Promise<void> {
  const opened = await db
    .selectFrom('qualityIssue')
    .select((e) => ['assigneeId', e.fn.countAll<string>().as('n'), e.fn.max('id').as('id')])
    .where('openBatch', '=', batch)
    .where('state', '=', '1')
    .where('assigneeId', 'is not', null)
    .groupBy('assigneeId')
    .execute();
  for (const { assigneeId, n, id } of opened)
    await notify(app, db, {
      to: [assigneeId!],
      kind: 'quality',
      title: '质量问题待处理',
      text: `最近一次核查打开了 ${n} 张由您处理的问题工单，请在期限内整改`,
      path: Number(n) === 1 ? `${PAGE}?open=detail-${id}` : `${PAGE}?q=mine:1`,
      key: `quality.issue:${batch}`,
      isTodo: true,
    });
}

/** Issues follow verdicts: one per rule and object, closed by the run that passes. */
export const issueFollower: VerdictFollower = {
  name: 'issues',
  rule: follow,
  batch: (scope, { batch }) => tellOpened(scope, batch),
};

/** Closes the open issues of rules that are gone. */
export async function closeIssuesOfRules(scope: FollowerScope, ruleIds: readonly string[]): Promise<void> {
  const open = await scope.db
    .selectFrom('qualityIssue')
    .select(['id', 'state', 'objectId', 'waiveUntil', 'ruleVersion', 'assigneeId'])
    .where('checkRuleId', 'in', ['', ...ruleIds])
    .where('state', 'in', [...OPEN_STATES])
    .orderBy('id')
    .forUpdate()
    .execute();
  await close(scope, open, 'rule');
}
