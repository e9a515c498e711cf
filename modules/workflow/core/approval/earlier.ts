import type { Definitions, ScopeModel } from '../model.ts';

/** User tasks of a scope from which a node can be reached, nearest first. */
function before(scope: ScopeModel, node: string): string[] {
  const found: string[] = [];
  const seen = new Set([node]);
  let open = [node];
  while (open.length > 0) {
    const next = Object.values(scope.flows).flatMap(({ from, to }) => (open.includes(to) && !seen.has(from) ? from : []));
    for (const id of next) if (!seen.has(id) && scope.nodes[id]?.kind === 'userTask') found.push(id);
    for (const id of next) seen.add(id);
    open = [...new Set(next)];
  }
  return found;
}

/** The nodes that a task can be sent back to, the nearest first: earlier tasks of its own scope and of those around it. */
export function earlierTasks(definitions: Definitions, node: string): { id: string; name: string }[] {
  const within = (scope: ScopeModel): { id: string; name: string }[] | null => {
    const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: scope.nodes[id]?.name || id }));
    if (Object.hasOwn(scope.nodes, node)) return named(before(scope, node));
    for (const each of Object.values(scope.nodes)) {
      const inner = each.kind === 'subProcess' ? within(each.body) : null;
      if (inner) return [...inner, ...named(before(scope, each.id))];
    }
    return null;
  };
  for (const process of Object.values(definitions)) {
    const found = within(process);
    if (found) return found;
  }
  return [];
}
