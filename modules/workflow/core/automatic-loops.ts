/** Loops that a process goes round in one step: nobody is asked in them, and nothing that they decide by changes. */
import { SET_VARIABLE } from '../contract/approval.ts';
import { startOf, type NodeModel, type ScopeModel } from './model.ts';

/**
 * True for a node that a process passes at once and that changes nothing: whoever comes to it again stands where he stood. What is called is
 * looked at by itself, and a gateway that joins waits for its other branches.
 */
function isPassed(node: NodeModel): boolean {
  if (node.multiInstance) return false;
  switch (node.kind) {
    case 'exclusiveGateway':
    case 'inclusiveGateway':
      return true;
    case 'parallelGateway':
      return node.incoming.length < 2;
    case 'throwEvent':
      return true;
    case 'catchEvent':
      return node.event.kind === 'link';
    case 'passTask':
      return !node.isTriggerable && node.service?.service !== SET_VARIABLE && node.service?.result === undefined;
    case 'subProcess':
      return !node.isEventSubProcess && passesThrough(node.body);
    default:
      return false;
  }
}

/** True when everything in a sub-process is passed at once. */
function passesThrough(body: ScopeModel): boolean {
  const isEdge = ({ kind }: NodeModel) => kind === 'startEvent' || kind === 'endEvent';
  return startOf(body) !== null && Object.values(body.nodes).every((node) => isEdge(node) || isPassed(node));
}

/** The loops of a process, sub-processes included, each as the nodes that it goes through. */
export function automaticLoops(scope: ScopeModel): NodeModel[][] {
  const nodes = Object.values(scope.nodes);
  const passed = new Map(nodes.filter(isPassed).map((node) => [node.id, node]));
  const after = (node: NodeModel): NodeModel[] => {
    const links =
      node.kind === 'throwEvent' && node.event.kind === 'link'
        ? nodes.filter(
            (one) => one.kind === 'catchEvent' && one.event.kind === 'link' && one.event.name === (node.event as { name: string }).name,
          )
        : [];
    const ids = [...node.outgoing.flatMap((id) => scope.flows[id]?.to ?? []), ...links.map(({ id }) => id)];
    return ids.flatMap((id) => passed.get(id) ?? []);
  };
  const reach = new Map([...passed.values()].map((node) => [node.id, reachedFrom(node, after)]));
  const loops: NodeModel[][] = [];
  const told = new Set<string>();
  for (const node of passed.values()) {
    if (told.has(node.id) || !reach.get(node.id)?.has(node.id)) continue;
    const round = [...passed.values()].filter(({ id }) => reach.get(node.id)?.has(id) && reach.get(id)?.has(node.id));
    for (const { id } of round) told.add(id);
    loops.push(round);
  }
  return [...loops, ...nodes.flatMap((node) => (node.kind === 'subProcess' ? automaticLoops(node.body) : []))];
}

function reachedFrom(from: NodeModel, after: (node: NodeModel) => NodeModel[]): Set<string> {
  const reached = new Set<string>();
  const open = after(from);
  for (let node = open.pop(); node; node = open.pop()) {
    if (reached.has(node.id)) continue;
    reached.add(node.id);
    open.push(...after(node));
  }
  return reached;
}
