import type { FlowModel, NodeModel, ScopeModel } from '../model.ts';
import { cancel } from './cancel.ts';
import { called, holds, modelAround, next, nodeOf, skipOf, tokensIn, type Run } from './run.ts';
import { EngineError, type Token } from './state.ts';

/** The flows by which a node is left. Throws EngineError when there are flows and none may be taken. */
export function flowsFrom(run: Run, token: Token, node: NodeModel, model: ScopeModel): FlowModel[] {
  const flows = node.outgoing.flatMap((id) => model.flows[id] ?? []);
  if (node.kind === 'parallelGateway' || flows.length === 0) return flows;
  const isOpen = ({ id, condition, skip }: FlowModel) => {
    // a skip expression decides instead of the condition
    const skipped = skipOf(run, token, skip);
    if (skipped !== null) return skipped || (flows.length === 1 && node.kind !== 'exclusiveGateway');
    return id !== node.defaultFlow && (condition === null || holds(run, token, condition));
  };
  const chosen = node.kind === 'exclusiveGateway' ? flows.filter(firstOf(isOpen)) : flows.filter(isOpen);
  const taken = chosen.length > 0 ? chosen : flows.filter(({ id }) => id === node.defaultFlow);
  if (taken.length === 0) throw new EngineError(`“${called(node)}”的所有出线条件都不满足，且没有默认连线`);
  return taken;
}

/** Lets the first pass for which a condition holds, and asks it of none after that. */
function firstOf<T>(isMeant: (value: T) => boolean): (value: T) => boolean {
  let isFound = false;
  return (value) => !isFound && (isFound = isMeant(value));
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

/** The flows by which a token at `from` could still come to `to`, over flows and boundary events, the first time. */
export function waysInto(model: ScopeModel, from: string, to: string): Set<string> {
  const ways = new Set<string>();
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const one of Object.values(model.nodes)) if (one.kind === 'boundaryEvent' && one.attachedTo === id) open.push(one.id);
    for (const flow of model.nodes[id]?.outgoing ?? []) {
      const next = model.flows[flow]?.to;
      if (next === to) ways.add(flow);
      else if (next !== undefined) open.push(next);
    }
  }
  return ways;
}

const isHere = (one: Token, token: Token): boolean => one.node === token.node && one.state === 'joining';

/**
 * An inclusive join is passed when no other token of its scope can reach it any more. Joins in a loop may wait for each other so: then one
 * is passed that misses nothing but what could as well come by a flow that has a token already, which is the rule of BPMN.
 */
function isPassed(run: Run, token: Token, isMutual: boolean): boolean {
  const model = modelAround(run, token);
  const others = tokensIn(run, token.scope).filter(({ instanceOf }) => instanceOf === null);
  const filled = new Set(others.filter((one) => isHere(one, token)).map(({ via }) => via));
  return others.every((one) => {
    if (isHere(one, token)) return true;
    const ways = waysInto(model, one.node, token.node);
    return ways.size === 0 || (isMutual && one.state === 'joining' && [...ways].some((flow) => filled.has(flow)));
  });
}

/** Passes one inclusive join that need not wait any more. True when there was one. */
export function passInclusiveJoin(run: Run): boolean {
  const waiting = Object.values(run.state.tokens).filter(
    (token) => token.state === 'joining' && nodeOf(run, token).kind === 'inclusiveGateway',
  );
  const passed = waiting.find((token) => isPassed(run, token, false)) ?? waiting.find((token) => isPassed(run, token, true));
  if (!passed) return false;
  for (const one of tokensIn(run, passed.scope)) if (isHere(one, passed) && one !== passed) cancel(run, one, null);
  next(run, { kind: 'leave', token: passed.id });
  return true;
}
