import type { FlowModel, NodeModel, ScopeModel } from '../model.ts';
import { isTrue } from '../juel/values.ts';
import { cancel } from './cancel.ts';
import { called, modelAround, next, nodeOf, tokensIn, valueFor, type Run } from './run.ts';
import { EngineError, type Token } from './state.ts';

/** The flows by which a node is left. Throws EngineError when there are flows and none may be taken. */
export function flowsFrom(run: Run, token: Token, node: NodeModel, model: ScopeModel): FlowModel[] {
  const flows = node.outgoing.flatMap((id) => model.flows[id] ?? []);
  if (node.kind === 'parallelGateway' || flows.length === 0) return flows;
  const holds = ({ id, condition }: FlowModel) =>
    id !== node.defaultFlow && (condition === null || isTrue(valueFor(run, token, condition)));
  const chosen = node.kind === 'exclusiveGateway' ? flows.filter(firstOf(holds)) : flows.filter(holds);
  const taken = chosen.length > 0 ? chosen : flows.filter(({ id }) => id === node.defaultFlow);
  if (taken.length === 0) throw new EngineError(`“${called(node)}”的所有出线条件都不满足，且没有默认连线`);
  return taken;
}

/** Lets the first pass for which a condition holds, and asks it of none after that. */
function firstOf<T>(holds: (value: T) => boolean): (value: T) => boolean {
  let isFound = false;
  return (value) => !isFound && (isFound = holds(value));
}

/** A parallel join is passed once by a token of each incoming flow; a token that was moved here stands for any. */
export function joinParallel(run: Run, token: Token, node: NodeModel): void {
  token.state = 'joining';
  const here = tokensIn(run, token.scope).filter((one) => one.node === node.id && one.state === 'joining');
  const moved = here.filter(({ via }) => via === null || !node.incoming.includes(via));
  const joined: Token[] = [];
  for (const flow of node.incoming) {
    const one = here.find((other) => other.via === flow && !joined.includes(other)) ?? moved.find((other) => !joined.includes(other));
    if (!one) return;
    joined.push(one);
  }
  const kept = joined.includes(token) || joined.length === 0 ? token : (joined[0] ?? token);
  for (const one of joined) if (one !== kept) cancel(run, one, null);
  next(run, { kind: 'leave', token: kept.id });
}

/** True when a token at `from` could still come to `to` by flows and boundary events. */
function reaches(model: ScopeModel, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const following = (model.nodes[node]?.outgoing ?? []).flatMap((flow) => model.flows[flow]?.to ?? []);
    for (const one of Object.values(model.nodes)) if (one.kind === 'boundaryEvent' && one.attachedTo === node) following.push(one.id);
    if (following.includes(to)) return true;
    open.push(...following);
  }
  return false;
}

/** An inclusive join is passed when no other token of its scope can reach it any more. True when one was passed. */
export function passInclusiveJoin(run: Run): boolean {
  for (const token of Object.values(run.state.tokens)) {
    if (token.state !== 'joining' || nodeOf(run, token).kind !== 'inclusiveGateway') continue;
    const others = tokensIn(run, token.scope).filter(({ instanceOf }) => instanceOf === null);
    const isHere = (one: Token) => one.node === token.node && one.state === 'joining';
    const model = modelAround(run, token);
    if (others.some((one) => !isHere(one) && reaches(model, one.node, token.node))) continue;
    for (const one of others) if (isHere(one) && one !== token) cancel(run, one, null);
    next(run, { kind: 'leave', token: token.id });
    return true;
  }
  return false;
}
