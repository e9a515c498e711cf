import { count } from '#kit/web/format.ts';
import './record-stat.css';

interface Group {
  key: string;
  name: string;
  count: number;
}

/** Groups as rows with a bar each: long names stay readable where an axis would leave most of them out. */
export function RankList({ groups, onPick }: { groups: readonly Group[]; onPick?: (key: string) => void }) {
  const most = Math.max(1, ...groups.map((group) => group.count));
  if (groups.length === 0) return <p className="muted rank-blank">暂无数据</p>;
  return (
    <ol className="rank">
      {groups.map((group) => {
        const cells = (
          <>
            <span className="cut" title={group.name}>
              {group.name}
            </span>
            <span className="rank-track">
              <i style={{ width: `${(group.count / most) * 100}%` }} />
            </span>
            <span className="num">{count(group.count)}</span>
          </>
        );
        return (
          <li key={group.key}>
            {onPick ? (
              <button type="button" className="rank-row" onClick={() => onPick(group.key)}>
                {cells}
              </button>
            ) : (
              <div className="rank-row">{cells}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
