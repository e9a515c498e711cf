import { Segmented, Tooltip } from 'antd';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { CHANGE_KINDS } from '../../contract/change.ts';
import { api } from '../api.ts';

const SPANS = [
  { value: 7, label: '近7天' },
  { value: 14, label: '近14天' },
  { value: 30, label: '近30天' },
];
const KINDS = ['added', 'changed', 'renamed', 'removed'] as const;

/** How much changed lately, above the list: figures, and a bar per day made of the kinds. */
export function StatsStrip({ sourceId }: { sourceId?: string | undefined }) {
  const [days, setDays] = useState(14);
  const { data } = useCall(api.change.stats, { query: { days, ...(sourceId && { sourceId }) } }, { keepPrevious: true });
  const figures: readonly (readonly [label: string, value: number | undefined, isBad?: boolean])[] = [
    ['变更', data?.total],
    ['待确认', data?.open, (data?.open ?? 0) > 0],
    ['影响下游', data?.affecting],
    ['涉及数据表', data?.tables],
  ];
  const most = Math.max(1, ...(data?.days ?? []).map((one) => KINDS.reduce((sum, kind) => sum + one[kind], 0)));
  return (
    <section className="panel change-stats" aria-label="变更统计">
      <dl>
        {figures.map(([label, value, isBad]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isBad ? 'num warn' : 'num'}>{value === undefined ? '—' : count(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="change-days" role="img" aria-label={`近${days}天每日变更数`}>
        {(data?.days ?? []).map((one) => (
          <Tooltip
            key={one.day}
            title={
              <>
                {one.day}
                {KINDS.filter((kind) => one[kind] > 0).map((kind) => (
                  <div key={kind}>
                    {CHANGE_KINDS[kind]} {count(one[kind])}
                  </div>
                ))}
              </>
            }
          >
            <span className="change-day">
              {KINDS.map((kind) => one[kind] > 0 && <i key={kind} className={kind} style={{ height: `${(one[kind] / most) * 100}%` }} />)}
            </span>
          </Tooltip>
        ))}
      </div>
      <div className="change-legend">
        <Segmented aria-label="统计天数" size="small" value={days} options={SPANS} onChange={setDays} />
        <span>
          {KINDS.map((kind) => (
            <span key={kind} className="muted">
              <i className={kind} />
              {CHANGE_KINDS[kind]}
            </span>
          ))}
        </span>
      </div>
    </section>
  );
}
