import type { ReplyOf } from '#kit/web/client.ts';
import type { api } from '../api.ts';

type Reply = ReplyOf<typeof api.instance.track>;
type Node = Reply['nodes'][number];
export interface Track {
  readonly nodes: readonly Pick<Node, 'id' | 'name' | 'kind' | 'state' | 'people' | 'isOverdue'>[];
  readonly flows: readonly Pick<Reply['flows'][number], 'from' | 'to'>[];
  readonly forecast: readonly Pick<Reply['forecast'][number], 'id' | 'people' | 'note' | 'isConditional'>[];
}
export interface Step {
  readonly id: string;
  readonly name: string;
  readonly state: Node['state'];
  readonly isOverdue: boolean;
  readonly people: readonly string[];
  /** waits for a time, an event or a service */
  readonly isWaiting: boolean;
  /** why it will be them, or who picks them later */
  readonly note: string | null;
  /** 视条件: may come or not */
  readonly isConditional: boolean;
  /** could be reached, but not as the record is now */
  readonly isUnlikely: boolean;
}

/** Nodes that people see as steps; gateways and events are ways between them. */
const SHOWN: ReadonlySet<string> = new Set(['startEvent', 'userTask', 'receiveTask', 'callActivity', 'sendTask', 'endEvent']);
/** Nobody's steps: shown while the process stands there. */
const WAITS: ReadonlySet<string> = new Set(['intermediateCatchEvent', 'serviceTask']);
/** What a forecast names. */
const FORECAST: ReadonlySet<string> = new Set(['userTask', 'sendTask']);
const PLAIN: Readonly<Record<string, string>> = { startEvent: '发起', endEvent: '结束' };

/** The steps of an instance in the order of the process, those of branches one after the other. */
export function allSteps({ nodes, flows, forecast }: Track): Step[] {
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
  const coming = new Map(forecast.map((one) => [one.id, one]));
  return order
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ kind, state }) => SHOWN.has(kind) || (WAITS.has(kind) && state === 'now'))
    .map(({ id, name, kind, state, people, isOverdue }) => ({
      id,
      name: name || PLAIN[kind] || id,
      state,
      isOverdue,
      people: state === 'next' ? (coming.get(id)?.people ?? []) : people,
      isWaiting: WAITS.has(kind),
      note: state === 'next' ? (coming.get(id)?.note ?? null) : null,
      isConditional: state === 'next' && coming.get(id)?.isConditional === true,
      isUnlikely: state === 'next' && FORECAST.has(kind) && !coming.has(id),
    }));
}

const WORDS: Readonly<Record<Step['state'], string>> = {
  done: '已办',
  now: '办理中',
  next: '预计',
  returned: '已退回',
  skipped: '未经过',
};
/** How a step stands, in a word. */
export const wordOf = ({
  state,
  isOverdue,
  isConditional,
  isUnlikely,
  isWaiting,
}: Pick<Step, 'state' | 'isOverdue' | 'isConditional' | 'isUnlikely' | 'isWaiting'>): string => {
  if (isOverdue) return '已逾期';
  if (isUnlikely) return '预计不经过';
  if (isWaiting) return '等待中';
  return isConditional ? '视条件' : WORDS[state];
};
