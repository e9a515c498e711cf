import { disarmScope, disarmToken } from './arm.ts';
import { instancesOf, tokensAddedTo, tokensIn, type Run } from './run.ts';
import type { CancelReason, Token } from './state.ts';

/** Removes a token with all that runs below it: its instances, people who were added to it, its sub-process, its tasks, timers and subscriptions. */
export function cancel(run: Run, token: Token, reason: CancelReason | null): void {
  const { state } = run;
  if (!state.tokens[token.id]) return;
  if (token.signing) for (const added of tokensAddedTo(run, token.id)) cancel(run, added, reason);
  if (token.state === 'multi') for (const instance of instancesOf(run, token.id)) cancel(run, instance, reason);
  if (token.state === 'inside')
    for (const scope of Object.values(state.scopes)) if (scope.parent === token.id) cancelScope(run, scope.id, reason);
  for (const task of Object.values(state.tasks))
    if (task.token === token.id) {
      delete state.tasks[task.id];
      if (reason !== null) run.events.push({ type: 'taskCancelled', node: task.node, task: task.id, reason });
    }
  disarmToken(run, token.id);
  delete state.tokens[token.id];
}

export function cancelScope(run: Run, scope: string, reason: CancelReason | null): void {
  for (const token of tokensIn(run, scope)) cancel(run, token, reason);
  disarmScope(run, scope);
  delete run.state.scopes[scope];
}
