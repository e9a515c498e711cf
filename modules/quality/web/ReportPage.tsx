import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { isDay, shiftDay, today } from './days.ts';
import { Costs, TableScores } from './report/Costs.tsx';
import { Details } from './report/Details.tsx';
import { ReportFiles } from './report/Files.tsx';
import { Groups } from './report/Groups.tsx';
import { ScoreStrip } from './report/ScoreStrip.tsx';
import { Snapshots } from './report/Snapshots.tsx';
import { Sums } from './report/Sums.tsx';
import './quality.css';

const TREND_DAYS = 30;

/** 质量报告 of a day. */
export default function ReportPage() {
  const [search] = useSearchParams();
  const change = useChangeAddress();
  const given = search.get('date') ?? '';
  const day = isDay(given) && given <= today() ? given : today();
  const scored = useCall(api.score.get, { query: { from: shiftDay(day, 1 - TREND_DAYS), to: day } }, { keepPrevious: true });
  return (
    <div className="quality-report">
      <PageActions>
        <DatePicker
          aria-label="报告日期"
          allowClear={false}
          value={dayjs(day)}
          disabledDate={(date) => date.isAfter(dayjs(today()))}
          onChange={(date) => date && change({ date: date.format('YYYY-MM-DD') })}
        />
        <ReportFiles checkDate={day} />
      </PageActions>
      {scored.isError ? (
        <div className="panel">
          <StateView kind="error" error={scored.error} onRetry={() => void scored.refetch()} />
        </div>
      ) : scored.data ? (
        <>
          <ScoreStrip scored={scored.data} />
          <div className="quality-two">
            <div className="quality-report">
              <section className="panel quality-chart">
                <LineChart
                  title={`总分趋势（近 ${TREND_DAYS} 天）`}
                  width="100%"
                  height={280}
                  x={scored.data.days.flatMap(({ day: at, score }) => (score === null ? [] : [at.slice(5)]))}
                  series={[{ name: '总分', values: scored.data.days.flatMap(({ score }) => score ?? []) }]}
                  empty="还没有核查结果"
                />
              </section>
              <TableScores tables={scored.data.tables} />
            </div>
            <div className="quality-report">
              <Costs costs={scored.data.costs} />
              <Groups to={day} />
            </div>
          </div>
        </>
      ) : (
        <StateView kind="loading" shape="cards" />
      )}
      <Sums checkDate={day} />
      <Details checkDate={day} />
      <Snapshots />
    </div>
  );
}
