import type { Definitions } from '../model.ts';
import { waysInto } from './gateways.ts';
import { modelAt } from './sound.ts';
import type { InstanceState } from './state.ts';

/** Flows into parallel joins by which nothing can come any more although something comes by another: `scope join flow`, with the join's name. */
export function unsatisfiableJoins(definitions: Definitions, { scopes, tokens }: InstanceState): Map<string, string> {
  const found = new Map<string, string>();
  for (const scope of Object.values(scopes)) {
    const model = modelAt(definitions, scope);
    const here = Object.values(tokens).filter((token) => token.scope === scope.id && token.instanceOf === null);
    for (const join of Object.values(model?.nodes ?? {})) {
      if (!model || join.kind !== 'parallelGateway' || join.incoming.length < 2) continue;
      const standing = here.filter(({ node, state }) => node === join.id && state === 'joining');
      const moving = here.filter(({ state }) => state !== 'joining');
      const coming = new Set(moving.flatMap((one) => [...waysInto(model, one.node, join.id)]));
      for (const { via } of standing) if (via !== null) coming.add(via);
      if (coming.size === 0) continue;
      for (const flow of join.incoming) if (!coming.has(flow)) found.set(`${scope.id} ${join.id} ${flow}`, join.name || join.id);
    }
  }
  return found;
}
