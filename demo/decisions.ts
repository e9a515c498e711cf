import type { App } from '#kit/server/ctx.ts';
import { flowTask } from '#modules/workflow/contract/index.ts';
import { accountOf, callsAs } from './governance-calls.ts';

export type Decision =
  | {
      readonly action: 'complete';
      readonly variables: { readonly approved: boolean };
      readonly message: string;
      /** what the approver fills in of the record */
      readonly fields?: Readonly<Record<string, unknown>>;
    }
  | { readonly action: 'return'; readonly to: string; readonly mode: 'again' | 'direct'; readonly message: string };

export const agrees = (message: string): Decision => ({ action: 'complete', variables: { approved: true }, message });
export const refuses = (message: string): Decision => ({ action: 'complete', variables: { approved: false }, message });
export const sendsBack = (message: string): Decision => ({ action: 'return', to: 'start', mode: 'again', message });

/** What the next approver of an instance does with it; nothing where nobody has to act, or an administrator disabled the account. */
export async function decide(app: App, instanceId: string, decision: Decision, signal: AbortSignal): Promise<void> {
  const task = await app.db
    .selectFrom('flowTask as t')
    .leftJoin('flowCandidate as c', (join) => join.onRef('c.taskId', '=', 't.id').on('c.kind', '=', 'user'))
    .innerJoin('sysUser as u', (join) => join.on((e) => e('u.id', '=', e.fn.coalesce('t.assigneeId', 'c.ref'))))
    .select(['t.id', 'u.username'])
    .where('t.instanceId', '=', instanceId)
    .where('t.state', '=', 'todo')
    .orderBy('t.id')
    .orderBy('u.id')
    .executeTakeFirst();
  const decider = task ? await accountOf(app, task.username) : null;
  if (!task || !decider) return;
  await callsAs(app, decider, signal, (call) => call(flowTask.execute, { params: { taskId: task.id }, body: decision }));
}
