import { Tabs } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { Change, Composition, percentText, type Place, type Summary, type View } from './stat-parts.tsx';

const VIEWS: readonly (readonly [View, string])[] = [
  ['domain', '主题域'],
  ['source', '数据源'],
  ['layer', '分层'],
  ['dept', '部门'],
  ['owner', '负责人'],
  ['element', '数据元'],
];
interface Props {
  readonly place: Place | null;
  readonly whole: CallReply<typeof api.binding.stat>;
  readonly onChoose: (place: Place | null) => void;
}

/** The rates by one view; a row narrows the columns beside it. */
export function SummaryPanel({ place, whole, onChoose }: Props) {
  const [view, setView] = useState<View>('domain');
  const { data, error, refetch } = useCall(api.binding.summary, { query: { by: view } }, { keepPrevious: true });
  const label = VIEWS.find(([name]) => name === view)?.[1] ?? '';
  const hasOwner = (data ?? []).some(({ owner }) => owner !== null);
  return (
    <section className="panel binding-summary" aria-label="构成">
      <Tabs
        activeKey={view}
        onChange={(key) => {
          setView(key as View);
          onChoose(null);
        }}
        items={VIEWS.map(([key, text]) => ({ key, label: key === view && data ? `${text} ${count(data.length)}` : text }))}
      />
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <StateView kind="empty" what="还没有绑定的字段" action={<Link to="/standard/binding">去处理落标建议</Link>} />}
      {data && data.length > 0 && (
        <div className="binding-scroll">
          <table className="binding-table">
            <thead>
              <tr>
                <th>{label}</th>
                {hasOwner && <th className="wide-only">负责人</th>}
                <th className="bar">构成</th>
                <th className="num">合标率</th>
                <th className="num">映射率</th>
                <th className="num wide-only">30 天</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <Row
                  key={row.id ?? ''}
                  row={row}
                  hasOwner={hasOwner}
                  isChosen={place?.view === view && place.id === row.id}
                  onChoose={() => onChoose({ view, id: row.id, name: row.name })}
                />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td>合计</td>
                {hasOwner && <td className="wide-only" />}
                <td className="muted">{`${count(whole.columns)} 个字段`}</td>
                <td className="num">{percentText(whole.percent)}</td>
                <td className="num">
                  {percentText(whole.columns === 0 ? null : ((whole.bound + whole.exempt + whole.unread) / whole.columns) * 100)}
                </td>
                <td className="wide-only" />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({ row, hasOwner, isChosen, onChoose }: { row: Summary; hasOwner: boolean; isChosen: boolean; onChoose: () => void }) {
  return (
    <tr className={isChosen ? 'chosen' : undefined}>
      <td className="place">
        <button type="button" className="link-button" title={row.name} aria-pressed={isChosen} onClick={onChoose}>
          {row.name}
        </button>
      </td>
      {hasOwner && <td className="wide-only">{row.owner ?? '—'}</td>}
      <td className="bar">
        <Composition of={row} />
      </td>
      <td className="num">{percentText(row.percent)}</td>
      <td className="num">{percentText(row.boundPercent)}</td>
      <td className="num wide-only">
        <Change points={row.change} />
      </td>
    </tr>
  );
}
