import type { Definitions, ScopeModel } from '../model.ts';

const MENTION = /\bapproved\b/;

function scopeWith(scope: ScopeModel, node: string): ScopeModel | null {
  if (Object.hasOwn(scope.nodes, node)) return scope;
  for (const each of Object.values(scope.nodes)) {
    const inner = each.kind === 'subProcess' ? scopeWith(each.body, node) : null;
    if (inner) return inner;
  }
  return null;
}

/**
 * True when a process itself says what follows a 不同意 at a node: a flow that leaves it, or the gateway right after it, asks for `approved`.
 * Otherwise 不同意 ends the process.
 */
export function decidesItself(definitions: Definitions, node: string): boolean {
  for (const process of Object.values(definitions)) {
    const scope = scopeWith(process, node);
    if (!scope) continue;
    const flowsOf = (id: string) => (scope.nodes[id]?.outgoing ?? []).flatMap((flow) => scope.flows[flow] ?? []);
    const own = flowsOf(node);
    const afterGateways = own.flatMap(({ to }) => (scope.nodes[to]?.kind.endsWith('Gateway') ? flowsOf(to) : []));
    if ([...own, ...afterGateways].some(({ condition }) => condition !== null && MENTION.test(condition))) return true;
  }
  return false;
}
