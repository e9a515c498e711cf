import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { scope as dataScope } from '#kit/server/scope.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import { handover as contract } from '../contract/handover.ts';
import { ADMINISTERS, enabledOf } from './approvers.ts';
import { taskPath } from './messages.ts';
import { migrateTo } from './migrate.ts';
import { publishText } from './publish.ts';
import { reassign, replaceCandidate } from './reassign.ts';

type Body = z.output<(typeof contract)['run']['body']>;
/** Tasks of one call, all in one transaction. */
const MAX = 2_000;

/** Instances within the data scope of the permission of the call. */
const openTasks = (ctx: Ctx) =>
  ctx.db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .where('t.state', '=', 'todo')
    .where('t.kind', '!=', 'submit')
    .where(dataScope(ctx, { dept: 'i.deptId', owner: 'i.starterId' }));
const isCandidateOf = (user: string) =>
  sql<boolean>`(t.assignee_id is null and exists (select 1 from flow_candidate c where c.task_id = t.id and c.kind = 'user' and c.ref = ${user}))`;

/** Newest versions of processes whose text names a person; ids are long enough to be found as text. */
const naming = (ctx: Ctx, user: string) =>
  ctx.db
    .selectFrom('flowDefinition as d')
    .select(['d.id', 'd.name', 'd.versionNo', 'd.kind', 'd.categoryId', 'd.bpmnXml'])
    .where('d.deletedAt', 'is', null)
    .where(sql<boolean>`strpos(d.bpmn_xml, ${user}) > 0`)
    .where(
      sql<boolean>`d.version_no = (select max(version_no) from flow_definition l where l.def_key = d.def_key and l.deleted_at is null)`,
    )
    .orderBy('d.id');
