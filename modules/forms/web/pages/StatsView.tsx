import { useState } from 'react';
import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { DateSpan } from '#kit/web/form/dates.tsx';
import { count } from '#kit/web/format.ts';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { FieldStat, RecordStats } from '../../contract/stats.ts';
import { api } from '../api.ts';

const HEIGHT = 200;
const ZONE = '+08:00';

/** 统计: how many records there are, from where and when, and what stands in each field. */
export default function StatsView({ formId }: { formId: string }) {
  const [span, setSpan] = useState<{ from: string; to: string }>({ from: '', to: '' });
  const query = {
    ...(span.from !== '' && { beginTime: `${span.from}T00:00:00${ZONE}` }),
    ...(span.to !== '' && { endTime: `${span.to}T23:59:59${ZONE}` }),
  };
  const { data, error, refetch } = useCall(api.stats.read, { params: { id: formId }, query }, { keepPrevious: true });
  return (
    <div className="stats">
      <div className="stats-span">
        <span className="muted">提交时间</span>
        <DateSpan aria-label="提交时间" from={span.from} to={span.to} onChange={(from, to) => setSpan({ from, to })} />
      </div>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <StateView kind="loading" rows={8} />}
      {data && <Figures data={data} />}
    </div>
  );
}

function Figures({ data }: { data: RecordStats }) {
  const last = data.byDay.at(-1);
  return (
    <>
      <FigureStrip
        label="概况"
        figures={[
          { label: '填报', value: count(data.total), unit: '份' },
          { label: '涉及部门', value: count(data.byDept.length), unit: '个' },
          { label: '有填报的天数', value: count(data.byDay.length), unit: '天' },
          { label: '最近一天', value: last ? count(last.count) : null, unit: '份', ...(last && { note: last.day }) },
        ]}
      />
      {data.total === 0 ? (
        <StateView kind="empty" what="还没有可以统计的填报" why="审批未通过的填报不计入统计。" />
      ) : (
        <div className="stats-grid">
          <Panel title="每天的填报" padded>
            <BarChart width="100%" height={HEIGHT} x={data.byDay.map(({ day }) => day.slice(5))} y={data.byDay.map((one) => one.count)} />
          </Panel>
          <Panel title="部门" padded>
            <Shares rows={data.byDept.map((one) => ({ label: one.deptName ?? '（无部门）', count: one.count }))} total={data.total} />
          </Panel>
          {data.fields.filter(isTold).map((field) => (
            <FieldPanel key={field.fieldId} field={field} />
          ))}
          <FillRates fields={data.fields.filter((field) => !isTold(field))} total={data.total} />
        </div>
      )}
    </>
  );
}

/** Fields whose values say something together; of texts, files and masked ones only how many there are. */
const isTold = (field: FieldStat): boolean => field.kind !== 'other' && !field.isMasked && field.filled > 0;
function FillRates({ fields, total }: { fields: readonly FieldStat[]; total: number }) {
  if (fields.length === 0) return null;
  return (
    <Panel title="其他字段" note="填写了多少" padded>
      <Shares
        rows={fields.map(({ label, filled, isMasked }) => ({ label: isMasked ? `${label}（已脱敏）` : label, count: filled }))}
        total={total}
      />
    </Panel>
  );
}

const noteOf = ({ filled, blank }: FieldStat): string => `已填 ${count(filled)}${blank > 0 ? ` · 未填 ${count(blank)}` : ''}`;
function FieldPanel({ field }: { field: FieldStat }) {
  return (
    <Panel title={field.label} note={noteOf(field)} padded>
      <FieldBody field={field} />
    </Panel>
  );
}
function FieldBody({ field }: { field: FieldStat }) {
  if (field.kind === 'choice') {
    const rows = field.choices.map(({ label, count: n }) => ({ label, count: n }));
    return <Shares rows={field.others > 0 ? [...rows, { label: '其他', count: field.others }] : rows} total={field.filled} />;
  }
  if (field.kind === 'number') return <Numbers field={field} />;
  return (
    <dl className="stats-facts">
      <Fact label="最早" value={field.min} />
      <Fact label="最晚" value={field.max} />
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? '—'}</dd>
    </div>
  );
}
const short = (n: number): string => String(Number(n.toPrecision(4)));
function Numbers({ field }: { field: FieldStat }) {
  return (
    <>
      <dl className="stats-facts">
        <Fact label="最小" value={field.min} />
        <Fact label="平均" value={field.mean} />
        <Fact label="最大" value={field.max} />
        <Fact label="合计" value={field.sum} />
      </dl>
      {field.bins.length > 0 && (
        <BarChart
          width="100%"
          height={HEIGHT - 56}
          x={field.bins.map(({ from, to }) => `${short(from)}–${short(to)}`)}
          y={field.bins.map((bin) => bin.count)}
        />
      )}
    </>
  );
}

/** How often each of several things was given, as bars of one scale; of lists the shares are of those who filled the field in. */
function Shares({ rows, total }: { rows: readonly { label: string; count: number }[]; total: number }) {
  return (
    <ul className="stats-shares">
      {rows.map((row, at) => (
        <li key={`${at} ${row.label}`}>
          <span className="cut" title={row.label}>
            {row.label}
          </span>
          <Meter label={row.label} value={total > 0 ? (row.count / total) * 100 : null} />
          <b>{count(row.count)}</b>
        </li>
      ))}
    </ul>
  );
}
