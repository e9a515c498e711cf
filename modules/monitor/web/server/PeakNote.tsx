import { WarningOutlined } from '@ant-design/icons';
import { msText } from '../units.ts';
import type { Peak } from './peak.ts';

/** What the charts show, in one sentence: when something stood out, how far it went, and the slowest call of that time. */
export function PeakNote({ peak, onSlow }: { peak: Peak; onSlow: () => void }) {
  const { at, over, highest, minutes, slowest } = peak;
  const call = slowest && `，当时最慢的调用是 ${slowest.method} ${slowest.path}（${msText(slowest.ms)}）`;
  if (over.length === 0)
    return (
      <p className="monitor-peak">
        没有超过告警线。最接近的是 {at} 的{highest}
        {call}
      </p>
    );
  return (
    <p className="monitor-peak over" role="status">
      <WarningOutlined />
      <span>
        {at} {over.join('、')}，超过告警线{minutes > 1 && `，持续 ${minutes} 分钟`}
        {call}
      </span>
      {slowest && (
        <button type="button" className="text-button" onClick={onSlow}>
          查看慢调用
        </button>
      )}
    </p>
  );
}
