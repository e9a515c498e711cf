import { Link } from 'react-router';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { useCan } from '#kit/web/can.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { WorkList } from '#kit/web/parts/WorkList.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { tablePath } from '#modules/catalogue/web/index.ts';
import { api } from '../api.ts';
import { shiftDay, today } from '../days.ts';
import { Level } from '../Level.tsx';
import { RUN_TONES } from '../tones.ts';
import '../quality.css';
import '../issue/issue.css';

const TREND_DAYS = 30;
const MAX = 8;
const points = (value: number | null) => (value === null ? null : value.toFixed(1));

/** 数据质量概览: points and their course, what fails, what is open, what ran. Each panel stands for who may read it. */
export default function OverviewPage() {
  const can = useCan();
  const to = today();
  const maySee = { score: can(api.score.get), issues: can(api.issue.stat), rules: can(api.rule.page), runs: can(api.run.page) };
  const score = useCall(api.score.get, { query: { from: shiftDay(to, 1 - TREND_DAYS), to } }, { enabled: maySee.score });
  const stat = useCall(api.issue.stat, {}, { enabled: maySee.issues });
  const failing = useCall(
    api.rule.page,
    { query: { lastState: 'fail', status: '1', pageSize: MAX, sort: '-lastCheckTime' } },
    { enabled: maySee.rules },
  );
  if (!maySee.score && !maySee.issues && !maySee.rules)
    return (
      <div className="panel">
        <StateView kind="empty" what="没有可查看的质量信息" why="请联系管理员开通质量规则、质量报告或问题工单的权限" />
      </div>
    );
  return (
    <div className="quality-report">
      <Figures score={score.data} stat={stat.data} failing={failing.data?.total ?? null} />
      <div className="quality-home">
        <div className="quality-report">
          <section className="panel quality-chart">
            {score.isError && <StateView kind="error" inline error={score.error} onRetry={() => void score.refetch()} />}
            {!score.data && !score.isError && maySee.score && <StateView kind="loading" shape="rows" rows={6} />}
            {score.data && (
              <LineChart
                title={`总分趋势（近 ${TREND_DAYS} 天）`}
                width="100%"
                height={260}
                x={score.data.days.flatMap(({ day, score: at }) => (at === null ? [] : [day.slice(5)]))}
                series={[{ name: '总分', values: score.data.days.flatMap(({ score: at }) => at ?? []) }]}
                empty="还没有核查结果，请先新增规则并执行"
              />
            )}
          </section>
          {maySee.rules && <Failing answer={failing} />}
        </div>
        <div className="quality-report">
          {maySee.issues && stat.data && <Work stat={stat.data} />}
          {maySee.runs && <Runs />}
          {score.data && score.data.tables.length > 0 && <Lowest tables={score.data.tables} />}
        </div>
      </div>
    </div>
  );
}

type Scored = ReturnType<typeof useCall<typeof api.score.get>>['data'];
type Stat = ReturnType<typeof useCall<typeof api.issue.stat>>['data'];

function Figures({ score, stat, failing }: { score: Scored; stat: Stat; failing: number | null }) {
  const change = score && score.score !== null && score.before !== null ? score.score - score.before : null;
  const rules = score?.tables.reduce((sum, { ruleCount }) => sum + ruleCount, 0);
  return (
    <FigureStrip
      label="数据质量概况"
      figures={[
        ...(score
          ? [
              {
                label: '总分',
                value: points(score.score),
                note:
                  change === null
                    ? '还没有前一天'
                    : Math.abs(change) < 0.05
                      ? '与前一天持平'
                      : `较前一天 ${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)}`,
                spark: score.days.flatMap(({ score: at }) => at ?? []),
                to: '/quality/checkreport',
              },
              { label: '有规则的表', value: count(score.tables.length), note: `${count(rules ?? 0)} 条规则计分` },
            ]
          : []),
        ...(failing === null
          ? []
          : [
              {
                label: '未通过规则',
                value: count(failing),
                to: '/quality/checkrule?q=lastState:fail',
                ...(failing > 0 && { tone: 'warn' as const }),
              },
            ]),
        ...(stat
          ? [
              {
                label: '未关闭工单',
                value: count(stat.open),
                to: '/quality/checkissue?q=open:1',
                note: `${count(stat.unassigned)} 张未指派`,
              },
              {
                label: '逾期工单',
                value: count(stat.overdue),
                to: '/quality/checkissue?q=overdue:1',
                ...(stat.overdue > 0 && { tone: 'bad' as const }),
              },
              { label: '近 30 天关闭', value: count(stat.closed) },
            ]
          : []),
      ]}
    />
  );
}

