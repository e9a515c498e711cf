import { useEffect, useRef, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { ZoomBar } from '../model/design/zoom.tsx';
import { openViewer, type Viewer } from '../model/bpmn/viewer.ts';
import type { Track } from './NodeList.tsx';

interface BpmnTrackProps {
  track: Track;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** The way of an instance through a process that only BPMN can say, drawn with bpmn-js, read only. */
export default function BpmnTrack({ track, chosen, onChoose }: BpmnTrackProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { bpmnXml } = track;
  useEffect(() => {
    if (!frame.current) return undefined;
    const opened = openViewer(frame.current);
    let isHere = true;
    opened.show(bpmnXml).then(
      () => isHere && setViewer(opened),
      (failure: unknown) => isHere && setError(failure),
    );
    return () => {
      isHere = false;
      setViewer(null);
      opened.close();
    };
  }, [bpmnXml]);
  useEffect(
    () =>
      viewer?.mark([
        ...track.nodes.map(({ id, state, isOverdue }): [string, string] => [id, `is-${isOverdue ? 'late' : state}`]),
        ...track.flows.flatMap((flow): [string, string][] => (flow.taken ? [[flow.id, 'is-taken']] : [])),
        ...(chosen === null ? [] : [[chosen, 'is-chosen'] as [string, string]]),
      ]),
    [viewer, track, chosen],
  );
  useEffect(() => viewer?.onChoose(onChoose), [viewer, onChoose]);
  if (error !== null) return <StateView kind="empty" inline what="该流程的文件没有图形" why="流程走到哪里、谁办理过，请看旁边的节点列表" />;
  return (
    <div className="track-frame">
      <div ref={frame} className="bpmn-frame bio-theme-parent track-bpmn" />
      {viewer && (
        <ZoomBar
          onIn={() => viewer.zoom('in')}
          onOut={() => viewer.zoom('out')}
          onFit={() => viewer.zoom('fit')}
          onWhole={() => viewer.zoom('whole')}
        />
      )}
    </div>
  );
}
