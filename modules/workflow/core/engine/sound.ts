/** What holds in every state of an instance; tests and the operator's check read the same list. */
import type { Definitions, NodeModel, ScopeModel } from '../model.ts';
import type { InstanceState, Scope, Token } from './state.ts';

/** What a scope executes; null when its process or sub-process is not among the definitions. */
export function modelAt(definitions: Definitions, { process: key, path }: Pick<Scope, 'process' | 'path'>): ScopeModel | null {
  let model: ScopeModel | undefined = Object.hasOwn(definitions, key) ? definitions[key] : undefined;
  for (const id of path) {
    const node: NodeModel | undefined = model?.nodes[id];
    if (node?.kind !== 'subProcess') return null;
    model = node.body;
  }
  return model ?? null;
}

export type Check = (isSound: boolean, sentence: string) => void;
/** A check that keeps the sentences of what does not hold. */
export const checkInto =
  (found: string[]): Check =>
  (isSound, sentence) =>
    void (isSound || found.push(sentence));

function checkToken(definitions: Definitions, state: InstanceState, token: Token, check: Check): void {
  const { scopes, tokens, tasks } = state;
  const scope = scopes[token.scope];
  check(scope !== undefined, `I1 token ${token.id} without scope`);
  if (!scope) return;
  const node = modelAt(definitions, scope)?.nodes[token.node];
  check(node !== undefined, `I1 token ${token.id} stands at ${token.node}, which its process does not have`);
  check(token.state !== 'moving', `I1 token ${token.id} stands at ${token.node} and moves`);
  const open = Object.values(tasks).filter((task) => task.token === token.id).length;
  const isSubmit = node?.kind === 'startEvent' && token.state === 'waiting';
  const awaited = (node?.kind === 'userTask' && token.state === 'waiting') || isSubmit ? 1 : 0;
  check(open === awaited, `I1 ${open} tasks of token ${token.id} at ${token.node}`);
  const inner = Object.values(scopes).filter(({ parent }) => parent === token.id).length;
  check(inner === (token.state === 'inside' ? 1 : 0), `I1 ${inner} scopes of token ${token.id} at ${token.node}`);
  const instances = Object.values(tokens).filter(({ instanceOf }) => instanceOf === token.id).length;
  check(token.state !== 'multi' || instances === token.variables['nrOfActiveInstances'], `I1 count of instances at ${token.node}`);
  check(token.instanceOf === null || tokens[token.instanceOf]?.state === 'multi', `I1 instance of nothing at ${token.node}`);
  const added = Object.values(tokens).filter((one) => one.added?.to === token.id);
  check(token.state !== 'held' || added.length > 0, `I1 nobody was added to the one that waits at ${token.node}`);
  check(token.added?.to == null || tokens[token.added.to]?.signing !== undefined, `I1 added to nothing at ${token.node}`);
  const isBeside = added.every(({ node: where, scope: around }) => where === token.node && around === token.scope);
  check(isBeside, `I1 added elsewhere than ${token.node}`);
}

/** What is wrong with a state, each sentence with its invariant (I1 tasks and tokens, I2 something runs, I3 owners); empty when it is sound. */
export function unsound(definitions: Definitions, state: InstanceState): string[] {
  const { scopes, tokens, tasks, timers, subscriptions } = state;
  const found: string[] = [];
  const check = checkInto(found);
  const all = Object.values(tokens);
  for (const token of all) checkToken(definitions, state, token, check);
  for (const task of Object.values(tasks))
    check(tokens[task.token]?.node === task.node, `I1 task ${task.id} at ${task.node} without token`);
  for (const scope of Object.values(scopes)) {
    const isAlive = all.some((token) => token.scope === scope.id);
    check(isAlive, `I2 scope ${scope.id} of ${scope.path.join('/')} without token`);
    check(scope.parent === null ? scope.id === state.root : tokens[scope.parent] !== undefined, `I2 scope ${scope.id} without host`);
  }
  for (const { owner, node } of [...Object.values(timers), ...Object.values(subscriptions)])
    check(
      owner.kind === 'eventSubProcess' ? scopes[owner.scope] !== undefined : tokens[owner.token] !== undefined,
      `I3 ${node} without owner`,
    );
  const remains = [scopes, tokens, tasks, timers, subscriptions].reduce((sum, part) => sum + Object.keys(part).length, 0);
  if (state.status === 'running') check(all.length > 0, 'I2 runs without token');
  else check(remains === 0, 'I2 ended with remains');
  return found;
}
