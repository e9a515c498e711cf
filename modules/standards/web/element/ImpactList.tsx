import { useState } from 'react';
import { Link } from 'react-router';
import { Segmented } from 'antd';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { BoundTag } from '../binding/states.tsx';
import { columnPath } from '../paths.ts';
import './element.css';

type Impact = CallReply<typeof api.binding.impact>;
type Column = Impact['columns'][number];
type Show = 'changed' | 'all';
const MAX = 200;

/** What publishing the draft of an element, or retiring it, makes of its bound columns. */
export function useImpact(id: string, action: 'publish' | 'retire') {
  return useCall(api.binding.impact, { params: { id }, query: { action } });
}
export const isMoved = ({ before, after }: Pick<Column, 'before' | 'after'>): boolean => before !== after;

/** Counts by source, then every column that changes, each with the way to it. */
export function ImpactList({ id, action }: { id: string; action: 'publish' | 'retire' }) {
  const { data, error, refetch } = useImpact(id, action);
  const [show, setShow] = useState<Show>('changed');
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="rows" rows={3} />;
  if (data.columns.length + data.hidden === 0) return <p className="muted">没有绑定的字段，不影响任何字段的结论。</p>;
  const moved = data.columns.filter(isMoved);
  const shown = (show === 'changed' ? moved : data.columns).slice(0, MAX);
  return (
    <div className="impact">
      <div className="impact-head">
        <span>
          绑定字段 {count(data.columns.length)} 个，不再合标 <b className={data.worse > 0 ? 'bad' : ''}>{count(data.worse)}</b>，变为合标{' '}
          <b>{count(data.better)}</b>
          {data.hidden > 0 && `，另有 ${count(data.hidden)} 个无权查看`}
        </span>
        <Segmented<Show>
          size="small"
          value={show}
          onChange={setShow}
          options={[
            { value: 'changed', label: `有变化 ${count(moved.length)}` },
            { value: 'all', label: '全部' },
          ]}
        />
      </div>
      <ul className="impact-sources" aria-label="各数据源">
        {data.sources.map((source) => (
          <li key={source.sourceId}>
            {source.sourceName} <span className="muted">{count(source.columns)} 个</span>
            {source.worse > 0 && <span className="bad">不再合标 {count(source.worse)}</span>}
            {source.better > 0 && <span className="ok">变为合标 {count(source.better)}</span>}
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="muted">没有字段的结论改变。</p> : <Columns rows={shown} />}
      {(show === 'changed' ? moved : data.columns).length > MAX && <p className="muted">显示前 {MAX} 个。</p>}
    </div>
  );
}

const Columns = ({ rows }: { rows: readonly Column[] }) => (
  <div className="impact-scroll">
    <table className="element-table">
      <thead>
        <tr>
          <th>字段</th>
          <th>现在</th>
          <th>之后</th>
          <th>差在哪里</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.columnId}>
            <td>
              <Link className="mono" to={columnPath(row.tableId, row.columnId)}>{`${row.tableName}.${row.columnName}`}</Link>
            </td>
            <td>
              <BoundTag state={row.before} />
            </td>
            <td>{isMoved(row) ? <BoundTag state={row.after} /> : <span className="muted">不变</span>}</td>
            <td>{row.says.join('；')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
