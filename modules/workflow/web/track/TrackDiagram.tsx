import { Spin } from 'antd';
import { lazy, Suspense, useCallback, useState } from 'react';
import { allSteps } from '../instance/steps.ts';
import { NodeList, type Track } from './NodeList.tsx';
import { TreeTrack } from './TreeTrack.tsx';
import './track.css';

const BpmnTrack = lazy(() => import('./BpmnTrack.tsx'));

interface TrackDiagramProps {
  track: Track;
  /** labels of the fields that conditions name */
  labels: ReadonlyMap<string, string>;
}

/** 流程跟踪: the process as a diagram with the way that the instance has taken, and what was done at each node. */
export default function TrackDiagram({ track, labels }: TrackDiagramProps) {
  const [chosen, setChosen] = useState<string | null>(() => track.nodes.find(({ state }) => state === 'now')?.id ?? null);
  const steps = allSteps(track);
  const isStep = useCallback((id: string) => track.nodes.some((node) => node.id === id), [track]);
  const choose = useCallback((id: string) => isStep(id) && setChosen(id), [isStep]);
  return (
    <div className="track">
      {track.tree ? (
        <TreeTrack tree={track.tree} track={track} steps={steps} labels={labels} chosen={chosen} onChoose={choose} />
      ) : (
        <Suspense fallback={<Spin className="track-wait" />}>
          <BpmnTrack track={track} chosen={chosen} onChoose={choose} />
        </Suspense>
      )}
      <NodeList steps={steps} track={track} chosen={chosen} onChoose={setChosen} />
    </div>
  );
}
