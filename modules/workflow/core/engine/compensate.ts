/** Compensation: what completed activities have done is undone by their handlers, the last first. */
import { addScope, addToken, boundariesOf, later, modelAround, modelOf, nodeOf, scopeOf, tokenOf, type Run } from './run.ts';
import type { Compensation, Scope, Token } from './state.ts';

const handlerOf = (run: Run, token: Token, node: string): string | null =>
  boundariesOf(modelAround(run, token), node).find(({ event, handler }) => event.kind === 'compensate' && handler !== null)?.handler ??
  null;

/** Notes that an activity, or one instance of it, is complete; of a sub-process also what was done inside it. */
export function noteDone(run: Run, token: Token, inner: Scope | null = null): void {
  const handler = handlerOf(run, token, token.node);
  const done = inner?.done ?? [];
  if (handler === null && done.length === 0) return;
  const scope = scopeOf(run, token.scope);
  scope.done = [...(scope.done ?? []), { node: token.node, handler, inside: done, variables: inner ? inner.variables : {} }];
}

/** Undoes what is done in a scope, or what one activity of it has done; in an event sub-process what the scope around it has done. */
export function compensate(run: Run, id: string, activity: string | null): void {
  const isMeant = ({ node }: Compensation) => activity === null || node === activity;
  for (let scope = scopeOf(run, id); ; scope = scopeOf(run, tokenOf(run, scope.parent).scope)) {
    const meant = (scope.done ?? []).filter(isMeant);
    if (meant.length > 0) {
      scope.done = (scope.done ?? []).filter((one) => !isMeant(one));
      return undo(run, scope, meant);
    }
    if (scope.parent === null || scope.isInstance) return;
  }
}

/** Begins the handlers of a scope; those inside a sub-process that has ended see its variables as they were. */
export function undo(run: Run, scope: Scope, done: readonly Compensation[]): void {
  for (const { node, handler, inside, variables } of done.toReversed()) {
    if (handler !== null) {
      later(run, { kind: 'enter', token: addToken(run, scope.id, handler).id });
      continue;
    }
    if (modelOf(run, scope).nodes[node]?.kind !== 'subProcess') continue;
    const host = addToken(run, scope.id, node, { state: 'inside' });
    host.isUndoing = true;
    const { process, path } = scope;
    undo(run, addScope(run, { parent: host.id, process, path: [...path, node], isInstance: false, variables: { ...variables } }), inside);
  }
}

/** What was done inside an activity that is given up, its instances included. */
export function doneInside(run: Run, token: Token): Compensation[] {
  const { tokens, scopes } = run.state;
  const hosts = [token, ...Object.values(tokens).filter(({ instanceOf }) => instanceOf === token.id)];
  const inner = Object.values(scopes).filter(({ parent }) => hosts.some(({ id }) => id === parent));
  return inner
    .filter(({ done = [] }) => done.length > 0)
    .map(({ done = [], variables }) => ({ node: nodeOf(run, token).id, handler: null, inside: done, variables }));
}
