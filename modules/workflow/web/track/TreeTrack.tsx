import { useEffect, useRef, type CSSProperties } from 'react';
import type { StartNode } from '../../contract/tree.ts';
import { joinOf } from '../../core/tree/write.ts';
import { wordOf, type Step } from '../instance/steps.ts';
import { useZoom, ZoomBar } from '../model/design/zoom.tsx';
import { BranchHead, ForkHead, NodeCard } from '../model/drawing/cards.tsx';
import { TreeDrawing, type Slots } from '../model/drawing/TreeDrawing.tsx';
import { progressText, type Track } from './NodeList.tsx';

interface TreeTrackProps {
  tree: StartNode;
  track: Track;
  steps: readonly Step[];
  labels: ReadonlyMap<string, string>;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** The way of an instance through its approval tree, read only. */
export function TreeTrack({ tree, ...props }: TreeTrackProps) {
  const frame = useRef<HTMLDivElement>(null);
  const zoom = useZoom(frame);
  useEffect(() => {
    const element = frame.current;
    if (element) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
  }, []);
  return (
    <div className="track-frame">
      <div className="track-canvas" ref={frame} role="group" aria-label="流程图" tabIndex={0}>
        <div style={{ zoom: zoom.value, '--zoom': zoom.value } as CSSProperties}>
          <TreeDrawing tree={tree} slots={slotsOf(props)} />
        </div>
      </div>
      <ZoomBar {...zoom} />
    </div>
  );
}

function slotsOf({ track, steps, labels, chosen, onChoose }: Omit<TreeTrackProps, 'tree'>): Slots {
  const states = new Map(track.nodes.map(({ id, state }) => [id, state]));
  const nodes = new Map(track.nodes.map((node) => [node.id, node]));
  const byId = new Map(steps.map((step) => [step.id, step]));
  const taken = new Set(track.flows.flatMap((flow) => (flow.taken ? flow.id : [])));
  const left = new Set(track.flows.flatMap((flow) => (flow.taken ? flow.from : [])));
  const stateOf = (id: string) => `is-${byId.get(id)?.isOverdue ? 'late' : (states.get(id) ?? 'next')}`;
  return {
    node: (node) => {
      const step = byId.get(node.id);
      const calls = nodes.get(node.id)?.calls;
      const people = calls ? `调用 ${calls.name}` : step?.people.join('、');
      return (
        <NodeCard
          node={node}
          state={stateOf(node.id)}
          badge={
            <em className="track-state">
              {step ? wordOf(step) : (DELAY[states.get(node.id) ?? 'next'] ?? '未到达')} {progressText(nodes.get(node.id))}
            </em>
          }
          chosen={chosen === node.id}
          onChoose={step && (() => onChoose(node.id))}
          {...(people ? { text: people } : {})}
        />
      );
    },
    fork: (fork) => <ForkHead fork={fork} state={stateOf(fork.id)} />,
    branch: (branch, fork) => (
      <BranchHead branch={branch} fork={fork} labels={labels} state={taken.has(branch.id) ? 'is-done' : undefined} />
    ),
    way: (place) => (taken.has(place) || left.has(place) || left.has(joinOf(place)) ? 'is-taken' : undefined),
  };
}

/** A delay is nobody's step. */
const DELAY: Readonly<Record<string, string>> = { done: '已过', now: '等待中', skipped: '未经过' };
