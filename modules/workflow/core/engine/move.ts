/** Moves an instance to other nodes, out of and into any construct: 退回, 跳转, 撤回. */
import type { NodeModel, ProcessModel, ScopeModel } from '../model.ts';
import { armBoundaries, armScope } from './arm.ts';
import { cancel } from './cancel.ts';
import { instanceAround } from './execute.ts';
import { addScope, addToken, later, modelOf, scopeOf, tokenOf, tokensIn, type Run } from './run.ts';
import { EngineError, type Scope, type Token } from './state.ts';

/** The sub-processes around a node of a process, outermost first; null when there is no such node. */
export function pathTo(model: ScopeModel, id: string): string[] | null {
  if (Object.hasOwn(model.nodes, id)) return [];
  for (const node of Object.values(model.nodes)) {
    const inner = node.kind === 'subProcess' ? pathTo(node.body, id) : null;
    if (inner) return [node.id, ...inner];
  }
  return null;
}

const isPrefix = (part: readonly string[], whole: readonly string[]): boolean => part.every((id, n) => whole[n] === id);

/** Scopes from that of a token outward, beyond called processes too. */
function scopesAround(run: Run, token: Token): Scope[] {
  const found: Scope[] = [];
  for (let scope: Scope | null = scopeOf(run, token.scope); scope;) {
    found.push(scope);
    scope = scope.parent === null ? null : scopeOf(run, tokenOf(run, scope.parent).scope);
  }
  return found;
}

/** The nearest process instance around the moved tokens that has a node of this id, with the way to it. */
function placeOf(
  run: Run,
  around: readonly Scope[],
  id: string,
): { readonly path: readonly string[]; readonly process: string; readonly instance: string } {
  for (const scope of around) {
    const instance = instanceAround(run, scope);
    const model: ProcessModel | undefined = run.definitions[instance.process];
    const path = model ? pathTo(model, id) : null;
    if (path) return { path, process: instance.process, instance: instance.id };
  }
  throw new EngineError(`流程中没有节点 ${id}`);
}

/** The scope that holds a node, with the sub-processes on the way begun where they do not run around the moved tokens already. */
function openScope(run: Run, around: Scope[], { path, process, instance }: ReturnType<typeof placeOf>): Scope {
  const candidates = around.filter(
    (scope) => scope.process === process && isPrefix(scope.path, path) && instanceAround(run, scope).id === instance,
  );
  let scope = candidates.toSorted((a, b) => b.path.length - a.path.length)[0];
  if (!scope) throw new EngineError(`流程 ${process} 已结束`);
  for (const id of path.slice(scope.path.length)) {
    const host = addToken(run, scope.id, id, { state: 'inside' });
    armBoundaries(run, host);
    scope = addScope(run, { parent: host.id, process, path: [...scope.path, id], isInstance: false, variables: {} });
    armScope(run, scope);
    around.push(scope);
  }
  return scope;
}

/** Removes the hosts of scopes that the move has emptied, outward. */
function closeEmptied(run: Run, id: string): void {
  for (let scope = run.state.scopes[id]; scope && scope.parent !== null && tokensIn(run, scope.id).length === 0;) {
    const host = tokenOf(run, scope.parent);
    const body = host.instanceOf === null ? host : tokenOf(run, host.instanceOf);
    cancel(run, body, 'move');
    scope = run.state.scopes[body.scope];
  }
}

/**
 * Takes all executions away from the nodes `from` and begins one at each of `to`. A node is looked for in the process of the moved
 * executions first, then in those that call it. Throws EngineError when nothing stands at `from` or there is no node `to`.
 */
export function move(run: Run, from: readonly string[], to: readonly string[]): void {
  const moved = Object.values(run.state.tokens).filter((token) => token.instanceOf === null && from.includes(token.node));
  const missing = from.find((id) => !moved.some((token) => token.node === id));
  if (missing !== undefined || moved.length === 0) throw new EngineError(`没有执行停在节点 ${missing ?? ''}`);
  if (to.length === 0) throw new EngineError('没有目标节点');
  const around: Scope[] = [];
  for (const token of moved) for (const scope of scopesAround(run, token)) if (!around.includes(scope)) around.push(scope);
  const begun: Token[] = [];
  for (const id of to) {
    const scope = openScope(run, around, placeOf(run, around, id));
    const node: NodeModel | undefined = modelOf(run, scope).nodes[id];
    // what was several branches before a join has to satisfy it
    const times = node?.kind === 'parallelGateway' ? moved.length : 1;
    for (let n = 0; n < times; n += 1) begun.push(addToken(run, scope.id, id));
  }
  for (const token of moved) cancel(run, token, 'move');
  for (const token of moved) closeEmptied(run, token.scope);
  for (const token of begun) later(run, { kind: 'enter', token: token.id });
}
