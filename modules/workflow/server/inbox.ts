import { sql, type SelectQueryBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';

/** Tasks (alias `t`), without anything joined: what is counted and cut into pages. */
export type TaskQuery = SelectQueryBuilder<Tables & { t: Tables['flowTask'] }, 't', object>;

const rolesOf = ({ user }: Ctx): readonly string[] => (user.roles.length > 0 ? user.roles : ['']);

/**
 * Open tasks that the caller may act on: assigned ones, and those that nobody has taken. Two lists by index; an OR over both would read
 * every open task.
 */
export function openTasks(ctx: Ctx): TaskQuery {
  const own = ctx.db.selectFrom('flowTask as a').selectAll('a').where('a.assigneeId', '=', ctx.user.id).where('a.state', '=', 'todo');
  const free = ctx.db
    .selectFrom('flowTask as o')
    .selectAll('o')
    .where('o.state', '=', 'todo')
    .where('o.assigneeId', 'is', null)
    .where('o.id', 'in', (e) =>
      e
        .selectFrom('flowCandidate as c')
        .select('c.taskId')
        .where('c.isOpen', '=', sql<boolean>`true`)
        .where((c) =>
          c.or([
            c.and([c('c.kind', '=', 'user'), c('c.ref', '=', ctx.user.id)]),
            c.and([c('c.kind', '=', 'role'), c('c.ref', 'in', rolesOf(ctx))]),
          ]),
        ),
    );
  const both = ctx.db.selectFrom(own.unionAll(free).as('t')).where('t.instanceId', 'not in', (e) =>
    e
      .selectFrom('flowInstance')
      .select('id')
      .where('suspensionState', '=', sql<'2'>`'2'`),
  );
  return both as unknown as TaskQuery;
}

/** Tasks that the caller has finished. */
export const doneTasks = (ctx: Ctx): TaskQuery =>
  ctx.db.selectFrom('flowTask as t').where('t.state', '=', 'done').where('t.endedBy', '=', ctx.user.id) as unknown as TaskQuery;

/** The instance, definition, starter and department beside each task of a page. */
export const withRecord = (ctx: Ctx, tasks: TaskQuery) =>
  ctx.db
    .selectFrom(tasks.selectAll('t').as('t'))
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .leftJoin('sysUser as u', 'u.id', 'i.starterId')
    .leftJoin('sysDept as p', 'p.id', 'i.deptId');

/** Narrows tasks to those whose instance fits. */
export const ofInstances = (
  tasks: TaskQuery,
  fits: (
    instances: SelectQueryBuilder<Tables & { i: Tables['flowInstance'] }, 'i', object>,
  ) => SelectQueryBuilder<Tables & { i: Tables['flowInstance'] }, 'i', object>,
): TaskQuery =>
  tasks.where((e) =>
    e.exists(fits(e.selectFrom('flowInstance as i').whereRef('i.id', '=', 't.instanceId') as never).select(sql`1`.as('one'))),
  );
