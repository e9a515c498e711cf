import { Link } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { count, minute } from '#kit/web/format.ts';
import { CHANGE_KINDS, CHANGE_OBJECTS } from '../../contract/change.ts';
import { tablePath } from '../paths.ts';
import type { Overview } from './Figures.tsx';

interface TableListProps {
  title: string;
  rows: Overview['hot'];
  empty: string;
  more: string;
}

/** A short list of tables, most used first. */
export function TableList({ title, rows, empty, more }: TableListProps) {
  return (
    <section className="panel">
      <div className="panel-head">
        {title}
        <Link to={more}>更多</Link>
      </div>
      {rows.length === 0 && <StateView kind="empty" inline what={empty} />}
      {rows.map((row) => (
        <div className="panel-row md-home-item" key={row.id}>
          <Link to={tablePath(row.id)} title={`${row.sourceName} / ${row.schemaName}.${row.tableName}`}>
            {row.cnName ?? row.tableName}
            <span className="muted">
              {row.schemaName}.{row.tableName}
            </span>
          </Link>
          <span className="num muted">{row.heat > 0 ? `${count(row.heat)} 次` : '—'}</span>
        </div>
      ))}
    </section>
  );
}

const KINDS: Record<string, string> = CHANGE_KINDS;
const OBJECTS: Record<string, string> = CHANGE_OBJECTS;

/** What changed at the sources most recently. */
export function ChangeList({ rows }: { rows: Overview['changes'] }) {
  return (
    <section className="panel">
      <div className="panel-head">
        最近变更
        <Link to="/metadata/changerecord">更多</Link>
      </div>
      {rows.length === 0 && <StateView kind="empty" inline what="还没有发现结构变更" />}
      {rows.map((row) => (
        <div className="panel-row md-home-item" key={row.id}>
          <Link to={row.tableId === null ? '/metadata/changerecord' : tablePath(row.tableId, 'changes')} title={row.objectName}>
            {row.objectName}
            <span className="muted">
              {KINDS[row.changeKind] ?? row.changeKind}
              {OBJECTS[row.objectType] ?? ''}
              {row.oldValue !== null && row.newValue !== null && `：${row.oldValue} → ${row.newValue}`}
            </span>
          </Link>
          <time className="muted">{minute(row.createTime)?.slice(5)}</time>
        </div>
      ))}
    </section>
  );
}
