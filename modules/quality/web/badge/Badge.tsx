import { Score } from '#kit/web/parts/Score.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

type ChartBadge = CallReply<typeof api.snapshot.badges>['charts'][number];
export const FRESH_MS = 60_000;

/** The lowest points of the tables behind something; nothing while nobody measures them. */
export function Badge({ found }: { found: ChartBadge | undefined }) {
  if (!found) return null;
  const names = found.tables.map(({ name, score }) => `${name} ${score.toFixed(1)}`).join('，');
  return (
    <span className="quality-badge" title={`数据质量评分，取来源表中最低的一张：${names}`}>
      质量 <Score value={found.score} />
    </span>
  );
}