function Work({ stat }: { stat: NonNullable<Stat> }) {
  const one = { owners: 0, ownerName: null, verb: '去处理' };
  return (
    <WorkList
      empty="没有需要处理的质量问题"
      work={[
        { ...one, label: '待我处理的工单', total: stat.mine, to: '/quality/checkissue?q=mine:1', owners: 1, ownerName: '我' },
        { ...one, label: '逾期的工单', total: stat.overdue, to: '/quality/checkissue?q=overdue:1', tone: 'bad' },
        { ...one, label: '未指派的工单', total: stat.unassigned, to: '/quality/checkissue?q=open:1', verb: '去指派' },
        { ...one, label: '待复核的工单', total: stat.waiting, to: '/quality/checkissue?q=state:3', verb: '去复核' },
      ]}
    />
  );
}

function Failing({ answer }: { answer: ReturnType<typeof useCall<typeof api.rule.page>> }) {
  return (
    <Panel
      title="未通过的规则"
      note={answer.data && `${count(answer.data.total)} 条`}
      link={{ text: '全部', to: '/quality/checkrule?q=lastState:fail' }}
    >
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isError && <StateView kind="loading" shape="rows" rows={4} />}
      {answer.data?.total === 0 && <StateView kind="empty" inline what="没有未通过的规则" />}
      {answer.data?.data.map((rule) => (
        <PanelRow key={rule.id}>
          <Level id={rule.ruleLevelId} name={rule.ruleLevelName} />
          <Link className="cut grow" to={`/quality/checkrule?open=detail-${rule.id}`} title={rule.ruleName}>
            {rule.ruleName}
          </Link>
          <span className="mono muted cut">{rule.ruleTable}</span>
          <span className="quality-bad">{rule.lastErrorCount === null ? '' : `${count(rule.lastErrorCount)} 行`}</span>
        </PanelRow>
      ))}
    </Panel>
  );
}

function Runs() {
  const answer = useCall(api.run.page, { query: { pageSize: MAX } });
  return (
    <Panel title="最近的核查" link={{ text: '任务日志', to: '/quality/checklog' }}>
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!answer.data && !answer.isError && <StateView kind="loading" shape="rows" rows={4} />}
      {answer.data?.total === 0 && <StateView kind="empty" inline what="还没有执行过核查" />}
      {answer.data?.data.map((run) => (
        <PanelRow key={run.id}>
          <DictTag code="quality_run_state" value={run.state} tones={RUN_TONES} />
          <DictTag code="quality_run_cause" value={run.cause} />
          <span className="cut grow">
            {run.ruleCount} 条规则，{run.failCount > 0 ? <b className="quality-bad">{run.failCount} 条未过</b> : '全部通过'}
            {run.errorCount > 0 && `，${run.errorCount} 条执行失败`}
          </span>
          <DateText value={run.createTime} />
        </PanelRow>
      ))}
    </Panel>
  );
}

/** The tables with the lowest points. */
function Lowest({ tables }: Pick<NonNullable<Scored>, 'tables'>) {
  return (
    <Panel title="得分最低的表" link={{ text: '质量报告', to: '/quality/checkreport' }}>
      {tables.slice(0, MAX).map((table) => (
        <PanelRow key={table.tableId}>
          <Link className="mono cut grow" to={tablePath(table.tableId, 'quality')} title={table.tableComment ?? ''}>
            {table.tableName ?? '已删除'}
          </Link>
          <span className="muted">
            {table.failCount} / {table.ruleCount} 未过
          </span>
          <Score value={table.score} />
        </PanelRow>
      ))}
    </Panel>
  );
}
