import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { CallError } from '#kit/web/send.ts';
import type { api } from '../api.ts';
import { BadRows } from '../BadRows.tsx';
import { STATE_TONES } from '../tones.ts';
import type { Detail } from './draft.ts';
import { Trend } from './Trend.tsx';
import { rangeText } from './trend-shape.ts';

const SqlText = lazy(() => import('#kit/web/sql/SqlText.tsx'));
type Trial = CallReply<typeof api.rule.preview>;
interface Props {
  trial: Trial | undefined;
  error: CallError | null;
  isBusy: boolean;
  onTry: (() => void) | null;
  sql: string | null;
  isStrong: boolean;
  /** the rule as it is stored: its results so far and the rows of its last run are shown */
  stored: Detail | null;
}

/** How a rule would end, the rows of its last run, and what is asked of the source. */
export function TrialPanel({ trial, error, isBusy, onTry, sql, isStrong, stored }: Props) {
  const reportId = stored?.lastReportId ?? null;
  return (
    <section className="quality-trial" aria-label="试跑结果">
      <header>
        <h2>试跑结果</h2>
        <span className="grow" />
        <Button size="small" icon={<PlayCircleOutlined />} loading={isBusy} disabled={!onTry} onClick={() => onTry?.()}>
          {trial ? '再试一次' : '试跑'}
        </Button>
      </header>
      {error ? (
        <StateView kind="error" inline error={error} />
      ) : trial ? (
        <Result trial={trial} isStrong={isStrong} />
      ) : (
        <p className="muted quality-pad">选好检查对象后点击“试跑”，用您的权限对整张表核查一次，不保存结果。</p>
      )}
      {stored && reportId !== null && <Trend ruleId={stored.id} />}
      {reportId !== null && stored?.lastErrorCount ? (
        <>
          <header>
            <h2>上次核查不合格的行</h2>
          </header>
          <BadRows reportId={reportId} total={stored.lastErrorCount} most={8} />
        </>
      ) : null}
      {sql !== null && (
        <>
          <header>
            <h2>执行的语句</h2>
          </header>
          <Suspense fallback={<StateView kind="loading" shape="block" />}>
            <SqlText text={sql} />
          </Suspense>
          {!sql.includes(';\n') && <p className="muted quality-pad">正式执行时与同一张表的其他规则合并成一条语句，只扫描一遍</p>}
        </>
      )}
    </section>
  );
}

function Result({ trial, isStrong }: { trial: Trial; isStrong: boolean }) {
  const { checkTotalCount: total, checkErrorCount: bad } = trial;
  return (
    <>
      <dl className="quality-figures">
        <div>
          <dt>
            <DictTag code="quality_report_state" value={trial.state} tones={STATE_TONES} />
          </dt>
          <dd className="small">{isStrong ? '强规则：不通过时拦住下游' : '弱规则：只提醒'}</dd>
        </div>
        {total !== null && <Fact label="检查" value={count(total)} unit="行" />}
        {bad !== null && <Fact label="不合格" value={count(bad)} unit="行" isBad={bad > 0} />}
        {bad !== null && total ? <Fact label="占比" value={((bad / total) * 100).toFixed(2)} unit="%" /> : null}
        {trial.value !== null && <Fact label="测得" value={trial.value} unit="" />}
        {trial.expected && <Fact label="预期" value={rangeText(trial.expected)} unit="" />}
        <Fact label="用时" value={(trial.ms / 1000).toFixed(1)} unit="秒" />
      </dl>
      {trial.message && <p className="quality-pad">{trial.message}</p>}
    </>
  );
}
const Fact = ({ label, value, unit, isBad = false }: { label: string; value: string; unit: string; isBad?: boolean }) => (
  <div>
    <dt>{label}</dt>
    <dd className={isBad ? 'bad' : ''}>
      {value} <small>{unit}</small>
    </dd>
  </div>
);