const drafts = (ctx: Ctx, user: string) =>
  ctx.db
    .selectFrom('flowModel')
    .select(['id', 'name', 'bpmnXml', 'tree'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`strpos(bpmn_xml, ${user}) > 0`)
    .orderBy('id');
const delegationsTo = (ctx: Ctx, user: string) =>
  ctx.db.selectFrom('flowDelegation').where('deletedAt', 'is', null).where('toUserId', '=', user).where('validUntil', '>', ctx.now);

async function preview(ctx: Ctx, user: string) {
  const tasks = await openTasks(ctx)
    .select(['i.businessCode'])
    .select(
      sql<string | null>`(select business_name from flow_business b where b.business_code = i.business_code and b.deleted_at is null)`.as(
        'businessName',
      ),
    )
    .select(sql<number>`count(*) filter (where t.assignee_id = ${user})::int`.as('assigned'))
    .select(sql<number>`count(*) filter (where t.assignee_id is null)::int`.as('candidate'))
    .where((e) => e.or([e('t.assigneeId', '=', user), isCandidateOf(user)]))
    .groupBy('i.businessCode')
    .orderBy('i.businessCode')
    .execute();
  const { n } = await delegationsTo(ctx, user)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  const ids = await holdersOf(ctx.db, ADMINISTERS, ctx.user.deptId);
  const people =
    ids.length === 0 ? [] : await ctx.db.selectFrom('sysUser').select('nickname').where('id', 'in', ids).orderBy('id').limit(20).execute();
  return {
    tasks,
    delegations: n,
    models: (await drafts(ctx, user).execute()).map(({ id, name }) => ({ id, name })),
    definitions: (await naming(ctx, user).execute()).map(({ id, name, versionNo }) => ({ id, name, versionNo })),
    administrators: people.map(({ nickname }) => nickname),
  };
}

interface People {
  readonly from: { readonly id: string; readonly nickname: string };
  readonly to: { readonly id: string; readonly nickname: string };
}
async function peopleOf(ctx: Ctx, body: Body): Promise<People> {
  const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (body.fromUserId === body.toUserId) throw wrong('toUserId', '不能移交给本人');
  const rows = await ctx.db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', [body.fromUserId, body.toUserId]).execute();
  const [from, to] = [rows.find(({ id }) => id === body.fromUserId), rows.find(({ id }) => id === body.toUserId)];
  if (!from) throw wrong('fromUserId', '移交人不存在');
  const enabled = await enabledOf({ app: ctx.app, db: ctx.db, now: ctx.now }, [body.toUserId]);
  if (!to || enabled.length === 0) throw wrong('toUserId', '请选择可用的账号');
  return { from, to };
}

async function handTasks(ctx: Ctx, { from, to }: People, body: Body) {
  const scope: FlowScope = { app: ctx.app, db: ctx.db, now: ctx.now };
  let open = openTasks(ctx).where((e) => e.or([e('t.assigneeId', '=', from.id), isCandidateOf(from.id)]));
  if (body.businessCodes) open = open.where('i.businessCode', 'in', body.businessCodes.length > 0 ? body.businessCodes : ['']);
  const rows = await open
    .select(['t.id', 't.instanceId', 't.assigneeId', 'i.starterId'])
    .orderBy('t.instanceId')
    .orderBy('t.id')
    .limit(MAX + 1)
    .execute();
  if (rows.length > MAX) throw new AppError('rule.broken', `任务超过 ${MAX} 个，请选择部分业务分批移交`);
  const count = { assigned: 0, candidate: 0, kept: 0 };
  const reason = { actorId: ctx.user.id, action: '移交', opinion: `“${from.nickname}”移交给“${to.nickname}”：${body.reason}` };
  for (const row of rows) {
    if (row.starterId === to.id) count.kept += 1;
    else if (row.assigneeId === null) count.candidate += (await replaceCandidate(scope, row, { from: from.id, to: to.id }, reason)) ? 1 : 0;
    else count.assigned += (await reassign(scope, row, [to.id], reason)) ? 1 : 0;
  }
  if (count.assigned + count.candidate === 0) return count;
  await todosChanged(ctx.app, ctx.db, [from.id, to.id]);
  await notify(ctx.app, ctx.db, {
    to: [to.id],
    kind: 'flow',
    title: `“${from.nickname}”移交给您 ${count.assigned + count.candidate} 个流程任务`,
    text: body.reason,
    path: taskPath(''),
    key: null,
  });
  return count;
}

/** Others who named him as their substitute get the receiver; whoever would become the own substitute gets none. */
async function handDelegations(ctx: Ctx, { from, to }: People): Promise<number> {
  const stamp = { updateBy: ctx.user.id, updateTime: ctx.now, version: sql<number>`version + 1` };
  const ids = await delegationsTo(ctx, from.id).select(['id', 'fromUserId']).orderBy('id').forUpdate().execute();
  for (const { id, fromUserId } of ids)
    await ctx.db
      .updateTable('flowDelegation')
      .set(fromUserId === to.id ? { ...stamp, deletedAt: ctx.now } : { ...stamp, toUserId: to.id })
      .where('id', '=', id)
      .execute();
  return ids.length;
}

/** Drafts and the newest versions name the receiver instead; running instances go on in the new version. */
async function handModels(ctx: Ctx, { from, to }: People): Promise<{ models: number; definitions: number }> {
  const replaced = (text: string): string => text.replaceAll(from.id, to.id);
  const models = await drafts(ctx, from.id).forUpdate().execute();
  for (const { id, name, bpmnXml, tree } of models) {
    await ctx.db
      .updateTable('flowModel')
      .set({
        bpmnXml: replaced(bpmnXml),
        tree: tree === null ? null : replaced(JSON.stringify(tree)),
        version: sql`version + 1`,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({ entity: '流程模型', id, name, before: { 审批人: from.nickname }, after: { 审批人: to.nickname } });
  }
  const definitions = await naming(ctx, from.id).execute();
  for (const { bpmnXml, name, kind, categoryId } of definitions) {
    const { definitionId } = await publishText(ctx, { xml: replaced(bpmnXml), name, categoryId, kind: kind as 'simple' | 'bpmn' });
    await migrateTo(ctx, definitionId, { mapping: {}, dryRun: false });
  }
  return { models: models.length, definitions: definitions.length };
}

/** Hands everything of a person who leaves to another one. */
export const handovers = implement(contract, {
  preview: (ctx, { query }) => preview(ctx, query.fromUserId),
  async run(ctx, { body }) {
    const people = await peopleOf(ctx, body);
    const tasks = body.tasks ? await handTasks(ctx, people, body) : { assigned: 0, candidate: 0, kept: 0 };
    const delegations = body.delegations ? await handDelegations(ctx, people) : 0;
    const named = body.models ? await handModels(ctx, people) : { models: 0, definitions: 0 };
    ctx.audit.note(`“${people.from.nickname}”的流程工作移交给“${people.to.nickname}”：任务 ${tasks.assigned + tasks.candidate} 个`);
    return { ...tasks, delegations, ...named };
  },
});
