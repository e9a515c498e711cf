import { sql } from 'kysely';
import type * as z from 'zod';
import { contains, containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { RunningFilter, RunningView } from '../../contract/running.ts';
import { endOfDay } from '../day.ts';
import { SCOPED } from '../parties.ts';

export type Filter = z.output<typeof RunningFilter>;
export const SUSPENDED = '2';

/** The nearest limit of the open tasks of each instance. */
const limits = (ctx: Ctx) =>
  ctx.db
    .selectFrom('flowTask')
    .select((e) => ['instanceId', e.fn.min('dueTime').as('dueTime')])
    .where('state', '=', sql<'todo'>`'todo'`)
    .groupBy('instanceId');

/** Running instances (`i`) within the data scope of the call, with definition (`d`), starter (`u`), department (`p`) and nearest limit (`o`). */
const runningRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .leftJoin('sysUser as u', 'u.id', 'i.starterId')
    .leftJoin('sysDept as p', 'p.id', 'i.deptId')
    .leftJoin(limits(ctx).as('o'), 'o.instanceId', 'i.id')
    .where('i.endTime', 'is', null)
    .where(scope(ctx, SCOPED));

/** What each view keeps, as conditions: limits of suspended instances stand still. */
export const viewConditions = (now: Date) =>
  ({
    overdue: sql<boolean>`(o.due_time < ${now} and i.suspension_state <> ${SUSPENDED})`,
    today: sql<boolean>`(o.due_time >= ${now} and o.due_time < ${endOfDay(now)} and i.suspension_state <> ${SUSPENDED})`,
    suspended: sql<boolean>`i.suspension_state = ${SUSPENDED}`,
  }) satisfies Record<RunningView, unknown>;

const standsAt = (node: string) =>
  node === 'idle'
    ? sql<boolean>`o.instance_id is null`
    : sql<boolean>`exists (select 1 from flow_task t where t.instance_id = i.id and t.state = 'todo' and t.node_key = ${node})`;

/** Running instances that fit a filter. */
export function filteredRows(ctx: Ctx, filter: Filter) {
  let some = runningRows(ctx);
  const { keyword, title, businessCode, flowStatus, processKey, nodeKey, view } = filter;
  if (keyword)
    some = some.where((e) => e.or([containsText('i.title', keyword), e('u.nickname', 'like', contains(keyword)), e('i.id', '=', keyword)]));
  if (title) some = some.where(containsText('i.title', title));
  if (businessCode) some = some.where('i.businessCode', '=', businessCode);
  if (flowStatus) some = some.where('i.flowStatus', '=', flowStatus as '3');
  if (processKey) some = some.where('d.defKey', '=', processKey);
  if (nodeKey) some = some.where(standsAt(nodeKey));
  if (view) some = some.where(viewConditions(ctx.now)[view]);
  return some;
}
