import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { CHANGE_KINDS, CHANGE_OBJECTS } from '../../contract/change.ts';
import { tablePath } from '../paths.ts';
import type { Overview } from './Figures.tsx';

interface TableListProps {
  title: string;
  note?: string;
  rows: Overview['hot'];
  empty: string;
  more: string;
}

/** A short list of tables, most used first, with bars against the first. */
export function TableList({ title, note, rows, empty, more }: TableListProps) {
  const most = Math.max(1, ...rows.map((row) => row.heat));
  return (
    <Panel title={title} note={note} link={{ text: '全部', to: more }}>
      {rows.length === 0 && <Nothing what={empty} />}
      {rows.map((row) => (
        <div className="panel-line md-home-item" key={row.id}>
          <span className="cut" title={`${row.sourceName} / ${row.schemaName}.${row.tableName}`}>
            <NameLink place="rail" name={row.cnName ?? row.tableName} to={tablePath(row.id)} />
          </span>
          <span className="meter">
            <i>
              <b style={{ width: `${(row.heat / most) * 100}%` }} />
            </i>
          </span>
          <small className="num">{row.heat > 0 ? `${count(row.heat)} 次` : '—'}</small>
        </div>
      ))}
    </Panel>
  );
}

const Nothing = ({ what }: { what: string }) => (
  <div className="panel-body">
    <StateView kind="empty" inline what={what} />
  </div>
);

const KINDS: Record<string, string> = CHANGE_KINDS;
const OBJECTS: Record<string, string> = CHANGE_OBJECTS;

/** What changed at the sources most recently. */
export function ChangeList({ rows }: { rows: Overview['changes'] }) {
  return (
    <Panel title="最近变更" link={{ text: '全部', to: '/metadata/changerecord' }}>
      {rows.length === 0 && <Nothing what="还没有发现结构变更" />}
      {rows.map((row) => (
        <div className="panel-line md-home-change" key={row.id}>
          <span className="cut" title={row.objectName}>
            <NameLink
              place="rail"
              name={row.objectName}
              to={row.tableId === null ? '/metadata/changerecord' : tablePath(row.tableId, 'changes')}
            />
            <small>
              {KINDS[row.changeKind] ?? row.changeKind}
              {OBJECTS[row.objectType] ?? ''}
              {row.oldValue !== null && row.newValue !== null && `：${row.oldValue} → ${row.newValue}`}
            </small>
          </span>
          <small>
            <DateText value={row.createTime} />
          </small>
        </div>
      ))}
    </Panel>
  );
}
