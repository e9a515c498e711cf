import { useEffect, useRef } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { useNow } from '#kit/web/parts/use-now.ts';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import type { api } from '../api.ts';
import { wordOf, type Step } from '../instance/steps.ts';
import { spanText } from '../span.ts';

export type Track = ReplyOf<typeof api.instance.track>;
type Visit = Track['nodes'][number]['visits'][number];

const TONES: Readonly<Record<Step['state'], Tone>> = { done: 'ok', now: 'accent', next: 'line', returned: 'warn', skipped: 'idle' };
const RESULTS: Readonly<Record<string, string>> = {
  approved: '同意',
  rejected: '不同意',
  returned: '退回',
  submitted: '提交',
  passed: '自动通过',
  copied: '已抄送',
  read: '已阅',
};

interface NodeListProps {
  steps: readonly Step[];
  track: Track;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** opens a called process by its key */
  onOpen: (key: string) => void;
}
/** The steps of the diagram in words: for reading aloud, for the keyboard, and what was done at the one that is chosen. */
export function NodeList({ steps, track, chosen, onChoose, onOpen }: NodeListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (chosen !== null) list.current?.querySelector('[aria-expanded="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const nodes = new Map(track.nodes.map((node) => [node.id, node]));
  return (
    <ol className="track-list" aria-label="流程节点" ref={list}>
      {steps.map((step) => (
        <li key={step.id} className={chosen === step.id ? 'on' : undefined}>
          <button type="button" aria-expanded={chosen === step.id} onClick={() => onChoose(chosen === step.id ? null : step.id)}>
            <b>{step.name}</b>
            <Tag tone={step.isOverdue ? 'bad' : TONES[step.state]}>
              {[wordOf(step), progressText(nodes.get(step.id))].filter(Boolean).join(' ')}
            </Tag>
            {step.people.length > 0 && <span>{step.people.join('、')}</span>}
          </button>
          {chosen === step.id && <Facts step={step} node={nodes.get(step.id)} onOpen={onOpen} />}
        </li>
      ))}
    </ol>
  );
}

type Node = Track['nodes'][number];
/** 会签 under way: how many of its people have answered. */
export const progressText = (node: Node | undefined): string | null =>
  node?.progress ? `${node.progress.done}/${node.progress.total}` : null;

function Facts({ step, node, onOpen }: { step: Step; node: Node | undefined; onOpen: NodeListProps['onOpen'] }) {
  const visits = node?.visits ?? [];
  const calls = node?.calls;
  if (calls)
    return (
      <p className="track-none">
        <button type="button" className="name-link" onClick={() => onOpen(calls.key)}>
          打开“{calls.name}”的流程图
        </button>
      </p>
    );
  if (visits.length === 0) return <p className="muted track-none">{emptyText(step)}</p>;
  return (
    <ul className="track-visits">
      {visits.map((visit, n) => (
        <VisitFacts key={n} visit={visit} />
      ))}
    </ul>
  );
}

function emptyText({ state, people, note, isConditional, isUnlikely }: Step): string {
  if (isUnlikely) return '按单据现在的内容不会经过这里';
  if (state === 'next' && isConditional) return '是否经过由条件决定，到时才能确定';
  if (state === 'next') return people.length > 0 ? `预计由${people.join('、')}办理` : (note ?? '还没有到达');
  return state === 'skipped' ? '流程没有经过这里' : '没有需要人办理的事项';
}

function VisitFacts({ visit }: { visit: Visit }) {
  const now = useNow();
  const { person, result, opinion, startTime, endTime, dueTime } = visit;
  const isCopy = result === 'copied' || result === 'read';
  const seconds = (new Date(endTime ?? now).getTime() - new Date(startTime).getTime()) / 1000;
  return (
    <li>
      <p>
        <b>{person ?? '待签收'}</b> {result === null ? '待办' : (RESULTS[result] ?? '已办')}
        {dueTime !== null && endTime === null && <DateText value={dueTime} kind="due" />}
      </p>
      {opinion && <q>{opinion}</q>}
      <p className="muted">
        <DateText value={endTime ?? startTime} />
        {!isCopy && <span> {endTime === null ? `已等待 ${spanText(seconds)}` : `用时 ${spanText(seconds)}`}</span>}
      </p>
    </li>
  );
}
