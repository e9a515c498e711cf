import type { RowOf } from '#kit/web/table/types.ts';
import type { api } from '../api.ts';
import { millis } from './status.tsx';
import './logs.css';

type Row = Pick<RowOf<typeof api.apiLog>, 'time' | 'queryTime' | 'gateTime' | 'queueTime' | 'sourceTime' | 'encodeTime' | 'isCached'>;
interface Part {
  readonly kind: 'gate' | 'queue' | 'source' | 'encode';
  readonly name: string;
  readonly ms: number;
}
/** What the parts of the time are called, in the order in which they pass; of calls that were not measured in full the query is one. */
function partsOf({ gateTime, queueTime, sourceTime, encodeTime, queryTime }: Row): Part[] {
  const gate: Part = { kind: 'gate', name: '网关（鉴权、限流、参数、写出）', ms: gateTime };
  if (queryTime === null) return [gate];
  if (queueTime === null || sourceTime === null || encodeTime === null)
    return [gate, { kind: 'source', name: '查询（排队、数据源、脱敏编码）', ms: queryTime }];
  return [
    gate,
    { kind: 'queue', name: '排队', ms: queueTime },
    { kind: 'source', name: '数据源', ms: sourceTime },
    { kind: 'encode', name: '脱敏与编码', ms: encodeTime },
  ];
}
/** How long a call took, and where the time went. */
export function CallTimesBar({ row }: { row: Row }) {
  const parts = partsOf(row);
  return (
    <div className="market-times-of">
      <b>{millis(row.time)} 毫秒</b>
      <div className="market-times" aria-hidden>
        {parts.map(({ kind, ms }) => (
          <span key={kind} className={kind} style={{ width: `${row.time === 0 ? 0 : (ms / row.time) * 100}%` }} />
        ))}
      </div>
      <ul className="market-times-key">
        {parts.map(({ kind, name, ms }) => (
          <li key={kind} className={kind}>
            {name} <span className="num">{millis(ms)} 毫秒</span>
          </li>
        ))}
        {row.queryTime === null && <li className="none">{row.isCached ? '命中缓存，没有查询数据源' : '没有查询数据源'}</li>}
      </ul>
    </div>
  );
}
