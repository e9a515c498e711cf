import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

type Hour = CallReply<typeof api.home.home>['calls'][number];

/** 服务调用次数 of the last 24 hours: the platform's own calls. */
export function Calls({ calls }: { calls: readonly Hour[] }) {
  const total = calls.reduce((sum, hour) => sum + hour.count, 0);
  const failures = calls.reduce((sum, hour) => sum + hour.failures, 0);
  return (
    <div className="panel home-calls">
      <div className="panel-head">
        服务调用次数<span className="muted">近 24 小时</span>
      </div>
      <div className="home-calls-sum">
        <span>
          <b>{total.toLocaleString('en-US')}</b>次
        </span>
        <span>失败 {failures.toLocaleString('en-US')} 次</span>
      </div>
      <div className="home-calls-chart"></div>
    </div>
  );
}
