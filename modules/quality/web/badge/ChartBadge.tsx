import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { Badge, FRESH_MS } from './Badge.tsx';

/** Points of what a tile shows. What cannot be read is left out: a badge never disturbs a board. */
export default function ChartBadge({ chartId }: { chartId: string }) {
  const { data } = useCall(api.snapshot.badges, { body: { chartIds: [chartId] } }, { staleTime: FRESH_MS });
  return <Badge found={data?.charts[0]} />;
}
