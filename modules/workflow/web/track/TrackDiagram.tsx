import { Spin } from 'antd';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { allSteps } from '../instance/steps.ts';
import { NodeList, type Track } from './NodeList.tsx';
import { TreeTrack } from './TreeTrack.tsx';
import './track.css';

const BpmnTrack = lazy(() => import('./BpmnTrack.tsx'));

interface TrackDiagramProps {
  /** the instance */
  id: string;
  track: Track;
  /** labels of the fields that conditions name */
  labels: ReadonlyMap<string, string>;
}

/** Called processes that are opened, outermost first, in the address. */
function useOpened(): [readonly string[], (keys: readonly string[]) => void] {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const opened = (search.get('called') ?? '').split(',').filter((key) => key !== '');
  return [opened, (keys) => change({ called: keys.join(',') || null })];
}

/** 流程跟踪: the process as a diagram with the way that the instance has taken; a called process is opened in its place. */
export default function TrackDiagram({ id, track, labels }: TrackDiagramProps) {
  const [opened, setOpened] = useOpened();
  const open = (key: string) => setOpened([...opened.filter((one) => one !== key), key]);
  const last = opened.at(-1);
  if (last === undefined) return <Diagram track={track} labels={labels} onOpen={open} />;
  return <Called key={last} id={id} process={last} outer={track} opened={opened} labels={labels} onShow={setOpened} onOpen={open} />;
}

interface CalledProps {
  id: string;
  process: string;
  /** the process that was started */
  outer: Track;
  opened: readonly string[];
  labels: ReadonlyMap<string, string>;
  onShow: (keys: readonly string[]) => void;
  onOpen: (key: string) => void;
}
/** A called process with the way back. */
function Called({ id, process, outer, opened, labels, onShow, onOpen }: CalledProps) {
  const { data, error, refetch } = useCall(api.instance.track, { query: { processInstanceId: id, process } });
  return (
    <div className="track-called">
      <nav aria-label="所在的流程">
        <button type="button" className="name-link" onClick={() => onShow([])}>
          {outer.process.name}
        </button>
        {opened.map((key, n) => (
          <span key={key}>
            {' / '}
            {n === opened.length - 1 ? (
              <b aria-current="page">{data?.process.name ?? key}</b>
            ) : (
              <button type="button" className="name-link" onClick={() => onShow(opened.slice(0, n + 1))}>
                {key}
              </button>
            )}
          </span>
        ))}
      </nav>
      {error !== null && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {!data && error === null && <StateView kind="loading" />}
      {data && <Diagram track={data} labels={labels} onOpen={onOpen} />}
    </div>
  );
}

interface DiagramProps {
  track: Track;
  labels: ReadonlyMap<string, string>;
  onOpen: (key: string) => void;
}
/** One process: the diagram, and its steps in words with what was done at each. */
function Diagram({ track, labels, onOpen }: DiagramProps) {
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
      <NodeList steps={steps} track={track} chosen={chosen} onChoose={setChosen} onOpen={onOpen} />
    </div>
  );
}
