/** What may be published and is likely not meant: where a process stops for ever, does things twice, or cannot be told apart. */
import type { Problem } from './bpmn/read-nodes.ts';
import type { Document } from './bpmn/read.ts';
import { startOf, type NodeModel, type ScopeModel } from './model.ts';
import { moment, TimeError } from './time.ts';

const named = ({ id, name }: { readonly id: string; readonly name: string }): string => `“${name || id}”`;
const STEPS: ReadonlySet<NodeModel['kind']> = new Set(['userTask', 'passTask', 'receiveTask', 'callActivity', 'subProcess']);
const MERGES: ReadonlySet<NodeModel['kind']> = new Set(['parallelGateway', 'inclusiveGateway']);

/** Advice for all processes of a document; `now` in ms since 1970. */
export function adviceOn({ processes }: Document, now: number): Problem[] {
  const found: Problem[] = processes.flatMap((process) => inScope(process, now));
  const names = processes.flatMap((process) => sameNames(process));
  const [main] = processes;
  if (main && startOf(main) && !hasPeople(main))
    found.push({ node: null, message: '流程没有需要人办理的节点，提交后会自动通过，请确认或添加审批节点' });
  return [...found, ...names];
}

const hasPeople = (scope: ScopeModel): boolean =>
  Object.values(scope.nodes).some(
    (node) => node.kind === 'userTask' || node.kind === 'callActivity' || (node.kind === 'subProcess' && hasPeople(node.body)),
  );

function inScope(scope: ScopeModel, now: number): Problem[] {
  const nodes = Object.values(scope.nodes);
  return [
    ...nodes.flatMap((node) => [...ofChoice(node, scope), ...ofTimer(node, now)]),
    ...nodes.flatMap((node) => ofSplit(node, scope)),
    ...nodes.flatMap((node) => (node.kind === 'subProcess' ? inScope(node.body, now) : [])),
  ];
}

/** Ways that are always or never taken. */
function ofChoice(node: NodeModel, { flows }: ScopeModel): Problem[] {
  const out = node.outgoing.flatMap((id) => flows[id] ?? []);
  if (node.kind === 'parallelGateway')
    return out.flatMap((flow) =>
      flow.condition === null
        ? []
        : { node: flow.id, message: `并行网关${named(node)}的每条连线都会走，${named(flow)}的条件不起作用，请删除条件` },
    );
  if ((node.kind !== 'exclusiveGateway' && node.kind !== 'inclusiveGateway') || out.length < 2) return [];
  const others = out.filter(({ id }) => id !== node.defaultFlow);
  const bare = node.kind === 'exclusiveGateway' ? others.filter(({ condition }) => condition === null) : [];
  if (bare.length > 0)
    return bare.map((flow) => ({
      node: flow.id,
      message: `从${named(node)}出来的连线${named(flow)}没有条件，总会被选中，请设置条件或设为默认连线`,
    }));
  const isOpen = node.defaultFlow === null && others.every(({ condition }) => condition !== null);
  return isOpen ? [{ node: node.id, message: `${named(node)}没有默认连线，条件都不满足时流程会停下，请指定默认连线` }] : [];
}

/** Dates that are over: the process goes on at once. */
function ofTimer(node: NodeModel, now: number): Problem[] {
  if (!('event' in node) || node.event.kind !== 'timer' || node.event.timer.kind !== 'date') return [];
  const { text } = node.event.timer;
  if (text.includes('${')) return [];
  try {
    if (moment(text) > now) return [];
  } catch (error) {
    if (error instanceof TimeError) return [];
    throw error;
  }
  return [{ node: node.id, message: `${named(node)}的时间 ${text.replace('T', ' ')} 已经过去，不会再等待，请改为将来的时间或单据字段` }];
}

/** By flow: which ways out of a split come to it. What waits for all of them is not passed. */
function waysOf(split: NodeModel, scope: ScopeModel): Map<string, Set<number>> {
  const ways = new Map<string, Set<number>>();
  for (const [way, first] of split.outgoing.entries()) {
    const open = [first];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const known = ways.get(id) ?? new Set<number>();
      if (known.has(way)) continue;
      ways.set(id, known.add(way));
      const to = scope.nodes[scope.flows[id]?.to ?? ''];
      if (to && to.id !== split.id && !(MERGES.has(to.kind) && to.incoming.length > 1)) open.push(...to.outgoing);
    }
  }
  return ways;
}

/** Branches that run at once and meet where nothing waits for all of them, and joins that wait for branches of which only one is taken. */
function ofSplit(split: NodeModel, scope: ScopeModel): Problem[] {
  if (split.outgoing.length < 2 || !/^(?:parallel|inclusive|exclusive)Gateway$/.test(split.kind)) return [];
  const ways = waysOf(split, scope);
  const waysInto = (node: NodeModel): readonly Set<number>[] => node.incoming.flatMap((flow) => ways.get(flow) ?? []);
  const nodes = Object.values(scope.nodes).filter(({ incoming, id }) => incoming.length > 1 && id !== split.id);
  if (split.kind === 'exclusiveGateway') {
    const stuck = nodes.filter((node) => {
      const into = waysInto(node);
      return node.kind === 'parallelGateway' && into.length === node.incoming.length && into.every((one) => one.size === 1) && differ(into);
    });
    return stuck.map((node) => ({
      node: node.id,
      message: `${named(node)}等待每条分支都到达，而${named(split)}只走一条，流程会停在这里，请改为排他网关`,
    }));
  }
  // told where they first meet: what comes after it is done twice for the same reason
  const met = nodes.find((node) => !MERGES.has(node.kind) && node.kind !== 'endEvent' && differ(waysInto(node)));
  if (!met) return [];
  return [{ node: met.id, message: `${named(split)}的几条分支直接连到${named(met)}，它会执行多次，请先用同类网关汇合` }];
}
const differ = (into: readonly Set<number>[]): boolean =>
  into.some((one, n) =>
    into.slice(n + 1).some((other) => [...other].some((way) => !one.has(way)) || [...one].some((way) => !other.has(way))),
  );

/** Steps that people cannot tell apart. */
function sameNames(scope: ScopeModel): Problem[] {
  const seen = new Map<string, string>();
  const found: Problem[] = [];
  const look = ({ nodes }: ScopeModel): void => {
    for (const node of Object.values(nodes)) {
      if (node.kind === 'subProcess') look(node.body);
      const name = node.name.trim();
      if (name === '' || !STEPS.has(node.kind)) continue;
      if (seen.has(name)) found.push({ node: node.id, message: `有多个节点叫“${name}”，办理人和日志里分不清，请改名` });
      seen.set(name, node.id);
    }
  };
  look(scope);
  return found;
}
