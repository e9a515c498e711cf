import type { FlowStatus } from '#kit/contract/flow.ts';
import type { App } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { holdersOf, notify, notifyLater } from '#modules/notices/server/index.ts';
import { ADMINISTERS } from './approvers.ts';
import type { Deed, Working } from './step.ts';
import type { OpenTask } from './sync.ts';

/** Pages that messages open; a task is named by its own id or by that of its instance. */
export const taskPath = (id: string): string => `/workflow/task/todo?open=${id}`;
export const OPERATIONS = '/workflow/operation';
export const copyPath = (id: string): string => `/workflow/instance/mycopied?open=${id}`;
export const instancePath = (id: string): string => `/workflow/instance/mystarted?open=${id}`;

async function holdersOfRoles({ db }: FlowScope, roles: readonly string[]): Promise<string[]> {
  if (roles.length === 0) return [];
  const rows = await db.selectFrom('sysUserRole').select('userId').where('roleId', 'in', roles).limit(1000).execute();
  return rows.map(({ userId }) => userId);
}

/** Who can do an open task: the one who has it, otherwise its candidates. */
export async function peopleOfTask(scope: FlowScope, task: { readonly id: string; readonly assigneeId: string | null }): Promise<string[]> {
  if (task.assigneeId !== null) return [task.assigneeId];
  const candidates = await scope.db.selectFrom('flowCandidate').select(['kind', 'ref']).where('taskId', '=', task.id).limit(1000).execute();
  const of = (kind: string) => candidates.flatMap((row) => (row.kind === kind ? row.ref : []));
  return [...new Set([...of('user'), ...(await holdersOfRoles(scope, of('role')))])];
}

/** Tells people of the tasks that wait for them now; those of one node in one go, however many decide together. */
export async function notifyTasks(scope: FlowScope, { row, state, rev }: Working, tasks: readonly OpenTask[]): Promise<void> {
  const open = tasks.filter(({ engineTask }) => state && Object.hasOwn(state.tasks, engineTask));
  for (const node of new Set(open.map(({ nodeKey }) => nodeKey))) {
    const made = open.filter(({ nodeKey }) => nodeKey === node);
    const roles = made.flatMap((task) => (task.assigneeId === null ? task.roles : []));
    const named = made.flatMap((task) => (task.assigneeId === null ? task.users : [task.assigneeId]));
    const to = [...named, ...(await holdersOfRoles(scope, roles))];
    await notifyLater(scope.app, scope.db, {
      to,
      kind: 'flow',
      title: `待办：${made[0]?.name ?? ''}`,
      text: row.message ?? row.title,
      path: taskPath(row.id),
      key: `flow.task:${row.id}:${rev}:${node}`,
      isTodo: true,
    });
  }
}

const ENDED: Readonly<Partial<Record<FlowStatus, string>>> = { '4': '已通过', '5': '未通过', '6': '已撤销' };

/** Tells the starter how it ended, unless he ended it. */
export async function notifyEnd(scope: FlowScope, { row }: Working, to: FlowStatus, { actorId, opinion }: Deed): Promise<void> {
  if (actorId === row.starterId) return;
  await notifyLater(scope.app, scope.db, {
    to: [row.starterId],
    kind: 'flow',
    title: `您的申请${ENDED[to] ?? '已结束'}`,
    text: opinion ? `${row.title}：${opinion}` : row.title,
    path: instancePath(row.id),
    key: `flow.end:${row.id}`,
  });
}

interface CopyTo {
  readonly node: string;
  readonly name: string;
  readonly people: readonly string[];
}
/** Stores copies and tells those who get them. */
export async function notifyCopies(
  scope: FlowScope,
  { row }: Working,
  copies: readonly CopyTo[],
  from: string | null = null,
): Promise<void> {
  for (const { node, name, people } of copies) {
    if (people.length === 0) continue;
    const values = people.map((userId) => ({
      id: scope.app.ids.next(),
      instanceId: row.id,
      nodeKey: node,
      nodeName: name,
      userId,
      fromId: from,
      createTime: scope.now,
    }));
    await scope.db.insertInto('flowCopy').values(values).execute();
    await notifyLater(scope.app, scope.db, {
      to: [...people],
      kind: 'flow',
      title: '抄送给您的流程',
      text: row.title,
      path: copyPath(row.id),
      key: null,
    });
  }
}

/** Tells who administers approvals of the department of an instance. */
export async function notifyAdministrators(
  app: App,
  instanceId: string,
  { title, text, path, key }: Record<'title' | 'text' | 'path' | 'key', string>,
): Promise<void> {
  const row = await app.db.selectFrom('flowInstance').select(['title', 'deptId']).where('id', '=', instanceId).executeTakeFirstOrThrow();
  await notify(app, app.db, {
    to: await holdersOf(app.db, ADMINISTERS, row.deptId),
    kind: 'flow',
    title,
    text: `${row.title}：${text}`.slice(0, 500),
    path,
    key,
  });
}
