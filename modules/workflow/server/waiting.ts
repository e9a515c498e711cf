import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { FlowStep } from '#kit/server/flow.ts';
import type { InstanceState } from '../core/engine/state.ts';

/** Candidates of an open task that are named one by one. */
const MAX_NAMED = 20;

/** Who has to act in an instance now, and who was added and is asked later. */
export async function waitingOf(ctx: Ctx, instanceId: string) {
  const rows = await ctx.db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .leftJoin('sysUser as u', 'u.id', 't.assigneeId')
    .leftJoin('sysUser as b', 'b.id', 't.addedBy')
    .select([
      't.id',
      't.engineTask',
      't.nodeKey',
      't.name',
      't.kind',
      't.assigneeId',
      'u.nickname',
      't.addedBy',
      'b.nickname as addedByName',
    ])
    .select(['t.readTime', 't.dueTime', 't.urgedTime', 't.createTime', 'i.state'])
    .where('t.instanceId', '=', instanceId)
    .where('t.state', '=', 'todo')
    .orderBy('t.createTime')
    .orderBy('t.id')
    .limit(200)
    .execute();
  const names = await candidateNames(
    ctx,
    rows.filter(({ assigneeId }) => assigneeId === null).map(({ id }) => id),
  );
  const open = rows.map(({ state: _state, engineTask: _engineTask, nickname, ...row }) => ({
    ...row,
    taskId: row.id,
    people: row.assigneeId === null ? (names.get(row.id) ?? []) : [nickname ?? row.assigneeId],
    isPending: false,
    mayRemove: row.addedBy === ctx.user.id,
  }));
  const state = rows[0]?.state as InstanceState | undefined;
  return [...open, ...(state ? await pendingOf(ctx, state, rows) : [])];
}

/** The open steps of several instances with their people, by instance. */
export async function stepsNow(db: Db, instanceIds: readonly string[]): Promise<ReadonlyMap<string, readonly FlowStep[]>> {
  const steps = new Map<string, FlowStep[]>();
  if (instanceIds.length === 0) return steps;
  const rows = await db
    .selectFrom('flowTask as t')
    .leftJoin('sysUser as u', 'u.id', 't.assigneeId')
    .select(['t.id', 't.instanceId', 't.name', 't.assigneeId', 'u.nickname'])
    .where('t.instanceId', 'in', instanceIds)
    .where('t.state', '=', 'todo')
    .orderBy('t.createTime')
    .orderBy('t.id')
    .limit(1000)
    .execute();
  const names = await candidateNames(
    { db },
    rows.filter(({ assigneeId }) => assigneeId === null).map(({ id }) => id),
  );
  for (const { id, instanceId, name, assigneeId, nickname } of rows) {
    const people = assigneeId === null ? (names.get(id) ?? []) : [nickname ?? assigneeId];
    const list = steps.get(instanceId) ?? [];
    const same = list.findIndex((step) => step.name === name);
    // 会签 and 依次 have a task for each of their people
    if (same < 0) list.push({ name, people });
    else list[same] = { name, people: [...new Set([...list[same]!.people, ...people])] };
    steps.set(instanceId, list);
  }
  return steps;
}

interface OpenRow {
  readonly id: string;
  readonly engineTask: string;
  readonly nodeKey: string;
  readonly name: string;
  readonly kind: string;
  readonly createTime: Date;
}
/** People who are asked when a task is done (后加签). */
async function pendingOf(ctx: Ctx, state: InstanceState, rows: readonly OpenRow[]) {
  const waiting = rows.flatMap((row) => {
    const token = state.tokens[state.tasks[row.engineTask]?.token ?? ''];
    return (token?.signing?.after ?? []).map(({ user, by }) => ({ row, user, by }));
  });
  if (waiting.length === 0) return [];
  const ids = waiting.flatMap(({ user, by }) => [user, by ?? user]);
  const users = await ctx.db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids).execute();
  const nameOf = (id: string | null) => users.find((user) => user.id === id)?.nickname ?? id;
  return waiting.map(({ row, user, by }) => ({
    taskId: row.id,
    nodeKey: row.nodeKey,
    name: row.name,
    kind: row.kind,
    assigneeId: user,
    people: [nameOf(user) ?? user],
    addedBy: by,
    addedByName: nameOf(by),
    readTime: null,
    dueTime: null,
    urgedTime: null,
    createTime: row.createTime,
    isPending: true,
    mayRemove: by === ctx.user.id,
  }));
}

async function candidateNames({ db }: Pick<Ctx, 'db'>, tasks: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (tasks.length === 0) return found;
  const rows = await db
    .selectFrom('flowCandidate as c')
    .leftJoin('sysUser as u', (join) => join.onRef('u.id', '=', 'c.ref').on('c.kind', '=', 'user'))
    .leftJoin('sysRole as r', (join) => join.onRef('r.id', '=', 'c.ref').on('c.kind', '=', 'role'))
    .select(['c.taskId', 'u.nickname', 'r.roleName'])
    .where('c.taskId', 'in', tasks)
    .orderBy('c.ref')
    .limit(1000)
    .execute();
  for (const { taskId, nickname, roleName } of rows) {
    const list = found.get(taskId) ?? [];
    const name = nickname ?? roleName;
    if (name !== null && list.length < MAX_NAMED) found.set(taskId, [...list, name]);
  }
  return found;
}
