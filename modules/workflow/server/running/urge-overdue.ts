import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf } from '#kit/server/flow.ts';
import { notify } from '#modules/notices/server/index.ts';
import { noteUrges, urgedSince } from '../conversation.ts';
import { peopleOfTask, taskPath } from '../messages.ts';
import { filteredRows, type Filter } from './rows.ts';

/** Instances that one call urges, those with the oldest limits first. */
export const MAX_URGED = 200;

interface Late {
  readonly id: string;
  readonly title: string;
  /** its overdue tasks; empty when all were urged a moment ago */
  readonly tasks: readonly { readonly id: string; readonly assigneeId: string | null }[];
}
/** Overdue instances of a filter with their overdue tasks that may be urged now. */
async function lateOnes(ctx: Ctx, filter: Omit<Filter, 'view'>): Promise<Late[]> {
  const rows = await filteredRows(ctx, { ...filter, view: 'overdue' })
    .select(['i.id', 'i.title'])
    .orderBy('o.dueTime')
    .orderBy('i.id')
    .limit(MAX_URGED)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  // in one order: two administrators who urge at the same time do not wait for each other in a circle
  await ctx.db.selectFrom('flowInstance').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const tasks = await ctx.db
    .selectFrom('flowTask')
    .select(['id', 'instanceId', 'assigneeId'])
    .where('instanceId', 'in', ids)
    .where('state', '=', 'todo')
    .where('kind', '!=', 'submit')
    .where('dueTime', '<', ctx.now)
    .where((e) => e.or([e('urgedTime', 'is', null), e('urgedTime', '<=', urgedSince(ctx.now))]))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, tasks: tasks.filter(({ instanceId }) => instanceId === row.id) }));
}

/** 催办逾期: tells everybody who holds an overdue task of these instances, each once; what was urged in the last ten minutes is left out. */
export async function urgeOverdue(ctx: Ctx, { message, ...filter }: Omit<Filter, 'view'> & { message?: string | null | undefined }) {
  const { total } = await filteredRows(ctx, { ...filter, view: 'overdue' })
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const found = await lateOnes(ctx, filter);
  const late = found.filter(({ tasks }) => tasks.length > 0);
  const titles = new Map<string, Late[]>();
  for (const one of late) {
    const people = new Set<string>();
    for (const task of one.tasks) for (const person of await peopleOfTask(flowScopeOf(ctx), task)) people.add(person);
    for (const person of people) titles.set(person, [...(titles.get(person) ?? []), one]);
  }
  await noteUrges(ctx, late, message || null);
  for (const [person, ones] of titles) await notify(ctx.app, ctx.db, { to: [person], kind: 'flow', key: null, ...wordsFor(ones, message) });
  ctx.audit.note(`催办逾期流程 ${late.length} 个，通知 ${titles.size} 人`);
  return { instances: late.length, people: titles.size, skipped: found.length - late.length, left: Math.max(0, total - found.length) };
}

/** One message for a person, however many of his tasks are urged. */
function wordsFor(ones: readonly Late[], message: string | null | undefined) {
  const [first] = ones;
  const what = ones.length === 1 ? (first?.title ?? '') : `${first?.title ?? ''}等 ${ones.length} 项`;
  return {
    title: ones.length === 1 ? '催办：任务已逾期，请尽快办理' : `催办：您有 ${ones.length} 项任务已逾期`,
    text: (message ? `${what}：${message}` : what).slice(0, 500),
    path: ones.length === 1 && first ? taskPath(first.id) : '/workflow/task/todo?view=overdue',
  };
}
