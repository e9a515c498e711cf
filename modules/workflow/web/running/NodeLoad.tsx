import { useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { groupBy } from '../../core/group-by.ts';
import type { api } from '../api.ts';
import { stayText } from '../stay.ts';

type Load = ReplyOf<typeof api.running.overview>['nodes'][number];
/** A node of a process; `idle` where no person acts. */
export interface Place {
  readonly processKey: string;
  readonly nodeKey: string;
}

/** Processes in sight before the others are asked for. */
const IN_SIGHT = 4;
/** Added to each count, so that the place of one instance stays readable beside that of many. */
const SHARE = 5;

interface NodeLoadProps {
  nodes: readonly Load[];
  chosen: Place | null;
  onChoose: (place: Place | null) => void;
}
/** 节点分布: where the running instances of each process stand; a place narrows the list to it. */
export function NodeLoad({ nodes, chosen, onChoose }: NodeLoadProps) {
  const [isOpen, setOpen] = useState(false);
  const processes = [...groupBy(nodes, ({ processKey }) => processKey).values()];
  if (processes.length === 0) return null;
  const more = processes.length - IN_SIGHT;
  return (
    <Panel
      className="node-load"
      title="节点分布"
      note="数字为停在该节点的个数，右侧为中位停留"
      actions={
        <>
          {more > 0 && (
            <button type="button" className="load-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? '收起' : `全部 ${processes.length} 个流程`}
            </button>
          )}
          <span className="stay-key load">在办</span>
          <span className="stay-key bad">逾期</span>
        </>
      }
    >
      <ul className={isOpen ? 'open' : undefined}>
        {(isOpen ? processes : processes.slice(0, IN_SIGHT)).map((own) => (
          <li key={own[0]!.processKey}>
            <span className="load-name" title={own[0]!.processName}>
              {own[0]!.processName} <em>{own.reduce((sum, { count }) => sum + count, 0)}</em>
            </span>
            <div>
              {own.map((load) => (
                <Segment key={load.nodeKey ?? ''} load={load} chosen={chosen} onChoose={onChoose} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Segment({ load, chosen, onChoose }: Omit<NodeLoadProps, 'nodes'> & { load: Load }) {
  const { processKey, nodeKey, name, count, overdue, median } = load;
  const isChosen = chosen !== null && chosen.processKey === processKey && chosen.nodeKey === (nodeKey ?? 'idle');
  return (
    <button
      type="button"
      className={isChosen ? 'load on' : 'load'}
      style={{ flexGrow: count + SHARE }}
      aria-pressed={isChosen}
      title={`${name} ${count} 个${overdue > 0 ? `，逾期 ${overdue} 个` : ''}，中位停留 ${stayText(median)}`}
      onClick={() => onChoose(isChosen ? null : { processKey, nodeKey: nodeKey ?? 'idle' })}
    >
      <span className="load-text">{name}</span>
      <b>{count}</b>
      {overdue > 0 && <em>逾期 {overdue}</em>}
      <small>{stayText(median)}</small>
    </button>
  );
}
