import type { ReplyOf } from '#kit/web/client.ts';
import { groupBy } from '../../core/group-by.ts';
import { stripLayout, type StripLayout } from '../../core/strip-layout.ts';
import type { api } from '../api.ts';
import { allSteps, type Step } from '../instance/steps.ts';
import { secondsSince, stayText } from '../stay.ts';

export type Track = ReplyOf<typeof api.instance.track>;
type Node = Track['nodes'][number];

/** One thing that is drawn: a step with its words, a gateway where ways part, the start or an end. */
export interface StripItem {
  readonly id: string;
  readonly shape: 'step' | 'gate' | 'point';
  readonly width: number;
  readonly state: Node['state'] | 'late' | 'unlikely';
  readonly step: Step | null;
  readonly node: Node;
}
export interface Strip {
  readonly items: readonly StripItem[];
  readonly layout: StripLayout;
  /** ways that were taken, as `from to` */
  readonly taken: ReadonlySet<string>;
}

const STEP = { least: 92, most: 144, pad: 20 } as const;
const PEOPLE = 2;
const POINT = 18;
const GATE = 24;
const POINTS: ReadonlySet<string> = new Set(['startEvent', 'endEvent']);
/** At 12 px: a Chinese character, and anything else. */
const textWidth = (text: string): number => [...text].reduce((sum, sign) => sum + (/[ -~]/.test(sign) ? 7 : 12), 0);

function itemOf(node: Node, step: Step | undefined, now: number): StripItem {
  const state = step?.isUnlikely ? 'unlikely' : node.isOverdue && node.state === 'now' ? 'late' : node.state;
  if (POINTS.has(node.kind)) return { id: node.id, shape: 'point', width: POINT, state, step: step ?? null, node };
  if (!step) return { id: node.id, shape: 'gate', width: GATE, state, step: null, node };
  const width = Math.min(
    STEP.most,
    Math.max(STEP.least, Math.max(textWidth(step.name), textWidth(lineOf({ state, step, node }, now))) + STEP.pad),
  );
  return { id: node.id, shape: 'step', width, state, step, node };
}

/** Ways between what is drawn, past what is not, those that were taken first: they go straight on. */
function waysOf(track: Track, shown: ReadonlySet<string>): { from: string; to: string; taken: boolean }[] {
  const after = groupBy(track.flows, ({ from }) => from);
  const ways = new Map<string, { from: string; to: string; taken: boolean }>();
  for (const from of shown) {
    const open = (after.get(from) ?? []).map(({ to, taken }) => ({ to, taken }));
    const seen = new Set<string>();
    for (let way = open.shift(); way; way = open.shift()) {
      const { to, taken } = way;
      if (shown.has(to)) {
        const key = `${from} ${to}`;
        ways.set(key, { from, to, taken: taken || ways.get(key)?.taken === true });
      } else if (!seen.has(to)) {
        seen.add(to);
        open.push(...(after.get(to) ?? []).map((next) => ({ to: next.to, taken: taken && next.taken })));
      }
    }
  }
  return [...ways.values()];
}

/** An instance as a drawing from left to right: what was done, what is done now, what is expected. */
export function stripOf(track: Track, now: number): Strip {
  const steps = new Map(allSteps(track).map((step) => [step.id, step]));
  const outs = groupBy(track.flows, ({ from }) => from);
  const parts = (node: Node) => /[gG]ateway$/.test(node.kind) && (outs.get(node.id)?.length ?? 0) > 1;
  const items = track.nodes.filter((node) => steps.has(node.id) || parts(node)).map((node) => itemOf(node, steps.get(node.id), now));
  const states = new Map(items.map(({ id, state }) => [id, state]));
  const rank = (to: string) => ['done', 'now', 'late', 'returned'].indexOf(states.get(to) ?? '') + 1 || (states.get(to) === 'next' ? 5 : 6);
  const ways = waysOf(track, new Set(states.keys())).toSorted((a, b) => Number(b.taken) - Number(a.taken) || rank(a.to) - rank(b.to));
  return {
    items,
    layout: stripLayout(items, ways),
    taken: new Set(ways.flatMap(({ from, to, taken }) => (taken ? `${from} ${to}` : []))),
  };
}

/** Under the name of a step: who, and how long; who is expected. */
export function lineOf({ state, step, node }: Pick<StripItem, 'state' | 'step' | 'node'>, now: number): string {
  if (!step) return '';
  const people = step.people.slice(0, PEOPLE).join('、') + (step.people.length > PEOPLE ? ` 等 ${step.people.length} 人` : '');
  if (state === 'next') return step.isConditional ? `视条件 ${people}`.trim() : people === '' ? '' : `预计 ${people}`;
  const votes = node.progress && node.progress.total > 1 ? `${node.progress.done}/${node.progress.total} ` : '';
  const times = node.visits.filter(({ result }) => result !== 'copied' && result !== 'read');
  const [first] = times;
  if (state === 'now' || state === 'late') {
    const open = times.find(({ endTime }) => endTime === null);
    return `${votes}${people}${open ? ` ${stayText(secondsSince(open.startTime, now))}` : ''}`.trim();
  }
  const last = times.at(-1);
  const took = first && last?.endTime ? ` ${stayText(secondsSince(first.startTime, last.endTime))}` : '';
  return `${people}${took}`.trim();
}
