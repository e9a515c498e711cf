import { count, day, minute } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { TrendChart } from '../rule/Trend.tsx';

type Result = CallReply<typeof api.issue.get>['results'][number];
const WORDS: Readonly<Record<Result['state'], string>> = { pass: '通过', warn: '警告', fail: '不通过', error: '执行失败', skip: '跳过' };
const LEAST = 4;
const MAX = 76;

/** The last runs: bad rows as bars, where the rule counts rows; the number that it measures as a line with what its past expected. */
export function Results({ results }: { results: readonly Result[] }) {
  const isAboutNumber = results.every(({ checkErrorCount }) => checkErrorCount === null) && results.some(({ value }) => value !== null);
  return isAboutNumber ? (
    <Panel title="每次核查测得的值" note={`近 ${results.length} 次`}>
      <div className="quality-trend issue-trend">
        <TrendChart points={results} isWithheld={false} />
      </div>
    </Panel>
  ) : (
    <BadRowBars results={results} />
  );
}

/** What could not run is a mark without height. */
function BadRowBars({ results }: { results: readonly Result[] }) {
  const most = Math.max(1, ...results.map(({ checkErrorCount }) => checkErrorCount ?? 0));
  return (
    <Panel
      title="每次核查的不合格行数"
      note={`近 ${results.length} 次`}
      actions={
        <span className="issue-legend muted">
          <i className="fail" />
          不通过
          <i className="pass" />
          通过
        </span>
      }
    >
      {results.length === 0 ? (
        <StateView kind="empty" inline what="还没有核查结果" />
      ) : (
        <ol className="issue-bars">
          {results.map(({ reportId, state, checkDate, checkErrorCount }) => (
            <li
              key={reportId}
              title={`${minute(checkDate) ?? ''} ${WORDS[state]}${checkErrorCount === null ? '' : ` ${count(checkErrorCount)} 行`}`}
            >
              <b>{checkErrorCount !== null && checkErrorCount > 0 ? count(checkErrorCount) : ''}</b>
              <i className={state} style={{ height: Math.max(LEAST, Math.round(((checkErrorCount ?? 0) / most) * MAX)) }}>
                <span className="sr-only">{WORDS[state]}</span>
              </i>
              <small>{day(checkDate)?.slice(5)}</small>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
