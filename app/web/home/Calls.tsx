import { Suspense, useMemo } from 'react';
import { count } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../shell/api.ts';

const LineChart = lazyPart(() => import('#kit/web/chart/LineChart.tsx').then((module) => ({ default: module.LineChart })));

type Hour = CallReply<typeof api.home.home>['calls'][number];

const hourText = (time: string): string => `${String(new Date(time).getHours()).padStart(2, '0')}:00`;

/** 服务调用次数 of the last 24 hours: the platform's own calls. */
export function Calls({ calls }: { calls: readonly Hour[] }) {
  const x = useMemo(() => calls.map((hour) => hourText(hour.hour)), [calls]);
  const y = useMemo(() => calls.map((hour) => hour.count), [calls]);
  const total = calls.reduce((sum, hour) => sum + hour.count, 0);
  const failures = calls.reduce((sum, hour) => sum + hour.failures, 0);
  return (
    <div className="panel home-calls">
      <div className="panel-head">
        服务调用次数<span className="muted">近 24 小时</span>
      </div>
      <div className="home-calls-sum">
        <span>
          <b>{count(total)}</b>次
        </span>
        <span>失败 {count(failures)} 次</span>
      </div>
      <div className="home-calls-chart">
        <Suspense fallback={null}>
          <LineChart title={null} width="100%" height="100%" x={x} y={y} />
        </Suspense>
      </div>
    </div>
  );
}
