interface TrackNode {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly state: 'done' | 'now' | 'next';
  readonly people: readonly string[];
}
interface TrackFlow {
  readonly from: string;
  readonly to: string;
}
export interface Track {
  readonly nodes: readonly TrackNode[];
  readonly flows: readonly TrackFlow[];
  readonly forecast: readonly { readonly id: string; readonly people: readonly string[] }[];
}
export interface Step {
  readonly id: string;
  readonly name: string;
  readonly state: 'done' | 'now' | 'next';
  readonly people: readonly string[];
}

/** Nodes that people see as steps; gateways and events are ways between them. */
const SHOWN: ReadonlySet<string> = new Set(['startEvent', 'userTask', 'receiveTask', 'callActivity', 'sendTask', 'endEvent']);
const PLAIN: Readonly<Record<string, string>> = { startEvent: '发起', endEvent: '结束' };

/**
 * The steps of an instance in the order of the process, those of branches one after the other. Steps that the way has left out are not
 * shown: when something after them is reached they will not come any more.
 */
export function stepsOf({ nodes, flows, forecast }: Track): Step[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const after = (id: string) => flows.flatMap(({ from, to }) => (from === id ? to : []));
  const order: string[] = [];
  const seen = new Set<string>();
  const open = nodes.filter(({ kind }) => kind === 'startEvent').map(({ id }) => id);
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    if (seen.has(id)) continue;
    seen.add(id);
    order.push(id);
    open.push(...after(id));
  }
  const steps = order.flatMap((id) => byId.get(id) ?? []).filter(({ kind }) => SHOWN.has(kind));
  const lastReached = steps.findLastIndex(({ state }) => state !== 'next');
  const coming = new Map(forecast.map(({ id, people }) => [id, people]));
  return steps
    .filter(({ state }, n) => state !== 'next' || n > lastReached)
    .map(({ id, name, kind, state, people }) => ({
      id,
      name: name || PLAIN[kind] || id,
      state,
      people: state === 'next' ? (coming.get(id) ?? []) : people,
    }));
}
