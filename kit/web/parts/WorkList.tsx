import { Link } from 'react-router';
import { count } from '../format.ts';
import { Panel } from './Panel.tsx';
import { StateView } from './StateView.tsx';
import './parts.css';

export interface Work {
  /** what is open: 结构变更待确认 */
  label: string;
  total: number;
  /** how many people answer for it, and one of them */
  owners: number;
  ownerName: string | null;
  /** what is done about it: 去确认 */
  verb: string;
  /** list of what is counted; without it the reader may not open it */
  to?: string | undefined;
  tone?: 'bad' | 'warn' | 'idle';
}

/** 林若彤, 林若彤等 3 人, 未指定 */
export function ownersText({ owners, ownerName }: Pick<Work, 'owners' | 'ownerName'>): string {
  if (owners === 0 || ownerName === null) return '未指定';
  return owners === 1 ? ownerName : `${ownerName}等 ${owners} 人`;
}

interface WorkListProps {
  /** kinds of work; those without anything open are left out */
  work: readonly Work[];
  /** what is said when nothing is open */
  empty?: string;
}

/** 需要处理: kinds of open work, each with who answers for it, how much it is, and the way to it. */
export function WorkList({ work, empty = '没有需要处理的事项' }: WorkListProps) {
  const open = work.filter(({ total }) => total > 0);
  const sum = open.reduce((all, { total }) => all + total, 0);
  return (
    <Panel title="需要处理" note={sum > 0 && `${count(sum)} 项`}>
      {open.length === 0 && (
        <div className="panel-body">
          <StateView kind="empty" inline what={empty} />
        </div>
      )}
      {open.map((one) => {
        const row = (
          <>
            <i className={`work-dot ${one.tone ?? 'warn'}`} />
            <span className="cut work-label">{one.label}</span>
            <span className="cut work-owner">{ownersText(one)}</span>
            <b className="num">{count(one.total)}</b>
            <span className="work-verb">{one.to && one.verb}</span>
          </>
        );
        return one.to ? (
          <Link key={one.label} className="panel-line work-line" to={one.to}>
            {row}
          </Link>
        ) : (
          <div key={one.label} className="panel-line work-line">
            {row}
          </div>
        );
      })}
    </Panel>
  );
}
