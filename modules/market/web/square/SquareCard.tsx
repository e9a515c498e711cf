import { count } from '#kit/web/format.ts';
import { Spark } from '#kit/web/parts/FigureStrip.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import type { api } from '../api.ts';
import { millis } from '../logs/status.tsx';
import { SUBSCRIPTION_TONES } from '../tones.ts';

export type SquareRow = CallReply<typeof api.square.page>['data'][number];

/** One API or service of the market: what it is, how it is called, how far the own applications are with it. */
export function SquareCard({ row, isChosen, onOpen }: { row: SquareRow; isChosen: boolean; onOpen: () => void }) {
  const calls = row.calls.reduce((sum, n) => sum + n, 0);
  return (
    <li>
      <div className={isChosen ? 'square-card chosen' : 'square-card'} role="presentation" onClick={onOpen}>
        <div className="square-card-head">
          <button type="button" title={row.apiName}>
            {row.apiName}
          </button>
          {row.kind === 'service' && <Tag tone="line">服务</Tag>}
          {row.level && <LevelTag level={row.level} />}
          <span className="grow" />
          {row.mine && <DictTag code="market_subscription_status" value={row.mine} tones={SUBSCRIPTION_TONES} />}
        </div>
        <span className="market-path">
          <Tag tone="line">{row.reqMethod}</Tag>
          <span className="mono cut">{row.apiUrl}</span>
          <span className="mono muted">{row.apiVersion}</span>
        </span>
        <p title={row.remark ?? undefined}>{row.remark ?? '没有说明'}</p>
        <dl className="square-figures">
          <div>
            <dt>字段</dt>
            <dd>{row.fieldCount === 0 ? <Missing /> : count(row.fieldCount)}</dd>
          </div>
          <div>
            <dt>订阅</dt>
            <dd>{count(row.subscribers)}</dd>
          </div>
          <div>
            <dt>P95</dt>
            <dd>{row.p95 === null ? <Missing /> : `${millis(row.p95)} 毫秒`}</dd>
          </div>
          <div>
            <dt>{row.offlineTime ? '将下线' : '发布'}</dt>
            <dd className={row.offlineTime ? 'market-masked' : undefined}>
              <DateText value={row.offlineTime ?? row.releaseTime} />
            </dd>
          </div>
          {calls > 0 && (
            <div className="square-calls" title={`近7天调用 ${count(calls)} 次`}>
              <dt>近7天 {count(calls)} 次</dt>
              <dd>
                <Spark values={row.calls} />
              </dd>
            </div>
          )}
        </dl>
      </div>
    </li>
  );
}
