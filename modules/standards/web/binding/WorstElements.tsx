import { RightOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { Composition, type Place } from './stat-parts.tsx';

const MAX = 5;

/** Elements, or sources, with the most columns that do not conform. */
export function WorstElements({ onChoose }: { onChoose: (place: Place) => void }) {
  const [view, setView] = useState<'element' | 'source'>('element');
  const { data, error, refetch } = useCall(api.binding.summary, { query: { by: view } }, { keepPrevious: true });
  const wrong = (row: { bound: number; conform: number }) => row.bound - row.conform;
  const worst = (data ?? [])
    .filter((row) => wrong(row) > 0)
    .sort((a, b) => wrong(b) - wrong(a))
    .slice(0, MAX);
  return (
    <Panel
      title={view === 'element' ? '按数据元' : '按数据源'}
      note="不合标最多"
      actions={
        <Segmented<'element' | 'source'>
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'element', label: '数据元' },
            { value: 'source', label: '数据源' },
          ]}
        />
      }
    >
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {data && worst.length === 0 && <StateView kind="empty" what="绑定的字段全部合标" />}
      <ul className="binding-worst">
        {worst.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onChoose({ view, id: row.id, name: row.name })}>
              <span className="name" title={row.name}>
                {row.name}
              </span>
              <Composition of={{ ...row, columns: row.bound }} />
              <span className="num">
                <b>{count(wrong(row))}</b> <span className="muted">{`/ ${count(row.bound)} 个`}</span>
              </span>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
